package accounts_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
)

// What the API says of a person is what commands on workflows find: by role, state and whether they may only look.
func TestWhoCanApproveIsWhoCommandsCount(t *testing.T) { // D-29
	f := start(t)
	owner := f.person(t, "owner@acme.test")
	for _, c := range []struct {
		change string
		can    bool
	}{
		{"state = 'active'", true},
		{"view_only = true", false},
		{"view_only = false, state = 'deactivated'", false},
		{"state = 'active', role = 'staff'", true},
		{"role = 'guest'", false},
	} {
		f.exec(t, "update account_members set "+c.change+" where person = $1", owner)
		u, err := f.Find(t.Context(), "owner@acme.test")
		if err != nil {
			t.Fatal(err)
		}
		team, err := f.Approvers(t.Context(), u.CustomerID, []uuid.UUID{owner})
		if err != nil || u.CanApprove() != c.can || team[owner] != c.can {
			t.Errorf(
				"%s: %t in the list, %t for commands, want %t (%v)",
				c.change,
				u.CanApprove(),
				team[owner],
				c.can,
				err,
			)
		}
	}
	manager := accounts.User{Role: domain.Manager, State: member.Active}
	if manager.CanApprove() {
		t.Error("a person of the provider approves in an account")
	}
}
