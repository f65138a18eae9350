// Package automations contains process managers. They react to events by sending commands as the
// system. A command's id is derived from the event, so handling an event twice has no further
// effect.
package automations

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/workers"
)

// Orders returns the current state of orders.
type Orders interface {
	Orders(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*order.Summary, error)
	FirstQueued(ctx context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error)
}

// Streams returns the orders that streams belong to.
type Streams interface {
	Find(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error)
}

// People finds people by role.
type People interface {
	Names(ctx context.Context, w accounts.Wanted) (accounts.Names, error)
	WithRoles(ctx context.Context, roles ...domain.Role) ([]accounts.User, error)
	WithRolesForAll(
		ctx context.Context,
		roles ...domain.Role,
	) ([]accounts.User, error) // only those who chose to be notified of all orders
	// Team returns the people of a customer and of its reseller.
	Team(ctx context.Context, client string, customer uuid.UUID) ([]accounts.User, error)
}

// Config holds the dependencies of the automations. Every field except Tracer is required.
type Config struct {
	Log     workers.Log
	Bus     workers.Bus
	Orders  Orders
	Streams Streams
	People  People
	// RoundOf returns the review that an order is in, with its workflow.
	RoundOf func(ctx context.Context, order uuid.UUID) (route.Round, error)
	// ReviewsOf returns the files for customer review of orders.
	ReviewsOf func(ctx context.Context, orders []uuid.UUID) ([]proofs.Review, error)
	CatchUp   func(ctx context.Context, position int64) error // waits for the read models to reach position
	Since     int64                                           // where the first notifications begin: a position, or FromHead
	Logger    *slog.Logger
	Tracer    *telemetry.Tracer
}

// system is the sender of the automations' commands.
var system = domain.Actor{Role: domain.System}

// namespace is the UUID namespace of the ids that are derived from events.
var namespace = uuid.MustParse("7d0f1a52-5e0c-4f0b-9f7e-5a7f3c1b8f10")

func idFrom(position int64, what string, who uuid.UUID) uuid.UUID {
	return uuid.NewSHA1(namespace, fmt.Appendf(nil, "%d %s %s", position, what, who))
}

// Promote moves queued orders into freed slots (D-06), until ctx ends.
func Promote(ctx context.Context, c Config) error {
	var types []eh.EventType
	for _, t := range order.Streams.Events {
		types = append(types, t.Type)
	}
	return c.Log.Follow(ctx, "promote", types, follow.FromHead, func(ctx context.Context, p eventlog.Page) error {
		for _, e := range p.Events {
			if !frees(e) {
				continue
			}
			ctx, span := c.Tracer.Follow(ctx, e.Meta.Trace, "promote")
			err := c.promote(ctx, e)
			span.End()
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// frees reports whether an event freed a slot. Archiving and deleting free none, because an active
// order can be neither archived nor deleted (D-05). An imported order had none before.
func frees(e domain.Event) bool {
	change, ok := e.Data.(order.StatusChanger)
	if !ok || e.Meta.Via == domain.ViaImport {
		return false
	}
	return change.StatusChange().From.IsActive() && !change.StatusChange().To.IsActive()
}

func (c Config) promote(ctx context.Context, e domain.Event) error {
	if err := c.CatchUp(ctx, e.Position); err != nil {
		return err
	}
	orders, err := c.Orders.Orders(ctx, []uuid.UUID{e.Stream})
	if err != nil || orders[e.Stream] == nil {
		return err
	}
	return c.PromoteOf(ctx, orders[e.Stream].Customer, e.Position)
}

// PromoteOf moves a customer's queued orders into the slots that were freed by the event at a position.
func (c Config) PromoteOf(ctx context.Context, customer uuid.UUID, freed int64) error {
	for { // several slots may have been freed at once
		next, err := c.Orders.FirstQueued(ctx, customer, freed)
		if err != nil || next == uuid.Nil {
			return err
		}
		done, err := c.Bus.Do(
			ctx, &commands.PromoteNext{Order: next, Freed: freed},
			commands.Request{Actor: system, Via: "automation", Cause: freed},
		)
		if err != nil {
			return err
		}
		if done.Order == nil || done.Order.Status == order.Queue {
			return nil
		}
		if err := c.CatchUp(ctx, done.Position); err != nil {
			return err
		}
	}
}

// Notify adds notifications to the inboxes of the people an event concerns (SH-192), until ctx
// ends.
func Notify(ctx context.Context, c Config) error {
	var types []eh.EventType
	for _, list := range [][]domain.EventType{order.Streams.Events, proof.Streams.Events, topic.Streams.Events} {
		for _, t := range list {
			types = append(types, t.Type)
		}
	}
	return c.Log.Follow(ctx, "notify", types, c.Since, func(ctx context.Context, p eventlog.Page) error {
		if err := c.CatchUp(ctx, p.Last); err != nil {
			return err
		}
		return c.notify(ctx, p.Events)
	})
}

// together is the number of people notified concurrently. Their appends share commits.
const together = 16

// batch holds the notifications that one person gets at once.
type batch struct {
	news []inbox.News
	ctx  context.Context //nolint:containedctx // that of the last event's span
}

// notify appends the notifications of several events, one batch for each person.
func (c Config) notify(ctx context.Context, events []domain.Event) error {
	page, err := c.page(ctx, events)
	if err != nil {
		return err
	}
	batches := map[uuid.UUID]*batch{}
	for _, e := range page {
		if len(e.told) == 0 {
			continue
		}
		spanned, span := c.Tracer.Follow(ctx, e.Meta.Trace, "notify")
		defer span.End() // ends when all people have been notified
		for person, m := range e.told {
			m.Message = idFrom(e.Position, "message", person)
			m.Group, m.By = m.Order.String(), e.Meta.Actor
			b := batches[person]
			if b == nil {
				b = &batch{}
				batches[person] = b
			}
			b.news, b.ctx = append(b.news, inbox.News{About: e.Position, Notified: m}), spanned
		}
	}
	var all errgroup.Group
	all.SetLimit(together)
	for person, b := range batches {
		all.Go(func() error { return c.tell(b.ctx, person, b.news) })
	}
	return all.Wait()
}

func (c Config) tell(ctx context.Context, person uuid.UUID, news []inbox.News) error {
	last := news[len(news)-1].About
	_, err := c.Bus.Do(
		ctx,
		&commands.Notify{Person: person, News: news},
		commands.Request{Actor: system, Via: "automation", Cause: last},
	)
	var refused *domain.Error
	if errors.As(err, &refused) && refused.Code != domain.Unavailable {
		c.Logger.ErrorContext(ctx, "notifications were refused", "error", err, "person", person, "position", last)
		return nil
	}
	return err
}
