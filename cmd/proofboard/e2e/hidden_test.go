package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// No answer contains what the reader may not see: not the order, its lists, search results, an
// export, its timeline, its history or its past.
func TestNoAnswerHoldsWhatMayNotBeSeen(t *testing.T) { // D-13 BD-019 BD-230
	sc := play(t, "owner", order.InReview, "operator2")
	past := head(t)
	busy := play(t, "owner", order.InProgress, "operator2")
	review := play(t, "owner", order.InReview, "operator2")
	move(
		t,
		"manager",
		review.order,
		order.InProgress,
	) // only the customer's people still see what they were shown (D-68)
	later := attach(t, review.order, "owner", proof.CustomerReview)
	later.discuss(t, review.order, proof.CustomerReview, "operator2")
	internal := func(s set) []uuid.UUID {
		return []uuid.UUID{
			s.attachment,
			s.versions[0],
			s.versions[1],
			s.public,
			s.internal,
			s.publicComment,
			s.internalAnswer,
		}
	}
	tab := func(s set) []uuid.UUID { return []uuid.UUID{s.internal, s.internalAnswer} }
	for _, c := range []struct {
		what   string
		scene  scene
		hidden []uuid.UUID
		shown  []uuid.UUID
		kept   []uuid.UUID // hidden from everybody except the customer's people
	}{
		{"in review", sc, append(internal(sc.internal), append(tab(sc.review), tab(sc.supplied)...)...), []uuid.UUID{sc.review.attachment, sc.review.public, sc.supplied.attachment}, nil},
		{"in progress", busy, append(internal(busy.internal), internal(busy.review)...), []uuid.UUID{busy.supplied.attachment, busy.supplied.public}, nil},
		{
			"back in progress", review, slices.Concat(internal(review.internal), tab(review.review), internal(later)), []uuid.UUID{review.supplied.attachment},
			[]uuid.UUID{review.review.attachment, review.review.versions[0], review.review.versions[1], review.review.public, review.review.publicComment},
		},
	} {
		o, number := "/order/"+c.scene.order.String(), as(t, "operator").order(t, c.scene.order).OrderId
		paths := []string{
			o,
			o + "?asOf=100000000",
			fmt.Sprintf("%s?asOf=%d", o, past),
			o + "/timeline?limit=100",
			o + "/history",
			o + "/history/export?format=csv",
			o + "/history/export?format=json",
			o + "/mentions",
			"/order?view=board",
			"/order?view=list&limit=100",
			"/order/search?customSearch=" + number,
			"/order/export?format=json&customSearch=" + number,
		}
		for _, s := range []set{c.scene.review, c.scene.supplied} {
			paths = append(
				paths,
				o+"/attachment/"+s.attachment.String()+"/versions",
				o+"/attachment/"+s.attachment.String()+"/version/"+s.versions[0].String(),
				fmt.Sprintf("%s/attachment/%s/version/%s?asOf=%d", o, s.attachment, s.versions[0], past),
			)
		}
		for _, name := range []string{"owner", "both", "neither", "looker", "cso"} {
			var all strings.Builder
			for _, path := range paths {
				a := as(t, name).get(t, path)
				if a.status != http.StatusOK && a.status != http.StatusNotFound {
					t.Errorf("%s: %s: %d %s", name, path, a.status, a.body)
				}
				if name == "owner" && strings.Contains(path, number) &&
					!strings.Contains(string(a.body), c.scene.order.String()) {
					t.Errorf("%s does not find the order", path)
				}
				all.Write(a.body)
			}
			hidden, shown := c.hidden, c.shown
			if as(t, name).Role.IsCustomer() {
				shown = append(shown, c.kept...)
			} else {
				hidden = append(hidden, c.kept...)
			}
			for _, id := range hidden {
				if i := strings.Index(all.String(), id.String()); i >= 0 {
					t.Errorf(
						"%s, %s: an answer holds what is hidden: ...%s", c.what, name, all.String()[max(0, i-200):i+40],
					)
				}
			}
			for _, id := range shown {
				if !strings.Contains(all.String(), id.String()) {
					t.Errorf("%s, %s: no answer holds %s, which may be seen", c.what, name, id)
				}
			}
		}
		var all strings.Builder
		for _, path := range paths {
			all.Write(as(t, "operator").get(t, path).body)
		}
		for _, id := range c.hidden[:1] {
			if !strings.Contains(all.String(), id.String()) {
				t.Errorf("%s: the operator does not see %s either", c.what, id)
			}
		}
	}
	board, desk := boardOf(t, as(t, "owner")), boardOf(t, as(t, "operator"))
	for what, c := range map[string]struct {
		order       uuid.UUID
		owner, desk int
	}{"in review": {sc.order, 2, 3}, "in progress": {busy.order, 1, 3}} {
		mine, theirs := board[c.order.String()], desk[c.order.String()]
		if mine.Attachments == nil || len(*mine.Attachments) != c.owner || theirs.Attachments == nil ||
			len(*theirs.Attachments) != c.desk {
			t.Errorf(
				"%s: the owner's card counts %v files, want %d; the desk's %v, want %d", what, mine.Attachments,
				c.owner, theirs.Attachments, c.desk,
			)
		}
	}
}

func TestACardSaysOfEachFileWhoseSideUploadedIt(t *testing.T) { // BD-048 BD-049
	owner, operator := as(t, "owner"), as(t, "operator")
	o := world.inProgress(t, "Sides")
	upload(t, owner, o, proof.SuppliedFiles, "front.png", picture(t, 51))
	upload(t, owner, o, proof.SuppliedFiles, "back.png", picture(t, 52))
	upload(t, operator, o, proof.InternalReview, "inside.png", picture(t, 53))
	for who, want := range map[*person][]contract.CardFileUploadedByType{owner: {"customer", "customer"}, operator: {"customer", "customer", "other"}} {
		card := boardOf(t, who)[o.String()]
		var got []contract.CardFileUploadedByType
		for _, f := range value(card.Attachments) {
			got = append(got, f.UploadedByType)
		}
		if !slices.Equal(got, want) || card.OrderCreator.Id != owner.ID || card.WorkTime == nil ||
			!card.WorkTime.Paused {
			t.Errorf("%s sees files %v, want %v, on %+v", who.Firstname, got, want, card)
		}
	}
}
