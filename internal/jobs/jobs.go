// Package jobs stores work that is to be done later, and does it: once at a time in all processes, in turns
// between accounts, and again after a failure (D-303).
package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/dberror"
)

// ErrLost means that a job was taken over by another process, cancelled, or asked for again during a try.
var ErrLost = errors.New("jobs: the job is another's by now")

// Kind names what a job is about. It is stored, and operators read it.
type Kind string

// Kinds of jobs.
const (
	Zips    Kind = "bulk downloads"      // the id is that of the request, the account is the person
	Exports Kind = "exports of accounts" // the id is that of the request, the account is the customer
	Trials  Kind = "trials of workflows" // the id is that of the workflow, the account is the customer
	Imports Kind = "imports"             // the id is that of the import, the account is where it goes

	// The id of pictures is made of the checksum of their file. They have no account.
	Pictures Kind = "pictures"
	PDFs     Kind = "pictures of PDFs"
)

// Kinds are all kinds.
var Kinds = []Kind{Zips, Exports, Trials, Imports, Pictures, PDFs}

// Job is work that is to be done.
type Job struct {
	Kind     Kind
	ID       uuid.UUID // of what it is about; repeating it has no effect
	Account  string    // whose turn it is
	AskedAt  time.Time
	Attempts int    // tries that were begun since the last success, including the one that is under way
	Problem  string // why the last try failed

	holder uuid.UUID // of the try
}

// DB is a pool, a connection or a transaction.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// share is the distance between the turns of two jobs of one account. A job of another account that is asked
// for meanwhile comes between them.
const share = 30 * time.Second

// Add stores a job, mostly in the transaction of what it is about. A job that waits already stays as it is.
func Add(ctx context.Context, db DB, j Job) error {
	_, err := db.Exec(
		ctx,
		`insert into jobs (kind, id, account, turn, asked_at, due_at)
		select $1, $2, $3, greatest($4, (
			select max(turn) + make_interval(secs => $5) from jobs where kind = $1 and account = $3
		)), $4, $4 on conflict do nothing`,
		j.Kind, j.ID, j.Account, j.AskedAt, share.Seconds(),
	)
	return dberror.Of("jobs", err)
}

// Adopt adds the missing jobs of a kind. Processes of an earlier version took requests without adding jobs. waiting is a
// query of the requests: id, account and when somebody asked. Its arguments begin with $2.
func Adopt(ctx context.Context, db DB, kind Kind, waiting string, args ...any) error {
	_, err := db.Exec(
		ctx,
		`insert into jobs (kind, id, account, turn, asked_at, due_at)
		select $1, w.id, w.account::text, w.at, w.at, w.at from (`+waiting+`) w (id, account, at) on conflict do nothing`,
		append([]any{kind}, args...)...,
	)
	return dberror.Of("jobs", err)
}

// Again stores a job that takes the place of one of the same id, even of one that is under way: that one ends
// with ErrLost.
func Again(ctx context.Context, db DB, j Job) error {
	if err := Drop(ctx, db, j.Kind, j.ID); err != nil {
		return err
	}
	return Add(ctx, db, j)
}

// Store hands jobs out.
type Store struct {
	pool  *pgxpool.Pool
	clock func() time.Time
	look  chan struct{} // somebody in this process added a job
}

// New returns the jobs of a migrated database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Store {
	return &Store{pool, clock, make(chan struct{}, 1)}
}

const columns = "kind, id, account, asked_at, attempts, problem, holder"

func scan(row pgx.CollectableRow) (j Job, err error) {
	var holder *uuid.UUID
	err = row.Scan(&j.Kind, &j.ID, &j.Account, &j.AskedAt, &j.Attempts, &j.Problem, &holder)
	if holder != nil {
		j.holder = *holder
	}
	return j, err
}

// Claim returns the job of a kind whose turn it is, and keeps it from others for a time. found is false if none
// is due.
func (s *Store) Claim(ctx context.Context, kind Kind, hold time.Duration) (j Job, found bool, err error) {
	now := s.clock()
	rows, err := s.pool.Query(
		ctx,
		`update jobs set attempts = attempts + 1, holder = $3, held_until = $4 where (kind, id) = (
			select kind, id from jobs where kind = $1 and due_at <= $2 and (held_until is null or held_until <= $2)
			order by turn, id limit 1 for update skip locked
		) returning `+columns,
		kind, now, uuid.New(), now.Add(hold),
	)
	if err == nil {
		j, err = pgx.CollectExactlyOneRow(rows, scan)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return Job{}, false, nil
	}
	return j, err == nil, dberror.Of("jobs", err)
}

// due returns those kinds of which a job is due.
func (s *Store) due(ctx context.Context, kinds []Kind) ([]Kind, error) {
	rows, err := s.pool.Query(
		ctx,
		`select kind from unnest($1::text[]) k (kind) where exists (
			select from jobs j where j.kind = k.kind and due_at <= $2 and (held_until is null or held_until <= $2)
		)`,
		kinds, s.clock(),
	)
	if err != nil {
		return nil, dberror.Of("jobs", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[Kind])
	return found, dberror.Of("jobs", err)
}

// Hold keeps a claimed job from others for a time from now on.
func (s *Store) Hold(ctx context.Context, j Job, hold time.Duration) error {
	return held(ctx, s.pool, j, "update jobs set held_until = $4", s.clock().Add(hold))
}

// Finish removes a claimed job that is done. db can be the transaction that stores its result.
func Finish(ctx context.Context, db DB, j Job) error { return held(ctx, db, j, "delete from jobs") }

// Drop removes a job that is not to be done any more, even one that is under way.
func Drop(ctx context.Context, db DB, kind Kind, id uuid.UUID) error {
	_, err := db.Exec(ctx, "delete from jobs where kind = $1 and id = $2", kind, id)
	return dberror.Of("jobs", err)
}

// Hurry makes the jobs of some kinds due that wait for their next try.
func Hurry(ctx context.Context, db DB, now time.Time, kinds ...Kind) error {
	_, err := db.Exec(ctx, "update jobs set due_at = $1 where kind = any($2) and due_at > $1", now, kinds)
	return dberror.Of("jobs", err)
}

// HurryOne makes a job due that waits for its next try. Its pauses begin short again.
func HurryOne(ctx context.Context, db DB, now time.Time, id uuid.UUID, kinds ...Kind) error {
	_, err := db.Exec(
		ctx,
		"update jobs set due_at = $1, attempts = 1 where kind = any($2) and id = $3 and due_at > $1",
		now,
		kinds,
		id,
	)
	return dberror.Of("jobs", err)
}

// Postpone gives a claimed job back, to be tried again at a time. db can be the transaction that stores why.
func Postpone(ctx context.Context, db DB, j Job, at time.Time, problem string) error {
	return held(
		ctx,
		db,
		j,
		"update jobs set holder = null, held_until = null, due_at = $4, attempts = $5, problem = left($6, 1000)",
		at,
		j.Attempts,
		problem,
	)
}

// Release gives a claimed job back as if nobody had tried it.
func (s *Store) Release(ctx context.Context, j Job) error {
	return held(ctx, s.pool, j, "update jobs set holder = null, held_until = null, attempts = attempts - 1")
}

// held changes a job if the try that claimed it still holds it, and returns ErrLost otherwise.
func held(ctx context.Context, db DB, j Job, sql string, args ...any) error {
	tag, err := db.Exec(
		ctx, sql+" where kind = $1 and id = $2 and holder = $3", append([]any{j.Kind, j.ID, j.holder}, args...)...,
	)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrLost
	}
	return dberror.Of("jobs", err)
}
