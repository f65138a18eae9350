package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/proofboard/proofboard/domain"
)

const (
	readWait    = 2 * time.Second // longest wait of a read for a position (D-30)
	commandWait = 5 * time.Second // of a command, which was right in all else and would be lost
	askEvery    = 15 * time.Millisecond
)

// ErrNotYet means that a projection has not reached a position in time. It wraps
// domain.ErrUnavailable.
var ErrNotYet = &domain.Error{
	Code:    domain.Unavailable,
	Reason:  "read_model.behind",
	Message: "What was changed a moment ago cannot be read yet. Please try again in a moment.",
}

// reached stores how far the parts of a projection are, as far as this process knows.
type reached struct {
	mu     sync.Mutex
	at     []int64
	states []string
	least  int64         // the smallest of at
	moved  chan struct{} // closed when least rises
	asked  chan struct{} // a caller in this process waits
}

const (
	stateIdle    = "stopped"
	stateRunning = "running"
	stateStandby = "standby"
	stateFailing = "failing"
)

func newReached() *reached {
	return &reached{
		moved:  make(chan struct{}),
		asked:  make(chan struct{}, 1),
		at:     make([]int64, 1),
		states: []string{stateIdle},
	}
}

// spread sets a new number of parts, each at the position that all parts had reached.
func (r *reached) spread(parts int, state string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at, r.states = slices.Repeat([]int64{r.least}, parts), slices.Repeat([]string{state}, parts)
}

func (r *reached) set(part int, at int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at[part] = max(r.at[part], at)
	if least := slices.Min(r.at); least > r.least {
		r.least = least
		close(r.moved)
		r.moved = make(chan struct{})
	}
}

func (r *reached) state(part int, s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.states[part] = s
}

// told sets the position of a part that another process runs.
func (r *reached) told(part, parts int, at int64) {
	r.mu.Lock()
	known, state := len(r.at) == parts, r.states[0]
	if known {
		state = r.states[part]
	}
	r.mu.Unlock()
	if !known && state == stateIdle { // this process runs none
		r.spread(parts, stateIdle)
		known = true
	}
	if known && state != stateRunning {
		r.set(part, at)
	}
}

// ask ends the wait for more events.
func (r *reached) ask() {
	select {
	case r.asked <- struct{}{}:
	default:
	}
}

// get returns the position that all parts have reached.
func (r *reached) get() (int64, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.least, r.moved
}

// here reports whether all parts run in this process.
func (r *reached) here() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !slices.ContainsFunc(r.states, func(s string) bool { return s != stateRunning })
}

// summary returns one state for all parts, which is the worst of those that this process runs.
func (r *reached) summary() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range []string{stateFailing, stateRunning, stateStandby} {
		if slices.Contains(r.states, s) {
			return s
		}
	}
	return stateIdle
}

// Reached stores what another process has made visible, so that waiting callers need not ask the
// database.
func (r *Runner) Reached(name string, part, parts int, position int64) {
	if w := r.byName[name]; w != nil && 0 <= part && part < parts && parts <= MaxParts {
		w.reached.told(part, parts, position)
	}
}

// Known returns a position that a projection has certainly reached, as far as this process has learned.
func (r *Runner) Known(name string) int64 {
	w := r.byName[name]
	if w == nil {
		return 0
	}
	at, _ := w.reached.get()
	return at
}

// WaitFor returns when a projection has applied every event up to position. It waits at most 2 s
// (D-30), then fails with ErrNotYet. It works in every process, whichever runs the projection.
func (r *Runner) WaitFor(ctx context.Context, name string, position int64) error {
	return r.wait(ctx, name, position, readWait)
}

// WaitForCommand is WaitFor for a command that reads what earlier commands wrote. It waits at most
// 5 s.
func (r *Runner) WaitForCommand(ctx context.Context, name string, position int64) error {
	return r.wait(ctx, name, position, commandWait)
}

func (r *Runner) wait(ctx context.Context, name string, position int64, atMost time.Duration) error {
	w, err := r.worker(name)
	if err != nil {
		return err
	}
	at, moved := w.reached.get()
	if at >= position {
		return nil
	}
	w.reached.ask()
	ctx, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	ask := time.NewTicker(askEvery)
	defer ask.Stop()
	for at < position {
		var elsewhere <-chan time.Time
		if !w.reached.here() {
			elsewhere = ask.C // another process runs it, so only its checkpoint is known
		}
		select {
		case <-moved:
			at, moved = w.reached.get()
		case <-elsewhere:
			err := r.pool.QueryRow(ctx, "select coalesce(min(position), 0) from checkpoints where name = $1", name).
				Scan(&at)
			if err != nil && ctx.Err() == nil {
				return fmt.Errorf("projections: %s: %w: %w", name, domain.ErrUnavailable, err)
			}
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.Canceled) {
				return ctx.Err()
			}
			return ErrNotYet.From(
				fmt.Errorf("%w: projection %s is at %d, wanted %d", domain.ErrUnavailable, name, at, position),
			)
		}
	}
	return nil
}
