package web

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

// A token may do many calls at once and then a steady number, whatever other tokens do.
func TestAnAccessTokenIsSlowedDown(t *testing.T) { // BY-052
	var r rates
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	one, other := uuid.New(), uuid.New()
	for i := range tokenBurst {
		if wait := r.take(one, now); wait > 0 {
			t.Fatalf("call %d waits %s", i, wait)
		}
	}
	for range 3 { // a call that is refused does not count
		if wait := r.take(one, now); wait <= 0 || wait > time.Second/tokenRate {
			t.Errorf("after all at once: %s", wait)
		}
	}
	if wait := r.take(other, now); wait > 0 {
		t.Errorf("another token waits %s", wait)
	}
	now = now.Add(time.Second)
	for range tokenRate {
		if wait := r.take(one, now); wait > 0 {
			t.Errorf("a second later: %s", wait)
		}
	}
	if r.take(one, now) <= 0 {
		t.Error("it may do more than the steady number")
	}
	now = now.Add(time.Hour)
	r.take(uuid.New(), now)
	if len(r.of) != 1 {
		t.Errorf("%d tokens are remembered that nobody uses", len(r.of)-1)
	}
}
