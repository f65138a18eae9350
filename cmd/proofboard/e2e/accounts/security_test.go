package accounts

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func TestOwnersSeeTheSecurityLogOfTheirAccountAndOthersTheirOwn(t *testing.T) { // BY-071 D-79
	p, other := newcomer(t, nil), newcomer(t, nil)
	me, them := profile(t, p).Id, profile(t, other).Id
	withApp(t, p)
	log := func(who *harness.Person, query string) contract.SecurityEvents {
		return harness.MustCall[contract.SecurityEventsAnswer](
			t,
			who,
			http.MethodGet,
			"/profile/security-log?limit=100"+query,
			nil,
		).Data
	}
	own := log(p, "")
	var types []string
	for _, e := range own.Events {
		types = append(types, e.Type)
		if e.Person == nil || e.Person.Id != me || e.Actor == nil || e.Actor.Id != me || e.Words == "" {
			t.Errorf("%+v", e)
		}
	}
	if want := []string{
		"member.factor_added",
		"member.factor_added",
		"member.browser_added",
	}; !slices.Equal(
		types,
		want,
	) {
		t.Errorf("%v, want %v", types, want)
	}
	if own.Events[0].Detail != "Recovery codes" || own.Events[1].Detail != "Authenticator app" {
		t.Errorf("%+v", own.Events)
	}
	harness.MustRefuse(t, p, 403, "forbidden", http.MethodGet, "/profile/security-log?person="+them.String(), nil)
	if far := log(p, "&before=9007199254740991"); len(far.Events) != len(own.Events) {
		t.Errorf("before the end of all positions: %+v", far)
	}

	owner := harness.SignedIn(t, "owner")
	if got := log(
		owner,
		"&person="+me.String(),
	).Events; !slices.EqualFunc(
		got,
		own.Events,
		func(a, b contract.SecurityEvent) bool {
			return a.Position == b.Position
		},
	) {
		t.Errorf("the owner sees %+v of the person", got)
	}
	seen := map[string]bool{}
	next := ""
	for range 200 { // a page at a time
		page := harness.MustCall[contract.SecurityEventsAnswer](
			t, owner, http.MethodGet, "/profile/security-log?limit=7"+next, nil,
		).Data
		for _, e := range page.Events {
			if e.Person != nil {
				seen[e.Person.Id.String()] = true
			}
		}
		if page.Next == nil {
			next = ""
			break
		}
		next = fmt.Sprint("&before=", *page.Next)
	}
	if !seen[me.String()] || !seen[them.String()] || next != "" {
		t.Errorf("the owner sees the events of %v, and then %q", seen, next)
	}
	for _, stranger := range []string{"beta", "reseller", "resold", "admin"} {
		for _, e := range log(harness.SignedIn(t, stranger), "").Events {
			if e.Person != nil && (e.Person.Id == me || e.Person.Id == them) {
				t.Errorf("%s sees %+v", stranger, e)
			}
		}
		if got := harness.SignedIn(t, stranger).
			Get(t, "/profile/security-log?person="+me.String()); strings.Contains(
			string(got.Body),
			"member.",
		) {
			t.Errorf("%s sees the events of the person: %s", stranger, got.Body)
		}
	}
}

func TestANewBrowserIsToldToThePersonOnce(t *testing.T) { // D-79
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	first, err := w.Password(w.Client, false, "neither@e2e.test", harness.Password)
	if err != nil || first.Status != http.StatusOK {
		t.Fatalf("%v: %d %s", err, first.Status, first.Body)
	}
	about := func() (n int) {
		all, err := sink.List(100)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if strings.Contains(strings.Join(m.To, " "), "neither@e2e.test") {
				if m.Subject != "A new browser signed in to your account at Direct" {
					t.Errorf("a mail %q", m.Subject)
				}
				n++
			}
		}
		return n
	}
	harness.Eventually(t, "a mail about the new browser", func() bool { return about() == 1 })
	known, _, _ := strings.Cut(first.Header.Get("Set-Cookie"), ";")
	again, err := w.Password(w.Client, false, "neither@e2e.test", harness.Password, harness.Header("Cookie", known))
	if err != nil || again.Status != http.StatusOK {
		t.Fatalf("%v: %d %s", err, again.Status, again.Body)
	}
	other, err := w.Password(w.Client, false, "neither@e2e.test", harness.Password)
	if err != nil || other.Status != http.StatusOK {
		t.Fatalf("%v: %d %s", err, other.Status, other.Body)
	}
	harness.Eventually(t, "a mail about the second new browser", func() bool { return about() == 2 })
}
