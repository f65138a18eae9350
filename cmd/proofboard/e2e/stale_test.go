package e2e

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestAnApprovalIsStaleOnceTheAnnotationsChange(t *testing.T) { // BY-030
	sc := stage(t, "owner", order.InProgress)
	o := "/order/" + sc.order.String()
	a := attach(t, sc.order, "owner", proof.CustomerReview)
	creative, operator := as(t, "creative"), as(t, "operator")
	version := a.versions[0]
	on := o + "/attachment/" + a.attachment.String() + "/version/" + version.String() + "/annotation"
	decide := func(content string) {
		t.Helper()
		write(
			t, creative, http.MethodPost, o+"/"+a.attachment.String()+"/attachment-timeline",
			map[string]any{"timelineType": "history", "content": content, "attachmentVersionId": version},
		)
	}
	changes := func(who string) (all []contract.AnnotationChange) {
		t.Helper()
		for _, f := range as(t, who).order(t, sc.order).Attachments.CustomerReview {
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
			found := ok[contract.FoundOrdersAnswer](
				t, as(t, who), http.MethodGet, "/order/search?customSearch="+as(t, who).order(t, sc.order).OrderId, nil,
			).Data.Orders
			if card := boardOf(t, as(t, who))[sc.order.String()]; value(card.StaleApprovals) != stale ||
				len(found) != 1 ||
				value(found[0].StaleApprovals) != stale {
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
		return on + "/" + write(
			t, operator, http.MethodPost, on,
			form{"message": {says("look here")}, "public": {"false"}, "annotation": {mark}},
		).Data.ID.String()
	}

	before := opened()
	expect("nothing is approved")
	decide("Approved")
	expect("nothing changed since")
	write(t, operator, http.MethodPost, before+"/comment", form{"message": {says("fine")}})
	write(t, operator, http.MethodPut, before+"/resolve", form{"data": {"true"}})
	expect("answers and resolving change no annotation")
	opened()
	late := opened()
	write(t, operator, http.MethodPut, before+"/resolve", form{"data": {"false"}})
	expect(
		"after the approval", contract.AnnotationChange{What: contract.Opened, Count: 2},
		contract.AnnotationChange{What: contract.Reopened, Count: 1},
	)
	write(t, operator, http.MethodDelete, late, nil)
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
	write(t, operator, http.MethodPut, o+"/move-progress", map[string]any{"moveto": "in-review", "via": "status"})
	expect("in review", contract.AnnotationChange{What: contract.Opened, Count: 1})
	for _, who := range []string{"owner", "both"} {
		if len(as(t, who).order(t, sc.order).Attachments.CustomerReview) == 0 {
			t.Errorf("%s does not see the file", who)
		}
		if got := changes(who); got != nil {
			t.Errorf("%s hears of a check he may not see: %+v", who, got)
		}
	}
}
