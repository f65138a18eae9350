// Package audit is what auditors search: the events of all orders, which the timeline has, those of accounts, for which
// it keeps a read model, and the commands that were refused.
package audit

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Event is one event of an order, its proofs or their topics.
type Event struct {
	Position int64
	Stream   uuid.UUID
	Type     string
	Actor    uuid.UUID // Nil for the system
	// Impersonator is the admin who did it in the actor's name (D-48), or Nil if the actor did.
	Impersonator uuid.UUID
	At           time.Time
	Via          string
	Detail       string
	Reason       string
	Attachment   uuid.UUID
	Order        Order
}

// Order has the names by which an auditor knows an order. The name is empty once the order is
// deleted.
type Order struct {
	ID     uuid.UUID
	Number order.Number
	Name   string
}

// Filter limits a search. Empty fields do not limit.
type Filter struct {
	Person   uuid.UUID
	Order    uuid.UUID
	Types    []string
	From, To time.Time
	Via      string
	// Above and UpTo limit the positions. They exclude only events that are certainly outside From
	// and To.
	Above, UpTo int64
}

// Queries reads the timeline and the outcomes of commands.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// args collects the arguments of a statement.
type args []any

func (a *args) add(v any) string {
	*a = append(*a, v)
	return fmt.Sprintf("$%d", len(*a))
}

// Newest lists events before a position, newest first. before 0 starts at the end.
func (q *Queries) Newest(ctx context.Context, f Filter, before int64, limit int) ([]Event, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	return q.events(ctx, f, "<", before, "desc", limit)
}

// Oldest lists events after a position, oldest first.
func (q *Queries) Oldest(ctx context.Context, f Filter, after int64, limit int) ([]Event, error) {
	return q.events(ctx, f, ">", after, "asc", limit)
}

// events reads one page along an index, whatever the filter is. It reads a page of each stream, or
// of each type, and returns the first page of all these rows.
func (q *Queries) events(
	ctx context.Context,
	f Filter,
	side string,
	bound int64,
	direction string,
	limit int,
) ([]Event, error) {
	var a args
	none, most := a.add(uuid.Nil), a.add(limit)
	where := []string{"t.position " + side + " " + a.add(bound)}
	if f.Above > 0 {
		where = append(where, "t.position > "+a.add(f.Above))
	}
	if f.UpTo > 0 {
		where = append(where, "t.position <= "+a.add(f.UpTo))
	}
	if !f.From.IsZero() {
		where = append(where, "t.at >= "+a.add(f.From))
	}
	if !f.To.IsZero() {
		where = append(where, "t.at <= "+a.add(f.To))
	}
	if f.Person != uuid.Nil {
		where = append(where, "t.actor = "+a.add(f.Person))
	}
	if f.Via != "" {
		where = append(where, "t.via = "+a.add(f.Via))
	}
	each := ""
	switch {
	case f.Order != uuid.Nil:
		if len(f.Types) > 0 {
			where = append(where, "t.type = any("+a.add(f.Types)+")")
		}
		where = append(where, "t.stream_id = one.id")
		each = "(select id from timeline_streams where order_id = " + a.add(f.Order) + ") one cross join "
	case len(f.Types) > 0:
		where = append(where, "t.type = one.id")
		each = "unnest(" + a.add(f.Types) + "::text[]) as one (id) cross join "
	}
	page := "lateral (select * from timeline_entries t where " + strings.Join(where, " and ") +
		" order by t.position " + direction + " limit " + most + ") e"
	rows, err := q.pool.Query(
		ctx,
		`select e.position, e.stream_id, e.type, coalesce(e.actor, `+none+`), coalesce(e.impersonator, `+none+`), e.at, e.via, left(e.detail, 300), left(e.reason, 300),
		coalesce(nullif(s.attachment_id, s.order_id), `+none+`), coalesce(s.order_id, `+none+`), coalesce(b.prefix, ''), coalesce(b.number, 0), coalesce(b.name, '')
		from `+each+page+` left join timeline_streams s on s.id = e.stream_id left join board_cards b on b.id = s.order_id
		order by e.position `+direction+` limit `+most,
		a...)
	if err != nil {
		return nil, dberror.Of("audit", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Event, err error) {
		return e, row.Scan(
			&e.Position,
			&e.Stream,
			&e.Type,
			&e.Actor,
			&e.Impersonator,
			&e.At,
			&e.Via,
			&e.Detail,
			&e.Reason,
			&e.Attachment,
			&e.Order.ID,
			&e.Order.Number.Prefix,
			&e.Order.Number.N,
			&e.Order.Name,
		)
	})
	return found, dberror.Of("audit", err)
}

// Moment is a position of the log with its time.
type Moment struct {
	Position int64
	At       time.Time
}

// Moments returns the first event, the last one, and events evenly spaced between them, oldest
// first. ticks limits their number.
func (q *Queries) Moments(ctx context.Context, head int64, ticks int) ([]Moment, error) {
	var wanted []int64
	n := min(int64(ticks), head)
	for i := range n {
		at := int64(1)
		if n > 1 {
			at += i * (head - 1) / (n - 1)
		}
		wanted = append(wanted, at)
	}
	rows, err := q.pool.Query(
		ctx, "select position, occurred_at from events where position = any($1) order by position", wanted,
	)
	if err != nil {
		return nil, dberror.Of("moments", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Moment])
	return found, dberror.Of("moments", err)
}

// OrderOf returns the order that a stream belongs to, or domain.ErrNotFound.
func (q *Queries) OrderOf(ctx context.Context, stream uuid.UUID) (o Order, err error) {
	err = q.pool.QueryRow(ctx, `select s.order_id, coalesce(b.prefix, ''), coalesce(b.number, 0), coalesce(b.name, '')
		from timeline_streams s left join board_cards b on b.id = s.order_id where s.id = $1`, stream).Scan(&o.ID, &o.Number.Prefix, &o.Number.N, &o.Name)
	return o, dberror.Of("audit", err)
}
