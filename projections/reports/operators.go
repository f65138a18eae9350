package reports

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

// loading is the condition for orders that are still to be worked on, as the index of them has it.
const loading = "not o.archived and o.placed_at is not null and o.completed_at is null and o.cancelled_at is null"

// MostOperators is the largest number of people in a report.
const MostOperators = 500

// Operator has the figures of a person who works on orders.
type Operator struct {
	Person   uuid.UUID
	Worked   int64 // seconds in the period
	Orders   int   // that they worked on in the period
	Finished int   // their orders that were completed in the period
	Rework   int   // how often their orders came back from a review in the period
	Load     int   // their orders that are unfinished now
}

// Operators returns the figures of the people who worked on orders in the period or have some now, those who
// worked most first. A person limits the report to their own figures.
func (q *Queries) Operators(ctx context.Context, f Filter, p Period, person uuid.UUID) (found []Operator, err error) {
	leave, err := q.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	all := map[uuid.UUID]Operator{}
	everything := filtered(domain.Actor{Role: domain.Admin}, f).everything()
	parts := func(table, order string) string {
		if everything {
			return table
		}
		return joined(table, order)
	}
	var mu sync.Mutex
	count := func(column, sql string, add func(o *Operator, n, orders int64), limit func(*where)) inTransaction {
		return func(ctx context.Context, tx pgx.Tx) error {
			w := filtered(domain.Actor{Role: domain.Admin}, f)
			limit(w)
			if person != uuid.Nil {
				w.add(column+" = ?", person)
			}
			rows, err := tx.Query(ctx, strings.ReplaceAll(sql, "{where}", w.sql()), w.args...)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			var of uuid.UUID
			var n, orders int64
			_, err = pgx.ForEachRow(rows, []any{&of, &n, &orders}, func() error {
				o := all[of]
				o.Person = of
				add(&o, n, orders)
				all[of] = o
				return nil
			})
			return err
		}
	}
	within := func(column string) func(*where) { return func(w *where) { w.within(column, p) } }
	worked := count(
		"k.person",
		`select person, sum(seconds)::bigint, count(*) from (select k.person, k.order_id, sum(k.seconds) as seconds
			from `+parts("report_work k", "k.order_id")+` where {where} group by 1, 2) each group by 1`,
		func(o *Operator, n, orders int64) { o.Worked, o.Orders = n, int(orders) },
		within("k.at"),
	)
	finished := count(
		"o.operator",
		"select o.operator, count(*), 0::bigint from report_orders o where {where} and o.operator is not null group by 1",
		func(o *Operator, n, _ int64) { o.Finished = int(n) },
		within("o.completed_at"),
	)
	rework := count(
		"r.operator",
		`select r.operator, count(*), 0::bigint from `+parts("report_returns r", "r.order_id")+
			` where {where} and r.operator is not null group by 1`,
		func(o *Operator, n, _ int64) { o.Rework = int(n) },
		within("r.at"),
	)
	load := count(
		"o.operator",
		"select o.operator, count(*), 0::bigint from report_orders o where {where} and o.operator is not null group by 1",
		func(o *Operator, n, _ int64) { o.Load = int(n) },
		func(w *where) { w.conditions = append(w.conditions, loading) },
	)
	if everything {
		// The work of a person on an order is side by side in an index. To build a table of all persons and orders in
		// memory, as the planner would, takes longer.
		worked = oneByOne(without("hashagg", "sort"), worked)
	}
	if err := q.together(ctx, worked, oneByOne(finished, rework, load)); err != nil {
		return nil, err
	}
	found = slices.SortedFunc(maps.Values(all), func(a, b Operator) int {
		return cmp.Or(
			cmp.Compare(
				b.Worked,
				a.Worked,
			),
			cmp.Compare(b.Finished, a.Finished),
			bytes.Compare(a.Person[:], b.Person[:]),
		)
	})
	return found[:min(len(found), MostOperators)], nil
}
