package sales_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/sales"
)

// The list of accounts counts what is not billed as the orders do.
func TestAnAccountHasTheUnbilledWorkOfItsOrders(t *testing.T) { // D-57
	pool, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "migrated", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	customer, idle, none := uuid.New(), uuid.New(), uuid.New()
	offer := billing.Offer{Name: "As you go", Free: true, PAYG: true, HourPrice: 6_000, Currency: "EUR"}
	for _, id := range []uuid.UUID{customer, idle} {
		s := subscription.New(subscription.StreamOf(id))
		s.Customer, s.Cycle.Plan.Offer = id, offer
		exec("insert into sales_subscriptions values ($1, $2, $3, 'active', null, $4, 1, 1)", s.ID, id, uuid.New(), s)
	}
	estimate := order.Estimate{Hourly: billing.Hourly{Price: 6_000, Currency: "EUR"}, Allocated: 7200}
	want := sales.HourlyAccount{Offer: offer}
	for i, c := range []struct{ worked, billed, more int64 }{
		{0, 0, 0}, {1, 0, 1}, {900, 0, 1}, {901, 0, 2}, {901, 2, 0}, {3600, 1, 3}, {60, 4, 0}, {-5, 0, 0},
	} {
		id := uuid.New()
		exec("insert into sales_hourly values ($1, $2, $3, $4, $5, 1)", id, customer, estimate, c.billed, at)
		exec("insert into sales_usage values ($1, 1, $2, 'work', $3, $4, 1)", id, customer, c.worked, at)
		exec("insert into sales_usage values ($1, 2, $2, 'order', 1, $3, 1)", id, customer, at)
		h, found, err := sales.NewQueries(pool).HourlyOrder(t.Context(), id)
		if err != nil || !found || h.Unbilled() != c.more || h.Estimate != estimate {
			t.Errorf("order %d: %+v, %v, %v", i, h, found, err)
		}
		want.Quarters += c.more
		if c.more > 0 {
			want.Orders++
		}
	}
	got, err := sales.NewQueries(pool).HourlyAccounts(t.Context(), []uuid.UUID{customer, idle, none})
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if a := got[customer]; a.Orders != want.Orders || a.Quarters != want.Quarters || a.Offer.HourPrice != 6_000 {
		t.Errorf("%+v, want %+v", a, want)
	}
	if a := got[idle]; a.Orders != 0 || a.Quarters != 0 {
		t.Errorf("without work: %+v", a)
	}
}
