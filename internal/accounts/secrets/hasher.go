package secrets

import (
	"context"
	"runtime/debug"

	"github.com/alexedwards/argon2id"
)

// Hasher hashes and compares passwords, few at a time, because each hash takes 64 MiB.
type Hasher struct {
	slots chan struct{}
	// known is for browsers that have signed in before. Other browsers can occupy all slots.
	known chan struct{}
}

// NewHasher returns the hasher of a process.
func NewHasher() *Hasher {
	return &Hasher{slots: make(chan struct{}, 2), known: make(chan struct{}, 1)}
}

// Hash waits for its turn and hashes a password.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	done, err := h.Turn(ctx, false)
	if err != nil {
		return "", err
	}
	defer done()
	return HashPassword(password)
}

// Matches waits for its turn and reports whether a hash is that of a password.
func (h *Hasher) Matches(ctx context.Context, password, hashed string) (bool, error) {
	done, err := h.Turn(ctx, false)
	if err != nil {
		return false, err
	}
	defer done()
	return argon2id.ComparePasswordAndHash(password, hashed)
}

// Turn waits until a password may be hashed. Call done afterwards. known is set for a browser that
// has signed in before.
func (h *Hasher) Turn(ctx context.Context, known bool) (done func(), err error) {
	slots := h.slots
	if known {
		slots = h.known
	}
	select {
	case slots <- struct{}{}:
		return func() {
			debug.FreeOSMemory() // otherwise many hashes leave the process hundreds of MB larger
			<-slots
		}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// HashPassword hashes a password at once.
func HashPassword(password string) (string, error) {
	return argon2id.CreateHash(password, argon2id.DefaultParams)
}
