package payments

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/jobs"
)

// Queue counts the notices of Stripe that are not handled yet. They are rows of this store and no jobs (D-305).
var Queue = jobs.Queue{
	Kind: "notices of payments",
	Rows: "select received_at, false, failure <> '' from payment_notices where done_at is null",
}

// Store keeps which payment belongs to which invoice, and what Stripe told by itself.
type Store struct{ pool *pgxpool.Pool }

// NewStore returns the store.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }

// Keep stores the payment of an invoice, unless it has one. It returns the one that the invoice has.
func (s *Store) Keep(ctx context.Context, invoice uuid.UUID, id string) (kept string, err error) {
	err = s.pool.QueryRow(ctx, `insert into payment_intents (invoice, id) values ($1, $2)
		on conflict (invoice) do update set invoice = excluded.invoice returning id`, invoice, id).Scan(&kept)
	return kept, dberror.Of("payment", err)
}

// Replace gives an invoice another payment in place of one that can never be paid.
func (s *Store) Replace(ctx context.Context, invoice uuid.UUID, old, id string) (kept string, err error) {
	err = s.pool.QueryRow(ctx, `update payment_intents set id = case id when $2 then $3 else id end
		where invoice = $1 returning id`, invoice, old, id).Scan(&kept)
	return kept, dberror.Of("payment", err)
}

// Of returns the payment of an invoice, empty for none.
func (s *Store) Of(ctx context.Context, invoice uuid.UUID) (id string, err error) {
	err = s.pool.QueryRow(ctx, "select id from payment_intents where invoice = $1", invoice).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return id, dberror.Of("payment", err)
}

// InvoiceOf returns the invoice of a payment, or Nil.
func (s *Store) InvoiceOf(ctx context.Context, id string) (invoice uuid.UUID, err error) {
	err = s.pool.QueryRow(ctx, "select invoice from payment_intents where id = $1", id).Scan(&invoice)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, nil
	}
	return invoice, dberror.Of("payment", err)
}

// Received is a stored notice.
type Received struct {
	Notice
	At      time.Time
	Done    *time.Time // nil while it waits
	Tries   int
	Next    time.Time
	Failure string // why it was not done the last time
}

// Receive stores a notice. One that is there already is left as it is.
func (s *Store) Receive(ctx context.Context, n Notice, at time.Time) error {
	_, err := s.pool.Exec(ctx, `insert into payment_notices (id, type, object, received_at, next_at)
		values ($1, $2, $3, $4, $4) on conflict (id) do nothing`, n.ID, n.Type, n.Object, at)
	return dberror.Of("notice", err)
}

// Waiting returns notices that are to be handled now, the oldest first.
func (s *Store) Waiting(ctx context.Context, now time.Time, limit int) ([]Received, error) {
	return s.notices(ctx, "done_at is null and next_at <= $1 order by next_at, id limit $2", now, limit)
}

// List returns the newest notices, those that failed before the others.
func (s *Store) List(ctx context.Context, limit int) ([]Received, error) {
	return s.notices(
		ctx,
		"true order by (done_at is null and failure <> '') desc, received_at desc, id limit $1",
		limit,
	)
}

func (s *Store) notices(ctx context.Context, which string, args ...any) ([]Received, error) {
	rows, err := s.pool.Query(ctx, `select id, type, object, received_at, done_at, tries, next_at, failure
		from payment_notices where `+which, args...)
	if err != nil {
		return nil, dberror.Of("notices", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Received, err error) {
		return r, row.Scan(&r.ID, &r.Type, &r.Object, &r.At, &r.Done, &r.Tries, &r.Next, &r.Failure)
	})
	return found, dberror.Of("notices", err)
}

// Finish notes that a notice was handled.
func (s *Store) Finish(ctx context.Context, id string, at time.Time) error {
	_, err := s.pool.Exec(
		ctx, "update payment_notices set done_at = $2, tries = tries + 1, failure = '' where id = $1", id, at,
	)
	return dberror.Of("notice", err)
}

// Postpone notes why a notice was not handled, and when it is tried again.
func (s *Store) Postpone(ctx context.Context, id, why string, next time.Time) error {
	_, err := s.pool.Exec(
		ctx, "update payment_notices set tries = tries + 1, failure = $2, next_at = $3 where id = $1", id, why, next,
	)
	return dberror.Of("notice", err)
}

// Replay lets a notice be handled again. It returns domain.ErrNotFound if there is none.
func (s *Store) Replay(ctx context.Context, id string, now time.Time) error {
	tag, err := s.pool.Exec(
		ctx, "update payment_notices set done_at = null, next_at = $2, failure = '' where id = $1", id, now,
	)
	if err == nil && tag.RowsAffected() == 0 {
		return domain.ErrNotFound
	}
	return dberror.Of("notice", err)
}

// keptFor is how long notices that were handled are kept.
const keptFor = 90 * 24 * time.Hour

// Sweep removes old notices that were handled.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	_, err := s.pool.Exec(ctx, "delete from payment_notices where done_at < $1", now.Add(-keptFor))
	return dberror.Of("notices", err)
}
