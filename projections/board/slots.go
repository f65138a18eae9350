package board

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/projections/advisory"
)

// Slots implements commands.Slots. A command that takes a slot of a customer holds the customer's
// lock in the database until its events are in the log. It counts on a board that has applied every
// earlier event.
type Slots struct {
	locks   advisory.Locks
	queries *Queries
	catchUp func(context.Context) error
	maximum func(context.Context, uuid.UUID) (int, error)
}

// NewSlots returns the slots. catchUp waits until the board has applied the whole log. maximum
// returns a customer's limit, below 0 for none.
func NewSlots(
	locks *pgxpool.Pool,
	q *Queries,
	catchUp func(context.Context) error,
	maximum func(context.Context, uuid.UUID) (int, error),
) *Slots {
	return &Slots{advisory.NewLocks(locks), q, catchUp, maximum}
}

// Take implements commands.Slots.
func (s *Slots) Take(ctx context.Context, customer uuid.UUID, limit int) (free bool, release func(), err error) {
	if release, err = s.lock(ctx, "slots of", customer); err != nil {
		return false, nil, err
	}
	active, err := s.queries.Active(ctx, []uuid.UUID{customer})
	if err != nil {
		release()
		return false, nil, err
	}
	return active[customer] < limit, release, nil
}

// Limit implements commands.Slots.
func (s *Slots) Limit(ctx context.Context, customer uuid.UUID) (int, error) {
	return s.maximum(ctx, customer)
}

// Active implements commands.Slots.
func (s *Slots) Active(ctx context.Context, customer uuid.UUID) (bool, error) {
	if err := s.catchUp(ctx); err != nil {
		return false, err
	}
	active, err := s.queries.Active(ctx, []uuid.UUID{customer})
	return active[customer] > 0, err
}

// lock waits for a lock that all processes share, and then until the board has applied the whole
// log.
func (s *Slots) lock(ctx context.Context, what string, id uuid.UUID) (release func(), err error) {
	if release, err = s.locks.Take(ctx, what, id); err != nil {
		return nil, err
	}
	if err := s.catchUp(ctx); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// FirstQueued implements commands.Slots.
func (s *Slots) FirstQueued(ctx context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error) {
	return s.queries.FirstQueued(ctx, customer, freed)
}

// Timers implements commands.Timers with the locks of Slots: a person has at most one running
// timer.
type Timers struct{ Slots *Slots }

// Take implements commands.Timers.
func (t Timers) Take(ctx context.Context, person uuid.UUID) (running uuid.UUID, release func(), err error) {
	if release, err = t.Slots.lock(ctx, "timer of", person); err != nil {
		return uuid.Nil, nil, err
	}
	work, err := t.Slots.queries.Running(ctx, person)
	if err != nil {
		release()
		return uuid.Nil, nil, err
	}
	return work.Order, release, nil
}
