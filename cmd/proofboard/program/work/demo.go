package work

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/workers"
	"github.com/proofboard/proofboard/workers/automations"
	"github.com/proofboard/proofboard/workers/billing"
)

// handled is a log that remembers how far a worker has handled it.
type handled struct {
	workers.Log
	position atomic.Int64
}

// Follow implements workers.Log.
func (l *handled) Follow(
	ctx context.Context,
	name string,
	types []eh.EventType,
	since int64,
	handle func(context.Context, eventlog.Page) error,
) error {
	return l.Log.Follow(ctx, name, types, since, func(ctx context.Context, p eventlog.Page) error {
		err := handle(ctx, p)
		if err == nil {
			l.position.Store(p.Last)
		}
		return err
	})
}

// billingBy runs the workers of billing by another clock. done returns when they have done everything
// that is due by that clock.
func (w *Workers) billingBy(
	ctx context.Context,
	clock func() time.Time,
) (done func(context.Context) error, stop func()) {
	log := &handled{Log: w.Follower}
	c := w.billing(automations.Config{})
	c.Log, c.Bus, c.Clock, c.Pace = log, w.BusAt(clock), clock, rate.NewLimiter(rate.Inf, 0)
	c.Promote = func(context.Context, uuid.UUID, int64) error { return nil } // the demo begins its orders itself
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		if err := billing.Follow(ctx, c); err != nil && ctx.Err() == nil {
			w.Log.Warn("billing of the demo", "error", err)
		}
	})
	settle := func(ctx context.Context) error {
		for at := log.position.Load(); ; {
			left, err := w.Store.Next(ctx, at, 1000, eventlog.Filter{Types: billing.Types(), NoMeta: true})
			switch {
			case err != nil:
				return err
			case len(left.Events) == 0 && left.Last > at: // there may be more
				at = left.Last
				continue
			case len(left.Events) == 0:
				return c.CatchUp(ctx, at)
			}
			select {
			case <-time.After(5 * time.Millisecond):
				at = log.position.Load()
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return func(ctx context.Context) error {
		if err := c.Tick(ctx); err != nil {
			return err
		}
		return settle(ctx)
	}, func() { cancel(); running.Wait() }
}

// plantDemo creates the demo company in an empty store, or continues after an interrupted start. It
// returns the log position at which notifications begin.
func (w *Workers) plantDemo(ctx context.Context) (since int64, err error) {
	since = follow.FromHead
	if !w.Config.WantsDemo() {
		return since, nil
	}
	demo := w.Demo()
	demo.Billing = w.billingBy
	err = w.Leases.LeadOnce(ctx, "demo", func(ctx context.Context) (err error) {
		since, err = demo.Once(ctx)
		return err
	})
	return since, err
}
