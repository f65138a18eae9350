package projectiontest

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
)

// Database is a migrated database for one test, with functions that fill it.
func Database(t testing.TB) (pool *pgxpool.Pool, exec func(sql string, args ...any)) {
	t.Helper()
	pool, err := eventlog.NewPool(t.Context(), embeddedtest.DatabaseFrom(t, "migrated", migrations.Up), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, func(sql string, args ...any) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}
