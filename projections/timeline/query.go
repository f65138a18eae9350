package timeline

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Entry is one event of an order, its proofs or their topics.
type Entry struct {
	Position   int64
	Stream     uuid.UUID
	Type       string
	Actor      uuid.UUID
	At         time.Time
	Attachment uuid.UUID
	Version    uuid.UUID // of a proof
	Detail     string    // the new status, or the file's name
	Reason     string
}

// Viewer is the person who reads an order's timeline, with what they may see of it.
type Viewer struct {
	Actor      domain.Actor
	OthersSeen bool  // the order's status shows files of others (BD-019)
	ShownUntil int64 // of those files, the viewer sees what happened before this position (D-68)
	Internal   bool  // whether the viewer may read the internal tab
	Decisions  bool  // whether the viewer may see internal requests, approvals and send-backs (D-69)
}

// hidden returns the types of events that the viewer may not see.
func (v Viewer) hidden() []eh.EventType {
	if v.Decisions {
		return []eh.EventType{}
	}
	return proof.InternalDecisions
}

// SeesType reports whether a viewer may see events of a type.
func (v Viewer) SeesType(t eh.EventType) bool { return !slices.Contains(v.hidden(), t) }

// SeesFileEvent reports whether the viewer may see the event at a position of an attachment that
// they may see. Of another person's attachment they see what happened while the order's status
// showed it.
func (v Viewer) SeesFileEvent(byCustomer bool, position int64) bool {
	return byCustomer || v.OthersSeen || v.Actor.Role.SeesAllFiles() || position < v.ShownUntil
}

// Queries reads the timeline's tables.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// seen is policy.SeesPart in SQL, for the stream s and the attachment a that it belongs to. A message of
// the order's conversation names the order in place of an attachment, and belongs to none. Of an
// attachment that an earlier review showed (D-68) the viewer sees what is %s, and of its topics
// those on versions that were shown.
const seen = `($2 or a.id is null or a.kind <> 'internalReview' and (a.by_customer or $3 or case when s.version_id is null then %s else s.version_id in (
		select e.version_id from timeline_streams s join timeline_entries e on e.stream_id = s.id where s.order_id = $1 and e.type in ('proof.version_added', 'proof.file_replaced')
		group by e.version_id having max(e.position) < $4) end)) and ($5 or not s.internal)`

var (
	listing = `select e.position, e.stream_id, e.type, coalesce(e.actor, $6), e.at, coalesce(nullif(s.attachment_id, s.order_id), $6), coalesce(e.version_id, s.version_id, $6), left(e.detail, 300), left(e.reason, 300)
	from timeline_streams s join timeline_entries e on e.stream_id = s.id left join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id
	where s.order_id = $1 and ` + fmt.Sprintf(
		seen,
		"e.position < $4",
	) + ` and e.type <> all($7)`
	// turns are the events that open and close a topic. The last of them is the topic's state.
	turns = []eh.EventType{topic.OpenedType, topic.ResolvedType, topic.ReopenedType, topic.DeletedType}
	steps = `with page as (
			select e.position, e.stream_id, e.version, nullif(s.attachment_id, s.order_id) as attachment_id, s.version_id is not null as thread
			from timeline_streams s join events e on e.stream_id = s.id left join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id
			where s.order_id = $1 and ` + fmt.Sprintf(seen, "e.position < $4") + ` and e.type <> all($6) and e.position > $7 and ($8::text[] is null or e.type = any($8)) order by e.position limit $9)
		select p.position, coalesce(p.attachment_id, $13), coalesce(t.replies, 0), coalesce(t.turn, '') from page p left join lateral (
			select count(*) filter (where x.type = $10) - count(*) filter (where x.type = $11) as replies,
				(array_agg(x.type order by x.version desc) filter (where x.type = any($12)))[1] as turn
			from events x where x.stream_id = p.stream_id and x.version < p.version) t on p.thread order by p.position`
	sinceListing = `select e.position from timeline_streams s join events e on e.stream_id = s.id left join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id
		where s.order_id = $1 and ` + fmt.Sprintf(
		seen,
		"e.position < $4",
	) + ` and e.type <> all($6) and s.id = $7 and e.version > $8 order by e.position desc limit $9`
	attachmentListing = `select s.id from timeline_streams s left join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id
		where s.order_id = $1 and s.id = s.attachment_id and ` + fmt.Sprintf(
		seen,
		"exists (select from timeline_entries e where e.stream_id = s.id and e.position < $4)",
	) + `
		order by (select min(e.position) from timeline_entries e where e.stream_id = s.id) desc`
	threadListing = `select s.id from timeline_streams s join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id
		join lateral (select e.position, e.at from timeline_entries e where e.stream_id = s.id order by e.position limit 1) o on true
		where s.order_id = $1 and s.version_id = any($6) and ` + fmt.Sprintf(
		seen,
		"false",
	) + ` order by o.at, s.id`
	streamListing = `select s.id from timeline_streams s left join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id
	where s.order_id = $1 and ` + fmt.Sprintf(
		seen,
		"exists (select from timeline_entries e where e.stream_id = s.id and e.position < $4)",
	) + ` order by s.id`
)

func (v Viewer) args(orderID uuid.UUID) []any {
	return []any{orderID, v.Actor.Role.SeesAllFiles(), v.OthersSeen, v.ShownUntil, v.Internal}
}

// Newest lists what happened before a position, newest first. before 0 starts at the end. Types nil
// means all types.
func (q *Queries) Newest(
	ctx context.Context,
	v Viewer,
	orderID uuid.UUID,
	types []string,
	before int64,
	limit int,
) ([]Entry, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	return q.list(
		ctx, v, orderID,
		" and e.position < $8 and ($9::text[] is null or e.type = any($9)) order by e.position desc limit $10", before,
		types, limit,
	)
}

// Oldest lists what happened after a position, oldest first.
func (q *Queries) Oldest(ctx context.Context, v Viewer, orderID uuid.UUID, after int64, limit int) ([]Entry, error) {
	return q.list(ctx, v, orderID, " and e.position > $8 order by e.position limit $9", after, limit)
}

func (q *Queries) list(ctx context.Context, v Viewer, orderID uuid.UUID, tail string, args ...any) ([]Entry, error) {
	rows, err := q.pool.Query(ctx, listing+tail, append(append(v.args(orderID), uuid.Nil, v.hidden()), args...)...)
	if err != nil {
		return nil, dberror.Of("timeline", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Entry, err error) {
		return e, row.Scan(
			&e.Position, &e.Stream, &e.Type, &e.Actor, &e.At, &e.Attachment, &e.Version, &e.Detail, &e.Reason,
		)
	})
	return found, dberror.Of("timeline", err)
}

// Streams lists the streams of an order that a viewer may see: the order's own, its attachments',
// their topics'.
func (q *Queries) Streams(ctx context.Context, v Viewer, orderID uuid.UUID) ([]uuid.UUID, error) {
	rows, err := q.pool.Query(ctx, streamListing, v.args(orderID)...)
	if err != nil {
		return nil, dberror.Of("timeline", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return ids, dberror.Of("timeline", err)
}

// Step is an event of an order's history. For a topic it has the state before the event.
type Step struct {
	Position   int64
	Attachment uuid.UUID // Nil for the order, its guests and its conversation
	Replies    int
	Turn       eh.EventType // the last that opened, resolved, reopened or deleted it
}

// History lists the events of an order after a position that a viewer may see, oldest first, from
// the log itself. Types nil means all types.
func (q *Queries) History(
	ctx context.Context,
	v Viewer,
	orderID uuid.UUID,
	types []string,
	after int64,
	limit int,
) ([]Step, error) {
	rows, err := q.pool.Query(
		ctx,
		steps,
		append(
			v.args(orderID),
			v.hidden(),
			after,
			types,
			limit,
			topic.RepliedType,
			topic.CommentDeletedType,
			turns,
			uuid.Nil,
		)...)
	if err != nil {
		return nil, dberror.Of("history", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Step])
	return found, dberror.Of("history", err)
}

// Since lists the positions of the newest events of one of the order's streams after a version that a viewer may see,
// oldest first, from the log itself.
func (q *Queries) Since(
	ctx context.Context,
	v Viewer,
	orderID, stream uuid.UUID,
	version, limit int,
) ([]int64, error) {
	rows, err := q.pool.Query(ctx, sinceListing, append(v.args(orderID), v.hidden(), stream, version, limit)...)
	if err != nil {
		return nil, dberror.Of("timeline", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	slices.Reverse(found)
	return found, dberror.Of("timeline", err)
}

// Attachments lists the attachments of an order that a viewer may see, including deleted ones,
// newest first.
func (q *Queries) Attachments(ctx context.Context, v Viewer, orderID uuid.UUID) ([]uuid.UUID, error) {
	rows, err := q.pool.Query(ctx, attachmentListing, v.args(orderID)...)
	if err != nil {
		return nil, dberror.Of("attachments", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return ids, dberror.Of("attachments", err)
}

// Threads lists the topics of versions that a viewer may see, including deleted ones, in the order
// of their creation.
func (q *Queries) Threads(
	ctx context.Context,
	v Viewer,
	orderID uuid.UUID,
	versions ...uuid.UUID,
) ([]uuid.UUID, error) {
	rows, err := q.pool.Query(ctx, threadListing, append(v.args(orderID), versions)...)
	if err != nil {
		return nil, dberror.Of("topics", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return ids, dberror.Of("topics", err)
}

// Stream says which order and file a stream belongs to, and who may see it.
type Stream struct {
	ID         uuid.UUID
	Order      uuid.UUID
	Attachment uuid.UUID // Nil for the order's own stream, its guests' and its conversation
	Version    uuid.UUID // of a topic on a proof
	Kind       string    // of the attachment
	ByCustomer bool
	Thread     bool  // a topic: on a proof, or a message of the order's conversation
	Internal   bool  // a topic on the internal tab
	Since      int64 // position of the event that added the topic's version, or the attachment's first version
}

// Find returns what each stream belongs to, including deleted ones.
func (q *Queries) Find(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Stream, error) {
	rows, err := q.pool.Query(
		ctx,
		`select s.id, s.order_id, coalesce(nullif(s.attachment_id, s.order_id), $2), coalesce(s.version_id, $2), coalesce(a.kind, ''), coalesce(a.by_customer, false), s.version_id is not null, s.internal,
			coalesce(case when s.version_id is null
				then (select min(e.position) from timeline_entries e where e.stream_id = a.id and e.type = 'proof.version_added')
				else (select max(e.position) from timeline_entries e where e.stream_id = a.id and e.version_id = s.version_id and e.type in ('proof.version_added', 'proof.file_replaced')) end, 0)
		from timeline_streams s left join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id where s.id = any($1)`,
		ids,
		uuid.Nil,
	)
	if err != nil {
		return nil, dberror.Of("streams", err)
	}
	found := map[uuid.UUID]Stream{}
	var s Stream
	_, err = pgx.ForEachRow(
		rows,
		[]any{&s.ID, &s.Order, &s.Attachment, &s.Version, &s.Kind, &s.ByCustomer, &s.Thread, &s.Internal, &s.Since},
		func() error {
			found[s.ID] = s
			return nil
		},
	)
	return found, dberror.Of("streams", err)
}

// Shown returns since when the version that an event of an attachment is about has the file that it had before the
// event, by the event's position; for the upload of a version that is the event itself. Events about no version are not
// in it.
func (q *Queries) Shown(ctx context.Context, events []int64) (map[int64]int64, error) {
	found := map[int64]int64{}
	if len(events) == 0 {
		return found, nil
	}
	rows, err := q.pool.Query(ctx, `select e.position, coalesce((
			select max(f.position) from timeline_entries f
			where f.stream_id = e.stream_id and f.version_id = e.version_id and f.position < e.position
			and f.type in ('proof.version_added', 'proof.file_replaced')
		), e.position)
		from timeline_entries e where e.position = any($1) and e.version_id is not null`, events)
	if err != nil {
		return nil, dberror.Of("versions", err)
	}
	var position, since int64
	_, err = pgx.ForEachRow(rows, []any{&position, &since}, func() error { found[position] = since; return nil })
	return found, dberror.Of("versions", err)
}

// Changes counts the events of a type on the topics of a version.
type Changes struct {
	Version uuid.UUID
	Type    eh.EventType
	Count   int
}

// SinceApproval counts events of these types on the topics of approved versions since their last
// approval, the most frequent first. The versions must belong to the order.
func (q *Queries) SinceApproval(
	ctx context.Context,
	orderID uuid.UUID,
	versions []uuid.UUID,
	types []eh.EventType,
) ([]Changes, error) {
	rows, err := q.pool.Query(ctx, `with approved as (
			select e.version_id, max(e.position) as position from timeline_streams s join timeline_entries e on e.stream_id = s.id
			where s.order_id = $1 and e.version_id = any($2) and e.type = $3 group by e.version_id)
		select s.version_id, e.type, count(*) from timeline_streams s join approved a on a.version_id = s.version_id
		join timeline_entries e on e.stream_id = s.id and e.position > a.position
		where s.order_id = $1 and e.type = any($4) group by 1, 2 order by 3 desc, 2`, orderID, versions, proof.VersionApprovedType, types)
	if err != nil {
		return nil, dberror.Of("timeline", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Changes])
	return found, dberror.Of("timeline", err)
}
