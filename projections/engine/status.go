package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/eventstore/lease"
)

// Status is the state of a projection in all processes (BY-011).
type Status struct {
	Name     string    `json:"name"`
	Parts    int       `json:"parts"` // number of parts that its streams are divided into
	Position int64     `json:"position"`
	Lag      int64     `json:"lag"`               // events not applied yet
	Seconds  float64   `json:"lagSeconds"`        // age of the oldest of those events, 0 if there is none
	Updated  time.Time `json:"updated"`           // when the checkpoint was stored
	Running  bool      `json:"running"`           // a process runs it, or each part of it
	Holder   string    `json:"holder"`            // host and process id of the running processes
	State    string    `json:"state"`             // its state in this process: running, standby, failing, stopped
	Rebuild  int64     `json:"rebuild,omitempty"` // position of a running rebuild
	Outdated bool      `json:"outdated"`          // rows may lack columns, and a worker rebuilds it
	Parked   []Parked  `json:"parked"`
}

// Status lists all projections.
func (r *Runner) Status(ctx context.Context) ([]Status, error) {
	head, err := r.cfg.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	leases, err := r.cfg.Leases.List(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Status, 0, len(r.all))
	for _, w := range r.all {
		s := Status{Name: w.Name, State: w.reached.summary()}
		err := r.pool.QueryRow(ctx, "select parts, min(position), min(updated_at), bool_or(outdated) from checkpoints where name = $1 group by parts", w.Name).
			Scan(&s.Parts, &s.Position, &s.Updated, &s.Outdated)
		if errors.Is(err, pgx.ErrNoRows) {
			s.Parts, err = 1, nil
		}
		if err != nil {
			return nil, err
		}
		s.held(leases)
		if err := r.pool.QueryRow(ctx, `select coalesce((select position from checkpoints where name = $1), 0),
			coalesce(extract(epoch from now() - (select occurred_at from events where position = $2)), 0)::float8`,
			w.Name+nextSuffix, s.Position+1).Scan(&s.Rebuild, &s.Seconds); err != nil {
			return nil, err
		}
		s.Lag, s.Seconds = max(0, head-s.Position), max(0, s.Seconds)
		if s.Parked, err = listParked(ctx, r.pool, w.Name); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// held sets the processes that hold the parts.
func (s *Status) held(leases []lease.Info) {
	var holders []string
	own := s.Leases()
	for _, l := range leases {
		if l.Held && slices.Contains(own, l.Name) {
			holders = append(holders, l.Holder)
		}
	}
	s.Running = len(holders) == s.Parts
	slices.Sort(holders)
	s.Holder = strings.Join(slices.Compact(holders), ", ")
}

// Leases returns the names of the leases that must be held, one for each part.
func (s *Status) Leases() (names []string) {
	for i := range s.Parts {
		names = append(names, leaseName(s.Name, i, s.Parts))
	}
	return names
}
