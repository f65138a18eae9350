package secrets

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// wait lines up one more caller of a network, who writes their number once they are served.
func wait(ctx context.Context, q *queue, network string, served chan<- string) {
	go func() {
		if err := q.enter(ctx, network); err != nil {
			served <- network + ": " + err.Error()
			return
		}
		served <- network
	}()
	synctest.Wait()
}

func TestNetworksTakeTurns(t *testing.T) { // D-81
	synctest.Test(t, func(t *testing.T) {
		q, served := newQueue(1), make(chan string, 100)
		if err := q.enter(t.Context(), "busy"); err != nil {
			t.Fatal(err)
		}
		for range 30 {
			wait(t.Context(), q, "busy", served)
		}
		wait(t.Context(), q, "other", served)
		for i, want := range []string{"other", "busy", "busy", "busy"} {
			q.leave()
			synctest.Wait()
			if got := <-served; got != want {
				t.Errorf("number %d is of %s, want %s", i+1, got, want)
			}
		}
		for range 28 {
			q.leave()
		}
		if q.free != 1 || q.waiting != 0 || len(q.lines) != 0 {
			t.Errorf("the queue is not empty: %+v", q)
		}
	})
}

func TestManyNetworksTakeTurns(t *testing.T) { // D-81
	synctest.Test(t, func(t *testing.T) {
		q, served := newQueue(1), make(chan string, 100)
		if err := q.enter(t.Context(), "0"); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			for _, network := range []string{"0", "1", "2"} {
				wait(t.Context(), q, network, served)
			}
		}
		for i, want := range []string{"1", "2", "0", "1", "2", "0"} {
			if i == 3 { // who was never served comes before those who were
				wait(t.Context(), q, "new", served)
				q.leave()
				synctest.Wait()
				if got := <-served; got != "new" {
					t.Errorf("a new network waits behind %s", got)
				}
			}
			q.leave()
			synctest.Wait()
			if got := <-served; got != want {
				t.Errorf("number %d is of %s, want %s", i+1, got, want)
			}
		}
		for range 3 {
			q.leave()
		}
		synctest.Wait()
	})
}

func TestAFullQueueRefusesTheNetworkThatFillsIt(t *testing.T) { // D-81
	synctest.Test(t, func(t *testing.T) {
		q, served := newQueue(1), make(chan string, 100)
		if err := q.enter(t.Context(), "busy"); err != nil {
			t.Fatal(err)
		}
		for range mostWaiting {
			wait(t.Context(), q, "busy", served)
		}
		if err := q.enter(t.Context(), "busy"); !errors.Is(err, ErrBusy) {
			t.Errorf("one more of the network: %v", err)
		}
		wait(t.Context(), q, "other", served)
		if got, want := <-served, "busy: "+ErrBusy.Error(); got != want {
			t.Errorf("who makes room: %q, want %q", got, want)
		}
		for want := range 2 {
			q.leave()
			synctest.Wait()
			if got := <-served; got != []string{"other", "busy"}[want] {
				t.Errorf("%s is served as number %d", got, want+1)
			}
		}
		if len(q.lines["busy"]) != mostWaiting-2 {
			t.Errorf("%d still wait", len(q.lines["busy"]))
		}
		for range mostWaiting - 1 {
			q.leave()
		}
		synctest.Wait()
	})
}

func TestAFullQueueOfManyNetworksRefusesTheNextOne(t *testing.T) { // D-81
	synctest.Test(t, func(t *testing.T) {
		q, served := newQueue(1), make(chan string, 100)
		if err := q.enter(t.Context(), "first"); err != nil {
			t.Fatal(err)
		}
		for i := range mostWaiting {
			wait(t.Context(), q, fmt.Sprint(i), served)
		}
		if err := q.enter(t.Context(), "other"); !errors.Is(err, ErrBusy) {
			t.Errorf("the queue has no end: %v", err)
		}
	})
}

func TestNobodyWaitsLongerThanFiveSeconds(t *testing.T) { // D-81
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		if err := q.enter(t.Context(), "first"); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := q.enter(t.Context(), "second"); !errors.Is(err, ErrBusy) || time.Since(began) != 5*time.Second {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		gone, leave := context.WithCancel(t.Context())
		served := make(chan string, 1)
		wait(gone, q, "third", served)
		leave()
		synctest.Wait()
		if got, want := <-served, "third: "+context.Canceled.Error(); got != want {
			t.Errorf("who gave up: %q, want %q", got, want)
		}
		q.leave()
		if q.free != 1 || q.waiting != 0 || len(q.lines) != 0 {
			t.Errorf("the queue is not empty: %+v", q)
		}
	})
}
