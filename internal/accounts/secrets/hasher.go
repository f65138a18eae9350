package secrets

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/alexedwards/argon2id"
)

// Hasher hashes and compares passwords, few at a time, because each hash takes 64 MiB.
type Hasher struct {
	others *queue
	// known is for browsers that have signed in before. Other browsers can occupy all other slots.
	known *queue
	// idle returns memory to the system when there was nothing to hash for a while.
	idle *time.Timer
}

// idleAfter is how long nothing is hashed before the memory of hashes is returned. While there is
// something to hash, the collector does its work without being forced to.
const idleAfter = 10 * time.Second

// NewHasher returns the hasher of a process.
func NewHasher() *Hasher {
	idle := time.AfterFunc(idleAfter, debug.FreeOSMemory)
	idle.Stop()
	return &Hasher{others: newQueue(2), known: newQueue(1), idle: idle}
}

// Line is where somebody waits for a hash (D-81).
type Line struct {
	Network string
	Known   bool // the browser has signed in before
}

// Hash waits for its turn and hashes a password. It returns ErrBusy if that takes too long.
func (h *Hasher) Hash(ctx context.Context, password string) (hashed string, err error) {
	err = h.inTurn(ctx, Line{}, func() error {
		hashed, err = HashPassword(password)
		return err
	})
	return hashed, err
}

// Matches waits for its turn and reports whether a hash is that of a password. It returns ErrBusy if
// that takes too long.
func (h *Hasher) Matches(ctx context.Context, in Line, password, hashed string) (same bool, err error) {
	err = h.inTurn(ctx, in, func() error {
		same, err = argon2id.ComparePasswordAndHash(password, hashed)
		return err
	})
	return same, err
}

// inTurn holds a slot for nothing but the hash itself.
func (h *Hasher) inTurn(ctx context.Context, in Line, hash func() error) error {
	q := h.others
	if in.Known {
		q = h.known
	}
	if err := q.enter(ctx, in.Network); err != nil {
		return err
	}
	defer q.leave()
	defer h.idle.Reset(idleAfter)
	return hash()
}

// HashPassword hashes a password at once.
func HashPassword(password string) (string, error) {
	return argon2id.CreateHash(password, argon2id.DefaultParams)
}
