package accounts

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/internal/accounts"
)

// The tests run without a mail server.
func TestWithoutAMailServerAnAdminPassesAnInvitationOn(t *testing.T) { // D-284
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Millisecond)
	admin, owner := w.SignedIn(t, "admin"), w.SignedIn(t, "owner")
	if !harness.Value(profile(t, owner).MailOff) ||
		!harness.Value(harness.MustCall[contract.BrandAnswer](t, owner, http.MethodGet, "/brand", nil).Data.MailOff) {
		t.Error("nothing says that no mail is sent")
	}
	added := harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", map[string]any{
		"customerId":   harness.Acme,
		"firstname":    "Jörg",
		"lastname":     "Größe",
		"role":         "staff",
		"emailAddress": "joerg@acme.test",
	}).Data.Id
	invited := &harness.Person{User: accounts.User{Email: "joerg@acme.test"}}
	harness.Eventually(
		t,
		"the invitation lies in the folder",
		func() bool { return len(harness.MailsTo(t, sink, invited)) == 1 },
	)
	var mailed string
	for line := range strings.Lines(string(harness.MailsTo(t, sink, invited)[0].Raw)) {
		if strings.Contains(line, "/invitation#") && !strings.Contains(line, "<") {
			mailed = strings.TrimSpace(line)
		}
	}
	link := "/people/" + added.String() + "/invitation/link"
	harness.MustRefuse(t, owner, http.StatusForbidden, "forbidden", http.MethodPost, link, nil)
	works := func(address string) bool {
		t.Helper()
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		q, err := url.ParseQuery(u.Fragment)
		if err != nil {
			t.Fatal(err)
		}
		a := owner.Call(t, http.MethodPost, "/check-link", map[string]any{
			"purpose": "invitation", "token": q.Get("token"), "type": q.Get("type"), "email": q.Get("email"),
		})
		return a.Status == http.StatusOK
	}
	if !works(mailed) {
		t.Errorf("the link as it lies in the folder does not work: %q", mailed)
	}
	shown := harness.MustCall[contract.InvitationLinkAnswer](t, admin, http.MethodPost, link, nil).Data
	if !works(shown.Url) || works(mailed) || time.Until(shown.ExpiresAt) < 71*time.Hour {
		t.Errorf("the link that was shown: %+v", shown)
	}
	harness.Settle(t, admin)
	if n := len(harness.MailsTo(t, sink, invited)); n != 1 || !works(shown.Url) {
		t.Errorf("after %d mails the link that was shown works: %v", n, works(shown.Url))
	}
	harness.MustRefuse(
		t, admin, http.StatusConflict, "member.not_invited", http.MethodPost,
		"/people/"+harness.Cast["owner"].ID.String()+"/invitation/link", nil,
	)
}
