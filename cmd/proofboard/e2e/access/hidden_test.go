package access

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// No answer contains what the reader may not see: not the order, its lists, search results, an
// export, its timeline, its history or its past.
func TestNoAnswerHoldsWhatMayNotBeSeen(t *testing.T) { // D-13 BD-019 BD-230
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "operator2")
	past := harness.Head(t)
	busy := harness.NewDiscussedScene(t, "owner", order.InProgress, "operator2")
	review := harness.NewDiscussedScene(t, "owner", order.InReview, "operator2")
	harness.Move(
		t,
		"manager",
		review.Order,
		order.InProgress,
	) // only the customer's people still see what they were shown (D-68)
	later := harness.Attach(t, review.Order, "owner", proof.CustomerReview)
	later.Discuss(t, review.Order, proof.CustomerReview, "operator2")
	internal := func(s harness.Attachment) []uuid.UUID {
		return []uuid.UUID{
			s.Attachment,
			s.Versions[0],
			s.Versions[1],
			s.Public,
			s.Internal,
			s.PublicComment,
			s.InternalAnswer,
		}
	}
	tab := func(s harness.Attachment) []uuid.UUID { return []uuid.UUID{s.Internal, s.InternalAnswer} }
	for _, c := range []struct {
		what   string
		scene  harness.Scene
		hidden []uuid.UUID
		shown  []uuid.UUID
		kept   []uuid.UUID // hidden from everybody except the customer's people
	}{
		{"in review", sc, append(internal(sc.Internal), append(tab(sc.Review), tab(sc.Supplied)...)...), []uuid.UUID{sc.Review.Attachment, sc.Review.Public, sc.Supplied.Attachment}, nil},
		{"in progress", busy, append(internal(busy.Internal), internal(busy.Review)...), []uuid.UUID{busy.Supplied.Attachment, busy.Supplied.Public}, nil},
		{
			"back in progress", review, slices.Concat(internal(review.Internal), tab(review.Review), internal(later)), []uuid.UUID{review.Supplied.Attachment},
			[]uuid.UUID{review.Review.Attachment, review.Review.Versions[0], review.Review.Versions[1], review.Review.Public, review.Review.PublicComment},
		},
	} {
		o, number := "/order/"+c.scene.Order.String(), harness.SignedIn(t, "operator").Order(t, c.scene.Order).OrderId
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
		for _, s := range []harness.Attachment{c.scene.Review, c.scene.Supplied} {
			paths = append(
				paths,
				o+"/attachment/"+s.Attachment.String()+"/versions",
				o+"/attachment/"+s.Attachment.String()+"/version/"+s.Versions[0].String(),
				fmt.Sprintf("%s/attachment/%s/version/%s?asOf=%d", o, s.Attachment, s.Versions[0], past),
			)
		}
		for _, name := range []string{"owner", "both", "neither", "looker", "cso"} {
			var all strings.Builder
			for _, path := range paths {
				a := harness.SignedIn(t, name).Get(t, path)
				if a.Status != http.StatusOK && a.Status != http.StatusNotFound {
					t.Errorf("%s: %s: %d %s", name, path, a.Status, a.Body)
				}
				if name == "owner" && strings.Contains(path, number) &&
					!strings.Contains(string(a.Body), c.scene.Order.String()) {
					t.Errorf("%s does not find the order", path)
				}
				all.Write(a.Body)
			}
			hidden, shown := c.hidden, c.shown
			if harness.SignedIn(t, name).Role.IsCustomer() {
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
			all.Write(harness.SignedIn(t, "operator").Get(t, path).Body)
		}
		for _, id := range c.hidden[:1] {
			if !strings.Contains(all.String(), id.String()) {
				t.Errorf("%s: the operator does not see %s either", c.what, id)
			}
		}
	}
	board, desk := harness.BoardOf(t, harness.SignedIn(t, "owner")), harness.BoardOf(t, harness.SignedIn(t, "operator"))
	for what, c := range map[string]struct {
		order       uuid.UUID
		owner, desk int
	}{"in review": {sc.Order, 2, 3}, "in progress": {busy.Order, 1, 3}} {
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
	owner, operator := harness.SignedIn(t, "owner"), harness.SignedIn(t, "operator")
	o := harness.World.InProgress(t, "Sides")
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "front.png", harness.Picture(t, 51))
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "back.png", harness.Picture(t, 52))
	harness.UploadFile(t, operator, o, proof.InternalReview, "inside.png", harness.Picture(t, 53))
	for who, want := range map[*harness.Person][]contract.CardFileUploadedByType{owner: {"customer", "customer"}, operator: {"customer", "customer", "other"}} {
		card := harness.BoardOf(t, who)[o.String()]
		var got []contract.CardFileUploadedByType
		for _, f := range harness.Value(card.Attachments) {
			got = append(got, f.UploadedByType)
		}
		if !slices.Equal(got, want) || card.OrderCreator.Id != owner.ID || card.WorkTime == nil ||
			!card.WorkTime.Paused {
			t.Errorf("%s sees files %v, want %v, on %+v", who.Firstname, got, want, card)
		}
	}
}
