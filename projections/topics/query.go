package topics

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Place is where topics are: a version of a proof, or an order's conversation if Version is Nil.
type Place struct{ Order, Version uuid.UUID }

// Topic is a thread at a place.
type Topic struct {
	ID         uuid.UUID
	Order      uuid.UUID
	Attachment uuid.UUID // Nil in a conversation
	On         uuid.UUID // the version of the proof, Nil in a conversation
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

// Present returns which topics and comments exist now.
func (q *Queries) Present(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	rows, err := q.pool.Query(
		ctx, "select id from topics where id = any($1) union all select id from topic_comments where id = any($1)", ids,
	)
	if err != nil {
		return nil, dberror.Of("topics", err)
	}
	present := map[uuid.UUID]bool{}
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		present[id] = true
		return nil
	})
	return present, dberror.Of("topics", err)
}

// Of returns the topic that a comment belongs to, or domain.ErrNotFound.
func (q *Queries) Of(ctx context.Context, comment uuid.UUID) (uuid.UUID, error) {
	var topic uuid.UUID
	err := q.pool.QueryRow(ctx, "select topic_id from topic_comments where id = $1", comment).Scan(&topic)
	return topic, dberror.Of("comment", err)
}

// Messages returns the stored messages of topics and comments that were not deleted, by id.
func (q *Queries) Messages(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := q.pool.Query(
		ctx,
		"select id, message from topics where id = any($1) union all select id, message from topic_comments where id = any($1)",
		ids,
	)
	if err != nil {
		return nil, dberror.Of("messages", err)
	}
	found := map[uuid.UUID]string{}
	var id uuid.UUID
	var message string
	_, err = pgx.ForEachRow(rows, []any{&id, &message}, func() error {
		found[id] = message
		return nil
	})
	return found, dberror.Of("messages", err)
}

// Weight returns the number of topics at a place and the bytes of their marks. It leaves one topic
// out.
func (q *Queries) Weight(ctx context.Context, at Place, without uuid.UUID) (topics int, marks int64, err error) {
	err = q.pool.QueryRow(
		ctx,
		"select count(*), coalesce(sum(octet_length(annotation)), 0)::bigint from topics where version_id = $1 and order_id = $2 and id <> $3",
		at.Version,
		at.Order,
		without,
	).Scan(&topics, &marks)
	return topics, marks, dberror.Of("topics", err)
}

// Open counts the open topics of versions by tab.
func (q *Queries) Open(ctx context.Context, versions []uuid.UUID) (map[uuid.UUID]OpenTopics, error) {
	rows, err := q.pool.Query(
		ctx,
		"select version_id, count(*) filter (where public), count(*) filter (where not public) from topics where version_id = any($1) and not resolved group by version_id",
		versions,
	)
	if err != nil {
		return nil, dberror.Of("open topics", err)
	}
	open := map[uuid.UUID]OpenTopics{}
	var version uuid.UUID
	var o OpenTopics
	_, err = pgx.ForEachRow(rows, []any{&version, &o.Public, &o.Internal}, func() error {
		open[version] = o
		return nil
	})
	return open, dberror.Of("open topics", err)
}

// OpenTopics counts the topics of a version that are not resolved.
type OpenTopics struct{ Public, Internal int }
