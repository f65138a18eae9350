// Package preferences stores what people choose for themselves: saved filters, mail about
// notifications, and the orders that they are notified about.
package preferences

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Store reads and writes preferences in PostgreSQL.
type Store struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Store { return &Store{pool, clock} }
