package accountstest

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
)

// Database returns connections to a migrated database of the test.
func Database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "accounts", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}
