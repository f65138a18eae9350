package program

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"golang.org/x/time/rate"

	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	"github.com/proofboard/proofboard/internal/demo"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers"
	"github.com/proofboard/proofboard/workers/automations"
	"github.com/proofboard/proofboard/workers/billing"
)

func (p *Program) demo() *demo.Installation {
	return &demo.Installation{
		Accounts:   p.Accounts,
		Guests:     p.Guests,
		Enrol:      p.Plant,
		Ledger:     p.Ledger,
		Board:      p.Board,
		Proofs:     proofs.NewQueries(p.pool),
		PositionAt: p.Store.PositionAt,
		Seal:       p.Vault.Seal,
		NewBus:     func(clock func() time.Time) demo.Bus { return p.BusAt(clock) },
		Billing:    p.billingBy,
		Sales:      p.Sales,
		Files:      objects.Writer{Store: p.store},
		Clock:      time.Now,
		Log:        p.log,
	}
}

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
func (p *Program) billingBy(
	ctx context.Context,
	clock func() time.Time,
) (done func(context.Context) error, stop func()) {
	log := &handled{Log: p.Follower}
	c := p.billing(automations.Config{})
	c.Log, c.Bus, c.Clock, c.Pace = log, p.BusAt(clock), clock, rate.NewLimiter(rate.Inf, 0)
	c.Promote = func(context.Context, uuid.UUID, int64) error { return nil } // the demo begins its orders itself
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		if err := billing.Follow(ctx, c); err != nil && ctx.Err() == nil {
			p.log.Warn("billing of the demo", "error", err)
		}
	})
	settle := func(ctx context.Context) error {
		for at := log.position.Load(); ; {
			left, err := p.Store.Next(ctx, at, 1000, eventlog.Filter{Types: billing.Types(), NoMeta: true})
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
func (p *Program) plantDemo(ctx context.Context) (since int64, err error) {
	since = follow.FromHead
	if !p.cfg.WantsDemo() {
		return since, nil
	}
	err = p.Leases.LeadOnce(ctx, "demo", func(ctx context.Context) (err error) {
		since, err = p.demo().Once(ctx)
		return err
	})
	return since, err
}

// demoPeople returns the people as whom a visitor can sign in, if the server has the demo.
func (p *Program) demoPeople(ctx context.Context) ([]apiaccounts.DemoPerson, error) {
	begun, err := p.demo().Begun(ctx)
	if err != nil || !begun || !p.cfg.WantsDemo() {
		return nil, err
	}
	var people []apiaccounts.DemoPerson
	for _, d := range demo.People() {
		door := "customer"
		if d.Desk {
			door = "desk"
		}
		people = append(
			people,
			apiaccounts.DemoPerson{
				Name:    d.Name(),
				Email:   d.Email,
				Role:    string(d.Role),
				Company: d.Company,
				Signin:  door,
			},
		)
	}
	return people, nil
}
