package accounts

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded"
)

// post sends a call without a session.
func post(t *testing.T, w *harness.Site, path string, body any) harness.Answer {
	t.Helper()
	return postBy(t, w, w.Client, path, body)
}

// postBy sends a call without a session from a browser.
func postBy(t *testing.T, w *harness.Site, client *http.Client, path string, body any) harness.Answer {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.Base+"/api"+path, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	a, err := w.Do(client, req)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// refused fails the test unless an answer is a refusal with a reason.
func refused(t *testing.T, what string, a harness.Answer, status int, reason string) {
	t.Helper()
	if a.Status != status || a.Reason() != reason {
		t.Errorf("%s: %d %s", what, a.Status, a.Body)
	}
}

func granted(t *testing.T, what string, a harness.Answer) {
	t.Helper()
	if a.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", what, a.Status, a.Body)
	}
}

func exec(t *testing.T, w *harness.Site, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), w.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // the test is over
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

var links = regexp.MustCompile(`https?://[^\s"<>]+`)

// link waits for the nth mail to an address, from 1, and returns the page and the parameters of the
// link in its text. Mails that only tell of something lead to the settings, and do not count.
func link(t *testing.T, sink *embedded.MailSink, to string, nth int) (path string, query url.Values) {
	t.Helper()
	harness.Eventually(t, "a mail to "+to, func() bool {
		all, err := sink.List(100)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, listed := range slices.Backward(all) { // oldest first
			if !strings.Contains(strings.Join(listed.To, " "), to) {
				continue
			}
			m, err := sink.Read(listed.ID)
			if err != nil {
				t.Fatal(err)
			}
			u, err := url.Parse(links.FindString(m.Text))
			if err != nil || !strings.Contains(m.HTML, "<a href=") || u.RawQuery != "" {
				t.Fatalf("%v: the mail has no link, or no html part: %s", err, m.Text)
			}
			if u.Path == "/settings" {
				continue
			}
			if n++; n < nth {
				continue
			}
			path, query = u.Path, harness.Behind(t, u)
			return true
		}
		return false
	})
	return path, query
}

func newPassword(q url.Values, password string) map[string]string {
	return map[string]string{
		"token": q.Get("token"), "type": q.Get("type"), "email": q.Get("email"), "newPassword": password,
		"reNewPassword": password,
	}
}

func TestAnInstallationIsSetUpOnceByItsLink(t *testing.T) { // D-44 D-76
	harness.Parallel(t)
	dir := harness.Folder(t)
	log, f, err := harness.Logger(dir)
	if err != nil {
		t.Fatal(err)
	}
	w, err := harness.OpenWith(harness.Settings(dir), accounts.Seed{}, log, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	var printed string
	harness.Eventually(t, "the link is in the log", func() bool {
		raw, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		printed = regexp.MustCompile(`/setup#token=([\w-]+)`).FindString(string(raw))
		return printed != ""
	})
	body := func(token, email, password string) map[string]any {
		day := map[string]int{"opens": 540, "closes": 1080}
		return map[string]any{
			"token":               token,
			"productName":         "Harbor Studio",
			"firstname":           "Ada",
			"lastname":            "Berg",
			"email":               email,
			"password":            password,
			"timeZone":            "Europe/Stockholm",
			"days":                []any{day, day, day, day, day, day, day},
			"internationalPhones": true,
			"logo":                base64.StdEncoding.EncodeToString(drawing(t, 64, 16)),
		}
	}
	needed := func() bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.Base+"/api/setup", nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Do(w.Client, req)
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("%v %d", err, a.Status)
		}
		return strings.Contains(string(a.Body), `"needed":true`)
	}
	if !needed() {
		t.Error("an empty installation needs no set-up")
	}
	old := strings.TrimPrefix(printed, "/setup#token=")
	again, err := w.SetupLink(t.Context(), w.Base)
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(again, "token=")
	check := func(token string) harness.Answer {
		return post(t, w, "/check-link", map[string]string{"purpose": "setup", "token": token})
	}
	refused(t, "an older link, before the form", check(old), 400, "link.invalid")
	refused(t, "a cut link, before the form", check(token[:30]), 400, "link.cut")
	refused(t, "a cut link", post(t, w, "/setup", body(token[:30], "a@x.test", "sesam-oeffne")), 400, "link.cut")
	granted(t, "the newest link, before the form", check(token))
	refused(t, "an older link", post(t, w, "/setup", body(old, "a@x.test", "sesam-oeffne")), 400, "link.invalid")
	refused(t, "a common password", post(t, w, "/setup", body(token, "a@x.test", "123456")), 400, "password.common")
	refused(t, "a short password", post(t, w, "/setup", body(token, "a@x.test", "12345")), 400, "password.length")
	refused(t, "no address", post(t, w, "/setup", body(token, "a at x", "sesam-oeffne")), 400, "person.invalid")
	wrong := body(token, "a@x.test", "sesam-oeffne")
	wrong["timeZone"] = "Mars/Olympus"
	refused(t, "no zone", post(t, w, "/setup", wrong), 400, "time_zone.unknown")

	wrong = body(token, "a@x.test", "sesam-oeffne")
	wrong["logo"] = base64.StdEncoding.EncodeToString([]byte("<svg/>"))
	refused(t, "no picture", post(t, w, "/setup", wrong), 400, "brand.picture_invalid")

	var group sync.WaitGroup
	answers := make([]harness.Answer, 4)
	for i := range answers {
		group.Go(func() {
			answers[i] = post(t, w, "/setup", body(token, string(rune('a'+i))+"@x.test", "sesam-oeffne"))
		})
	}
	group.Wait()
	winner := ""
	for i, a := range answers {
		switch email := string(rune('a'+i)) + "@x.test"; {
		case a.Status == http.StatusOK && winner == "":
			winner = email
		case a.Reason() != "setup.done" && a.Reason() != "link.invalid":
			t.Errorf("%s: %d %s", email, a.Status, a.Body)
		}
	}
	for i := range answers {
		email := string(rune('a'+i)) + "@x.test"
		a, err := w.Password(w.Client, true, email, "sesam-oeffne")
		if err != nil || (a.Status == http.StatusOK) != (email == winner) {
			t.Errorf("%s signs in: %v %d %s", email, err, a.Status, a.Body)
		}
		exec(t, w, "delete from signin_failures")
	}
	a, err := w.Password(w.Client, true, winner, "sesam-oeffne")
	if err != nil {
		t.Fatal(err)
	}
	admin := w.With(harness.Decode[contract.TokenAnswer](t, a).AccessToken)
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, "/profile", map[string]any{ // D-89
		"firstname": "Ada", "lastname": "Berg", "jobTitle": "", "timeZone": "Europe/Stockholm", "phone": "+46 70 123",
	})
	var brand contract.BrandAnswer
	harness.Eventually(t, "the logo is shown", func() bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.Base+"/api/brand", nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Do(w.Client, req)
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("%v %d %s", err, a.Status, a.Body)
		}
		brand = harness.Decode[contract.BrandAnswer](t, a)
		return brand.Data.Theme.Logo != nil
	})
	if name := harness.Value(brand.Data.Theme.Name); name != "Harbor Studio" {
		t.Errorf("the product is named %q", name)
	}
	if needed() {
		t.Error("the installation still waits for its set-up")
	}
	if again, err := w.SetupLink(t.Context(), w.Base); err != nil || again != "" {
		t.Errorf("another link for an installation that is set up: %q %v", again, err)
	}
	refused(t, "the link again", post(t, w, "/setup", body(token, "z@x.test", "sesam-oeffne")), 400, "link.invalid")
	raw, err := os.ReadFile(f.Name())
	if err != nil || strings.Contains(string(raw), token) {
		t.Errorf("a token that was sent is in the log (%v)", err)
	}
}

func TestALostPasswordIsResetByTheNewestLinkOnce(t *testing.T) {
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	owner := w.SignedIn(t, "owner")
	ask := map[string]string{"email": owner.Email}
	// SH-114: an unknown address is named.
	refused(
		t,
		"unknown",
		post(t, w, "/c/reset-password", map[string]string{"email": "no@x.test"}),
		404,
		"account.unknown",
	)
	granted(t, "asked", post(t, w, "/c/reset-password", ask)) // SH-111
	_, first := link(t, sink, owner.Email, 1)
	granted(t, "asked again", post(t, w, "/c/reset-password", ask))
	path, q := link(t, sink, owner.Email, 2)
	if path != "/reset-password" || q.Get("type") != "customer" || q.Get("email") != owner.Email { // SH-115
		t.Errorf("the link leads to %s %v", path, q)
	}
	refused(
		t,
		"an older link",
		post(t, w, "/c/change-password", newPassword(first, "another-one")),
		400,
		"link.invalid",
	)
	wrong := newPassword(q, "another-one")
	wrong["token"] = q.Get("token") + ">"
	refused(t, "a link with more", post(t, w, "/c/change-password", wrong), 400, "link.cut")
	wrong = newPassword(q, "another-one")
	wrong["type"] = "user"
	refused(t, "the desk's door", post(t, w, "/d/change-password", wrong), 400, "link.invalid")
	wrong = newPassword(q, "another-one")
	wrong["email"] = w.SignedIn(t, "beta").Email
	refused(t, "somebody else's link", post(t, w, "/c/change-password", wrong), 400, "link.invalid")
	wrong["email"] = "no@x.test"
	refused(t, "an unknown address", post(t, w, "/c/change-password", wrong), 400, "link.invalid")
	wrong = newPassword(q, "another-one")
	wrong["reNewPassword"] = "another-two"
	refused(t, "two passwords", post(t, w, "/c/change-password", wrong), 400, "password.differs") // SH-120
	for password, reason := range map[string]string{                                              // SH-119
		"12345": "password.length", strings.Repeat("x", 21): "password.length", "password1": "password.common",
	} {
		if reason != "" {
			refused(t, password, post(t, w, "/c/change-password", newPassword(q, password)), 400, reason)
		}
	}
	live := harness.Listen(t, owner)
	granted(t, "a new password", post(t, w, "/c/change-password", newPassword(q, "another-one"))) // SH-122 SH-123
	live.Expect(t, "force-logout")
	if a := owner.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("a session from before the reset: %d", a.Status)
	}
	refused(t, "the link again", post(t, w, "/c/change-password", newPassword(q, "a-third-one")), 400, "link.invalid")
	for password, status := range map[string]int{"another-one": http.StatusOK, harness.Password: http.StatusBadRequest} {
		exec(t, w, "delete from signin_failures")
		if a, err := w.Password(w.Client, false, owner.Email, password); err != nil || a.Status != status {
			t.Errorf("sign in with %s: %v %d", password, err, a.Status)
		}
	}
	exec(t, w, "delete from rates")
	granted(t, "once more", post(t, w, "/c/reset-password", ask))
	_, q = link(t, sink, owner.Email, 3)
	exec(t, w, "update account_tokens set expires_at = now() - interval '1 second'")
	refused(t, "an hour later", post(t, w, "/c/change-password", newPassword(q, "another-two")), 400, "token_expired")
	for range 4 {
		granted(t, "asked", post(t, w, "/c/reset-password", ask))
	}
	if a := post(t, w, "/c/reset-password", ask); a.Status != http.StatusTooManyRequests ||
		a.Header.Get("Retry-After") == "" {
		t.Errorf("the sixth mail within an hour: %d %s", a.Status, a.Body)
	}
}

func TestAnInvitedPersonJoinsByTheirLinkAndLeavesAtOnce(t *testing.T) { // D-45 D-66 check 31
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	const email = "new@acme.test"
	id := uuid.New()
	err := w.Invite(t.Context(), accounts.NewPerson{
		ID: id, Email: email, Firstname: "Nina", Lastname: "New", TimeZone: "UTC",
	}, member.Place{Person: id, Client: domain.DirectClient, Customer: harness.Acme, Role: domain.Staff})
	if err != nil {
		t.Fatal(err)
	}
	path, q := link(t, sink, email, 1)
	if path != "/invitation" || q.Get("type") != "customer" {
		t.Errorf("the link leads to %s %v", path, q)
	}
	if a, err := w.Password(w.Client, false, email, "sesam-oeffne"); err != nil || a.Status != http.StatusBadRequest {
		t.Errorf("signs in before joining: %v %d", err, a.Status)
	}
	exec(t, w, "delete from signin_failures")
	// An invitation is no way to reset a password.
	refused(t, "as a reset", post(t, w, "/c/change-password", newPassword(q, "sesam-oeffne")), 400, "link.invalid")
	granted(t, "joins", post(t, w, "/c/accept-invitation", newPassword(q, "sesam-oeffne")))
	refused(t, "joins again", post(t, w, "/c/accept-invitation", newPassword(q, "sesam-two-two")), 400, "link.invalid")
	a, err := w.Password(w.Client, false, email, "sesam-oeffne")
	if err != nil || a.Status != http.StatusOK {
		t.Fatalf("signs in: %v %d %s", err, a.Status, a.Body)
	}
	var token struct{ AccessToken string }
	if err := json.Unmarshal(a.Body, &token); err != nil {
		t.Fatal(err)
	}
	nina := &harness.Person{
		User: accounts.User{ID: id, Email: email, Role: domain.Staff}, Site: w, Token: token.AccessToken,
		Csrf: map[string]string{},
	}
	if a := nina.Get(t, "/profile"); a.Status != http.StatusOK {
		t.Fatalf("looks around: %d %s", a.Status, a.Body)
	}
	live := harness.Listen(t, nina)
	if err := w.Command(t.Context(), &commands.DeactivateMember{Person: id}); err != nil {
		t.Fatal(err)
	}
	if a := nina.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("the request after the deactivation: %d", a.Status)
	}
	live.Expect(t, "force-logout")
	if a, err := w.Password(w.Client, false, email, "sesam-oeffne"); err != nil || a.Status != http.StatusBadRequest {
		t.Errorf("signs in after the deactivation: %v %d", err, a.Status)
	}
	taken := uuid.New()
	err = w.Invite(t.Context(), accounts.NewPerson{
		ID: taken, Email: strings.ToUpper(email), Firstname: "Other", TimeZone: "UTC",
	}, member.Place{Person: taken, Client: domain.DirectClient, Customer: harness.Beta, Role: domain.Staff})
	if err != nil { // D-82
		t.Errorf("an address of another account is not invited: %v", err)
	}
}

func TestAnAddressIsVerifiedByItsLink(t *testing.T) {
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	const email = "vera@studio.test"
	id := uuid.New()
	err := w.Register(t.Context(), accounts.NewPerson{
		ID: id, Email: email, Firstname: "Vera", TimeZone: "UTC", Password: "sesam-oeffne",
	}, member.Place{Person: id, Client: domain.ProviderClient, Role: domain.Operator})
	if err != nil {
		t.Fatal(err)
	}
	path, q := link(t, sink, email, 1)
	if path != "/email-verification" || q.Get("user") != "user" { // SH-127
		t.Errorf("the link leads to %s %v", path, q)
	}
	verification := func(kind string) map[string]string {
		return map[string]string{"token": q.Get("key"), kind: q.Get("user"), "email": email}
	}
	exec(t, w, "update account_tokens set expires_at = now() - interval '1 second'")
	refused(t, "expired", post(t, w, "/c/email-verification", verification("user")), 400, "token_expired") // SH-136
	stranger := verification("userType")
	stranger["token"] = strings.Repeat("x", 43)
	refused(t, "a stranger asks", post(t, w, "/d/request-email-verification", stranger), 400, "link.invalid")
	granted(t, "asks", post(t, w, "/d/request-email-verification", verification("userType"))) // SH-137
	_, q = link(t, sink, email, 2)
	a, err := w.Password(w.Client, true, email, "sesam-oeffne")
	if err != nil || a.Status != http.StatusOK {
		t.Fatalf("signs in unverified: %v %d", err, a.Status)
	}
	var token struct{ AccessToken string }
	if err := json.Unmarshal(a.Body, &token); err != nil {
		t.Fatal(err)
	}
	vera := &harness.Person{
		User: accounts.User{ID: id, Email: email, Role: domain.Operator}, Site: w, Token: token.AccessToken,
		Csrf: map[string]string{},
	}
	if a := vera.Call(
		t,
		http.MethodPut,
		"/profile/resend-email-verification",
		nil,
	); a.Status != http.StatusOK { // SH-139
		t.Fatalf("asks again: %d %s", a.Status, a.Body)
	}
	old := verification("user")
	_, q = link(t, sink, email, 3)
	refused(t, "an older link", post(t, w, "/c/email-verification", old), 400, "link.invalid")
	granted(t, "verifies", post(t, w, "/c/email-verification", verification("user"))) // SH-131
	refused(t, "verifies again", post(t, w, "/c/email-verification", verification("user")), 400, "link.invalid")
	if u, err := w.Accounts.Find(t.Context(), email); err != nil || !u.Verified {
		t.Errorf("verified: %+v %v", u, err)
	}
}
