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
