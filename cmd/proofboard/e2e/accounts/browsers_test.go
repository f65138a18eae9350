package accounts

import (
	"crypto/sha256"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func TestAStrangerWhoGuessesPasswordsLearnsNothingAndLocksNobodyOut(t *testing.T) { // D-81
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	subject := sha256.Sum256([]byte("account:neither@e2e.test"))
	exec(
		t,
		w,
		"insert into signin_failures (subject, at) select $1, now() - interval '10 minutes' from generate_series(1, 20)",
		subject[:],
	)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar, Timeout: 30 * time.Second}
	signIn := func(client *http.Client, email, password string) harness.Answer {
		a, err := w.Password(client, false, email, password)
		if err != nil {
			t.Fatal(err)
		}
		exec(t, w, "delete from signin_failures where subject <> $1", subject[:]) // those of this network
		return a
	}
	right, wrong := signIn(
		browser,
		"neither@e2e.test",
		harness.Password,
	), signIn(
		browser,
		"neither@e2e.test",
		"wrong-one",
	)
	for what, a := range map[string]harness.Answer{"the right password": right, "a wrong password": wrong} {
		refused(t, what, a, http.StatusForbidden, "signin.link_needed")
		if *a.Envelope(t).Message != *right.Envelope(t).Message || len(a.Header.Values("Set-Cookie")) > 0 {
			t.Errorf("%s: %s", what, a.Body)
		}
	}
	page, q := link(t, sink, "neither@e2e.test", 1)
	if page != "/known-browser" {
		t.Fatalf("the mail leads to %s", page)
	}
	follow := func(client *http.Client, token string) harness.Answer {
		return postBy(t, w, client, "/known-browser", map[string]string{
			"token": token, "type": q.Get("type"), "email": q.Get("email"),
		})
	}
	refused(t, "a cut token", follow(browser, q.Get("token")[1:]), http.StatusBadRequest, "link.cut")
	refused(t, "another token", follow(browser, strings.Repeat("x", 43)), http.StatusBadRequest, "link.invalid")
	granted(t, "the link", follow(browser, q.Get("token")))
	refused(t, "the link again", follow(&http.Client{}, q.Get("token")), http.StatusBadRequest, "link.invalid")
	granted(t, "the right password in the known browser", signIn(browser, "neither@e2e.test", harness.Password))
	refused(t, "the right password elsewhere", signIn(&http.Client{}, "neither@e2e.test", harness.Password),
		http.StatusForbidden, "signin.link_needed")

	// A link works for 15 minutes.
	_, q = link(t, sink, "neither@e2e.test", 2)
	exec(
		t,
		w,
		"update account_tokens set expires_at = created_at + interval '15 minutes' - (expires_at - created_at) where purpose = 'browser'",
	)
	refused(
		t,
		"the link after 15 minutes",
		follow(&http.Client{}, q.Get("token")),
		http.StatusBadRequest,
		"token_expired",
	)

	// The right password sends few mails, and nobody is told that it sends no more.
	for range 5 {
		refused(t, "once more", signIn(&http.Client{}, "neither@e2e.test", harness.Password),
			http.StatusForbidden, "signin.link_needed")
	}
}
