package sales_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/advisory"
	"github.com/proofboard/proofboard/projections/sales"
)

// A reading is remembered with its position, and forgotten when somebody has to count.
func TestAReadingIsRememberedUntilSomebodyCounts(t *testing.T) { // D-266
	pool, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "migrated", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	customer, other := uuid.New(), uuid.New()
	active, position := 3, int64(7)
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	usage := sales.Usage{
		Active: func(_ context.Context, of []uuid.UUID) (map[uuid.UUID]int, error) {
			return map[uuid.UUID]int{of[0]: active}, nil
		},
		Sales:     sales.NewQueries(pool),
		Locks:     advisory.NewLocks(pool),
		SalesRead: func(context.Context) error { return nil },
		Counted:   func() int64 { return position },
		Readings:  new(sales.Readings),
		Clock:     func() time.Time { return now },
	}
	want := func(what string, of uuid.UUID, bought bool, n int, at int64) {
		t.Helper()
		used, got, err := usage.Recent(t.Context(), of, bought)
		if err != nil || got != n || used.Position != at {
			t.Errorf("%s: %d active at %d, %v, want %d at %d", what, got, used.Position, err, n, at)
		}
	}
	want("the first reading", customer, false, 3, 7)
	active, position = 4, 9
	want("a moment later", customer, false, 3, 7)
	want("with what was bought", customer, true, 4, 9)
	want("another customer", other, false, 4, 9)
	active, position = 5, 12
	_, release, err := usage.Spend(t.Context(), customer, false)
	if err != nil {
		t.Fatal(err)
	}
	release()
	want("after somebody has counted", customer, false, 5, 12)
	want("and for both", customer, true, 5, 12)
	want("of another customer", other, false, 4, 9)
	now = now.Add(time.Second)
	want("a second later", other, false, 5, 12)
}
