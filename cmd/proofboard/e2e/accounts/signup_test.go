package accounts

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

func TestPeopleRegisterThemselvesWhereTheProviderAllowsIt(t *testing.T) { // D-45 D-46
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	admin := w.SignedIn(t, "admin")
	const email, password = "nora@newcomers.test", "sesam-oeffne"
	body := map[string]any{
		"company": "Nora's Bakery", "firstname": "Nora", "lastname": "Lind", "emailAddress": email,
		"password": password, "timeZone": "Europe/Stockholm",
	}
	with := func(field string, value any) map[string]any {
		other := maps.Clone(body)
		other[field] = value
		return other
	}
	refused(t, "closed", post(t, w, "/signup", body), 403, "client.signup_closed")
	granted(t, "opens", admin.Call(t, http.MethodPut, "/clients/customer/sign-up", map[string]any{"open": true}))
	refused(t, "a common password", post(t, w, "/signup", with("password", "123456")), 400, "password.common")
	refused(t, "no address", post(t, w, "/signup", with("emailAddress", "nora at home")), 400, "person.invalid")
	refused(t, "no zone", post(t, w, "/signup", with("timeZone", "Mars/Olympus")), 400, "time_zone.unknown")
	refused(t, "no company", post(t, w, "/signup", with("company", "  ")), 400, "company.invalid")

	from := time.Now()
	first := post(t, w, "/signup", body)
	granted(t, "signs up", first)
	if took := time.Since(from); took < time.Second {
		t.Errorf("the answer came after %s, so it tells how much there was to do", took)
	}
	found(t, w, email)
	a, err := w.Password(w.Client, false, email, password)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, "signs in unverified", a, 403, "account.unverified")
	path, q := link(t, sink, email, 2) // the sign-in has sent another link
	if path != "/email-verification" || q.Get("user") != "customer" {
		t.Errorf("the link leads to %s %v", path, q)
	}
	granted(t, "verifies", post(t, w, "/c/email-verification", map[string]string{
		"token": q.Get("key"), "user": "customer", "email": email,
	}))
	nora, err := w.Enter(email, password)
	if err != nil {
		t.Fatal(err)
	}
	me := harness.Decode[contract.ProfileAnswer](t, nora.Get(t, "/profile")).Data
	if me.Role != "owner" || *me.Company != "Nora's Bakery" || !me.EmailIsVerified ||
		me.ClientId != domain.DirectClient {
		t.Errorf("%+v", me)
	}

	again := post(t, w, "/signup", with("company", "Somebody else"))
	granted(t, "the address again", again)
	if string(again.Body) != string(first.Body) {
		t.Errorf("the answers differ: %s %s", first.Body, again.Body)
	}
	path, q = link(t, sink, email, 3) // its owner is told, without a token
	if path != "/forgot-password" || len(q) != 0 {
		t.Errorf("the link leads to %s %v", path, q)
	}
	if found := searched(t, admin, "Somebody else"); len(found) != 0 {
		t.Errorf("a company was created for a taken address: %+v", found)
	}
	if found := searched(t, admin, "Nora's Bakery"); len(found) != 1 || found[0].MaximumActiveOrder != 1 {
		t.Errorf("%+v", found)
	}
	// An account whose owner does not verify the address within a week is deleted. Then the address can
	// be used again.
	granted(t, "another one", post(t, w, "/signup", with("emailAddress", "squatter@newcomers.test")))
	squatter := found(t, w, "squatter@newcomers.test")
	for _, days := range []int{6, 8} {
		after := time.Duration(days) * 24 * time.Hour
		for range 2 { // again: nothing more happens
			if err := w.Offboard(t.Context(), func() time.Time { return time.Now().Add(after) }); err != nil {
				t.Fatal(err)
			}
		}
		_, err := w.Accounts.Find(t.Context(), "squatter@newcomers.test")
		if there := err == nil; there != (days == 6) {
			t.Errorf("after %d days the address is taken: %t", days, there)
		}
	}
	if found := searched(t, admin, "Nora's Bakery"); len(found) != 1 || found[0].Id == squatter.CustomerID {
		t.Errorf("%+v", found)
	}
	granted(t, "closes", admin.Call(t, http.MethodPut, "/clients/customer/sign-up", map[string]any{"open": false}))
	refused(
		t,
		"closed again",
		post(t, w, "/signup", with("emailAddress", "late@newcomers.test")),
		403,
		"client.signup_closed",
	)
	if _, err := w.Accounts.Find(t.Context(), "late@newcomers.test"); err == nil {
		t.Error("a refused sign-up left a person behind")
	}
}

// found waits until the read model has the person with an address.
func found(t *testing.T, w *harness.Site, email string) (u accounts.User) {
	t.Helper()
	harness.Eventually(t, email+" is known", func() bool {
		var err error
		u, err = w.Accounts.Find(t.Context(), email)
		return err == nil
	})
	return u
}

func searched(t *testing.T, by *harness.Person, words string) []contract.CustomerAccount {
	t.Helper()
	a := by.Get(t, "/customers?search="+strings.ReplaceAll(words, " ", "%20"))
	return harness.Decode[contract.CustomersListAnswer](t, a).Data.Customers
}

func TestANewAddressCountsOnceItIsProved(t *testing.T) { // D-45 D-46 D-48
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	owner := w.SignedIn(t, "owner")
	const fresh, other = "fresh@people.test", "other@people.test"
	change := func(address, password string) map[string]string {
		return map[string]string{"emailAddress": address, "password": password}
	}
	confirm := func(token, address string) harness.Answer {
		return post(t, w, "/change-email", map[string]string{"token": token, "email": address})
	}
	a := owner.Call(t, http.MethodPut, "/profile/email", change(fresh, "not this one"))
	refused(t, "a wrong password", a, 400, "password.wrong")
	exec(t, w, "delete from signin_failures")
	refused(
		t,
		"no address",
		owner.Call(t, http.MethodPut, "/profile/email", change("x", harness.Password)),
		400,
		"request.invalid",
	)
	granted(t, "asks", owner.Call(t, http.MethodPut, "/profile/email", change(fresh, harness.Password)))
	path, q := link(t, sink, fresh, 1)
	if path != "/change-email" || q.Get("email") != fresh {
		t.Fatalf("the link leads to %s %v", path, q)
	}
	old := harness.Cast["owner"].Email
	if u, err := w.Accounts.Find(t.Context(), old); err != nil || u.Email != old {
		t.Errorf("the address changed before it was proved: %v", err)
	}
	refused(t, "a stranger", confirm(strings.Repeat("x", 43), fresh), 400, "link.invalid")
	refused(t, "a cut link", confirm(q.Get("token")[:20], fresh), 400, "link.cut")
	refused(t, "another address", confirm(q.Get("token"), other), 400, "link.invalid")
	// The token of one address is worth nothing for another one that the person asks for.
	granted(t, "asks for another", owner.Call(t, http.MethodPut, "/profile/email", change(other, harness.Password)))
	refused(t, "a token for another address", confirm(q.Get("token"), other), 400, "link.invalid")
	refused(t, "an older request", confirm(q.Get("token"), fresh), 400, "link.invalid")
	_, q = link(t, sink, other, 1)
	exec(t, w, "update account_tokens set expires_at = now() - interval '1 second' where purpose = 'email'")
	refused(t, "expired", confirm(q.Get("token"), other), 400, "token_expired")
	granted(t, "asks again", owner.Call(t, http.MethodPut, "/profile/email", change(other, harness.Password)))
	_, q = link(t, sink, other, 2)
	granted(t, "confirms", confirm(q.Get("token"), other))
	refused(t, "confirms again", confirm(q.Get("token"), other), 400, "link.invalid")
	if u, err := w.Accounts.Find(t.Context(), other); err != nil || u.ID != owner.ID || !u.Verified {
		t.Errorf("%+v %v", u, err)
	}
	if path, _ := link(t, sink, old, 1); path != "/forgot-password" { // the old address is told, once
		t.Errorf("the old address is led to %s", path)
	}
	if me := harness.Decode[contract.ProfileAnswer](t, owner.Get(t, "/profile")).Data; me.EmailAddress != other {
		t.Errorf("the profile shows %s", me.EmailAddress)
	}
	harness.Eventually(t, "the old address is forgotten", func() bool {
		_, replaced, err := w.Accounts.ChangingEmail(t.Context(), owner.ID)
		return err == nil && replaced == ""
	})

	// If another account uses the address, no link is sent to it, and the answer is the same.
	beta := w.SignedIn(t, "beta")
	granted(t, "a taken address", beta.Call(t, http.MethodPut, "/profile/email", change(other, harness.Password)))
	if path, q := link(t, sink, other, 3); path != "/forgot-password" || len(q) != 0 {
		t.Errorf("the owner of the address is led to %s %v", path, q)
	}
	token, err := w.Accounts.NewEmailToken(t.Context(), beta.ID, other)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, "the address was taken meanwhile", confirm(token, other), 409, "person.address_taken")
	if u, err := w.Accounts.Find(t.Context(), other); err != nil || u.ID != owner.ID {
		t.Errorf("%+v %v", u, err)
	}
}
