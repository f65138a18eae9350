package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/jobs"
)

// State is the state of a delivery.
type State string

// States of a delivery. A failed one is only sent again when somebody asks for it.
const (
	Waiting   State = "waiting"
	Delivered State = "delivered"
	Failed    State = "failed"
)

// Failure says in a word why a try failed.
type Failure string

// Failures of a try.
const (
	None        Failure = ""
	Status      Failure = "status"   // the answer had another status than 2xx
	Redirect    Failure = "redirect" // redirects are not followed
	Timeout     Failure = "timeout"
	Unreachable Failure = "unreachable" // no connection
	// Unknown: there is no such host on the public internet. A host that is private is answered in the same way, so that
	// nobody finds out which names and addresses a private network has.
	Unknown     Failure = "unknown-host"
	Certificate Failure = "certificate" // TLS failed
	Crowded     Failure = "crowded"     // given up, because too many failed after it
)

// Queue counts the deliveries that are not sent yet. They are rows of this store and no jobs (D-305).
var Queue = jobs.Queue{
	Kind: "deliveries of webhooks",
	Rows: "select made_at, false, tries > 0 from webhook_deliveries where state = 'waiting'",
}

// Delivery is one message to an endpoint. Retries keep its id.
type Delivery struct {
	ID       uuid.UUID
	Endpoint uuid.UUID
	Position int64     // of the event; 0 for a test
	Subject  uuid.UUID // the order, whose events are delivered one after the other
	Type     string
	Body     string
	State    State
	Tries    int
	MadeAt   time.Time
	NextAt   time.Time
	FirstAt  *time.Time // of the tries since it began to wait; nil before
	TriedAt  *time.Time // nil before the first try
	Status   int        // of the last answer, 0 for none
	Failure  Failure    // of the last try
}

// Cursor is how far an endpoint was sent the log, and how it fares.
type Cursor struct {
	Endpoint     uuid.UUID
	Position     int64 // events up to it are delivered or stored
	Turned       int64 // the replay or resumption that was followed last
	Failures     int   // since the last success
	FailingSince *time.Time
	RetryAt      time.Time // before it nothing is sent
	Waiting      int       // deliveries that wait
}

// Cursors returns the cursors of endpoints, of all if none are given.
func (s *Store) Cursors(ctx context.Context, endpoints ...uuid.UUID) ([]Cursor, error) {
	rows, err := s.pool.Query(
		ctx,
		`select endpoint, position, turned, failures, failing_since, coalesce(retry_at, '0001-01-01'),
			(select count(*) from webhook_deliveries d where d.endpoint = c.endpoint and d.state = 'waiting')
		from webhook_cursors c where $1::uuid[] is null or endpoint = any($1)`,
		endpoints,
	)
	if err != nil {
		return nil, dberror.Of("cursors of webhooks", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Cursor, err error) {
		return c, row.Scan(
			&c.Endpoint, &c.Position, &c.Turned, &c.Failures, &c.FailingSince, &c.RetryAt, &c.Waiting,
		)
	})
	return found, dberror.Of("cursors of webhooks", err)
}

// Turn is a replay or a resumption that is to be followed, or a new endpoint.
type Turn struct {
	Endpoint uuid.UUID
	Turned   int64  // its position in the log
	Replay   *int64 // the position that a replay begins after
}

// Turn begins new endpoints, replays and resumptions. A replay drops the deliveries that wait, because their
// events are sent again. After a resumption they are tried at once, for another three days.
func (s *Store) Turn(ctx context.Context, all []Turn, now time.Time) error {
	if len(all) == 0 {
		return nil
	}
	ids, turned, replay := make([]uuid.UUID, len(all)), make([]int64, len(all)), make([]*int64, len(all))
	for i, t := range all {
		ids[i], turned[i], replay[i] = t.Endpoint, t.Turned, t.Replay
	}
	const turns = "unnest($1::uuid[], $2::bigint[], $3::bigint[]) as t (endpoint, turned, replay)"
	return dberror.Of("turns of webhooks", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(
			ctx,
			`insert into webhook_cursors (endpoint, position, turned)
			select endpoint, turned, turned from `+turns+`
			on conflict (endpoint) do update set turned = excluded.turned, failures = 0, failing_since = null,
				retry_at = null`,
			ids, turned, replay,
		)
		if err == nil {
			_, err = tx.Exec(
				ctx,
				`with back as (
					update webhook_cursors c set position = t.replay from `+turns+`
					where c.endpoint = t.endpoint and t.replay is not null
				) delete from webhook_deliveries d using `+turns+`
				where d.endpoint = t.endpoint and t.replay is not null and d.state = 'waiting'`,
				ids, turned, replay,
			)
		}
		if err == nil {
			_, err = tx.Exec(
				ctx,
				`update webhook_deliveries d set next_at = $4, first_at = null, tries = 0 from `+turns+`
				where d.endpoint = t.endpoint and t.replay is null and d.state = 'waiting'`,
				ids, turned, replay, now,
			)
		}
		return err
	}))
}

// Add stores deliveries, and that these endpoints were sent the log up to a position.
func (s *Store) Add(ctx context.Context, all []Delivery, endpoints []uuid.UUID, position int64) error {
	return dberror.Of("deliveries of webhooks", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.CopyFrom(
			ctx, pgx.Identifier{"webhook_deliveries"},
			[]string{"id", "endpoint", "position", "subject", "type", "body", "state", "made_at", "next_at"},
			pgx.CopyFromSlice(len(all), func(i int) ([]any, error) {
				d := all[i]
				return []any{
					d.ID, d.Endpoint, d.Position, d.Subject, d.Type, d.Body, string(Waiting), d.MadeAt, d.MadeAt,
				}, nil
			}),
		)
		if err == nil {
			_, err = tx.Exec(
				ctx, "update webhook_cursors set position = $2 where endpoint = any($1) and position < $2",
				endpoints, position,
			)
		}
		return err
	}))
}

// Advance stores how far endpoints were sent the log.
func (s *Store) Advance(ctx context.Context, positions map[uuid.UUID]int64) error {
	if len(positions) == 0 {
		return nil
	}
	ids, at := make([]uuid.UUID, 0, len(positions)), make([]int64, 0, len(positions))
	for id, position := range positions {
		ids, at = append(ids, id), append(at, position)
	}
	_, err := s.pool.Exec(
		ctx,
		`update webhook_cursors c set position = p.at from unnest($1::uuid[], $2::bigint[]) as p (id, at)
		where c.endpoint = p.id and c.position < p.at`,
		ids, at,
	)
	return dberror.Of("cursors of webhooks", err)
}

// Room is how many deliveries an endpoint can be sent now.
type Room struct {
	Endpoint uuid.UUID
	Most     int
}

const columns = `id, endpoint, position, subject, type, body, state, tries, made_at, next_at, first_at, tried_at, status,
	failure`

func scan(row pgx.CollectableRow) (d Delivery, err error) {
	err = row.Scan(
		&d.ID, &d.Endpoint, &d.Position, &d.Subject, &d.Type, &d.Body, &d.State, &d.Tries, &d.MadeAt, &d.NextAt,
		&d.FirstAt, &d.TriedAt, &d.Status, &d.Failure,
	)
	if d.Failure == "private" { // a word of earlier versions
		d.Failure = Unknown
	}
	return d, err
}

// Due returns what can be sent now: of each order the oldest delivery, if its time has come.
func (s *Store) Due(ctx context.Context, rooms []Room, now time.Time) ([]Delivery, error) {
	ids, most := make([]uuid.UUID, len(rooms)), make([]int, len(rooms))
	for i, r := range rooms {
		ids[i], most[i] = r.Endpoint, r.Most
	}
	rows, err := s.pool.Query(
		ctx,
		"select d.* from unnest($1::uuid[], $2::int[]) as r (endpoint, most) cross join lateral (select "+columns+`
			from webhook_deliveries d where d.endpoint = r.endpoint and d.state = 'waiting' and d.next_at <= $3
			and not exists (
				select from webhook_deliveries b
				where b.endpoint = d.endpoint and b.subject = d.subject and b.state = 'waiting' and b.position < d.position
			)
			order by d.position limit r.most) d`,
		ids, most, now,
	)
	if err != nil {
		return nil, dberror.Of("deliveries of webhooks", err)
	}
	found, err := pgx.CollectRows(rows, scan)
	return found, dberror.Of("deliveries of webhooks", err)
}

// Record stores what became of deliveries, and how their endpoints fare.
func (s *Store) Record(ctx context.Context, all []Delivery, cursors []Cursor) error {
	return dberror.Of("deliveries of webhooks", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		for _, d := range all {
			b.Queue(
				`update webhook_deliveries set state = $2, tries = $3, next_at = $4, first_at = $5, tried_at = $6,
					status = $7, failure = $8 where id = $1 and state = 'waiting'`,
				d.ID, d.State, d.Tries, d.NextAt, d.FirstAt, d.TriedAt, d.Status, d.Failure,
			)
		}
		for _, c := range cursors {
			b.Queue(
				"update webhook_cursors set failures = $2, failing_since = $3, retry_at = $4 where endpoint = $1",
				c.Endpoint, c.Failures, c.FailingSince, c.RetryAt,
			)
		}
		return tx.SendBatch(ctx, b).Close()
	}))
}

// Hasten lets everything that waits for an endpoint be sent at once, because it answers again.
func (s *Store) Hasten(ctx context.Context, endpoint uuid.UUID, now time.Time) error {
	_, err := s.pool.Exec(
		ctx, "update webhook_deliveries set next_at = $2 where endpoint = $1 and state = 'waiting' and next_at > $2",
		endpoint, now,
	)
	return dberror.Of("deliveries of webhooks", err)
}

// Nudged returns the endpoints for which something waits since Replay, once.
func (s *Store) Nudged(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, "update webhook_cursors set nudged = false where nudged returning endpoint")
	if err != nil {
		return nil, dberror.Of("cursors of webhooks", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return found, dberror.Of("cursors of webhooks", err)
}

// MaxListed is the largest number of deliveries in an answer.
const MaxListed = 100

// List returns deliveries of an endpoint in a state, the newest first, after an id; uuid.Nil begins.
func (s *Store) List(ctx context.Context, endpoint uuid.UUID, is State, after uuid.UUID) ([]Delivery, error) {
	rows, err := s.pool.Query(
		ctx,
		"select "+columns+` from webhook_deliveries d where endpoint = $1 and state = $2
		and ($3::uuid = '00000000-0000-0000-0000-000000000000'
			or (made_at, position, id) < (
				select made_at, position, id from webhook_deliveries a where a.id = $3 and a.endpoint = $1
			))
		order by made_at desc, position desc, id desc limit $4`,
		endpoint, is, after, MaxListed,
	)
	if err != nil {
		return nil, dberror.Of("deliveries of webhooks", err)
	}
	found, err := pgx.CollectRows(rows, scan)
	return found, dberror.Of("deliveries of webhooks", err)
}

// Fare is how an endpoint fares.
type Fare struct {
	Position     int64
	FailingSince *time.Time
	Waiting      int
	Failed       int // deliveries that were given up
}

// Fares returns how endpoints fare.
func (s *Store) Fares(ctx context.Context, endpoints []uuid.UUID) (map[uuid.UUID]Fare, error) {
	rows, err := s.pool.Query(
		ctx,
		`select c.endpoint, c.position, c.failing_since, n.waiting, n.failed from webhook_cursors c cross join lateral (
			select count(*) filter (where state = 'waiting') waiting, count(*) filter (where state = 'failed') failed
			from webhook_deliveries d where d.endpoint = c.endpoint and d.state <> 'delivered'
		) n where c.endpoint = any($1)`,
		endpoints,
	)
	if err != nil {
		return nil, dberror.Of("endpoints of webhooks", err)
	}
	found := map[uuid.UUID]Fare{}
	var id uuid.UUID
	var f Fare
	into := []any{&id, &f.Position, &f.FailingSince, &f.Waiting, &f.Failed}
	_, err = pgx.ForEachRow(rows, into, func() error { found[id] = f; return nil })
	return found, dberror.Of("endpoints of webhooks", err)
}

// Replay lets failed deliveries of an endpoint wait again: those with the given ids, or all of them if ids is
// nil. It returns their number. Deliveries that did not fail stay as they are.
func (s *Store) Replay(ctx context.Context, endpoint uuid.UUID, ids []uuid.UUID, now time.Time) (int, error) {
	var n int
	err := s.pool.QueryRow(
		ctx,
		`with again as (
			update webhook_deliveries set state = 'waiting', tries = 0, first_at = null, next_at = $3
			where endpoint = $1 and state = 'failed' and ($2::uuid[] is null or id = any($2)) returning id
		), nudge as (update webhook_cursors set nudged = true where endpoint = $1)
		select count(*) from again`,
		endpoint, ids, now,
	).Scan(&n)
	return n, dberror.Of("deliveries of webhooks", err)
}

// Crowd gives up the oldest deliveries of endpoints of which more than most were tried and wait. An endpoint
// that takes some events and never others would otherwise not get new ones any more.
func (s *Store) Crowd(ctx context.Context, most int) (endpoints []uuid.UUID, err error) {
	rows, err := s.pool.Query(
		ctx,
		`with crowded as (
			select id from (
				select id, row_number() over (partition by endpoint order by position desc) n
				from webhook_deliveries where state = 'waiting' and tries > 0
			) tried where n > $1
		) update webhook_deliveries d set state = 'failed', failure = $2 from crowded
		where d.id = crowded.id returning d.endpoint`,
		most, string(Crowded),
	)
	if err != nil {
		return nil, dberror.Of("deliveries of webhooks", err)
	}
	endpoints, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return endpoints, dberror.Of("deliveries of webhooks", err)
}

// How long ended deliveries are listed.
const (
	KeptDelivered = 7 * 24 * time.Hour
	KeptFailed    = 30 * 24 * time.Hour
)

// Sweep removes deliveries that ended long ago.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	_, err := s.pool.Exec(
		ctx,
		`delete from webhook_deliveries
		where state = 'delivered' and made_at < $1 or state = 'failed' and made_at < $2`,
		now.Add(-KeptDelivered), now.Add(-KeptFailed),
	)
	return dberror.Of("deliveries of webhooks", err)
}
