// Package trials stores drafts of approval workflows that are tried on past reviews.
package trials

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/jobs"
)

// Trial is a draft of an approval workflow that is tried on past reviews of its account.
type Trial struct {
	Customer uuid.UUID
	Workflow uuid.UUID
	Content  workflow.Draft
	AskedAt  time.Time
	Result   *route.Trial // nil until it is done
}

// Store reads and writes trials in PostgreSQL.
type Store struct{ pool *pgxpool.Pool }

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// Ask stores a trial. It takes the place of an earlier one of the same workflow.
func (s *Store) Ask(ctx context.Context, t Trial) error {
	return dberror.Of("trial", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx,
			`insert into workflow_trials (customer_id, workflow, content, asked_at) values ($1, $2, $3, $4)
			on conflict (customer_id, workflow)
			do update set content = excluded.content, asked_at = excluded.asked_at, claimed_at = null, result = null`,
			t.Customer, t.Workflow, t.Content, t.AskedAt,
		); err != nil {
			return err
		}
		return jobs.Again(
			ctx, tx, jobs.Job{Kind: jobs.Trials, ID: t.Workflow, Account: t.Customer.String(), AskedAt: t.AskedAt},
		)
	}))
}

const columns = "customer_id, workflow, content, asked_at, result"

func scan(row pgx.CollectableRow) (t Trial, err error) {
	return t, row.Scan(&t.Customer, &t.Workflow, &t.Content, &t.AskedAt, &t.Result)
}

// Find returns the newest trial of a workflow, or domain.ErrNotFound.
func (s *Store) Find(ctx context.Context, customer, id uuid.UUID) (Trial, error) {
	rows, err := s.pool.Query(
		ctx, "select "+columns+" from workflow_trials where customer_id = $1 and workflow = $2", customer, id,
	)
	if err != nil {
		return Trial{}, dberror.Of("trial", err)
	}
	t, err := pgx.CollectExactlyOneRow(rows, scan)
	return t, dberror.Of("trial", err)
}

// Finish stores a result, unless the trial was asked for again meanwhile.
func (s *Store) Finish(ctx context.Context, t Trial, result route.Trial) error {
	_, err := s.pool.Exec(
		ctx,
		"update workflow_trials set result = $4 where customer_id = $1 and workflow = $2 and asked_at = $3",
		t.Customer, t.Workflow, t.AskedAt, result,
	)
	return dberror.Of("trial", err)
}

// Adopt makes jobs of trials that wait without one, because a process of an earlier version took them.
func (s *Store) Adopt(ctx context.Context) error {
	return jobs.Adopt(
		ctx, s.pool, jobs.Trials, "select workflow, customer_id, asked_at from workflow_trials where result is null",
	)
}

// Sweep removes trials that were asked for long ago.
func (s *Store) Sweep(ctx context.Context, before time.Time) error {
	_, err := s.pool.Exec(ctx, "delete from workflow_trials where asked_at < $1", before)
	return dberror.Of("trials", err)
}
