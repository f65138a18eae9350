package health

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/projections/engine"
)

// standing is the state of leases, jobs, rebuilds and board snapshots in the database.
type standing struct {
	leases      []lease.Info
	jobs        []jobs.Standing
	rebuilds    map[string]rebuildJob // the newest request, by projection
	snapshots   int64
	snapshotLag int64 // events after the newest snapshot
}

// rebuilds are read models that are to be rebuilt (D-305).
var rebuilds = jobs.Queue{
	Kind: "rebuilds",
	Rows: "select requested_at, state = 'running', false from rebuild_jobs where state in ('queued', 'running')",
}

// Jobs returns how everything fares that is to be done later.
func (m *Monitor) Jobs(ctx context.Context) ([]jobs.Standing, error) {
	return jobs.Standings(ctx, m.c.Pool, append(m.c.Queues, rebuilds)...)
}

type rebuildJob struct {
	Projection     string
	State          engine.JobState
	Position, Head int64
	Rate           float64
}

func (m *Monitor) checkStanding(ctx context.Context, head int64) (s standing, err error) {
	if s.leases, err = m.c.Leases.List(ctx); err != nil {
		return s, err
	}
	if s.jobs, err = m.Jobs(ctx); err != nil {
		return s, err
	}
	rows, err := m.c.Pool.Query(
		ctx,
		"select distinct on (projection) projection, state, position, head, rate from rebuild_jobs order by projection, requested_at desc, id",
	)
	if err != nil {
		return s, err
	}
	rebuilds, err := pgx.CollectRows(rows, pgx.RowToStructByPos[rebuildJob])
	if err != nil {
		return s, err
	}
	s.rebuilds = map[string]rebuildJob{}
	for _, j := range rebuilds {
		s.rebuilds[j.Projection] = j
	}
	err = m.c.Pool.QueryRow(ctx, "select count(*), greatest(0, $1 - coalesce(max(position), 0)) from board_snapshots", head).
		Scan(&s.snapshots, &s.snapshotLag)
	return s, err
}

var (
	leaseHeldDesc = prometheus.NewDesc(
		"proofboard_lease_held", "Whether some process holds the lease of a job that must always run in exactly one.",
		[]string{"lease"}, nil,
	)
	jobsDesc = prometheus.NewDesc(
		"proofboard_jobs",
		"Jobs that are to be done, by state (waiting, running, failing).",
		[]string{"kind", "state"},
		nil,
	)
	jobsOldestDesc = prometheus.NewDesc(
		"proofboard_jobs_oldest_seconds", "Age of the job that waits longest, 0 if none waits.", []string{"kind"}, nil,
	)
	rebuildStateDesc = prometheus.NewDesc(
		"proofboard_rebuild_state",
		"State (queued, running, failed) of the newest rebuild, 1 for its current state.",
		[]string{"projection", "state"}, nil,
	)
	rebuildProgressDesc = prometheus.NewDesc(
		"proofboard_rebuild_progress_ratio", "How much of the log a rebuild under way has read, 0 for none.",
		[]string{"projection"}, nil,
	)
	rebuildRateDesc = prometheus.NewDesc(
		"proofboard_rebuild_events_per_second", "Speed of a rebuild under way, 0 for none.", []string{"projection"},
		nil,
	)
	snapshotsDesc = prometheus.NewDesc(
		"proofboard_board_snapshots", "Snapshots of the board that reading the past begins from.", nil, nil,
	)
	snapshotLagDesc = prometheus.NewDesc(
		"proofboard_board_snapshot_lag_events", "Events after the newest snapshot of the board.", nil, nil,
	)
	standingDescs = []*prometheus.Desc{
		leaseHeldDesc,
		jobsDesc,
		jobsOldestDesc,
		rebuildStateDesc,
		rebuildProgressDesc,
		rebuildRateDesc,
		snapshotsDesc,
		snapshotLagDesc,
	}
)

// temporary reports whether a lease belongs to a job that ends, so that normally no process holds
// it. The lease of a projection's part is temporary if the projection no longer has that part.
func temporary(lease string, all []engine.Status) bool {
	if strings.HasPrefix(lease, "projection ") {
		return !slices.ContainsFunc(all, func(s engine.Status) bool { return slices.Contains(s.Leases(), lease) })
	}
	return strings.HasPrefix(lease, "rebuild ")
}

func (s standing) collect(gauge func(*prometheus.Desc, float64, ...string), all []engine.Status) {
	one := map[bool]float64{true: 1}
	for _, l := range s.leases {
		if !temporary(l.Name, all) {
			gauge(leaseHeldDesc, one[l.Held], l.Name)
		}
	}
	for _, j := range s.jobs {
		gauge(jobsDesc, float64(j.Waiting), string(j.Kind), "waiting")
		gauge(jobsDesc, float64(j.Running), string(j.Kind), "running")
		gauge(jobsDesc, float64(j.Failing), string(j.Kind), "failing")
		gauge(jobsOldestDesc, j.Oldest, string(j.Kind))
	}
	for _, p := range all {
		j := s.rebuilds[p.Name]
		for _, state := range []engine.JobState{engine.JobQueued, engine.JobRunning, engine.JobFailed} {
			gauge(rebuildStateDesc, one[j.State == state], p.Name, string(state))
		}
		var progress, rate float64
		if j.State == engine.JobRunning {
			progress, rate = float64(j.Position)/float64(max(1, j.Head)), j.Rate
		}
		gauge(rebuildProgressDesc, progress, p.Name)
		gauge(rebuildRateDesc, rate, p.Name)
	}
	gauge(snapshotsDesc, float64(s.snapshots))
	gauge(snapshotLagDesc, float64(s.snapshotLag))
}
