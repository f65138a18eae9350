package harness

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
)

// Invited is the answer to an invitation.
type Invited struct {
	Data contract.GuestInvitation
}

// Invites invites a guest to review attachments of an order.
func (p *Person) Invites(
	t *testing.T,
	o uuid.UUID,
	more map[string]any,
	attachments ...uuid.UUID,
) contract.GuestInvitation {
	t.Helper()
	Forgive(t) // the tests together send more invitations than the limit allows
	body := map[string]any{
		"name":          "Vera Visitor",
		"email":         "vera@example.com",
		"message":       "Please look at the colours.",
		"attachmentIds": attachments,
	}
	maps.Copy(body, more)
	return MustCall[Invited](t, p, http.MethodPost, "/order/"+o.String()+"/guest", body).Data
}

// TokenIn returns the secret token of a link.
func TokenIn(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil || u.Path != "/annotation/guestreviewer" || Behind(t, u).Get("token") == "" {
		t.Fatalf("the link is %q (%v)", link, err)
	}
	return Behind(t, u).Get("token")
}

// Review opens a link to a review.
func (w *Site) Review(t *testing.T, client *http.Client, token, password string, more ...Option) Answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.Base+"/api/g/reviewAuth", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth(token, password)
	for _, o := range more {
		o(req)
	}
	a, err := w.Do(client, req)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Visitor returns a guest who has opened their link.
func (w *Site) Visitor(t *testing.T, link string) *Person {
	t.Helper()
	a := w.Review(t, w.Client, TokenIn(t, link), "")
	var got contract.GuestTokenAnswer
	if err := json.Unmarshal(a.Body, &got); err != nil || a.Status != http.StatusOK || len(got.Data.AccessToken) < 43 {
		t.Fatalf("a guest is not let in: %d %s", a.Status, a.Body)
	}
	p := &Person{Site: w, Token: got.Data.AccessToken, Csrf: map[string]string{}}
	p.Firstname = "a guest"
	p.Csrf["guest-annotation"] = MustCall[contract.CSRFAnswer](
		t, p, http.MethodGet, "/g/csrf-token/guest-annotation", nil,
	).Data.Token
	return p
}
