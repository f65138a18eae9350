package topics

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/projections/query"
)

// Topic is a thread on a version of a proof.
type Topic struct {
	ID         uuid.UUID
	Order      uuid.UUID
	Attachment uuid.UUID
	On         uuid.UUID // the version of the proof
	Public     bool
	Author     uuid.UUID
	Message    string // TipTap JSON
	Annotation string
	Page       int
	Resolved   bool
	OpenedAt   time.Time
	EditedAt   *time.Time
	Version    int
	Comments   []Comment
}

// Comment is a reply in a topic.
type Comment struct {
	ID       uuid.UUID
	Author   uuid.UUID
	Message  string
	At       time.Time
	EditedAt *time.Time
}

// Queries reads the tables of topics.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

const maxTopics = 5000

// OfVersion lists the topics of a version, oldest first, with their comments: two queries.
func (q *Queries) OfVersion(ctx context.Context, version uuid.UUID) ([]Topic, error) {
	rows, err := q.pool.Query(ctx, `select id, order_id, attachment_id, version_id, public, author, message, annotation, page, resolved, opened_at, edited_at, version
		from topics where version_id = $1 order by opened_at, id limit $2`, version, maxTopics)
	if err != nil {
		return nil, query.Failed("topics", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Topic, err error) {
		return t, row.Scan(&t.ID, &t.Order, &t.Attachment, &t.On, &t.Public, &t.Author, &t.Message, &t.Annotation, &t.Page, &t.Resolved, &t.OpenedAt, &t.EditedAt, &t.Version)
	})
	if err != nil {
		return nil, query.Failed("topics", err)
	}
	byID := make(map[uuid.UUID]*Topic, len(found))
	ids := make([]uuid.UUID, len(found))
	for i := range found {
		byID[found[i].ID], ids[i] = &found[i], found[i].ID
	}
	rows, err = q.pool.Query(ctx, "select topic_id, id, author, message, at, edited_at from topic_comments where topic_id = any($1) order by at, id", ids)
	if err != nil {
		return nil, query.Failed("comments", err)
	}
	var topic uuid.UUID
	var c Comment
	_, err = pgx.ForEachRow(rows, []any{&topic, &c.ID, &c.Author, &c.Message, &c.At, &c.EditedAt}, func() error {
		t := byID[topic]
		t.Comments = append(t.Comments, c)
		c = Comment{}
		return nil
	})
	return found, query.Failed("comments", err)
}

// Of says which topic a comment belongs to; domain.ErrNotFound if there is no such comment.
func (q *Queries) Of(ctx context.Context, comment uuid.UUID) (uuid.UUID, error) {
	var topic uuid.UUID
	err := q.pool.QueryRow(ctx, "select topic_id from topic_comments where id = $1", comment).Scan(&topic)
	return topic, query.Failed("comment", err)
}

// Messages returns the messages of topics and comments that were not deleted, by id, as they are stored.
func (q *Queries) Messages(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := q.pool.Query(ctx, "select id, message from topics where id = any($1) union all select id, message from topic_comments where id = any($1)", ids)
	if err != nil {
		return nil, query.Failed("messages", err)
	}
	found := map[uuid.UUID]string{}
	var id uuid.UUID
	var message string
	_, err = pgx.ForEachRow(rows, []any{&id, &message}, func() error {
		found[id] = message
		return nil
	})
	return found, query.Failed("messages", err)
}

// Weight says how many topics a version has and how many bytes their marks take, one topic left out.
func (q *Queries) Weight(ctx context.Context, version, without uuid.UUID) (topics int, marks int64, err error) {
	err = q.pool.QueryRow(ctx, "select count(*), coalesce(sum(octet_length(annotation)), 0)::bigint from topics where version_id = $1 and id <> $2", version, without).Scan(&topics, &marks)
	return topics, marks, query.Failed("topics", err)
}

// Open counts the open topics of versions by tab.
func (q *Queries) Open(ctx context.Context, orderID uuid.UUID) (map[uuid.UUID]OpenTopics, error) {
	rows, err := q.pool.Query(ctx, "select version_id, count(*) filter (where public), count(*) filter (where not public) from topics where order_id = $1 and not resolved group by version_id", orderID)
	if err != nil {
		return nil, query.Failed("open topics", err)
	}
	open := map[uuid.UUID]OpenTopics{}
	var version uuid.UUID
	var o OpenTopics
	_, err = pgx.ForEachRow(rows, []any{&version, &o.Public, &o.Internal}, func() error {
		open[version] = o
		return nil
	})
	return open, query.Failed("open topics", err)
}

// OpenTopics is how many topics of a version are not resolved.
type OpenTopics struct{ Public, Internal int }
