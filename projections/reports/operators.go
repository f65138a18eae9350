package reports

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// unfinished are the statuses of orders that are still to be worked on.
var unfinished = slices.DeleteFunc(slices.Clone(order.Statuses), func(s order.Status) bool {
	return s == order.Draft || s == order.Completed || s == order.CancelledOff
})

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
	w := filtered(domain.Actor{Role: domain.Admin}, f)
	only := func(column string) string {
		if person == uuid.Nil {
			return w.sql() + " and " + column + " is not null"
		}
		return w.sql() + " and " + column + " = " + w.arg(person)
	}
	from, before, open := w.arg(p.From()), w.arg(p.Before), w.arg(unfinished)
	sql := `with figures as (
		select k.person, sum(k.seconds) as worked, count(distinct k.order_id) as orders, 0 as finished,
				0 as rework, 0 as load
			from report_work k join report_orders o on o.id = k.order_id
			where k.at >= ` + from + ` and k.at < ` + before + ` and ` + only("k.person") + ` group by 1
		union all
		select o.operator, 0, 0, count(*), 0, 0 from report_orders o
			where o.completed_at >= ` + from + ` and o.completed_at < ` + before + ` and ` + only("o.operator") + ` group by 1
		union all
		select r.operator, 0, 0, 0, count(*), 0 from report_returns r join report_orders o on o.id = r.order_id
			where r.at >= ` + from + ` and r.at < ` + before + ` and ` + only("r.operator") + ` group by 1
		union all
		select o.operator, 0, 0, 0, 0, count(*) from report_orders o
			where not o.archived and o.placed_at is not null
				and o.status = any(` + open + `) and ` + only("o.operator") + ` group by 1)
		select person, sum(worked)::bigint, sum(orders)::integer, sum(finished)::integer, sum(rework)::integer,
			sum(load)::integer
		from figures group by 1 order by 2 desc, 4 desc, 1 limit ` + w.arg(MostOperators)
	err = q.reading(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, sql, w.args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Operator])
		return err
	})
	return found, err
}
