// Package approvals moves orders on when their approval workflow has ended, and reminds approvers. It
// sends commands as the system, which can be repeated without further effect.
package approvals

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/workers"
)

// Config holds the dependencies. Every field except Tracer is required.
type Config struct {
	Log     workers.Log
	Bus     workers.Bus
	CatchUp func(ctx context.Context, position int64) error // waits for the read models to reach position
	// OrdersCatchUp waits for the read model of RoutedOf alone.
	OrdersCatchUp func(ctx context.Context, position int64) error
	// StreamsOf returns the orders that files belong to.
	StreamsOf func(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error)
	// RoutedOf returns those of some orders that are in review and that a workflow approves.
	RoutedOf func(ctx context.Context, orders []uuid.UUID) ([]uuid.UUID, error)
	// ReviewsOf returns the files for customer review of orders.
	ReviewsOf func(ctx context.Context, orders []uuid.UUID) ([]proofs.Review, error)
	// InReview returns orders in review that a workflow approves, by their ids, after the given one.
	InReview func(ctx context.Context, after uuid.UUID, limit int) ([]board.Routed, error)
	Clock    func() time.Time
	Logger   *slog.Logger
	Tracer   *telemetry.Tracer
}

// namespace is the UUID namespace of the ids that are derived from events.
var namespace = uuid.MustParse("0d3a8a54-9d1e-4a39-8a11-3f7f7f0f2b61")

// Follow moves orders on until ctx ends. A workflow can end with a decision, and when what was still
// missing is deleted or was decided before the order came to review.
func Follow(ctx context.Context, c Config) error {
	types := []eh.EventType{
		order.MovedType, order.ResumedType, order.RestoredType,
		proof.VersionDecidedType, proof.VersionDeletedType, proof.AttachmentDeletedType,
	}
	return c.Log.Follow(ctx, "approvals", types, follow.FromHead, func(ctx context.Context, p eventlog.Page) error {
		orders, err := c.routed(ctx, p.Events)
		if err != nil {
			return err
		}
		for _, e := range p.Events {
			id, routed := orders[e.Stream]
			if !routed || !ends(e) {
				continue
			}
			ctx, span := c.Tracer.Follow(ctx, e.Meta.Trace, "approvals")
			err := c.conclude(ctx, e, id)
			span.End()
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ends reports whether a workflow can end with an event.
func ends(e domain.Event) bool {
	switch d := e.Data.(type) {
	case *proof.VersionDecided:
		return d.Outcome != route.Running
	case order.StatusChanger: // an imported order has no files that a workflow could approve
		return d.StatusChange().To == order.InReview && e.Meta.Via != domain.ViaImport
	default:
		return true
	}
}

// routed returns the order in review of each stream with an event that can end its workflow. Most orders
// have no workflow, so it asks for all at once.
func (c Config) routed(ctx context.Context, events []domain.Event) (map[uuid.UUID]uuid.UUID, error) {
	found := map[uuid.UUID]uuid.UUID{}
	var files []uuid.UUID
	var last int64
	for _, e := range events {
		switch {
		case !ends(e):
			continue
		case e.StreamType == order.AggregateType:
			found[e.Stream] = e.Stream
		default:
			files = append(files, e.Stream)
		}
		last = e.Position
	}
	if last == 0 {
		return found, nil
	}
	catchUp := c.OrdersCatchUp // moves make it look often, and must not hold up the other read models
	if len(files) > 0 {
		catchUp = c.CatchUp
	}
	if err := catchUp(ctx, last); err != nil {
		return nil, err
	}
	if len(files) > 0 {
		streams, err := c.StreamsOf(ctx, files)
		if err != nil {
			return nil, err
		}
		for id, s := range streams {
			found[id] = s.Order
		}
	}
	routed, err := c.RoutedOf(ctx, slices.Collect(maps.Values(found)))
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(found, func(_, id uuid.UUID) bool { return !slices.Contains(routed, id) })
	return found, nil
}

// conclude moves the order of an event on if its workflow has ended. The person who decided last is
// named as the one who moved it.
func (c Config) conclude(ctx context.Context, e domain.Event, id uuid.UUID) error {
	if err := c.CatchUp(ctx, e.Position); err != nil {
		return err
	}
	reviews, err := c.ReviewsOf(ctx, []uuid.UUID{id})
	if err != nil {
		return err
	}
	files := make([]uuid.UUID, len(reviews))
	for i, r := range reviews {
		files[i] = r.Attachment
	}
	_, err = c.Bus.Do(ctx, &commands.ConcludeReview{Order: id, Files: files}, commands.Request{
		Actor: domain.Actor{ID: e.Meta.Actor, Role: domain.System},
		ID:    uuid.NewSHA1(namespace, fmt.Appendf(nil, "conclude %d", e.Position)),
		Via:   "automation",
		Cause: e.Position,
	})
	return c.left(ctx, err, "a workflow was not concluded", id)
}

// page is the number of orders that are looked at together.
const page = 20

// Remind reminds the approvers whose decision is due.
func (c Config) Remind(ctx context.Context) error {
	now := c.Clock()
	var after uuid.UUID
	for {
		routed, err := c.InReview(ctx, after, page)
		if err != nil {
			return err
		}
		rounds, ids := map[uuid.UUID]route.Round{}, make([]uuid.UUID, len(routed))
		for i, r := range routed {
			rounds[r.ID], ids[i], after = r.Round, r.ID, r.ID
		}
		reviews, err := c.ReviewsOf(ctx, ids)
		if err != nil {
			return err
		}
		for _, r := range reviews {
			if _, people := r.Journey.DueToRemind(rounds[r.Order], r.Uploaded, now); len(people) == 0 {
				continue
			}
			_, err := c.Bus.Do(
				ctx, &commands.RemindApprovers{Order: r.Order, Attachment: r.Attachment, Version: r.Version},
				commands.Request{Actor: domain.Actor{Role: domain.System}, Via: "automation"},
			)
			if err := c.left(ctx, err, "approvers were not reminded", r.Order); err != nil {
				return err
			}
		}
		if len(routed) < page {
			return nil
		}
	}
}

// left logs a refusal that trying again does not change, and returns any other error.
func (c Config) left(ctx context.Context, err error, what string, id uuid.UUID) error {
	var refused *domain.Error
	if errors.As(err, &refused) && refused.Code != domain.Unavailable && refused.Code != domain.Internal {
		c.Logger.WarnContext(ctx, what, "error", err, "order", id)
		return nil
	}
	return err
}
