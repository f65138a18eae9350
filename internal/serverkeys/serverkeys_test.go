package serverkeys_test

import (
	"errors"
	"os"
	"testing"

	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/serverkeys"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func TestAllProcessesShareAKey(t *testing.T) { // D-24
	pool := accountstest.Database(t)
	keys, other := serverkeys.New(pool), serverkeys.New(pool)
	one, err1 := keys.Key(t.Context(), "csrf")
	two, err2 := other.Key(t.Context(), "csrf")
	three, err3 := keys.Key(t.Context(), "another")
	if err := errors.Join(err1, err2, err3); err != nil || len(one) != 32 || string(one) != string(two) ||
		string(one) == string(three) {
		t.Errorf("keys of %d, %d and %d bytes: %v", len(one), len(two), len(three), err)
	}
}
