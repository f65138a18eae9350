package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// After Make Changes and Put On Hold the customer's people can still read the versions that they
// were shown, with their comments. They cannot write there. Versions uploaded later stay hidden
// until the next review.
func TestAProofStaysReadableAfterItsReview(t *testing.T) { // D-68
	for name, leave := range map[string]func(uuid.UUID){
		"make changes": func(o uuid.UUID) { move(t, "owner", o, order.InProgress) },
		"put on hold":  func(o uuid.UUID) { act(t, "owner", o, order.Hold) },
	} {
		t.Run(name, func(t *testing.T) {
			sc := stage(t, "owner", order.InReview)
			a := attach(t, sc.order, "owner", proof.CustomerReview)
			a.discuss(t, sc.order, proof.CustomerReview, "both")
			leave(sc.order)
			third := uuid.New()
			do(t, "operator2", commands.NewAddVersion(sc.order, a.attachment, third, file("third.png")))

			o := "/order/" + sc.order.String()
			at := o + "/attachment/" + a.attachment.String()
			version := at + "/version/" + a.versions[0].String()
			for _, who := range []string{"owner", "both", "neither", "looker"} {
				p := as(t, who)
				shown := ok[struct{ Data []contract.Version }](t, p, http.MethodGet, at+"/versions", nil).Data
				if len(shown) != 2 || shown[0].Id != a.versions[1] || shown[1].Id != a.versions[0] {
					t.Errorf("%s sees the versions %+v, not the two that were shown", who, shown)
				}
				if slices.ContainsFunc(shown, func(v contract.Version) bool { return v.Can.AnnotatePublic }) {
					t.Errorf("%s is offered to comment", who)
				}
				topics := ok[struct {
					Data struct{ Public []contract.Topic }
				}](t, p, http.MethodGet, version, nil).Data.Public
				if len(topics) != 1 || topics[0].Id != a.public || len(topics[0].Comments) != 1 ||
					topics[0].Can.Reply ||
					topics[0].Can.Resolve ||
					topics[0].Can.Edit {
					t.Errorf("%s reads the topics %+v", who, topics)
				}
				if files := p.order(t, sc.order).Attachments.CustomerReview; len(files) != 1 ||
					len(files[0].Versions) != 2 {
					t.Errorf("%s sees the files %+v of the order", who, files)
				}
				if card := boardOf(t, p)[sc.order.String()]; card.Attachments == nil || len(*card.Attachments) != 1 ||
					value(card.OpenTopics) != 1 {
					t.Errorf("%s: the card counts %v files, %v open topics", who, card.Attachments, card.OpenTopics)
				}
				refused(
					t, p, http.StatusNotFound, "proof.version_unknown", http.MethodGet, at+"/version/"+third.String(),
					nil,
				)
			}
			for _, what := range []string{"/history", "/history/export?format=csv", "/timeline?limit=100"} {
				if a := as(t, "owner").get(t, o+what); !strings.Contains(string(a.body), "second.png") ||
					strings.Contains(string(a.body), "third.png") {
					t.Errorf("%s: %s", what, a.body)
				}
			}
			reply := form{"message": {says("one more thing")}}
			refused(
				t, as(t, "both"), http.StatusConflict, "proof.review_ended", http.MethodPost,
				version+"/annotation/"+a.public.String()+"/comment", reply,
			)
			refused(t, as(t, "cso"), http.StatusNotFound, "not_found", http.MethodGet, version, nil)

			if name == "put on hold" {
				act(t, "owner", sc.order, order.Resume)
			} else {
				move(t, "manager", sc.order, order.InReview)
			}
			if shown := ok[struct{ Data []contract.Version }](t, as(t, "owner"), http.MethodGet, at+"/versions",
				nil).Data; len(shown) != 3 {
				t.Errorf("the next review shows %d versions", len(shown))
			}
			write(t, as(t, "both"), http.MethodPost, version+"/annotation/"+a.public.String()+"/comment", reply)
		})
	}
}
