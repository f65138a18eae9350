package proofs

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// No answer for the customer's people and the role cso contains internal requests, approvals or
// send-backs, and other events contain no trace of them. The customer may read the certificate once
// the order is approved.
func TestInternalDecisionsStayInternal(t *testing.T) { // D-69 BD-168
	sc := approved(t, "owner")
	o := "/order/" + sc.Order.String()
	harness.Move(t, "manager", sc.Order, order.InProgress)
	harness.Do(t, "operator", &commands.RequestReview{Order: sc.Order, Attachment: sc.Review.Attachment})
	harness.Do(
		t,
		"operator",
		&commands.ReplaceFile{
			Order:      sc.Order,
			Attachment: sc.Review.Attachment,
			Version:    sc.Review.Versions[0],
			File:       harness.File("replaced.png"),
		},
	) // this clears the approval
	for range 2 {
		harness.Do(
			t,
			"creative",
			&commands.DecideVersion{
				Order:      sc.Order,
				Attachment: sc.Review.Attachment,
				Version:    sc.Review.Versions[0],
				Approve:    true,
			},
		)
		harness.Do(
			t,
			"creative",
			&commands.DecideVersion{Order: sc.Order, Attachment: sc.Review.Attachment, Version: sc.Review.Versions[0]},
		)
	}
	harness.Do(
		t,
		"creative",
		&commands.DecideVersion{
			Order:      sc.Order,
			Attachment: sc.Review.Attachment,
			Version:    sc.Review.Versions[0],
			Approve:    true,
		},
	)
	harness.Move(t, "manager", sc.Order, order.InReview)

	paths := []string{
		o,
		o + "?asOf=100000000",
		o + "/timeline?limit=100",
		o + "/timeline?kind=decision",
		o + "/history",
		o + "/history?kind=decision",
		o + "/history/export?format=csv",
		o + "/history/export?format=json",
		harness.AttachmentPath(sc, sc.Review) + "/versions",
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
			all.Write(harness.SignedIn(t, who).Get(t, at).Body)
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
		harness.MustRefuse(
			t,
			harness.SignedIn(t, who),
			http.StatusNotFound,
			"not_found",
			http.MethodGet,
			certificateOf(sc, sc.Review, 0, "json"),
			nil,
		)
	}
	inside := read("operator")
	for _, trace := range traces {
		if !strings.Contains(inside, trace) {
			t.Errorf("the operator does not see %s either", trace)
		}
	}
	fetch(t, "operator", certificateOf(sc, sc.Review, 0, "json"))

	for _, s := range []order.Status{order.Approved, order.Completed} {
		harness.Move(t, "manager", sc.Order, s)
		for _, who := range []string{"owner", "both", "neither", "looker"} {
			pdf := fetch(t, who, certificateOf(sc, sc.Review, 0, "pdf"))
			for _, part := range []string{harness.Cast["creative"].Lastname, harness.Cast["creative"].Email} {
				if strings.Contains(string(pdf.Body), part) ||
					strings.Contains(string(fetch(t, who, certificateOf(sc, sc.Review, 0, "json")).Body), part) {
					t.Errorf("the certificate names %s", part)
				}
			}
			versions := harness.MustCall[struct{ Data []contract.Version }](
				t, harness.SignedIn(t, who), http.MethodGet, harness.AttachmentPath(sc, sc.Review)+"/versions", nil,
			).Data
			if !slices.ContainsFunc(versions, func(v contract.Version) bool {
				return v.Id == sc.Review.Versions[0] && v.Can.Certificate && !v.IsInternalApproved
			}) {
				t.Errorf("%s is not offered the certificate of the %s order: %+v", who, s, versions)
			}
		}
		harness.MustRefuse(
			t,
			harness.SignedIn(t, "cso"),
			http.StatusNotFound,
			"not_found",
			http.MethodGet,
			certificateOf(sc, sc.Review, 0, "json"),
			nil,
		)
	}
}
