package sales

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

func estimateConfirmed(b *rowset.Batch, e domain.Event, d *order.EstimateConfirmed) error {
	b.Upsert(hourly, e.Stream, rowset.Set{
		"customer": d.Customer, "estimate": d.Estimate, "quarters": d.Before, "confirmed_at": e.OccurredAt,
		"position": e.Position,
	})
	return nil
}

// Hourly is an order whose work is paid by the hour.
type Hourly struct {
	Order     uuid.UUID
	Customer  uuid.UUID
	Estimate  order.Estimate
	Billed    int64 // quarters of an hour
	Confirmed time.Time
	Worked    int64 // seconds, without a running timer
}

// Unbilled returns the quarters of an hour that were worked and not billed.
func (h Hourly) Unbilled() int64 { return max(billing.Quarters(h.Worked)-h.Billed, 0) }

// workedOn selects the seconds that were worked on the order of a row h.
const workedOn = `(select coalesce(sum(u.amount), 0)::bigint from sales_usage u
	where u.order_id = h.id and u.kind = 'work')`

// HourlyOrders returns the orders of a customer that are paid by the hour, those confirmed last first.
func (q *Queries) HourlyOrders(ctx context.Context, customer uuid.UUID, offset, limit int) ([]Hourly, error) {
	return q.hourly(
		ctx,
		"h.customer = $1 order by h.confirmed_at desc, h.id offset $2 limit $3",
		customer,
		offset,
		limit,
	)
}

// HourlyOrder returns an order if its work is paid by the hour. Otherwise it reports false.
func (q *Queries) HourlyOrder(ctx context.Context, id uuid.UUID) (Hourly, bool, error) {
	found, err := q.hourly(ctx, "h.id = $1", id)
	if err != nil || len(found) == 0 {
		return Hourly{}, false, err
	}
	return found[0], true, nil
}

func (q *Queries) hourly(ctx context.Context, which string, args ...any) ([]Hourly, error) {
	rows, err := q.pool.Query(
		ctx,
		"select h.id, h.customer, h.estimate, h.quarters, h.confirmed_at, "+workedOn+" from sales_hourly h where "+which,
		args...,
	)
	if err != nil {
		return nil, dberror.Of("orders paid by the hour", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Hourly])
	return found, dberror.Of("orders paid by the hour", err)
}

// HourlyAccount is what was worked for an account that pays by the hour, and not billed.
type HourlyAccount struct {
	Offer    billing.Offer // what the account has now
	Orders   int           // with such work
	Quarters int64         // of an hour
}

// HourlyAccounts returns what was worked for customers and not billed. Customers who have no plan are left
// out.
func (q *Queries) HourlyAccounts(ctx context.Context, customers []uuid.UUID) (map[uuid.UUID]HourlyAccount, error) {
	rows, err := q.pool.Query(ctx, `
		select s.customer, s.state->'Cycle'->'plan'->'offer', count(w.id) filter (where w.more > 0),
			coalesce(sum(w.more), 0)::bigint
		from sales_subscriptions s
		left join lateral (
			select h.id, greatest((`+workedOn+` + $2 - 1) / $2 - h.quarters, 0) as more
			from sales_hourly h where h.customer = s.customer
		) w on true
		where s.customer = any($1) group by s.customer, s.state->'Cycle'->'plan'->'offer'`, customers, billing.Quarter)
	if err != nil {
		return nil, dberror.Of("accounts that pay by the hour", err)
	}
	all := make(map[uuid.UUID]HourlyAccount, len(customers))
	var id uuid.UUID
	var a HourlyAccount
	_, err = pgx.ForEachRow(rows, []any{&id, &a.Offer, &a.Orders, &a.Quarters}, func() error {
		all[id], a = a, HourlyAccount{}
		return nil
	})
	return all, dberror.Of("accounts that pay by the hour", err)
}
