package throttle_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func TestARateHoldsForManyAtOnceAndSlides(t *testing.T) { // D-71
	pool := accountstest.Database(t)
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	clock := func() time.Time { return now }
	first, second := throttle.New(pool, clock), throttle.New(pool, clock)
	refusal := &domain.Error{Code: domain.TooMany, Reason: "test.too_many"}
	rate := throttle.Rate{Name: "test", Most: 10, In: time.Minute}
	spend := func(s *throttle.Throttle, subject string) error {
		_, err := s.Spend(context.Background(), rate, subject, refusal)
		return err
	}
	var all sync.WaitGroup
	var taken atomic.Int64
	for i := range 40 {
		all.Go(func() {
			if err := spend([]*throttle.Throttle{first, second}[i%2], "ana"); err == nil {
				taken.Add(1)
			} else if !errors.Is(err, refusal) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := taken.Load(); n != 10 {
		t.Errorf("%d of 10 were taken", n)
	}
	if err := spend(first, "tom"); err != nil {
		t.Errorf("another subject: %v", err)
	}
	now = now.Add(59 * time.Second)
	late, _ := errors.AsType[throttle.TooOftenError](spend(first, "ana"))
	if late.RetryAfter != time.Second {
		t.Errorf("the next is possible in %s", late.RetryAfter)
	}
	now = now.Add(time.Second)
	refund, err := first.Spend(t.Context(), rate, "ana", refusal)
	if err != nil {
		t.Fatalf("after the minute: %v", err)
	}
	for range 9 {
		now = now.Add(time.Millisecond)
		if err := spend(first, "ana"); err != nil {
			t.Fatal(err)
		}
	}
	if err := spend(first, "ana"); !errors.Is(err, refusal) {
		t.Errorf("the eleventh: %v", err)
	}
	if err := refund(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := spend(first, "ana"); err != nil {
		t.Errorf("after one was given back: %v", err)
	}
}
