// Package transfers stores what people asked to upload and download: permissions to upload a file,
// zips of an order's files, and exports of an account.
package transfers

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Store reads and writes the requests in PostgreSQL.
type Store struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Store { return &Store{pool, clock} }

// State is the progress of a zip or an export.
type State string

const (
	Waiting State = "waiting"
	Ready   State = "ready"
	Failed  State = "failed"
)
