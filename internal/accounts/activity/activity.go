// Package activity stores what people do that is no event of the log: the pages they opened, the
// announcements they dismissed, and whether they still work while their timer runs.
package activity

import "github.com/jackc/pgx/v5/pgxpool"

// Store reads and writes activity in PostgreSQL.
type Store struct{ pool *pgxpool.Pool }

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }
