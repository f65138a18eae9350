package orders

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// After Make Changes and Put On Hold the customer's people can still read the versions that they
// were shown, with their comments. They cannot write there. Versions uploaded later stay hidden
// until the next review.
func TestAProofStaysReadableAfterItsReview(t *testing.T) { // D-68
	for name, leave := range map[string]func(uuid.UUID){
		"make changes": func(o uuid.UUID) { harness.Move(t, "owner", o, order.InProgress) },
		"put on hold":  func(o uuid.UUID) { harness.Act(t, "owner", o, order.Hold) },
	} {
		t.Run(name, func(t *testing.T) {
			sc := harness.NewScene(t, "owner", order.InReview)
			a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
			a.Discuss(t, sc.Order, proof.CustomerReview, "both")
			leave(sc.Order)
			third := uuid.New()
			harness.Do(
				t,
				"operator2",
				&commands.AddVersion{
					Order:      sc.Order,
					Attachment: a.Attachment,
					Version:    third,
					File:       harness.File("third.png"),
				},
			)

			o := "/order/" + sc.Order.String()
			at := o + "/attachment/" + a.Attachment.String()
			version := at + "/version/" + a.Versions[0].String()
			for _, who := range []string{"owner", "both", "neither", "looker"} {
				p := harness.SignedIn(t, who)
				shown := harness.MustCall[struct{ Data []contract.Version }](
					t,
					p,
					http.MethodGet,
					at+"/versions",
					nil,
				).Data
				if len(shown) != 2 || shown[0].Id != a.Versions[1] || shown[1].Id != a.Versions[0] {
					t.Errorf("%s sees the versions %+v, not the two that were shown", who, shown)
				}
				if slices.ContainsFunc(shown, func(v contract.Version) bool { return v.Can.AnnotatePublic }) {
					t.Errorf("%s is offered to comment", who)
				}
				topics := harness.MustCall[struct {
					Data struct{ Public []contract.Topic }
				}](t, p, http.MethodGet, version, nil).Data.Public
				if len(topics) != 1 || topics[0].Id != a.Public || len(topics[0].Comments) != 1 ||
					topics[0].Can.Reply ||
					topics[0].Can.Resolve ||
					topics[0].Can.Edit {
					t.Errorf("%s reads the topics %+v", who, topics)
				}
				if files := p.Order(t, sc.Order).Attachments.CustomerReview; len(files) != 1 ||
					len(files[0].Versions) != 2 {
					t.Errorf("%s sees the files %+v of the order", who, files)
				}
				if card := harness.BoardOf(t, p)[sc.Order.String()]; card.Attachments == nil ||
					len(*card.Attachments) != 1 ||
					harness.Value(card.OpenTopics) != 1 {
					t.Errorf("%s: the card counts %v files, %v open topics", who, card.Attachments, card.OpenTopics)
				}
				harness.MustRefuse(
					t, p, http.StatusNotFound, "proof.version_unknown", http.MethodGet, at+"/version/"+third.String(),
					nil,
				)
			}
			for _, what := range []string{"/history", "/history/export?format=csv", "/timeline?limit=100"} {
				if a := harness.SignedIn(t, "owner").Get(t, o+what); !strings.Contains(string(a.Body), "second.png") ||
					strings.Contains(string(a.Body), "third.png") {
					t.Errorf("%s: %s", what, a.Body)
				}
			}
			reply := harness.Form{"message": {harness.Message("one more thing")}}
			harness.MustRefuse(
				t, harness.SignedIn(t, "both"), http.StatusConflict, "proof.review_ended", http.MethodPost,
				version+"/annotation/"+a.Public.String()+"/comment", reply,
			)
			harness.MustRefuse(
				t,
				harness.SignedIn(t, "cso"),
				http.StatusNotFound,
				"not_found",
				http.MethodGet,
				version,
				nil,
			)

			if name == "put on hold" {
				harness.Act(t, "owner", sc.Order, order.Resume)
			} else {
				harness.Move(t, "manager", sc.Order, order.InReview)
			}
			if shown := harness.MustCall[struct{ Data []contract.Version }](
				t,
				harness.SignedIn(t, "owner"),
				http.MethodGet,
				at+"/versions",
				nil,
			).Data; len(
				shown,
			) != 3 {
				t.Errorf("the next review shows %d versions", len(shown))
			}
			harness.MustWrite(
				t,
				harness.SignedIn(t, "both"),
				http.MethodPost,
				version+"/annotation/"+a.Public.String()+"/comment",
				reply,
			)
		})
	}
}

// What happens to a version that is hidden from the customer is not told to their browsers: not even that something
// did. What happens to the versions that they were shown is.
func TestAHiddenVersionCausesNoReload(t *testing.T) { // D-68 BD-319
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	harness.Move(t, "owner", sc.Order, order.InProgress)
	owner := harness.Listen(t, harness.SignedIn(t, "owner"))
	operator := harness.Listen(t, harness.SignedIn(t, "operator2"))
	began := harness.Head(t)
	hidden := uuid.New()
	harness.Do(
		t,
		"operator2",
		&commands.AddVersion{
			Order:      sc.Order,
			Attachment: a.Attachment,
			Version:    hidden,
			File:       harness.File("third.png"),
		},
	)
	harness.Do(
		t,
		"operator2",
		&commands.ReplaceFile{
			Order:      sc.Order,
			Attachment: a.Attachment,
			Version:    hidden,
			File:       harness.File("fourth.png"),
		},
	)
	harness.Do(
		t,
		"manager",
		&commands.DeleteVersion{Order: sc.Order, Attachment: a.Attachment, Version: hidden, Reason: "wrong file"},
	)
	last := harness.Head(t)
	harness.Eventually(t, "the operator is told", func() bool {
		return slices.ContainsFunc(operator.Told(), func(m harness.LiveMessage) bool {
			return m.Event == "reload-version-list" && m.Position == last
		})
	})
	harness.Do(
		t,
		"manager",
		&commands.DeleteVersion{
			Order:      sc.Order,
			Attachment: a.Attachment,
			Version:    a.Versions[1],
			Reason:     "an older one",
		},
	)
	visible := harness.Head(t)
	harness.Eventually(t, "the owner is told of a version that they were shown", func() bool {
		return slices.ContainsFunc(owner.Told(), func(m harness.LiveMessage) bool {
			return m.Event == "reload-version-list" && m.Position == visible
		})
	})
	for _, m := range owner.Told() {
		if m.Event == "reload-version-list" && m.Position > began && m.Position < visible {
			t.Errorf("the owner is told of a hidden version: %+v", m)
		}
	}
}
