package activity

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Attention records whether a person with a running timer is still working.
type Attention struct {
	Person   uuid.UUID
	Order    uuid.UUID
	Since    time.Time  // when the timer started
	Answered time.Time  // when the person last confirmed that they are working; initially Since
	Warned   *time.Time // when the person was asked; nil after an answer
	Seen     time.Time  // when the person's browser was last connected
	StopAt   *time.Time // when the timer stops because no browser is connected
}

const attentionColumns = "person, order_id, since, answered, warned, seen, stop_at"

func scanAttention(row pgx.CollectableRow) (a Attention, err error) {
	return a, row.Scan(&a.Person, &a.Order, &a.Since, &a.Answered, &a.Warned, &a.Seen, &a.StopAt)
}

// Attend adds a row for each running timer, removes the rows of all others, and returns the rows.
func (s *Store) Attend(ctx context.Context, running []Attention, now time.Time) ([]Attention, error) {
	people, orders, since := make([]uuid.UUID, len(running)), make([]uuid.UUID, len(running)),
		make([]time.Time, len(running))
	for i, r := range running {
		people[i], orders[i], since[i] = r.Person, r.Order, r.Since
	}
	b := &pgx.Batch{}
	b.Queue("delete from work_attention where person <> all($1)", people)
	b.Queue(
		`insert into work_attention (person, order_id, since, answered, seen) select distinct on (person) person, order_id, since, since, $4::timestamptz
		from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) r (person, order_id, since) order by person, since desc
		on conflict (person) do update set order_id = excluded.order_id, since = excluded.since, answered = excluded.since, warned = null, seen = excluded.seen, stop_at = null
		where (work_attention.order_id, work_attention.since) is distinct from (excluded.order_id, excluded.since)`,
		people,
		orders,
		since,
		now,
	)
	b.Queue("select " + attentionColumns + " from work_attention order by person")
	r := s.pool.SendBatch(ctx, b)
	for range 2 {
		if _, err := r.Exec(); err != nil {
			_ = r.Close()
			return nil, dberror.Of("attention", err)
		}
	}
	rows, err := r.Query()
	if err != nil {
		_ = r.Close()
		return nil, dberror.Of("attention", err)
	}
	all, err := pgx.CollectRows(rows, scanAttention)
	if closed := r.Close(); err == nil {
		err = closed
	}
	return all, dberror.Of("attention", err)
}

// AttentionOf returns a person's row. It returns false if the timer is not running or has just
// started.
func (s *Store) AttentionOf(ctx context.Context, person uuid.UUID) (Attention, bool, error) {
	rows, err := s.pool.Query(ctx, "select "+attentionColumns+" from work_attention where person = $1", person)
	if err != nil {
		return Attention{}, false, dberror.Of("attention", err)
	}
	all, err := pgx.CollectRows(rows, scanAttention)
	if err != nil || len(all) == 0 {
		return Attention{}, false, dberror.Of("attention", err)
	}
	return all[0], true, nil
}

// Warn records that a person was asked. It returns false if the person has answered or the timer
// has ended meanwhile.
func (s *Store) Warn(ctx context.Context, a Attention, at time.Time) (bool, error) {
	tag, err := s.pool.Exec(
		ctx,
		"update work_attention set warned = $4 where person = $1 and since = $2 and answered = $3 and warned is null",
		a.Person, a.Since, a.Answered, at,
	)
	return tag.RowsAffected() == 1, dberror.Of("attention", err)
}

// ScheduleStop records when a person's timer stops because no browser is connected.
func (s *Store) ScheduleStop(ctx context.Context, a Attention, at time.Time) error {
	_, err := s.pool.Exec(
		ctx, "update work_attention set stop_at = $4 where person = $1 and since = $2 and seen = $3", a.Person, a.Since,
		a.Seen, at,
	)
	return dberror.Of("attention", err)
}

// Confirm records that a person has confirmed that they are working.
func (s *Store) Confirm(ctx context.Context, person uuid.UUID, at time.Time) error {
	_, err := s.pool.Exec(
		ctx, "update work_attention set answered = $2, seen = $2, warned = null, stop_at = null where person = $1",
		person, at,
	)
	return dberror.Of("attention", err)
}

// Seen records that people's browsers are connected and cancels the scheduled stops of their
// timers. It returns the number of cancelled stops.
func (s *Store) Seen(ctx context.Context, people []uuid.UUID, at time.Time) (stoppers int, err error) {
	err = s.pool.QueryRow(ctx, `with seen as (
			update work_attention w set seen = $2, stop_at = null from work_attention was where w.person = any($1) and was.person = w.person returning was.stop_at)
		select count(*) from seen where stop_at is not null`, people, at).Scan(&stoppers)
	return stoppers, dberror.Of("attention", err)
}
