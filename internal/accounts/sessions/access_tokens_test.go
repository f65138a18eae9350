package sessions_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// person returns the id of a planted person.
func (f fixture) person(t *testing.T, email string) uuid.UUID {
	t.Helper()
	u, err := f.accounts.Find(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	return u.ID
}

func (f fixture) createToken(t *testing.T, person uuid.UUID, name string, life time.Duration) (string, uuid.UUID) {
	t.Helper()
	id := uuid.New()
	token, err := f.CreateAccessToken(
		t.Context(), person, id, name, []sessions.TokenScope{sessions.ReadOrders, sessions.ReadEvents},
		f.clock.Now().Add(life),
	)
	if err != nil {
		t.Fatal(err)
	}
	return token, id
}

func (f fixture) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := f.pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func TestAnAccessTokenActsAsItsPersonUntilItsEnd(t *testing.T) { // BY-052
	f := start(t)
	owner := f.person(t, "owner@acme.test")
	token, id := f.createToken(t, owner, "  Robot   one ", time.Hour)
	if !regexp.MustCompile(`^pb_[0-9A-Za-z]{38}$`).MatchString(token) || !sessions.IsAccessToken(token) {
		t.Errorf("the token is %s", token)
	}
	f.exec(t, "update account_members set view_only = true where person = $1", owner)
	s, err := f.TokenSession(t.Context(), token)
	if err != nil || s.ID != id || s.Actor.ID != owner || s.Desk || !s.ByToken() || !s.Actor.ViewOnly ||
		!slices.Equal(s.Scopes, []sessions.TokenScope{sessions.ReadOrders, sessions.ReadEvents}) {
		t.Fatalf("%+v %v", s, err)
	}
	if _, err := f.Session(t.Context(), token); !errors.Is(err, sessions.ErrNoSession) {
		t.Errorf("an access token opens a session: %v", err)
	}
	session, _ := f.signIn(t, "owner@acme.test", false)
	if sessions.IsAccessToken(session) {
		t.Errorf("the token of a session has the form of an access token: %s", session)
	}
	manager, _ := f.createToken(t, f.person(t, "manager@studio.test"), "desk", time.Hour)
	if s, err := f.TokenSession(t.Context(), manager); err != nil || !s.Desk {
		t.Errorf("a manager's token is not of the desk: %v", err)
	}
	var stored string
	if err := f.pool.QueryRow(t.Context(), "select row_to_json(t)::text from access_tokens t where id = $1", id).
		Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(stored, token[3:20]) {
		t.Errorf("the token itself is stored: %s", stored)
	}
	all, err := f.AccessTokens(t.Context(), owner)
	if err != nil || len(all) != 1 || all[0].Name != "Robot one" || all[0].ID != id {
		t.Errorf("the list: %+v %v", all, err)
	}
	f.clock.Pass(time.Hour)
	if _, err := f.TokenSession(t.Context(), token); !errors.Is(err, sessions.ErrToken) {
		t.Errorf("after its end: %v", err)
	}
	if all, err := f.AccessTokens(t.Context(), owner); err != nil || len(all) != 0 {
		t.Errorf("the list shows a token that has ended: %+v %v", all, err)
	}
}

func TestATextThatIsNoTokenIsRefused(t *testing.T) {
	f := start(t)
	token, _ := f.createToken(t, f.person(t, "owner@acme.test"), "robot", time.Hour)
	last := "0"
	if strings.HasSuffix(token, last) {
		last = "1"
	}
	for _, wrong := range []string{"", "pb_", token[:40] + last, token + "x", "xx_" + token[3:], token[:10] + "x" + token[11:]} {
		if wrong == token {
			continue
		}
		if _, err := f.TokenSession(t.Context(), wrong); !errors.Is(err, sessions.ErrToken) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	for name, want := range map[string]error{
		"": sessions.ErrTokenName, "  ": sessions.ErrTokenName, strings.Repeat("x", 101): sessions.ErrTokenName,
		"a\x00b": domain.ErrIllegible,
	} {
		_, err := f.CreateAccessToken(
			t.Context(), f.person(t, "owner@acme.test"), uuid.New(), name, []sessions.TokenScope{sessions.ReadOrders},
			f.clock.Now(),
		)
		if !errors.Is(err, want) {
			t.Errorf("the name %q: %v", name, err)
		}
	}
}

func TestWhatEndsSessionsEndsAccessTokens(t *testing.T) { // BY-052
	for name, c := range map[string]struct{ sql, back string }{
		"deactivated": {"update account_members set state = 'deactivated'", "update account_members set state = 'active'"},
		"removed":     {"update account_members set state = 'deleted'", "update account_members set state = 'active'"},
		"leaving": {
			"update account_customers set state = 'deletion-requested'", "update account_customers set state = 'active'",
		},
		// A change of role or password, also of one that kept a session.
		"signed out everywhere": {"update account_members set generation = 7, kept_session = gen_random_uuid()", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := start(t)
			owner := f.person(t, "owner@acme.test")
			token, _ := f.createToken(t, owner, "robot", time.Hour)
			f.exec(t, c.sql)
			f.accounts.Forget() // as every event of accounts does
			if _, err := f.TokenSession(t.Context(), token); !errors.Is(err, sessions.ErrToken) {
				t.Errorf("%v", err)
			}
			if c.back != "" {
				f.exec(t, c.back)
				f.accounts.Forget()
				if _, err := f.TokenSession(t.Context(), token); err != nil {
					t.Errorf("taken back: %v", err)
				}
				return
			}
			if all, err := f.AccessTokens(t.Context(), owner); err != nil || len(all) > 0 {
				t.Errorf("the list: %v %v", all, err)
			}
			newer, _ := f.createToken(t, owner, "newer", time.Hour)
			if err := f.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := f.TokenSession(t.Context(), newer); err != nil {
				t.Errorf("a token of the new time: %v", err)
			}
			var left int
			if err := f.pool.QueryRow(t.Context(), "select count(*) from access_tokens").
				Scan(&left); err != nil ||
				left != 1 {
				t.Errorf("%d tokens are left, %v", left, err)
			}
		})
	}
}

func TestOnlyTheirPersonRevokesAnAccessTokenAndErasingDoes(t *testing.T) {
	f := start(t)
	owner, manager := f.person(t, "owner@acme.test"), f.person(t, "manager@studio.test")
	token, id := f.createToken(t, owner, "robot", time.Hour)
	if err := f.HasAccessToken(t.Context(), manager, id); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("somebody else finds it: %v", err)
	}
	if err := f.RemoveAccessToken(t.Context(), manager, id); err != nil {
		t.Fatal(err)
	}
	if _, err := f.TokenSession(t.Context(), token); err != nil {
		t.Errorf("somebody else removed it: %v", err)
	}
	if err := errors.Join(
		f.HasAccessToken(t.Context(), owner, id),
		f.RemoveAccessToken(t.Context(), owner, id),
	); err != nil {
		t.Fatal(err)
	}
	if _, err := f.TokenSession(t.Context(), token); !errors.Is(err, sessions.ErrToken) {
		t.Errorf("it was revoked: %v", err)
	}
	token, _ = f.createToken(t, owner, "robot", time.Hour)
	if err := f.accounts.Erase(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	if _, err := f.TokenSession(t.Context(), token); !errors.Is(err, sessions.ErrToken) {
		t.Errorf("the person was erased: %v", err)
	}
}

func TestTheUseOfATokenIsStoredOnceAMinute(t *testing.T) { // BY-052
	f := start(t)
	owner := f.person(t, "owner@acme.test")
	token, _ := f.createToken(t, owner, "robot", time.Hour)
	used := func() *time.Time {
		all, err := f.AccessTokens(t.Context(), owner)
		if err != nil || len(all) != 1 {
			t.Fatalf("%v %v", all, err)
		}
		return all[0].UsedAt
	}
	use := func() {
		if _, err := f.TokenSession(t.Context(), token); err != nil {
			t.Fatal(err)
		}
	}
	if used() != nil {
		t.Error("it was used before")
	}
	use()
	first := f.clock.Now()
	f.clock.Pass(59 * time.Second)
	use()
	if at := used(); at == nil || !at.Equal(first) {
		t.Errorf("used at %v, want %v", at, first)
	}
	f.clock.Pass(time.Second)
	use()
	if at := used(); at == nil || !at.Equal(first.Add(time.Minute)) {
		t.Errorf("a minute later: used at %v", at)
	}
}
