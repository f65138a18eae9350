package audit

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/projections/query"
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

// Accounts lists the events of accounts, newest first.
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
	if len(f.Streams) > 0 {
		where = append(where, "e.stream = any("+a.add(f.Streams)+")")
	}
	rows, err := q.pool.Query(
		ctx,
		`select e.position, e.type, coalesce(e.actor, `+none+`), coalesce(e.impersonator, `+none+`), e.at, e.via, e.detail, e.reason,
		coalesce(m.person, `+none+`), coalesce(c.id, `+none+`), coalesce(t.id, '')
		from (select * from account_entries e where `+strings.Join(
			where,
			" and ",
		)+` order by e.position desc limit `+a.add(
			limit,
		)+`) e
		left join account_members m on m.stream = e.stream left join account_customers c on c.id = e.stream
		left join account_clients t on t.stream = e.stream order by e.position desc`,
		a...)
	if err != nil {
		return nil, query.Failed("audit of accounts", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[AccountEvent])
	return found, query.Failed("audit of accounts", err)
}
