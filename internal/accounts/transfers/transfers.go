// Package transfers stores what people asked to upload and download: permissions to upload a file,
// zips of an order's files, and exports of an account.
package transfers

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/jobs"
)

// Store reads and writes the requests in PostgreSQL.
type Store struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Store { return &Store{pool, clock} }

// Adopt makes jobs of requests that wait without one, because a process of an earlier version took them.
func (s *Store) Adopt(ctx context.Context) error {
	err := jobs.Adopt(
		ctx, s.pool, jobs.Zips, "select id, person, requested_at from bulk_downloads where state = 'waiting'",
	)
	return errors.Join(err, jobs.Adopt(
		ctx, s.pool, jobs.Exports, "select id, customer, requested_at from account_archives where state = 'waiting'",
	))
}

// one returns the only element, or domain.ErrNotFound.
func one[T any](all []T, err error) (T, error) {
	if err == nil && len(all) == 0 {
		err = domain.ErrNotFound
	}
	if err != nil {
		var none T
		return none, err
	}
	return all[0], nil
}

// State is the progress of a zip or an export.
type State string

const (
	Waiting State = "waiting"
	Ready   State = "ready"
	Failed  State = "failed"
)
