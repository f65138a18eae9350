package orders

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestAnApprovalIsStaleOnceTheAnnotationsChange(t *testing.T) { // BY-030
	sc := harness.NewScene(t, "owner", order.InProgress)
	o := "/order/" + sc.Order.String()
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	creative, operator := harness.SignedIn(t, "creative"), harness.SignedIn(t, "operator")
	version := a.Versions[0]
	on := o + "/attachment/" + a.Attachment.String() + "/version/" + version.String() + "/annotation"
	decide := func(content string) {
		t.Helper()
		harness.MustWrite(
			t, creative, http.MethodPost, o+"/"+a.Attachment.String()+"/attachment-timeline",
			map[string]any{"timelineType": "history", "content": content, "attachmentVersionId": version},
		)
	}
	changes := func(who string) (all []contract.AnnotationChange) {
		t.Helper()
		for _, f := range harness.SignedIn(t, who).Order(t, sc.Order).Attachments.CustomerReview {
			for _, v := range f.Versions {
				if v.ChangedSince != nil {
					all = append(all, *v.ChangedSince...)
				}
			}
		}
		return all
	}
	expect := func(what string, want ...contract.AnnotationChange) {
		t.Helper()
		for _, who := range []string{"creative", "operator", "owner", "both"} { // the card and search results show it too, to roles that see approvals
			stale := 0
			if who == "creative" || who == "operator" {
				stale = min(len(want), 1)
			}
			found := harness.MustCall[contract.FoundOrdersAnswer](
				t,
				harness.SignedIn(t, who),
				http.MethodGet,
				"/order/search?customSearch="+harness.SignedIn(t, who).Order(t, sc.Order).OrderId,
				nil,
			).Data.Orders
			if card := harness.BoardOf(t, harness.SignedIn(t, who))[sc.Order.String()]; harness.Value(
				card.StaleApprovals,
			) != stale ||
				len(found) == 0 || found[0].Id != sc.Order ||
				harness.Value(found[0].StaleApprovals) != stale {
				t.Errorf(
					"%s: %s: the card says %v stale approvals, the search %+v; want %d", what, who, card.StaleApprovals,
					found, stale,
				)
			}
		}
		if diff := cmp.Diff(want, changes("creative")); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	opened := func() string {
		t.Helper()
		return on + "/" + harness.MustWrite(
			t, operator, http.MethodPost, on,
			harness.Form{"message": {harness.Message("look here")}, "public": {"false"}, "annotation": {harness.Mark}},
		).Data.ID.String()
	}

	before := opened()
	expect("nothing is approved")
	decide("Approved")
	expect("nothing changed since")
	harness.MustWrite(
		t,
		operator,
		http.MethodPost,
		before+"/comment",
		harness.Form{"message": {harness.Message("fine")}},
	)
	harness.MustWrite(t, operator, http.MethodPut, before+"/resolve", harness.Form{"data": {"true"}})
	expect("answers and resolving change no annotation")
	opened()
	late := opened()
	harness.MustWrite(t, operator, http.MethodPut, before+"/resolve", harness.Form{"data": {"false"}})
	expect(
		"after the approval", contract.AnnotationChange{What: contract.Opened, Count: 2},
		contract.AnnotationChange{What: contract.Reopened, Count: 1},
	)
	harness.MustWrite(t, operator, http.MethodDelete, late, nil)
	expect(
		"a deleted one did change", contract.AnnotationChange{What: contract.Opened, Count: 2},
		contract.AnnotationChange{What: contract.Deleted, Count: 1},
		contract.AnnotationChange{What: contract.Reopened, Count: 1},
	)
	decide("Revise")
	expect("the approval was taken back")
	decide("Approved")
	expect("another approval is fresh")

	opened()
	harness.MustWrite(
		t,
		operator,
		http.MethodPut,
		o+"/move-progress",
		map[string]any{"moveto": "in-review", "via": "status"},
	)
	expect("in review", contract.AnnotationChange{What: contract.Opened, Count: 1})
	for _, who := range []string{"owner", "both"} {
		if len(harness.SignedIn(t, who).Order(t, sc.Order).Attachments.CustomerReview) == 0 {
			t.Errorf("%s does not see the file", who)
		}
		if got := changes(who); got != nil {
			t.Errorf("%s receives a check that they may not see: %+v", who, got)
		}
	}
}
