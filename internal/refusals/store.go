// Package refusals keeps the steps of billing that were refused, and what differs from the payment provider, until an
// operator has dealt with them.
package refusals

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/jobs"
)

// Step is something that was to be done and was refused.
type Step struct {
	ID       uuid.UUID
	What     string    // in words
	Stream   uuid.UUID // of the event that it followed from, or what was due
	Position int64     // of the event; 0: it was due by time
	Notice   string    // what it is about at the payment provider; empty: it is a step of the product
	Message  string    // why it was refused
	At       time.Time
}

// Refused is a step with how often it was refused.
type Refused struct {
	Step        // the last time
	Count int64 // how often
	First time.Time
	Again bool // it waits to be done again
}

// Queue counts the steps that wait for an operator. They are rows of this store and no jobs (D-305).
var Queue = jobs.Queue{Kind: "refused steps", Rows: "select first_at, false, true from refused_steps"}

// Store keeps the steps.
type Store struct{ pool *pgxpool.Pool }

// NewStore returns the store.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }

// Add stores that a step was refused, or refused once more.
func (s *Store) Add(ctx context.Context, r Step) error {
	_, err := s.pool.Exec(ctx, `insert into refused_steps as r
			(id, step, stream, position, message, first_at, last_at, notice) values ($1, $2, $3, $4, $5, $6, $6, $7)
		on conflict (id) do update set count = r.count + 1, message = excluded.message, last_at = excluded.last_at,
			again = false`,
		r.ID, r.What, r.Stream, r.Position, r.Message, r.At, r.Notice)
	return dberror.Of("refused steps", err)
}

// List returns the steps that were refused last, and how many there are.
func (s *Store) List(ctx context.Context, limit int) (list []Refused, total int, err error) {
	rows, err := s.pool.Query(ctx, `select id, step, stream, position, message, last_at, notice, count, first_at, again,
		(select count(*) from refused_steps) from refused_steps order by last_at desc, id limit $1`, limit)
	if err != nil {
		return nil, 0, dberror.Of("refused steps", err)
	}
	list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Refused, err error) {
		return r, row.Scan(&r.ID, &r.What, &r.Stream, &r.Position, &r.Message, &r.At, &r.Notice, &r.Count,
			&r.First, &r.Again, &total)
	})
	return list, total, dberror.Of("refused steps", err)
}

// Retry lets everything be done again.
func (s *Store) Retry(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, "update refused_steps set again = true where not again")
	return dberror.Of("refused steps", err)
}

// Remove removes a step that needs not be done. It returns domain.ErrNotFound if there is none.
func (s *Store) Remove(ctx context.Context, id uuid.UUID) error {
	tag, err := s.pool.Exec(ctx, "delete from refused_steps where id = $1", id)
	if err == nil && tag.RowsAffected() == 0 {
		return domain.ErrNotFound
	}
	return dberror.Of("refused steps", err)
}

// Waiting returns positions of events after one whose steps are to be done again, in their order.
func (s *Store) Waiting(ctx context.Context, after int64, limit int) ([]int64, error) {
	rows, err := s.pool.Query(
		ctx,
		"select distinct position from refused_steps where again and position > $1 order by position limit $2",
		after,
		limit,
	)
	if err != nil {
		return nil, dberror.Of("refused steps", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return found, dberror.Of("refused steps", err)
}

// Notices returns what steps are about at the payment provider: those of one invoice, or with Nil those that are to be
// done again.
func (s *Store) Notices(ctx context.Context, stream uuid.UUID) ([]string, error) {
	which, args := "again", []any{}
	if stream != uuid.Nil {
		which, args = "stream = $1", []any{stream}
	}
	rows, err := s.pool.Query(
		ctx, "select notice from refused_steps where notice <> '' and "+which+" order by first_at, id", args...,
	)
	if err != nil {
		return nil, dberror.Of("refused steps", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return found, dberror.Of("refused steps", err)
}

// Done removes the steps after an event that waited to be done again and were not refused once more.
func (s *Store) Done(ctx context.Context, position int64) error {
	_, err := s.pool.Exec(ctx, "delete from refused_steps where position = $1 and again", position)
	return dberror.Of("refused steps", err)
}

// Swept removes the steps that were due by time, and that were not refused since a time: everything that is
// due was done since.
func (s *Store) Swept(ctx context.Context, since time.Time) error {
	_, err := s.pool.Exec(ctx, "delete from refused_steps where position = 0 and notice = '' and last_at < $1", since)
	return dberror.Of("refused steps", err)
}
