package timeline

import (
	"context"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/query"
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
	Detail     string    // the status arrived at, or the file's name
	Reason     string
}

// Viewer is who looks at an order's timeline, and what of it he may see.
type Viewer struct {
	Actor      domain.Actor
	OthersSeen bool // the order's status shows files that others uploaded (BD-019)
	Internal   bool // he reads the internal tab
}

// Queries reads the timeline's tables.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// seen is policy.SeesFile and policy.SeesTab in SQL, on the stream s and the attachment a it belongs to.
const seen = `($2 or a.id is null or a.kind <> 'internalReview' and (a.by_customer or $3)) and ($4 or not s.internal)`

const listing = `select e.position, e.stream_id, e.type, coalesce(e.actor, $5), e.at, coalesce(s.attachment_id, $5), coalesce(e.version_id, s.version_id, $5), left(e.detail, 300), left(e.reason, 300)
	from timeline_streams s join timeline_entries e on e.stream_id = s.id left join timeline_streams a on a.id = s.attachment_id
	where s.order_id = $1 and ` + seen

// Newest lists what happened below a position, newest first; before 0 begins at the end. Types nil is all of them.
func (q *Queries) Newest(ctx context.Context, v Viewer, orderID uuid.UUID, types []string, before int64, limit int) ([]Entry, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	return q.list(ctx, v, orderID, " and e.position < $6 and ($7::text[] is null or e.type = any($7)) order by e.position desc limit $8", before, types, limit)
}

// Oldest lists what happened above a position, oldest first.
func (q *Queries) Oldest(ctx context.Context, v Viewer, orderID uuid.UUID, after int64, limit int) ([]Entry, error) {
	return q.list(ctx, v, orderID, " and e.position > $6 order by e.position limit $7", after, limit)
}

func (q *Queries) list(ctx context.Context, v Viewer, orderID uuid.UUID, tail string, args ...any) ([]Entry, error) {
	rows, err := q.pool.Query(ctx, listing+tail, append([]any{orderID, v.Actor.Role.SeesAllFiles(), v.OthersSeen, v.Internal, uuid.Nil}, args...)...)
	if err != nil {
		return nil, query.Failed("timeline", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Entry, err error) {
		return e, row.Scan(&e.Position, &e.Stream, &e.Type, &e.Actor, &e.At, &e.Attachment, &e.Version, &e.Detail, &e.Reason)
	})
	return found, query.Failed("timeline", err)
}

// Streams lists the streams of an order that a viewer may see: the order's own, its attachments', their topics'.
func (q *Queries) Streams(ctx context.Context, v Viewer, orderID uuid.UUID) ([]uuid.UUID, error) {
	rows, err := q.pool.Query(ctx, `select s.id from timeline_streams s left join timeline_streams a on a.id = s.attachment_id
		where s.order_id = $1 and `+seen+` order by s.id`, orderID, v.Actor.Role.SeesAllFiles(), v.OthersSeen, v.Internal)
	if err != nil {
		return nil, query.Failed("timeline", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return ids, query.Failed("timeline", err)
}

// Stream is what a stream belongs to, and who may see it.
type Stream struct {
	ID         uuid.UUID
	Order      uuid.UUID
	Attachment uuid.UUID // Nil for the order's own stream and its guests'
	Version    uuid.UUID // of a topic
	Kind       string    // of the attachment
	ByCustomer bool
	Internal   bool // a topic on the internal tab
}

// Find says what streams belong to; it knows deleted ones too.
func (q *Queries) Find(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Stream, error) {
	rows, err := q.pool.Query(ctx, `select s.id, s.order_id, coalesce(s.attachment_id, $2), coalesce(s.version_id, $2), coalesce(a.kind, ''), coalesce(a.by_customer, false), s.internal
		from timeline_streams s left join timeline_streams a on a.id = s.attachment_id where s.id = any($1)`, ids, uuid.Nil)
	if err != nil {
		return nil, query.Failed("streams", err)
	}
	found := map[uuid.UUID]Stream{}
	var s Stream
	_, err = pgx.ForEachRow(rows, []any{&s.ID, &s.Order, &s.Attachment, &s.Version, &s.Kind, &s.ByCustomer, &s.Internal}, func() error {
		found[s.ID] = s
		return nil
	})
	return found, query.Failed("streams", err)
}

// Changes is how often something happened to the topics of a version.
type Changes struct {
	Version uuid.UUID
	Type    eh.EventType
	Count   int
}

// SinceApproval counts what of these types happened to the topics of approved versions after their last approval, most
// often first. Versions must be of the order.
func (q *Queries) SinceApproval(ctx context.Context, orderID uuid.UUID, versions []uuid.UUID, types []eh.EventType) ([]Changes, error) {
	rows, err := q.pool.Query(ctx, `with approved as (
			select e.version_id, max(e.position) as position from timeline_streams s join timeline_entries e on e.stream_id = s.id
			where s.order_id = $1 and e.version_id = any($2) and e.type = $3 group by e.version_id)
		select s.version_id, e.type, count(*) from timeline_streams s join approved a on a.version_id = s.version_id
		join timeline_entries e on e.stream_id = s.id and e.position > a.position
		where s.order_id = $1 and e.type = any($4) group by 1, 2 order by 3 desc, 2`, orderID, versions, proof.VersionApprovedType, types)
	if err != nil {
		return nil, query.Failed("timeline", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Changes])
	return found, query.Failed("timeline", err)
}
