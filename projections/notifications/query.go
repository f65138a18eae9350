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
	At     time.Time
	IsRead bool
	Total  int
	Read   int
}

// Page is a page of notifications, from 1; Unread counts all groups.
type Page struct {
	Notifications []Notification
	Total         int
	Unread        int
}

// Queries reads the table of notifications.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

const columns = `id, kind, grp, order_id, coalesce(attachment_id, $2), coalesce(version_id, $2), coalesce(topic_id, $2), coalesce(comment_id, $2), public, coalesce(by_whom, $2), status, at, is_read`

func scan(row pgx.CollectableRow) (n Notification, err error) {
	return n, row.Scan(
		&n.Message, &n.Kind, &n.Group, &n.Order, &n.Proof, &n.Version, &n.Topic, &n.Comment, &n.Public, &n.By,
		&n.Status, &n.At, &n.IsRead, &n.Total, &n.Read,
	)
}

// there is the condition that the order was not deleted. Notifications of deleted orders are
// neither shown nor counted.
const there = " and exists (select from board_cards c where c.id = order_id)"

// Groups lists the newest notification of each group, newest first (SH-211).
func (q *Queries) Groups(ctx context.Context, person uuid.UUID, page, limit int) (Page, error) {
	p := Page{}
	err := q.pool.QueryRow(ctx, "select count(distinct grp), count(*) filter (where not is_read) from notifications where person = $1"+there, person).
		Scan(&p.Total, &p.Unread)
	if err != nil {
		return p, dberror.Of("notifications", err)
	}
	return p.fill(q.pool.Query(ctx, `select `+columns+`, total, read_total from (
		select n.*, row_number() over (partition by grp order by position desc) as place, count(*) over (partition by grp) as total, count(*) filter (where is_read) over (partition by grp) as read_total
		from notifications n where person = $1`+there+`) n where place = 1 order by position desc limit $3 offset $4`, person, uuid.Nil, limit, (page-1)*limit))
}

// Group lists the notifications of a group, newest first (SH-212).
func (q *Queries) Group(ctx context.Context, person uuid.UUID, group string, page, limit int) (Page, error) {
	p := Page{}
	err := q.pool.QueryRow(ctx, "select count(*) filter (where grp = $2), count(*) filter (where not is_read) from notifications where person = $1"+there, person, group).
		Scan(&p.Total, &p.Unread)
	if err != nil {
		return p, dberror.Of("notifications", err)
	}
	return p.fill(q.pool.Query(ctx, `select `+columns+`, 1, case when is_read then 1 else 0 end from notifications
		where person = $1 and grp = $5`+there+` order by position desc limit $3 offset $4`, person, uuid.Nil, limit, (page-1)*limit, group))
}

func (p Page) fill(rows pgx.Rows, err error) (Page, error) {
	if err != nil {
		return p, dberror.Of("notifications", err)
	}
	p.Notifications, err = pgx.CollectRows(rows, scan)
	return p, dberror.Of("notifications", err)
}

// Unread counts a person's unread notifications.
func (q *Queries) Unread(ctx context.Context, person uuid.UUID) (n int, err error) {
	err = q.pool.QueryRow(ctx, "select count(*) from notifications where person = $1 and not is_read"+there, person).
		Scan(&n)
	return n, dberror.Of("notifications", err)
}
