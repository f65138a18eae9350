package accounts_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

func TestARateHoldsForManyAtOnceAndSlides(t *testing.T) { // D-71
	f := start(t)
	second, err := accounts.New(f.pool, f.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	refusal := &domain.Error{Code: domain.TooMany, Reason: "test.too_many"}
	rate := accounts.Rate{Name: "test", Most: 10, In: time.Minute}
	spend := func(s *accounts.Store, subject string) error {
		_, err := s.Spend(context.Background(), rate, subject, refusal)
		return err
	}
	var all sync.WaitGroup
	var taken atomic.Int64
	for i := range 40 {
		all.Go(func() {
			if err := spend([]*accounts.Store{f.Store, second}[i%2], "ana"); err == nil {
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
	if err := spend(f.Store, "tom"); err != nil {
		t.Errorf("another subject: %v", err)
	}
	f.clock.pass(59 * time.Second)
	late, _ := errors.AsType[accounts.TooOftenError](spend(f.Store, "ana"))
	if late.RetryAfter != time.Second {
		t.Errorf("the next is possible in %s", late.RetryAfter)
	}
	f.clock.pass(time.Second)
	refund, err := f.Spend(t.Context(), rate, "ana", refusal)
	if err != nil {
		t.Fatalf("after the minute: %v", err)
	}
	for range 9 {
		f.clock.pass(time.Millisecond)
		if err := spend(f.Store, "ana"); err != nil {
			t.Fatal(err)
		}
	}
	if err := spend(f.Store, "ana"); !errors.Is(err, refusal) {
		t.Errorf("the eleventh: %v", err)
	}
	if err := refund(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := spend(f.Store, "ana"); err != nil {
		t.Errorf("after one was given back: %v", err)
	}
}
