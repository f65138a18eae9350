package audit

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// AccountEvent is one event of a client, a customer or a member. It names who or what it was done to:
// one of Person, Customer and Client.
type AccountEvent struct {
	Position     int64
	Type         string
	Actor        uuid.UUID // Nil for the system
	Impersonator uuid.UUID // the admin who did it in the actor's name (D-48), or Nil
	At           time.Time
	Via          string
	Detail       string
	Reason       string // sealed
	Person       uuid.UUID
	Customer     uuid.UUID
	Client       string
}

// AccountFilter limits a list of events of accounts. Empty fields do not limit.
type AccountFilter struct {
	Person  uuid.UUID   // who did it, also as an impersonator
	Streams []uuid.UUID // what it was done to
	Before  int64
}

// Accounts lists the events of accounts and of what is sold to them, newest first.
func (q *Queries) Accounts(ctx context.Context, f AccountFilter, limit int) ([]AccountEvent, error) {
	var a args
	none := a.add(uuid.Nil)
	where := []string{"true"}
	if f.Before > 0 {
		where = append(where, "e.position < "+a.add(f.Before))
	}
	if f.Person != uuid.Nil {
		person := a.add(f.Person)
		where = append(where, "(e.actor = "+person+" or e.impersonator = "+person+")")
	}
	most := a.add(limit)
	newest := func(table, about, columns string) string {
		all := where
		if len(f.Streams) > 0 {
			all = append(slices.Clone(all), about+" = any("+a.add(f.Streams)+")")
		}
		return "(select position, type, actor, at, via, " + columns + " from " + table +
			" e where " + strings.Join(all, " and ") + " order by e.position desc limit " + most + ")"
	}
	rows, err := q.pool.Query(
		ctx,
		`select e.position, e.type, coalesce(e.actor, `+none+`), coalesce(e.impersonator, `+none+`), e.at, e.via, e.detail, e.reason,
		coalesce(m.person, `+none+`), coalesce(e.customer, c.id, `+none+`), coalesce(nullif(e.seller, ''), t.id, '')
		from (`+newest(
			"account_entries",
			"e.stream",
			"impersonator, detail, reason, stream, null::uuid as customer, '' as seller",
		)+" union all "+newest(
			"sales_entries",
			"e.customer",
			"impersonator, detail, reason, null::uuid, customer, seller",
		)+" union all "+newest(
			"(select *, null::uuid as impersonator from webhook_entries)",
			"e.customer",
			"null::uuid, host, '', null::uuid, customer, case when customer is null then client else '' end",
		)+` order by position desc limit `+most+`) e
		left join account_members m on m.stream = e.stream left join account_customers c on c.id = e.stream
		left join account_clients t on t.stream = e.stream order by e.position desc`,
		a...)
	if err != nil {
		return nil, dberror.Of("audit of accounts", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[AccountEvent])
	return found, dberror.Of("audit of accounts", err)
}
