package accounts

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded"
)

// Nobody is assigned and nobody has changed a setting. What one side does reaches somebody on the other side, on
// the screen and by mail.
func TestWhatEachSideDoesReachesTheOtherWithDefaultSettings(t *testing.T) { // D-78
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Millisecond)
	owner, manager, creative := w.SignedIn(t, "owner"), w.SignedIn(t, "manager"), w.SignedIn(t, "creative")
	screens := map[*harness.Person]*harness.Browser{}
	for _, p := range []*harness.Person{owner, manager, creative} {
		screens[p] = harness.Listen(t, p)
	}
	reaches := func(o uuid.UUID, what string, people ...*harness.Person) {
		t.Helper()
		for _, p := range people {
			harness.Eventually(t, p.Email+" sees: "+what, func() bool {
				return slices.ContainsFunc(p.Messages(t, o).Data, func(m contract.Message) bool {
					return strings.Contains(m.Message, what)
				})
			})
			screens[p].Expect(t, "show-notification")
			harness.Eventually(t, p.Email+" has a mail: "+what, func() bool {
				return slices.ContainsFunc(harness.MailsTo(t, sink, p), func(m embedded.Mail) bool {
					return strings.Contains(m.Subject, what) && strings.Contains(m.Subject, "Marmalade jar")
				})
			})
		}
	}

	o := harness.MustWrite(
		t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Marmalade jar", "serviceId": harness.Labels},
	).Data.OrderID
	path := "/order/" + o.String()
	move := func(by *harness.Person, to, via string) {
		t.Helper()
		harness.MustWrite(t, by, http.MethodPut, path+"/move-progress", map[string]any{"moveto": to, "via": via})
	}
	comment := func(by *harness.Person, attachment, version uuid.UUID) {
		t.Helper()
		harness.MustWrite(
			t, by, http.MethodPost,
			path+"/attachment/"+attachment.String()+"/version/"+version.String()+"/annotation",
			map[string]any{"message": harness.Message("a darker blue"), "annotation": harness.Mark},
		)
	}
	harness.MustWrite(t, owner, http.MethodPut, path+"/action", map[string]any{"action": "published"})
	reaches(o, "created the order", manager, creative)
	move(manager, "in-progress", "status")
	file := harness.UploadFile(t, manager, o, proof.CustomerReview, "jar.png", harness.Picture(t, 9)).Data
	move(manager, "in-review", "status")
	reaches(o, "asks for your review", owner)
	comment(owner, file.AttachmentID, file.VersionID)
	reaches(o, "commented on a proof", manager, creative)
	comment(manager, file.AttachmentID, file.VersionID)
	reaches(o, "commented on a proof", owner)
	move(owner, "approved", "review")
	reaches(o, "approved the order", manager, creative)
}

// A team member cannot confirm an estimate, so the product asks the owner. People who are added to an order are told.
func TestTheOwnerIsAskedForAnEstimateAndCollaboratorsAreTold(t *testing.T) { // D-289
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Millisecond)
	owner, drafter, added := w.SignedIn(t, "owner"), w.SignedIn(t, "neither"), w.SignedIn(t, "collab")
	plan := createPlan(
		t, w.SignedIn(t, "admin"), "customer", sold("As you go", 0, map[string]any{"payg": true, "hourPrice": 6_000}),
	)
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package", map[string]any{"planId": plan})
	o := harness.MustWrite(
		t, drafter, http.MethodPost, "/order", map[string]any{"orderName": "Honey jar", "serviceId": harness.Labels},
	).Data.OrderID
	path, ask := "/order/"+o.String(), "/payg/orders/"+o.String()+"/estimate/ask"
	harness.MustRefuse(
		t, drafter, http.StatusConflict, "order.estimate_missing", http.MethodPut, path+"/action",
		map[string]any{"action": "published"},
	)
	harness.MustRefuse(t, owner, http.StatusConflict, "order.estimate_yours", http.MethodPost, ask, nil)
	harness.MustCall[contract.Plain](t, drafter, http.MethodPost, ask, nil)
	harness.MustRefuse(t, drafter, http.StatusConflict, "order.estimate_asked", http.MethodPost, ask, nil)
	reaches := func(p *harness.Person, what string) {
		t.Helper()
		harness.Eventually(t, p.Email+" sees: "+what, func() bool {
			return slices.ContainsFunc(p.Messages(t, o).Data, func(m contract.Message) bool {
				return strings.Contains(m.Message, what)
			})
		})
		harness.Eventually(t, p.Email+" has a mail: "+what, func() bool {
			return slices.ContainsFunc(harness.MailsTo(t, sink, p), func(m embedded.Mail) bool {
				return strings.Contains(m.Subject, what) && strings.Contains(m.Subject, "Honey jar")
			})
		})
	}
	reaches(owner, "asks you to confirm the estimate")
	harness.MustWrite(
		t, drafter, http.MethodPut, path+"/collaborators", map[string]any{"userIds": []uuid.UUID{added.ID}},
	)
	reaches(added, "added you to the order")
}
