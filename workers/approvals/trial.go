package approvals

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/trials"
	"github.com/proofboard/proofboard/projections/proofs"
)

// TrialConfig holds the dependencies of trials. Every field is required.
type TrialConfig struct {
	Trials *trials.Store
	// ApprovedOf returns the orders of a customer that are approved, the newest first.
	ApprovedOf func(ctx context.Context, customer uuid.UUID, limit int) ([]uuid.UUID, error)
	// ReviewsOf returns the files for customer review of orders.
	ReviewsOf func(ctx context.Context, orders []uuid.UUID) ([]proofs.Review, error)
	// Load returns the events of streams up to a position, in the order of the log, without the streams that
	// cannot be read.
	Load func(
		ctx context.Context, streams []uuid.UUID, maxPosition int64,
	) ([]domain.Event, []*eventlog.UnreadableError, error)
	Clock  func() time.Time
	Logger *slog.Logger
}

const (
	triedOrders = 200
	loadedAtOne = 20                  // orders
	keptTrials  = 30 * 24 * time.Hour // a trial can be asked for again
)

// Worker runs the drafts that wait on past reviews of their accounts (BY-043).
func (c TrialConfig) Worker() jobs.Worker { return jobs.Worker{Kind: jobs.Trials, Do: c.try} }

func (c TrialConfig) try(ctx context.Context, j jobs.Job) error {
	customer, err := uuid.Parse(j.Account)
	if err != nil {
		return err
	}
	t, err := c.Trials.Find(ctx, customer, j.ID)
	if errors.Is(err, domain.ErrNotFound) { // it was asked for long ago
		return nil
	}
	if err != nil {
		return err
	}
	past, err := c.past(ctx, t.Customer)
	if err != nil {
		return err
	}
	return c.Trials.Finish(ctx, t, route.Try(t.Content.Steps, past))
}

// Sweep removes old trials.
func (c TrialConfig) Sweep(ctx context.Context) error {
	return c.Trials.Sweep(ctx, c.Clock().Add(-keptTrials))
}

// past reads from the log how the newest orders of a customer were approved.
func (c TrialConfig) past(ctx context.Context, customer uuid.UUID) ([]route.Past, error) {
	ids, err := c.ApprovedOf(ctx, customer, triedOrders)
	if err != nil {
		return nil, err
	}
	var past []route.Past
	for some := range slices.Chunk(ids, loadedAtOne) {
		reviews, err := c.ReviewsOf(ctx, some)
		if err != nil {
			return nil, err
		}
		streams, of := slices.Clone(some), map[uuid.UUID]uuid.UUID{}
		for _, id := range some {
			of[id] = id
		}
		for _, r := range reviews {
			streams, of[r.Attachment] = append(streams, r.Attachment), r.Order
		}
		events, _, err := c.Load(ctx, streams, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		by := map[uuid.UUID][]domain.Event{}
		for _, e := range events {
			by[of[e.Stream]] = append(by[of[e.Stream]], e)
		}
		for _, id := range some {
			if p, approved := review(id, by[id]); approved {
				past = append(past, p)
			}
		}
	}
	return past, nil
}

// review returns the last review of an order that ended with an approval, from the events of the order
// and of its files.
func review(id uuid.UUID, events []domain.Event) (last route.Past, approved bool) {
	var began time.Time
	var by []route.Approval
	approve := func(e domain.Event) {
		if person := e.Meta.Actor; person != uuid.Nil &&
			!slices.ContainsFunc(by, func(a route.Approval) bool { return a.Person == person }) {
			by = append(by, route.Approval{Person: person, After: e.OccurredAt.Sub(began)})
		}
	}
	for _, e := range events {
		switch d := e.Data.(type) {
		case order.StatusChanger:
			switch to := d.StatusChange().To; {
			case to == order.InReview:
				began, by = e.OccurredAt, nil
			case to == order.Approved && d.StatusChange().From == order.InReview && e.Meta.Via != domain.ViaImport:
				approve(e)
				last, approved = route.Past{Order: id, Took: e.OccurredAt.Sub(began), By: by}, true
			}
		case *proof.VersionDecided:
			if d.Approved && !began.IsZero() {
				approve(e)
			}
		}
	}
	return last, approved
}
