package access

import (
	"net/http"
	"testing"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// company replaces the company of the owner beta.
func company(t *testing.T, c accounts.Company) {
	t.Helper()
	if err := harness.World.Accounts.SaveCompany(t.Context(), domain.DirectClient, harness.Beta, c); err != nil {
		t.Fatal(err)
	}
}

func TestAnIncompleteProfileRefusesEveryWriteButThoseOfTheProfile(t *testing.T) { // D-50 D-90
	was, err := harness.World.Accounts.Company(t.Context(), domain.DirectClient, harness.Beta)
	if err != nil {
		t.Fatal(err)
	}
	company(t, accounts.Company{Name: was.Name})
	defer func() { company(t, was) }()
	owner := harness.NewlySignedIn(t, "beta")
	before := harness.Head(t)
	for name, op := range others(t) {
		path, body := valid(t, name, op)
		if op.method == http.MethodGet {
			if a := owner.Get(t, path); a.Reason() == "profile.incomplete" {
				t.Errorf("the read %s is refused", name)
			}
			continue
		}
		if op.Gateless {
			if name == "logout" || name == "endOtherSessions" { // it is called at the end; other tests use the others
				continue
			}
			if a := owner.Call(t, op.method, path, nil); a.Reason() == "profile.incomplete" {
				t.Errorf("%s is refused to an incomplete profile", name)
			}
			continue
		}
		csrf, err := owner.CSRFToken(op.Scope)
		if err != nil {
			t.Fatal(err)
		}
		a := harness.MustRefuse(
			t, owner, http.StatusForbidden, "profile.incomplete", op.method, path, body,
			harness.Header("X-CSRF-Token", csrf),
		)
		if got := *a.Envelope(t).Message; got != "You must complete your profile information before you can use your account." { // SH-168
			t.Errorf("%s: %q", name, got)
		}
	}
	token, _ := plantToken(t, "beta", sessions.WriteOrders)
	if a := software(t, token, http.MethodPost, "/order", map[string]any{}); a.Reason() != "profile.incomplete" {
		t.Errorf("other software of an incomplete profile: %d %s", a.Status, a.Body)
	}
	harness.Unchanged(t, before)
	gate := func() contract.ProfileGate {
		return *harness.MustCall[contract.ProfileAnswer](t, owner, http.MethodGet, "/profile", nil).Data.ProfileGate
	}
	if g := gate(); g.Asks != contract.ProfileGateAsksCompany || !g.Closed || g.ClosesAt != nil {
		t.Errorf("the gate of an incomplete company: %+v", g)
	}
	if err := owner.Complete(); err != nil {
		t.Fatal(err)
	}
	if g := gate(); g.Asks != contract.ProfileGateAsksNothing || g.Closed {
		t.Errorf("the gate of a complete profile: %+v", g)
	}
	harness.MustCall[contract.Plain](
		t, owner, http.MethodPost, "/filters", harness.Form{"name": {"Mine"}, "customSearch": {"label"}},
	)
	company(t, accounts.Company{Name: was.Name})
	harness.MustCall[contract.Plain](t, owner, http.MethodPost, "/logout", nil)
}

// The gate meets the same people as the dialog of the web app.
func TestTheProfileGateAsksNobodyForWhatTheyCannotComplete(t *testing.T) { // D-50 D-90
	pool := harness.Pool(t)
	name := func(of, last string) {
		t.Helper()
		if _, err := pool.Exec(
			t.Context(),
			"update people set lastname = $2 where id = $1",
			harness.Cast[of].ID,
			last,
		); err != nil {
			t.Fatal(err)
		}
	}
	for who, closed := range map[string]bool{"looker": false, "collab": true, "operator": true, "admin": true} {
		p := harness.SignedIn(t, who)
		name(who, "")
		me := harness.MustCall[contract.ProfileAnswer](t, p, http.MethodGet, "/profile", nil).Data
		name(who, harness.Cast[who].Lastname)
		if me.ProfileGate.Closed != closed || me.IsProfileComplete {
			t.Errorf("%s without a last name: %+v", who, me.ProfileGate)
		}
	}
	// A team member of an incomplete company cannot complete it.
	was, err := harness.World.Accounts.Company(t.Context(), domain.DirectClient, harness.Acme)
	if err != nil {
		t.Fatal(err)
	}
	save := func(c accounts.Company) {
		t.Helper()
		if err := harness.World.Accounts.SaveCompany(t.Context(), domain.DirectClient, harness.Acme, c); err != nil {
			t.Fatal(err)
		}
	}
	save(accounts.Company{Name: was.Name})
	defer save(was)
	for who, asks := range map[string]contract.ProfileGateAsks{
		"collab": contract.ProfileGateAsksNothing, "owner": contract.ProfileGateAsksCompany,
	} {
		me := harness.MustCall[contract.ProfileAnswer](
			t,
			harness.SignedIn(t, who),
			http.MethodGet,
			"/profile",
			nil,
		).Data
		if me.ProfileGate.Asks != asks {
			t.Errorf("%s of an incomplete company: %+v", who, me.ProfileGate)
		}
	}
}
