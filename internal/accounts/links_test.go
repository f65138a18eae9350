package accounts_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts"
)

func TestOnlyTheNewestLinkOfAPurposeWorksOnceAndForAWhile(t *testing.T) { // D-45 D-46
	f, person, other := start(t), uuid.New(), uuid.New()
	issue := func(who uuid.UUID, p accounts.Purpose) string {
		t.Helper()
		token, err := f.NewToken(t.Context(), who, p)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	check := func(what string, who uuid.UUID, p accounts.Purpose, token string, want error) {
		t.Helper()
		if err := f.CheckToken(t.Context(), who, p, token); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	old := issue(person, accounts.ForReset)
	token := issue(person, accounts.ForReset)
	check("the newest", person, accounts.ForReset, token, nil)
	check("an older one", person, accounts.ForReset, old, accounts.ErrLinkInvalid)
	check("another purpose", person, accounts.ForInvitation, token, accounts.ErrLinkInvalid)
	check("another person", other, accounts.ForReset, token, accounts.ErrLinkInvalid)
	check("no token", person, accounts.ForReset, "", accounts.ErrLinkInvalid)

	var used atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if f.UseToken(t.Context(), person, accounts.ForReset, token) == nil {
				used.Add(1)
			}
		})
	}
	group.Wait()
	if used.Load() != 1 {
		t.Errorf("used %d times", used.Load())
	}
	check("a used one", person, accounts.ForReset, token, accounts.ErrLinkInvalid)

	for p, life := range map[accounts.Purpose]time.Duration{
		accounts.ForSetup: 24 * time.Hour, accounts.ForInvitation: 72 * time.Hour, accounts.ForReset: time.Hour,
		accounts.ForVerification: 72 * time.Hour,
	} {
		token := issue(person, p)
		f.clock.Pass(life - time.Second)
		check("just in time: "+string(p), person, p, token, nil)
		f.clock.Pass(time.Second)
		check("too late: "+string(p), person, p, token, accounts.ErrLinkExpired)
		if err := f.UseToken(t.Context(), person, p, token); !errors.Is(err, accounts.ErrLinkInvalid) {
			t.Errorf("an expired link is used: %v", err)
		}
	}
}
