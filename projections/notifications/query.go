package notifications

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Notification is a message in a person's inbox. In a list of groups it is the newest of its group,
// with the group's counts.
type Notification struct {
	inbox.Notified
	At       time.Time
	IsRead   bool
	Position int64 // in the log
	Total    int
	Read     int
}

// Page is a page of notifications. Total counts those of all pages by number, and Unread those of all groups.
type Page struct {
	Notifications []Notification
	Total         int
	Unread        int
	More          bool // there is another page
}

// Queries reads the table of notifications.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// columns are those of a notification. $3 is the id that stands for none.
const columns = `id, kind, grp, order_id, coalesce(attachment_id, $3), coalesce(version_id, $3), coalesce(topic_id, $3), coalesce(comment_id, $3), public, coalesce(by_whom, $3), status, at, is_read, position`

func scan(row pgx.CollectableRow) (n Notification, err error) {
	return n, row.Scan(
		&n.Message, &n.Kind, &n.Group, &n.Order, &n.Proof, &n.Version, &n.Topic, &n.Comment, &n.Public, &n.By,
		&n.Status, &n.At, &n.IsRead, &n.Position, &n.Total, &n.Read,
	)
}

// there is the condition that the order was not deleted. Notifications of deleted orders are
// neither shown nor counted.
const there = " and exists (select from board_cards c where c.id = order_id)"

// Part says which notifications of a list are wanted: a page by its number, or what comes after a place. What happens
// meanwhile moves no place (D-287).
type Part struct {
	Since       time.Time // only what came or was read at this time or later; zero: all
	ByGroup     bool      // groups by their names, instead of the newest first
	Ascending   bool      // notifications of a group from the oldest
	AfterGroup  string    // the last group of the page before, of a list by group
	AfterPlace  int64     // the last notification of the page before, of a list of one group
	Page, Limit int
}

// fresh is the condition that a notification came or was read at the time $2 or later, if it is not null. Rows from
// before the column existed may have been read.
const fresh = "($2::timestamptz is null or updated_at is null or updated_at >= $2)"

func (p Part) since() *time.Time {
	if p.Since.IsZero() {
		return nil
	}
	return &p.Since
}

func (p Part) offset() int { return (max(p.Page, 1) - 1) * p.Limit }

// limit is one more than the page, which shows whether there is another one.
func (p Part) limit() int { return p.Limit + 1 }

// Groups lists the newest notification of each group, newest first (SH-211), or by the names of the groups.
func (q *Queries) Groups(ctx context.Context, person uuid.UUID, part Part) (Page, error) {
	p := Page{}
	err := q.pool.QueryRow(
		ctx,
		"select count(distinct grp) filter (where "+fresh+"), count(*) filter (where not is_read) from notifications where person = $1"+there,
		person,
		part.since(),
	).Scan(&p.Total, &p.Unread)
	if err != nil {
		return p, dberror.Of("notifications", err)
	}
	order := "position desc"
	if part.ByGroup {
		order = "grp"
	}
	return p.fill(part)(q.pool.Query(ctx, `select `+columns+`, total, read_total from (
		select n.*, row_number() over (partition by grp order by position desc) as place, count(*) over (partition by grp) as total,
			count(*) filter (where is_read) over (partition by grp) as read_total, bool_or(`+fresh+`) over (partition by grp) as fresh
		from notifications n where person = $1`+there+`) n
		where place = 1 and fresh and ($6 = '' or grp > $6) order by `+order+` limit $4 offset $5`,
		person, part.since(), uuid.Nil, part.limit(), part.offset(), part.AfterGroup))
}

// Group lists the notifications of a group, newest first (SH-212) unless the part is ascending.
func (q *Queries) Group(ctx context.Context, person uuid.UUID, group string, part Part) (Page, error) {
	p := Page{}
	err := q.pool.QueryRow(
		ctx,
		"select count(*) filter (where grp = $3 and "+fresh+"), count(*) filter (where not is_read) from notifications where person = $1"+there,
		person,
		part.since(),
		group,
	).Scan(&p.Total, &p.Unread)
	if err != nil {
		return p, dberror.Of("notifications", err)
	}
	order, beyond := "position desc", "position < $7"
	if part.Ascending {
		order, beyond = "position", "position > $7"
	}
	return p.fill(part)(q.pool.Query(ctx, `select `+columns+`, 1, case when is_read then 1 else 0 end from notifications
		where person = $1 and grp = $6 and `+fresh+there+` and ($7::bigint = 0 or `+beyond+`) order by `+order+` limit $4 offset $5`,
		person, part.since(), uuid.Nil, part.limit(), part.offset(), group, part.AfterPlace))
}

// fill returns what adds the rows of a query to a page.
func (p Page) fill(part Part) func(rows pgx.Rows, err error) (Page, error) {
	return func(rows pgx.Rows, err error) (Page, error) {
		if err != nil {
			return p, dberror.Of("notifications", err)
		}
		p.Notifications, err = pgx.CollectRows(rows, scan)
		if p.More = len(p.Notifications) > part.Limit; p.More {
			p.Notifications = p.Notifications[:part.Limit]
		}
		return p, dberror.Of("notifications", err)
	}
}

// Unread counts a person's unread notifications.
func (q *Queries) Unread(ctx context.Context, person uuid.UUID) (n int, err error) {
	err = q.pool.QueryRow(ctx, "select count(*) from notifications where person = $1 and not is_read"+there, person).
		Scan(&n)
	return n, dberror.Of("notifications", err)
}
