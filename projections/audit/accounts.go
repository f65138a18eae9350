package audit

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/dberror"
)

// AccountEvent is one of the Events. It names who or what it was done to: one of Person, Customer and Client.
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
	Person uuid.UUID // who did it, also as an impersonator
	About  uuid.UUID // the person or the customer that it was done to
	Before int64
}

// Accounts lists the events of accounts and of what is sold to them, newest first.
func (q *Queries) Accounts(ctx context.Context, f AccountFilter, limit int) ([]AccountEvent, error) {
	l := newListing(f.Before, limit)
	from := l.page("true")
	switch {
	case f.About != uuid.Nil:
		about, by := l.add(f.About), ""
		if f.Person != uuid.Nil {
			by = " and " + l.add(f.Person) + " = any(array[a.actor, a.impersonator])" // not by their indexes
		}
		from = "(select id from audit_streams where person = " + about + " or customer = " + about +
			") one cross join lateral " + l.page("a.stream = one.id"+by)
	case f.Person != uuid.Nil:
		person := l.add(f.Person)
		from = "(" + l.page("a.actor = "+person) + " union " + l.page("a.impersonator = "+person) + ")"
	}
	return l.read(ctx, q.pool, from)
}

// listing is a statement that reads lines, newest first.
type listing struct {
	args
	none, most, before string
}

func newListing(before int64, limit int) *listing {
	var l listing
	l.none, l.most = l.add(uuid.Nil), l.add(limit)
	if before > 0 {
		l.before = " and a.position < " + l.add(before)
	}
	return &l
}

// page selects the first lines for which a condition holds. There should be an index of it: without one, the lines of
// all accounts would be read.
func (l *listing) page(which string) string {
	return "(select * from audit_entries a where " + which + l.before + " order by a.position desc limit " + l.most + ")"
}

// read returns the first of the lines of pages.
func (l *listing) read(ctx context.Context, pool *pgxpool.Pool, from string) ([]AccountEvent, error) {
	rows, err := pool.Query(
		ctx,
		`select e.position, e.type, coalesce(e.actor, `+l.none+`), coalesce(e.impersonator, `+l.none+`), e.at, e.via, e.detail,
		e.reason, coalesce(s.person, `+l.none+`), coalesce(s.customer, `+l.none+`), coalesce(s.client, '')
		from `+from+` e left join audit_streams s on s.id = e.stream order by e.position desc limit `+l.most,
		l.args...,
	)
	if err != nil {
		return nil, dberror.Of("audit of accounts", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[AccountEvent])
	return found, dberror.Of("audit of accounts", err)
}
