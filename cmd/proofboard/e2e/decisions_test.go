package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// No answer for the customer's people and the role cso contains internal requests, approvals or
// send-backs, and other events contain no trace of them. The customer may read the certificate once
// the order is approved.
func TestInternalDecisionsStayInternal(t *testing.T) { // D-69 BD-168
	sc := approved(t, "owner")
	o := "/order/" + sc.order.String()
	move(t, "manager", sc.order, order.InProgress)
	do(t, "operator", commands.NewRequestReview(sc.order, sc.review.attachment))
	do(
		t,
		"operator",
		commands.NewReplaceFile(sc.order, sc.review.attachment, sc.review.versions[0], file("replaced.png")),
	) // this clears the approval
	for range 2 {
		do(t, "creative", commands.NewDecideVersion(sc.order, sc.review.attachment, sc.review.versions[0], true))
		do(t, "creative", commands.NewDecideVersion(sc.order, sc.review.attachment, sc.review.versions[0], false))
	}
	do(t, "creative", commands.NewDecideVersion(sc.order, sc.review.attachment, sc.review.versions[0], true))
	move(t, "manager", sc.order, order.InReview)

	paths := []string{
		o,
		o + "?asOf=100000000",
		o + "/timeline?limit=100",
		o + "/timeline?kind=decision",
		o + "/history",
		o + "/history?kind=decision",
		o + "/history/export?format=csv",
		o + "/history/export?format=json",
		path(sc, sc.review) + "/versions",
	}
	traces := []string{
		string(proof.VersionApprovedType),
		string(proof.VersionRevisedType),
		string(proof.ReviewRequestedType),
		"approvalCleared",
		`"checked"`,
		"checked →",
		"→ checked",
		`"isInternalApproved":true`,
		`"certificate":true`,
	}
	read := func(who string) string {
		var all strings.Builder
		for _, at := range paths {
			all.Write(as(t, who).get(t, at).body)
		}
		return all.String()
	}
	for _, who := range []string{"owner", "both", "neither", "looker", "cso"} {
		all := read(who)
		if !strings.Contains(all, "replaced.png") {
			t.Errorf("%s does not see the file", who)
		}
		for _, trace := range traces {
			if i := strings.Index(all, trace); i >= 0 {
				t.Errorf("%s: %s: ...%s", who, trace, all[max(0, i-200):i+40])
			}
		}
		refused(
			t, as(t, who), http.StatusNotFound, "not_found", http.MethodGet, certificateOf(sc, sc.review, 0, "json"),
			nil,
		)
	}
	inside := read("operator")
	for _, trace := range traces {
		if !strings.Contains(inside, trace) {
			t.Errorf("the operator does not see %s either", trace)
		}
	}
	fetch(t, "operator", certificateOf(sc, sc.review, 0, "json"))

	for _, s := range []order.Status{order.Approved, order.Completed} {
		move(t, "manager", sc.order, s)
		for _, who := range []string{"owner", "both", "neither", "looker"} {
			pdf := fetch(t, who, certificateOf(sc, sc.review, 0, "pdf"))
			for _, part := range []string{cast["creative"].Lastname, cast["creative"].Email} {
				if strings.Contains(string(pdf.body), part) ||
					strings.Contains(string(fetch(t, who, certificateOf(sc, sc.review, 0, "json")).body), part) {
					t.Errorf("the certificate names %s", part)
				}
			}
			versions := ok[struct{ Data []contract.Version }](
				t, as(t, who), http.MethodGet, path(sc, sc.review)+"/versions", nil,
			).Data
			if !slices.ContainsFunc(versions, func(v contract.Version) bool {
				return v.Id == sc.review.versions[0] && v.Can.Certificate && !v.IsInternalApproved
			}) {
				t.Errorf("%s is not offered the certificate of the %s order: %+v", who, s, versions)
			}
		}
		refused(
			t, as(t, "cso"), http.StatusNotFound, "not_found", http.MethodGet, certificateOf(sc, sc.review, 0, "json"),
			nil,
		)
	}
}
