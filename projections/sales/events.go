package sales

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Meter is one of the meters of an account.
type Meter string

// An account has a meter for everything that its plan limits. See D-55.
const (
	Hours        Meter = "hours"         // seconds of work in the present cycle
	Orders       Meter = "orders"        // orders placed in the present cycle
	ActiveOrders Meter = "active-orders" // orders that are worked on now
	Storage      Meter = "storage"       // bytes of the files of orders now
)

// MeterEvent is a part of what a meter shows. Storage has one for each order and not for each file:
// the customer's people may not know when internal files were added (D-13).
type MeterEvent struct {
	Order  uuid.UUID
	Name   string // of the order, empty if it is deleted
	Amount int64  // below 0 for what was taken back
	At     time.Time
}

// Metered is what a meter shows, with a page of its parts.
type Metered struct {
	From   time.Time // begin of the present cycle; zero for meters without one
	Used   int64     // the sum of the amounts of all parts
	Events []MeterEvent
}

// active are the statuses of active orders.
var active = slices.DeleteFunc(slices.Clone(order.Statuses), func(s order.Status) bool { return !s.IsActive() })

// parts selects the parts of each meter, for a customer ($1) and other arguments ($2).
var parts = map[Meter]string{
	ActiveOrders: `select id, name, 1::bigint as amount, created_at as at, 0 as version from board_cards
		where customer = $1 and not archived and status = any($2)`,
	Storage: `select c.id, c.name, sum(v.size)::bigint as amount, c.created_at as at, 0 as version from board_cards c
		join proof_attachments a on a.order_id = c.id join proof_versions v on v.attachment_id = a.id
		where c.customer = $1 and $2::text[] is not null group by c.id having sum(v.size) > 0`,
	Hours:  usageParts,
	Orders: usageParts,
}

// usageParts selects what is used since a moment. The second argument has the kind and the moment.
const usageParts = `select u.order_id as id, coalesce(c.name, '') as name, u.amount, u.at, u.version from sales_usage u
	left join board_cards c on c.id = u.order_id
	where u.customer = $1 and u.kind = ($2::text[])[1] and u.at >= ($2::text[])[2]::timestamptz`

// MeterEvents returns what a meter of a customer shows, with its parts, the newest first. Without a
// cycle, hours and orders have none.
func (q *Queries) MeterEvents(
	ctx context.Context,
	customer uuid.UUID,
	of Meter,
	offset, limit int,
) (m Metered, err error) {
	which, ok := parts[of]
	if !ok {
		return m, domain.ErrNotFound
	}
	args := make([]string, 0, len(active))
	switch of {
	case ActiveOrders:
		for _, s := range active {
			args = append(args, string(s))
		}
	case Storage:
	case Hours, Orders:
		if m.From, err = q.cycleOf(ctx, customer); err != nil || m.From.IsZero() {
			return m, err
		}
		kind := OrderUsage
		if of == Hours {
			kind = WorkUsage
		}
		args = append(args, kind, m.From.Format(time.RFC3339Nano))
	}
	err = q.pool.QueryRow(ctx, "select coalesce(sum(amount), 0)::bigint from ("+which+") p", customer, args).
		Scan(&m.Used)
	if err != nil {
		return m, dberror.Of("meter", err)
	}
	rows, err := q.pool.Query(
		ctx, "select id, name, amount, at from ("+which+") p order by at desc, id, version desc offset $3 limit $4",
		customer, args, offset, limit,
	)
	if err != nil {
		return m, dberror.Of("meter", err)
	}
	m.Events, err = pgx.CollectRows(rows, pgx.RowToStructByPos[MeterEvent])
	return m, dberror.Of("meter", err)
}

// cycleOf returns when the present cycle of a customer began. It is zero if there never was one.
func (q *Queries) cycleOf(ctx context.Context, customer uuid.UUID) (starts time.Time, err error) {
	err = q.pool.QueryRow(
		ctx, "select starts from sales_cycles where customer = $1 order by starts desc limit 1", customer,
	).Scan(&starts)
	if errors.Is(err, pgx.ErrNoRows) {
		return starts, nil
	}
	return starts.UTC(), dberror.Of("cycle", err)
}
