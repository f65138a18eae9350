package program

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/internal/eventstore"
	"github.com/proofboard/proofboard/projections"
)

// standing is what one look at the database saw of leases, rebuilds and board snapshots.
type standing struct {
	leases      []eventstore.LeaseInfo
	rebuilds    map[string]rebuildJob // the newest that was asked for, by projection
	snapshots   int64
	snapshotLag int64 // events after the newest snapshot
}

type rebuildJob struct {
	Projection     string
	State          projections.JobState
	Position, Head int64
	Rate           float64
}

func (h *health) lookAtStanding(ctx context.Context, head int64) (s standing, err error) {
	if s.leases, err = h.p.Store.Leases(ctx); err != nil {
		return s, err
	}
	rows, err := h.p.pool.Query(
		ctx,
		"select distinct on (projection) projection, state, position, head, rate from rebuild_jobs order by projection, requested_at desc, id",
	)
	if err != nil {
		return s, err
	}
	jobs, err := pgx.CollectRows(rows, pgx.RowToStructByPos[rebuildJob])
	if err != nil {
		return s, err
	}
	s.rebuilds = map[string]rebuildJob{}
	for _, j := range jobs {
		s.rebuilds[j.Projection] = j
	}
	err = h.p.pool.QueryRow(ctx, "select count(*), greatest(0, $1 - coalesce(max(position), 0)) from board_snapshots", head).
		Scan(&s.snapshots, &s.snapshotLag)
	return s, err
}

var (
	leaseHeldDesc = prometheus.NewDesc(
		"proofboard_lease_held", "Whether some process has the lease of what always has to be done by one.",
		[]string{"lease"}, nil,
	)
	rebuildStateDesc = prometheus.NewDesc(
		"proofboard_rebuild_state",
		"State (queued, running, failed) of the rebuild asked for last, 1 for the one it is in.",
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
		rebuildStateDesc,
		rebuildProgressDesc,
		rebuildRateDesc,
		snapshotsDesc,
		snapshotLagDesc,
	}
)

// passing says whether a lease is for something that ends: nobody holds it most of the time. Those of projections are
// known by how their streams are spread now.
func passing(lease string, all []projections.Status) bool {
	if strings.HasPrefix(lease, "projection ") {
		return !slices.ContainsFunc(all, func(s projections.Status) bool { return slices.Contains(s.Leases(), lease) })
	}
	return lease == "demo" || strings.HasPrefix(lease, "rebuild ")
}

func (s standing) collect(gauge func(*prometheus.Desc, float64, ...string), all []projections.Status) {
	truth := map[bool]float64{true: 1}
	for _, l := range s.leases {
		if !passing(l.Name, all) {
			gauge(leaseHeldDesc, truth[l.Held], l.Name)
		}
	}
	for _, p := range all {
		j := s.rebuilds[p.Name]
		for _, state := range []projections.JobState{projections.JobQueued, projections.JobRunning, projections.JobFailed} {
			gauge(rebuildStateDesc, truth[j.State == state], p.Name, string(state))
		}
		var progress, rate float64
		if j.State == projections.JobRunning {
			progress, rate = float64(j.Position)/float64(max(1, j.Head)), j.Rate
		}
		gauge(rebuildProgressDesc, progress, p.Name)
		gauge(rebuildRateDesc, rate, p.Name)
	}
	gauge(snapshotsDesc, float64(s.snapshots))
	gauge(snapshotLagDesc, float64(s.snapshotLag))
}
