package accounts

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded"
)

// freelancer is somebody whom two accounts invite under one address.
type freelancer struct {
	site  *harness.Site
	sink  *embedded.MailSink
	email string
}

// invited invites the freelancer to an account and returns the link of the mail, which is the nth to them.
func (f freelancer) invited(t *testing.T, nth int, place member.Place) (id uuid.UUID, q url.Values) {
	t.Helper()
	id, place.Person = uuid.New(), uuid.Nil
	place.Person = id
	if err := f.site.Invite(t.Context(), accounts.NewPerson{
		ID: id, Email: f.email, Firstname: "Freda", Lastname: "Lance", TimeZone: "UTC",
	}, place); err != nil {
		t.Fatal(err)
	}
	path, q := link(t, f.sink, f.email, nth)
	if path != "/invitation" {
		t.Fatalf("the link leads to %s", path)
	}
	return id, q
}

// state asks whether the link of an invitation works.
func (f freelancer) state(t *testing.T, q url.Values) harness.Answer {
	t.Helper()
	return post(t, f.site, "/check-link", map[string]string{
		"purpose": "invitation", "token": q.Get("token"), "type": q.Get("type"), "email": q.Get("email"),
	})
}

// password takes the first step of a sign-in.
func (f freelancer) password(t *testing.T, desk bool, password string, more ...harness.Option) harness.Answer {
	t.Helper()
	exec(t, f.site, "delete from signin_failures")
	a, err := f.site.Password(f.site.Client, desk, f.email, password, more...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func body[T any](t *testing.T, what string, a harness.Answer, status int) (v T) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("%s: %d %s", what, a.Status, a.Body)
	}
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// choose ends a sign-in with one of the accounts.
func (f freelancer) choose(t *testing.T, step contract.SecondStep, id uuid.UUID) harness.Answer {
	t.Helper()
	return post(t, f.site, "/choose-account", map[string]any{"token": step.Token, "accountId": id})
}

func (f freelancer) with(t *testing.T, a harness.Answer) *harness.Person {
	t.Helper()
	p := f.site.With(body[contract.TokenAnswer](t, "signs in", a, http.StatusOK).AccessToken)
	p.Csrf = map[string]string{}
	return p
}

func TestOneAddressOpensSeveralAccounts(t *testing.T) { // D-82 BY-076
	harness.Parallel(t)
	site, sink := harness.MailSite(t, time.Hour)
	f := freelancer{site, sink, "freda@lance.test"}
	first, q := f.invited(
		t, 1, member.Place{Client: domain.DirectClient, Customer: harness.Acme, Role: domain.Staff},
	)
	if s := body[contract.LinkStateAnswer](t, "the first link", f.state(t, q), 200).Data; s.HasPassword ||
		s.Account != "Acme" {
		t.Errorf("the first link: %+v", s)
	}
	nothing := newPassword(q, "")
	delete(nothing, "newPassword")
	delete(nothing, "reNewPassword")
	refused(t, "without a password", post(t, site, "/c/accept-invitation", nothing), 400, "password.length")
	granted(t, "joins", post(t, site, "/c/accept-invitation", newPassword(q, "sesam-oeffne")))
	refused(t, "the link again", f.state(t, q), 400, "link.invalid")
	f.with(t, f.password(t, false, "sesam-oeffne")) // one account: at once

	second, q := f.invited(t, 2, member.Place{Client: harness.ResellerClient, Role: domain.Staff})
	if s := body[contract.LinkStateAnswer](t, "the second link", f.state(t, q), 200).Data; !s.HasPassword {
		t.Errorf("the second link: %+v", s)
	}
	with := func(password string) map[string]string {
		b := newPassword(q, "")
		delete(b, "newPassword")
		delete(b, "reNewPassword")
		b["password"] = password
		return b
	}
	accept := "/c/accept-invitation"
	refused(t, "with a new password", post(t, site, accept, newPassword(q, goodOne)), 409, "login.password_needed")
	refused(t, "with a wrong password", post(t, site, accept, with(goodOne)), 400, "password.wrong")
	exec(t, site, "delete from signin_failures")
	granted(t, "joins with the password that they have", post(t, site, accept, with("sesam-oeffne")))

	step := body[contract.SecondStepAnswer](t, "two accounts", f.password(t, false, "sesam-oeffne"), 202).Data
	var ids []uuid.UUID
	for _, a := range *step.Accounts {
		ids = append(ids, a.Id)
	}
	if !slices.Equal(ids, []uuid.UUID{first, second}) || step.Codes || step.Recovery {
		t.Fatalf("the accounts are %+v", step)
	}
	owner := site.SignedIn(t, "owner")
	refused(t, "somebody else's account", f.choose(t, step, owner.ID), 404, "not_found")
	refused(t, "the choice again", f.choose(t, step, first), 400, "signin.choice_expired")
	step = body[contract.SecondStepAnswer](t, "again", f.password(t, false, "sesam-oeffne"), 202).Data
	freda := f.with(t, f.choose(t, step, first))
	refused(t, "the same choice", f.choose(t, step, second), 400, "signin.choice_expired")

	own := harness.MustCall[contract.SignInAccountsAnswer](t, freda, http.MethodGet, "/profile/accounts", nil).Data
	if len(own) != 2 || own[0].Name != "Acme" || !own[0].Current || own[1].Current || own[1].Client != "" {
		t.Errorf("the accounts in the menu: %+v", own)
	}
	harness.MustRefuse(t, freda, 404, "not_found", http.MethodPost, "/profile/accounts/"+owner.ID.String(), nil)
	other := site.With(harness.MustCall[contract.TokenAnswer](
		t, freda, http.MethodPost, "/profile/accounts/"+second.String(), nil,
	).AccessToken)
	other.Csrf = map[string]string{}
	if a := freda.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("the session that was left: %d", a.Status)
	}
	p := harness.MustCall[contract.ProfileAnswer](t, other, http.MethodGet, "/profile", nil).Data
	if p.ClientId != harness.ResellerClient || p.Id != second {
		t.Errorf("after the switch: %s at %s", p.Id, p.ClientId)
	}

	// On the host of a client only its accounts are offered, and nobody else can sign in (B9).
	harness.MustWrite(t, site.SignedIn(t, "admin"), http.MethodPut, "/clients/"+harness.ResellerClient+"/hosts",
		map[string]any{"hosts": []string{"orders.resold.test"}})
	at := func(r *http.Request) { r.Host = "orders.resold.test" }
	var onHost *harness.Person
	harness.Eventually(t, "the host leads to the client", func() bool {
		a := f.password(t, false, "sesam-oeffne", at)
		if a.Status != http.StatusOK {
			return false
		}
		onHost = f.with(t, a)
		return true
	})
	if own := harness.MustCall[contract.SignInAccountsAnswer](
		t, onHost, http.MethodGet, "/profile/accounts", nil, at,
	).Data; len(own) != 1 || own[0].Id != second {
		t.Errorf("on the host of the reseller: %+v", own)
	}
	a, err := site.Password(site.Client, false, owner.Email, harness.Password, at)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, "a customer of the provider on the host of a reseller", a, 400, "invalid_grant")

	// A password is that of the person, in all their accounts.
	step = body[contract.SecondStepAnswer](t, "again", f.password(t, false, "sesam-oeffne"), 202).Data
	freda = f.with(t, f.choose(t, step, first))
	harness.MustWrite(t, freda, http.MethodPut, "/profile/password", map[string]any{
		"password": "sesam-oeffne", "newPassword": "another-one", "reNewPassword": "another-one",
	})
	for what, p := range map[string]struct {
		*harness.Person
		status int
	}{"this session": {freda, 200}, "that in the other account": {other, 401}} {
		if a := p.Get(t, "/profile"); a.Status != p.status {
			t.Errorf("after a new password, %s: %d", what, a.Status)
		}
	}
	refused(t, "the old password", f.password(t, false, "sesam-oeffne"), 400, "invalid_grant")
	step = body[contract.SecondStepAnswer](t, "the new password", f.password(t, false, "another-one"), 202).Data
	early := f.with(t, f.choose(t, step, second))

	// The factor of one account protects the other.
	app := harness.MustCall[contract.NewAppAnswer](
		t, freda, http.MethodPost, "/profile/factors/app", withPassword("another-one"),
	).Data
	harness.MustCall[contract.FactorAddedAnswer](
		t, freda, http.MethodPost, "/profile/factors/app/"+app.Id.String(),
		map[string]string{"code": code(t, app.Secret, 0), "name": "Phone"},
	)
	step = body[contract.SecondStepAnswer](t, "with a factor", f.password(t, false, "another-one"), 202).Data
	if step.Accounts != nil || !step.Codes {
		t.Fatalf("before the factor: %+v", step)
	}
	refused(t, "a choice in place of the factor", f.choose(t, step, second), 400, "signin.choice_expired")
	step = body[contract.SecondStepAnswer](t, "the factor", post(
		t, site, "/second-factor", map[string]string{"token": step.Token, "code": code(t, app.Secret, 1)},
	), 202).Data
	other = f.with(t, f.choose(t, step, second))
	factors := harness.MustCall[contract.FactorsAnswer](t, other, http.MethodGet, "/profile/factors", nil).Data
	if len(factors.Factors) != 1 || factors.Factors[0].Id != app.Id {
		t.Errorf("the factors in the other account: %+v", factors)
	}
	harness.MustCall[contract.TokenAnswer](t, other, http.MethodPost, "/profile/accounts/"+first.String(), nil)

	// A session from before the factor does not lead into the other account without it.
	harness.MustRefuse(t, early, 403, "factor.step_up", http.MethodPost, "/profile/accounts/"+first.String(), nil)
}

func TestAnAddressOfSomebodyElseReservesAndTellsNothing(t *testing.T) { // D-82
	harness.Parallel(t)
	site, sink := harness.MailSite(t, time.Hour)
	beta, victim := site.SignedIn(t, "beta"), site.SignedIn(t, "owner").Email
	add := func(email string) harness.Answer {
		return beta.Call(t, http.MethodPost, "/people", map[string]any{
			"customerId":   harness.Beta,
			"firstname":    "Kim",
			"lastname":     "Park",
			"emailAddress": email,
			"role":         "staff",
			"password":     goodOne,
		})
	}
	for _, email := range []string{victim, "nobody@else.test"} {
		granted(t, email, add(email)) // the same answer
	}
	f := freelancer{site, sink, victim}
	refused(t, "the password of the taker", f.password(t, false, goodOne), 400, "invalid_grant")
	owner := f.with(t, f.password(t, false, harness.Password))
	if own := harness.MustCall[contract.SignInAccountsAnswer](
		t, owner, http.MethodGet, "/profile/accounts", nil,
	).Data; len(own) != 1 {
		t.Errorf("an account that was not accepted: %+v", own)
	}
	// They are told, and can take the account on.
	path, q := link(t, sink, victim, 1)
	if path != "/email-verification" {
		t.Fatalf("the link leads to %s", path)
	}
	verify := map[string]string{"token": q.Get("key"), "user": q.Get("user"), "email": q.Get("email")}
	refused(t, "by the link alone", post(t, site, "/c/email-verification", verify), 409, "login.password_needed")
	verify["password"] = harness.Password
	granted(t, "takes it on", post(t, site, "/c/email-verification", verify))
	step := body[contract.SecondStepAnswer](t, "afterwards", f.password(t, false, harness.Password), 202).Data
	if len(*step.Accounts) != 2 {
		t.Errorf("afterwards: %+v", step.Accounts)
	}
}

func TestOfManyAcceptancesOfOneInvitationOneSucceeds(t *testing.T) { // D-45
	harness.Parallel(t)
	site, sink := harness.MailSite(t, time.Hour)
	f := freelancer{site, sink, "many@lance.test"}
	_, q := f.invited(t, 1, member.Place{Client: domain.DirectClient, Customer: harness.Acme, Role: domain.Staff})
	answers := make([]harness.Answer, 12)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = post(t, site, "/c/accept-invitation", newPassword(q, "sesam-oeffne")) })
	}
	all.Wait()
	joined := 0
	for _, a := range answers {
		switch {
		case a.Status == http.StatusOK:
			joined++
		case a.Status != http.StatusBadRequest || a.Reason() != "link.invalid":
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	if joined != 1 {
		t.Errorf("%d of 12 have joined", joined)
	}
	f.with(t, f.password(t, false, "sesam-oeffne"))
}

// Whoever chose a password for somebody gets into no other account of theirs.
func TestAPasswordThatSomebodyElseChoseOpensNoFurtherAccount(t *testing.T) { // D-82
	harness.Parallel(t)
	site, sink := harness.MailSite(t, time.Hour)
	f := freelancer{site, sink, "given@lance.test"}
	granted(t, "added with a password", site.SignedIn(t, "beta").Call(t, http.MethodPost, "/people", map[string]any{
		"customerId": harness.Beta, "firstname": "Kim", "lastname": "Park", "emailAddress": f.email, "role": "staff",
		"password": goodOne,
	}))
	_, q := link(t, sink, f.email, 1)
	granted(t, "verified", post(t, site, "/c/email-verification", map[string]string{
		"token": q.Get("key"), "user": q.Get("user"), "email": q.Get("email"),
	}))
	f.with(t, f.password(t, false, goodOne))

	_, q = f.invited(t, 2, member.Place{Client: harness.ResellerClient, Role: domain.Staff})
	if s := body[contract.LinkStateAnswer](t, "the link", f.state(t, q), 200).Data; !s.HasPassword || !s.MustReset {
		t.Errorf("the link: %+v", s)
	}
	join := map[string]string{
		"token": q.Get("token"), "type": q.Get("type"), "email": f.email, "password": goodOne,
	}
	refused(t, "joins", post(t, site, "/c/accept-invitation", join), 409, "login.password_given")
	granted(t, "asked", post(t, site, "/c/reset-password", map[string]string{"email": f.email}))
	_, reset := link(t, sink, f.email, 3)
	granted(t, "reset", post(t, site, "/c/change-password", newPassword(reset, "sesam-oeffne")))
	join["password"] = "sesam-oeffne"
	granted(t, "joins afterwards", post(t, site, "/c/accept-invitation", join))
	step := body[contract.SecondStepAnswer](t, "both accounts", f.password(t, false, "sesam-oeffne"), 202).Data
	if len(*step.Accounts) != 2 {
		t.Errorf("the accounts: %+v", step.Accounts)
	}
}
