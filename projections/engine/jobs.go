package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

const (
	beatEvery = time.Second
	deadAfter = "4 seconds" // after this time without a heartbeat another process takes the job over
)

// Errors of requesting a rebuild.
var (
	ErrJobActive = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "operations.rebuild_under_way",
		Message: "A rebuild of this projection is waiting or under way.",
	}
	ErrNoJob = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "operations.rebuild_unknown",
		Message: "This rebuild does not exist or has ended.",
	}
)

// JobState is the state of a requested rebuild.
type JobState string

const (
	JobQueued    JobState = "queued"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// Job is a requested rebuild (BY-015). A process that runs projections takes it; if that process
// dies, another one takes it over (BY-014).
type Job struct {
	ID          uuid.UUID
	Projection  string
	DryRun      bool
	State       JobState
	RequestedBy uuid.UUID // Nil if the requester is unknown
	RequestedAt time.Time
	StartedAt   *time.Time
	EndedAt     *time.Time
	Progress    Progress
	Report      *Report // set when the job is done
	Error       string  // set when the job failed
}

const jobColumns = "id, projection, dry_run, state, requested_by, requested_at, started_at, ended_at, position, head, rate, report, error"

func scanJob(row pgx.CollectableRow) (j Job, err error) {
	var by *uuid.UUID
	var report []byte
	err = row.Scan(
		&j.ID, &j.Projection, &j.DryRun, &j.State, &by, &j.RequestedAt, &j.StartedAt, &j.EndedAt, &j.Progress.Position,
		&j.Progress.Head, &j.Progress.Rate, &report, &j.Error,
	)
	if err != nil {
		return j, err
	}
	if by != nil {
		j.RequestedBy = *by
	}
	j.Progress.remain()
	if report != nil {
		j.Report = new(Report)
		err = json.Unmarshal(report, j.Report)
	}
	return j, err
}

// RequestRebuild requests a rebuild. It returns ErrJobActive while a rebuild of this projection is
// queued or running.
func (r *Runner) RequestRebuild(ctx context.Context, name string, dryRun bool, by uuid.UUID) (Job, error) {
	if _, err := r.worker(name); err != nil {
		return Job{}, err
	}
	rows, err := r.pool.Query(
		ctx,
		"insert into rebuild_jobs (id, projection, dry_run, requested_by) values ($1, $2, $3, $4) returning "+jobColumns,
		uuid.New(),
		name,
		dryRun,
		rowset.Optional(by),
	)
	if err != nil {
		return Job{}, fmt.Errorf("projections: %w", err)
	}
	j, err := pgx.CollectExactlyOneRow(rows, scanJob)
	var pe *pgconn.PgError
	switch {
	case errors.As(err, &pe) && pe.ConstraintName == "rebuild_jobs_active":
		return Job{}, ErrJobActive
	case err != nil:
		return Job{}, fmt.Errorf("projections: %w", err)
	}
	select {
	case r.asked <- struct{}{}:
	default:
	}
	return j, nil
}

// CancelRebuild ends a queued or running job. The live tables stay as they are. A job that is
// already swapping ends as done.
func (r *Runner) CancelRebuild(ctx context.Context, job uuid.UUID) error {
	tag, err := r.pool.Exec(
		ctx,
		`update rebuild_jobs set cancel = true, state = case state when 'queued' then 'cancelled' else state end,
		ended_at = case state when 'queued' then now() end where id = $1 and state in ('queued', 'running')`,
		job,
	)
	if err != nil {
		return fmt.Errorf("projections: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return ErrNoJob
	}
	return nil
}

// Jobs lists requested rebuilds, the newest first.
func (r *Runner) Jobs(ctx context.Context, limit int) ([]Job, error) {
	rows, err := r.pool.Query(
		ctx, "select "+jobColumns+" from rebuild_jobs order by requested_at desc, id limit $1", limit,
	)
	if err != nil {
		return nil, fmt.Errorf("projections: %w", err)
	}
	return pgx.CollectRows(rows, scanJob)
}

// runJobs runs requested rebuilds, and those of read models that lack columns, one at a time, until
// ctx ends.
func (r *Runner) runJobs(ctx context.Context) {
	poll := time.NewTicker(beatEvery)
	defer poll.Stop()
	compared := false
	for ctx.Err() == nil {
		job, build, found, err := r.claim(ctx)
		if err == nil && !compared {
			err = r.reshaped(ctx)
			compared = err == nil
		}
		if err == nil && !found && compared {
			job, found, err = r.claimOutdated(ctx)
		}
		if err != nil && ctx.Err() == nil {
			r.log.Warn("rebuilds that are due cannot be looked up", "error", err)
		}
		if found {
			r.runJob(ctx, job, build)
			continue
		}
		select {
		case <-ctx.Done():
		case <-r.asked:
		case <-poll.C:
		}
	}
}

// claim takes the oldest job that is queued or whose process died. build is the build of the
// process that started it.
func (r *Runner) claim(ctx context.Context) (j Job, build string, found bool, err error) {
	tx, err := r.pool.Begin(ctx)
	if err != nil {
		return j, "", false, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	rows, err := tx.Query(ctx, "select "+jobColumns+` from rebuild_jobs where projection = any ($1)
		and (state = 'queued' or state = 'running' and beat_at < now() - interval '`+deadAfter+`')
		order by requested_at limit 1 for update skip locked`, r.names())
	if err != nil {
		return j, "", false, err
	}
	if j, err = pgx.CollectExactlyOneRow(rows, scanJob); errors.Is(err, pgx.ErrNoRows) {
		return j, "", false, nil
	} else if err != nil {
		return j, "", false, err
	}
	err = tx.QueryRow(ctx, `with was as (select id, build from rebuild_jobs where id = $1)
		update rebuild_jobs j set state = 'running', holder = $2, beat_at = now(), started_at = coalesce(started_at, now()), build = $3
		from was where j.id = was.id returning was.build`, j.ID, r.id, r.cfg.Build).Scan(&build)
	if err != nil {
		return j, "", false, err
	}
	return j, build, true, tx.Commit(ctx)
}

func (r *Runner) names() []string {
	names := make([]string, len(r.all))
	for i, w := range r.all {
		names[i] = w.Name
	}
	return names
}

// runJob runs one job. It continues what the same build has built, and starts again otherwise.
func (r *Runner) runJob(ctx context.Context, j Job, build string) {
	work, stop := context.WithCancel(ctx)
	defer stop()
	progress := make(chan Progress, 1)
	beating := make(chan bool, 1)
	go func() { beating <- r.beat(work, j.ID, progress, stop) }()
	r.log.Info("a rebuild begins", "projection", j.Projection, "dryRun", j.DryRun, "job", j.ID)
	report, err := r.Rebuild(work, j.Projection, RebuildOptions{
		DryRun: j.DryRun, Resume: j.State == JobRunning && build != "" && build == r.cfg.Build,
		Progress: func(p Progress) {
			select {
			case <-progress:
			default:
			}
			progress <- p
		},
	})
	stop()
	cancelled := <-beating
	if ctx.Err() != nil && err != nil {
		return // this process stops, and another one takes the job over
	}
	state, says := JobDone, ""
	var kept any
	switch {
	case err == nil:
		kept, err = json.Marshal(report)
		if err != nil {
			state, says = JobFailed, err.Error()
		}
	case cancelled:
		state = JobCancelled
		r.abandon(ctx, j.Projection)
	default:
		state, says = JobFailed, shorten(err.Error())
		r.log.Error("a rebuild failed", "projection", j.Projection, "job", j.ID, "error", err)
	}
	end, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer done()
	_, err = r.pool.Exec(
		end,
		"update rebuild_jobs set state = $3, report = $4, error = $5, ended_at = now() where id = $1 and holder = $2",
		j.ID, r.id, state, kept, says,
	)
	if err != nil {
		r.log.Error("the end of a rebuild was not kept", "projection", j.Projection, "job", j.ID, "error", err)
		return
	}
	r.log.Info("a rebuild ended", "projection", j.Projection, "job", j.ID, "state", state)
}

// beat stores every second that the job is alive and how far it is. It stops the job when it is
// cancelled or taken over.
func (r *Runner) beat(ctx context.Context, job uuid.UUID, progress <-chan Progress, stop func()) (cancelled bool) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	var p Progress
	for {
		select {
		case <-ctx.Done():
			return false
		case p = <-progress:
		case <-tick.C:
		}
		err := r.pool.QueryRow(ctx, `update rebuild_jobs set beat_at = now(), position = $3, head = $4, rate = $5
			where id = $1 and holder = $2 and state = 'running' returning cancel`, job, r.id, p.Position, p.Head, p.Rate).Scan(&cancelled)
		if cancelled || errors.Is(err, pgx.ErrNoRows) {
			stop()
			return cancelled
		}
	}
}

// abandon drops what a cancelled rebuild built.
func (r *Runner) abandon(ctx context.Context, name string) {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer done()
	b := &rebuild{p: r.byName[name].Projection}
	if _, err := r.pool.Exec(ctx, b.dropSQL()); err != nil {
		r.log.Warn("what a cancelled rebuild left was not dropped", "projection", name, "error", err)
	}
}
