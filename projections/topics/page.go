package topics

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// pageBytes limits the bytes of the topics on a page. Their comments may have as many again. A
// single topic may be larger.
const pageBytes = 2 << 20

// rowBytes is the size of a topic or a comment without its texts.
const rowBytes = 300

// mark is a place in a list that is ordered by time.
type mark struct {
	at time.Time
	id uuid.UUID
}

func (m mark) String() string { return fmt.Sprintf("%d_%s", m.at.UnixMicro(), m.id) }

func parseMark(s string) (m mark, err error) {
	var micros int64
	var id string
	if _, err := fmt.Sscanf(strings.Replace(s, "_", " ", 1), "%d %s", &micros, &id); err != nil {
		return m, err
	}
	m.at = time.UnixMicro(micros).UTC()
	m.id, err = uuid.Parse(id)
	return m, err
}

// Cursor is the start of a page: right after a topic, or inside it right after one of its comments.
type Cursor struct {
	topic   mark
	comment *mark
}

// String returns the form that callers receive. ParseCursor reads it.
func (c Cursor) String() string {
	if c.comment == nil {
		return c.topic.String()
	}
	return c.topic.String() + "." + c.comment.String()
}

// ParseCursor reads the result of String.
func ParseCursor(s string) (c Cursor, err error) {
	topic, comment, within := strings.Cut(s, ".")
	if c.topic, err = parseMark(topic); err == nil && within {
		c.comment = &mark{}
		*c.comment, err = parseMark(comment)
	}
	return c, err
}

// Page lists the topics at a place with their comments, oldest first, as many as fit into pageBytes.
// A page that begins inside a topic repeats the topic without the earlier comments. next is the
// start of the next page, nil on the last one.
func (q *Queries) Page(ctx context.Context, at Place, after *Cursor) (found []Topic, next *Cursor, err error) {
	from, comparison, earlier := mark{}, ">", mark{}
	if after != nil {
		if from = after.topic; after.comment != nil {
			comparison, earlier = ">=", *after.comment
		}
	}
	rows, err := q.pool.Query(
		ctx,
		`select id, order_id, coalesce(nullif(attachment_id, order_id), $7), version_id, public, author, message, annotation, page, resolved, opened_at, edited_at, version, more from (
		select *, octet_length(message) + octet_length(annotation) + $4 as own, sum(octet_length(message) + octet_length(annotation) + $4) over w as weight, lead(id) over w is not null as more
		from topics where version_id = $1 and order_id = $6 and (opened_at, id) `+comparison+` ($2, $3) window w as (order by opened_at, id)) t
		where weight - own <= $5 order by opened_at, id`,
		at.Version,
		from.at,
		from.id,
		rowBytes,
		pageBytes,
		at.Order,
		uuid.Nil,
	)
	if err != nil {
		return nil, nil, dberror.Of("topics", err)
	}
	more := false
	found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Topic, err error) {
		return t, row.Scan(
			&t.ID, &t.Order, &t.Attachment, &t.On, &t.Public, &t.Author, &t.Message, &t.Annotation, &t.Page,
			&t.Resolved, &t.OpenedAt, &t.EditedAt, &t.Version, &more,
		)
	})
	if err != nil || len(found) == 0 {
		return nil, nil, dberror.Of("topics", err)
	}
	last, cut, err := q.comments(ctx, found, from.id, earlier)
	if err != nil {
		return nil, nil, err
	}
	switch end := found[last]; {
	case cut:
		c := end.Comments[len(end.Comments)-1]
		return found[:last+1], &Cursor{mark{end.OpenedAt, end.ID}, &mark{c.At, c.ID}}, nil
	case more:
		end = found[len(found)-1]
		return found, &Cursor{topic: mark{end.OpenedAt, end.ID}}, nil
	}
	return found, nil, nil
}

// comments adds the comments to the topics. For a topic that continues from the page before, it
// adds only the comments after the cursor. cut reports whether more comments follow the last one,
// which belongs to the topic at last.
func (q *Queries) comments(
	ctx context.Context,
	found []Topic,
	of uuid.UUID,
	behind mark,
) (last int, cut bool, err error) {
	at := make(map[uuid.UUID]int, len(found))
	ids := make([]uuid.UUID, len(found))
	for i, t := range found {
		at[t.ID], ids[i] = i, t.ID
	}
	rows, err := q.pool.Query(ctx, `select topic_id, id, author, message, at, edited_at, more from (
		select *, array_position($1, topic_id) as place, octet_length(message) + $5 as own, sum(octet_length(message) + $5) over w as weight, lead(id) over w is not null as more
		from topic_comments where topic_id = any($1) and (topic_id <> $2 or (at, id) > ($3, $4)) window w as (order by array_position($1, topic_id), at, id)) c
		where weight - own <= $6 order by place, at, id`, ids, of, behind.at, behind.id, rowBytes, pageBytes)
	if err != nil {
		return 0, false, dberror.Of("comments", err)
	}
	var topic uuid.UUID
	var c Comment
	_, err = pgx.ForEachRow(rows, []any{&topic, &c.ID, &c.Author, &c.Message, &c.At, &c.EditedAt, &cut}, func() error {
		last = at[topic]
		found[last].Comments = append(found[last].Comments, c)
		c = Comment{}
		return nil
	})
	return last, cut, dberror.Of("comments", err)
}
