package sales_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine/rowset"
	"github.com/proofboard/proofboard/projections/sales"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// What is used beyond the quota of a cycle that is over came from what was bought, and stays used.
func TestMetersCountACycleAndWhatWasBoughtBefore(t *testing.T) { // D-55 BY-042
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
	customer, rival := uuid.New(), uuid.New()
	first := time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
	second, third := first.AddDate(0, 0, 28), first.AddDate(0, 0, 59)
	cycle := func(of uuid.UUID, starts time.Time, hours, orders int) {
		exec("insert into sales_cycles values ($1, $2, $3, $4, $5)",
			subscription.StreamOf(of), starts, of, hours, orders)
	}
	one, other, rivals := uuid.New(), uuid.New(), uuid.New()
	owners := map[uuid.UUID]uuid.UUID{one: customer, other: customer, rivals: rival}
	version := 0
	use := func(order uuid.UUID, kind string, amount int, at time.Time) {
		version++
		exec(
			"insert into sales_usage values ($1, $2, $3, $4, $5, $6, 1)",
			order,
			version,
			owners[order],
			kind,
			amount,
			at,
		)
	}
	queries := sales.NewQueries(pool)
	want := func(what string, w subscription.Spent) {
		t.Helper()
		if got, err := queries.Meters(t.Context(), customer, true); err != nil || got != w {
			t.Errorf("%s: %+v, %v, want %+v", what, got, err, w)
		}
		w.Orders.Bought, w.Work.Bought = 0, 0
		if got, err := queries.Meters(t.Context(), customer, false); err != nil || got != w {
			t.Errorf("%s, without what was bought: %+v, %v, want %+v", what, got, err, w)
		}
		for meter, used := range map[sales.Meter]int64{sales.Orders: w.Orders.Used, sales.Hours: w.Work.Used} {
			shown, err := queries.MeterEvents(t.Context(), customer, meter, 0, 100)
			sum := int64(0)
			for _, e := range shown.Events {
				sum += e.Amount
			}
			if err != nil || shown.Used != used || sum != used {
				t.Errorf("%s: the events of %s are %+v, %v, want a sum of %d", what, meter, shown, err, used)
			}
		}
	}
	want("without a cycle", subscription.Spent{})
	cycle(customer, first, 3600, 2)
	cycle(rival, first, 10, 10)
	use(one, sales.OrderUsage, 1, first.Add(-time.Second)) // before the account had a plan
	use(rivals, sales.WorkUsage, 99, first)
	use(one, sales.OrderUsage, 1, first)
	use(one, sales.WorkUsage, 5000, first.Add(time.Hour))
	use(other, sales.OrderUsage, 1, second.Add(-time.Microsecond))
	use(other, sales.OrderUsage, -1, second.Add(-time.Microsecond)) // it became a draft again
	use(other, sales.OrderUsage, 1, second.Add(-time.Microsecond))
	want("in the first cycle", subscription.Spent{
		Orders: subscription.Meter{Used: 2}, Work: subscription.Meter{Used: 5000},
	})
	cycle(customer, second, 7200, -1)
	use(one, sales.WorkUsage, 100, second)
	want("in the second cycle", subscription.Spent{Work: subscription.Meter{Used: 100, Bought: 1400}})
	use(other, sales.OrderUsage, 500, second.AddDate(0, 0, 1))
	cycle(customer, third, 3600, 2)
	use(one, sales.WorkUsage, 60, third)
	want("in the third cycle, after one without a limit", subscription.Spent{
		Work: subscription.Meter{Used: 60, Bought: 1400},
	})
}

// However a draft is placed, it counts once, and no more when it is a draft again: published, moved by a manager, or
// imported with any status.
func TestAPlacedOrderCountsOnce(t *testing.T) { // D-55
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	p := sales.Projection()
	tables, err := rowset.Describe(t.Context(), conn, p.Tables, "")
	if err != nil {
		t.Fatal(err)
	}
	b := rowset.New(t.Context(), conn, tables, func() rowset.Statement { return rowset.Statement{SQL: "select 1"} })
	customer, at := uuid.New(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	admin := domain.Actor{ID: uuid.New(), Role: domain.Admin, ClientID: domain.ProviderClient}
	apply := func(stream uuid.UUID, version int, kind eh.EventType, data any) {
		t.Helper()
		reduce, known := p.Reducers[kind]
		if !known {
			return
		}
		e := domain.Event{Stream: stream, Version: version, Type: kind, Data: data, OccurredAt: at}
		if err := b.Apply(func() error { return reduce(b, e) }); err != nil {
			t.Fatal(err)
		}
	}
	var placed int64
	for _, to := range order.Importable(admin, domain.DirectClient, customer) {
		o := order.New(uuid.New())
		if err := o.Import(order.Imported{
			Drafted: order.Drafted{
				Client: domain.DirectClient, Customer: customer, Creator: admin.ID,
				Details: order.Details{Headline: order.Headline{Name: "Label"}},
			},
			To: to, Reason: "moved in", SlotIsFree: true, Place: at,
		}, admin, at); err != nil {
			t.Fatal(to, err)
		}
		version := 0
		for _, r := range o.TakeRecorded() {
			version++
			apply(o.ID, version, r.Type, r.Data)
		}
		switch to {
		case order.Draft, order.CancelledOff:
		case order.InProgress:
			back := order.Change{From: to, To: order.Draft, Rank: "0a"}
			apply(o.ID, version+1, order.RevertedToDraftType, &order.RevertedToDraft{Change: back})
		default:
			placed++
		}
	}
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(
		t.Context(),
		"insert into sales_cycles values ($1, $2, $3, -1, -1)",
		subscription.StreamOf(customer),
		at,
		customer,
	); err != nil {
		t.Fatal(err)
	}
	got, err := sales.NewQueries(pool).Meters(t.Context(), customer, false)
	if err != nil || got.Orders.Used != placed || placed < 5 {
		t.Errorf("%+v, %v, want %d orders", got, err, placed)
	}
}
