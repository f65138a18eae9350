package sessions_test

import (
	"errors"
	"testing"
	"time"

	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// What few accounts have is remembered. An event of an account makes the store forget it at once, and without the event
// it is known half a second later.
func TestARequestKnowsWhatFewAccountsHave(t *testing.T) { // D-46 D-51 D-66
	for name, known := range map[string]func(fixture){
		"after the event":          func(f fixture) { f.accounts.Forget() },
		"after half a second":      func(f fixture) { f.clock.Pass(500 * time.Millisecond) },
		"when nobody asked before": nil,
	} {
		t.Run(name, func(t *testing.T) {
			f := start(t)
			owner, _ := f.signIn(t, "owner@acme.test", false)
			staff, _ := f.signIn(t, "manager@studio.test", true)
			token, _ := f.createToken(t, f.person(t, "owner@acme.test"), "robot", time.Hour)
			if known != nil {
				if s, err := f.Session(t.Context(), owner); err != nil || s.MustAddFactor {
					t.Fatalf("before: %+v %v", s, err)
				}
			}
			f.exec(t, "update account_clients set second_factor = true where id = 'customer'")
			f.exec(t, "update account_customers set state = 'deletion-requested'")
			f.exec(t, "update account_members set customer_id = $1 where role = 'manager'", customer)
			if known != nil {
				known(f)
			}
			if leaving, err := f.accounts.Leaving(t.Context(), customer); err != nil || !leaving {
				t.Errorf("a command: %v %v", leaving, err)
			}
			if s, err := f.Session(t.Context(), owner); err != nil || !s.MustAddFactor {
				t.Errorf("the owner of a leaving account, who must add a factor: %+v %v", s, err)
			}
			if _, err := f.Session(t.Context(), staff); !errors.Is(err, sessions.ErrNoSession) {
				t.Errorf("another person of a leaving account: %v", err)
			}
			if _, err := f.TokenSession(t.Context(), token); !errors.Is(err, sessions.ErrToken) {
				t.Errorf("a token of a leaving account: %v", err)
			}
			f.exec(t, "update account_customers set state = 'active'")
			f.accounts.Forget()
			if s, err := f.TokenSession(t.Context(), token); err != nil || !s.MustAddFactor {
				t.Errorf("a token of somebody who must add a factor: %+v %v", s, err)
			}
		})
	}
}
