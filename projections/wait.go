package projections

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

const (
	waitAtMost = 2 * time.Second // D-30
	askEvery   = 15 * time.Millisecond
)

// reached is how far a projection has come, as known in this process.
type reached struct {
	mu    sync.Mutex
	at    int64
	moved chan struct{} // closed at the next move
	state atomic.Value  // string
}

const (
	stateIdle    = "stopped"
	stateRunning = "running"
	stateStandby = "standby"
	stateFailing = "failing"
)

func newReached() *reached {
	r := &reached{moved: make(chan struct{})}
	r.state.Store(stateIdle)
	return r
}

func (r *reached) set(at int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at > r.at {
		r.at = at
		close(r.moved)
		r.moved = make(chan struct{})
	}
}

func (r *reached) get() (int64, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at, r.moved
}

// Reached tells what another process has made visible, so that those who wait here need not ask the database.
func (r *Runner) Reached(name string, position int64) {
	if w := r.byName[name]; w != nil && w.reached.state.Load() != stateRunning {
		w.reached.set(position)
	}
}

// WaitFor returns when a projection has applied every event up to position. It waits at most 2 s (D-30), then fails with
// domain.ErrUnavailable. It works in any process, whoever runs the projection.
func (r *Runner) WaitFor(ctx context.Context, name string, position int64) error {
	w, err := r.worker(name)
	if err != nil {
		return err
	}
	at, moved := w.reached.get()
	if at >= position {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, waitAtMost)
	defer cancel()
	ask := time.NewTicker(askEvery)
	defer ask.Stop()
	for at < position {
		var elsewhere <-chan time.Time
		if w.reached.state.Load() != stateRunning {
			elsewhere = ask.C // another process runs it: only its checkpoint tells
		}
		select {
		case <-moved:
			at, moved = w.reached.get()
		case <-elsewhere:
			err := r.pool.QueryRow(ctx, "select position from checkpoints where name = $1", name).Scan(&at)
			if err != nil && !errors.Is(err, pgx.ErrNoRows) && ctx.Err() == nil {
				return fmt.Errorf("projections: %s: %w: %w", name, domain.ErrUnavailable, err)
			}
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.Canceled) {
				return ctx.Err()
			}
			return domain.ErrUnavailable.From(fmt.Errorf("projection %s is at %d, wanted %d", name, at, position))
		}
	}
	return nil
}
