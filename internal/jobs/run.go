package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

// Times of jobs, unless their worker has others.
const (
	hold  = 30 * time.Second
	first = 2 * time.Second
	most  = 5 * time.Minute
)

const look = time.Second // between two looks for a job that is due

// Worker does the jobs of one kind. A process that stops in the middle of a job
// leaves it to another.
type Worker struct {
	Kind Kind
	Hold time.Duration // a process that died keeps a job for so long; half a minute if not set
	// First is before the second try, 2 seconds if not set. It is twice as long each time, up to Most (5 minutes).
	First, Most time.Duration
	Together    int // at a time in a process; one if not set
	// Ready is closed when this process can do the jobs, which it leaves to others before. It is nil if it always can.
	Ready <-chan struct{}
	// Do does a job and stores its result with Finish in the same transaction, or in steps that can be repeated. After
	// an error it is done again later.
	Do func(ctx context.Context, j Job) error
}

// LaterError is what a try returns when it has done a part of its job. The next try is at the given time, and counts as
// the first.
type LaterError struct {
	At  time.Time
	Err error // why it does not go on now; nil if nothing failed
}

// Error returns why the job does not go on now.
func (l LaterError) Error() string {
	if l.Err == nil {
		return ""
	}
	return l.Err.Error()
}

// Unwrap returns why the job does not go on now.
func (l LaterError) Unwrap() error { return l.Err }

// Run does the jobs of workers until ctx ends. A process that has nothing to do asks one question for all kinds.
func (s *Store) Run(ctx context.Context, log *slog.Logger, workers ...Worker) error {
	all, ctx := errgroup.WithContext(ctx)
	wake := map[Kind]chan struct{}{}
	for _, w := range workers {
		due := make(chan struct{}, 1)
		wake[w.Kind] = due
		for range max(1, w.Together) {
			all.Go(func() error { return s.work(ctx, w, due, log) })
		}
	}
	all.Go(func() error {
		ticks := time.NewTicker(look)
		defer ticks.Stop()
		for {
			kinds, err := s.due(ctx, slices.Collect(maps.Keys(wake)))
			if err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "jobs cannot be looked up", "error", err)
			}
			for _, kind := range kinds {
				select {
				case wake[kind] <- struct{}{}:
				default: // its worker looks anyway after its job
				}
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-s.look:
			case <-ticks.C:
			}
		}
	})
	return all.Wait()
}

// Rouse makes this process look for due jobs at once.
func (s *Store) Rouse() {
	select {
	case s.look <- struct{}{}:
	default:
	}
}

// work does the jobs of a kind, as long as some are due after each wake.
func (s *Store) work(ctx context.Context, w Worker, due <-chan struct{}, log *slog.Logger) error {
	if w.Ready != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.Ready:
			s.DoDue(ctx, w, log)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-due:
			s.DoDue(ctx, w, log)
		}
	}
}

// DoDue does jobs of a worker's kind until none is due.
func (s *Store) DoDue(ctx context.Context, w Worker, log *slog.Logger) {
	w.Hold, w.First, w.Most = cmp.Or(w.Hold, hold), cmp.Or(w.First, first), cmp.Or(w.Most, most)
	for {
		j, found, err := s.Claim(ctx, w.Kind, w.Hold)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "jobs cannot be claimed", "kind", w.Kind, "error", err)
		}
		if !found {
			return
		}
		s.try(ctx, w, j, log)
	}
}

// try does a job once, and says when it is tried again.
func (s *Store) try(ctx context.Context, w Worker, j Job, log *slog.Logger) {
	err := s.holding(ctx, w.Hold, j, func(ctx context.Context) (err error) {
		// Other processes would take the job over and end in the same way.
		defer func() {
			if r := recover(); r != nil {
				log.ErrorContext(ctx, "a job panicked", "kind", j.Kind, "id", j.ID, "stack", string(debug.Stack()))
				err = fmt.Errorf("panic: %v", r)
			}
		}()
		return w.Do(ctx, j)
	})
	after := context.WithoutCancel(ctx)
	later, on := errors.AsType[LaterError](err)
	switch {
	case err == nil:
		err = ignored(Finish(after, s.pool, j))
	case errors.Is(err, ErrLost):
		return
	case ctx.Err() != nil:
		err = ignored(s.Release(after, j))
	default:
		if !on || later.Err != nil {
			log.WarnContext(ctx, "a job failed and is done again later", "kind", j.Kind, "id", j.ID,
				"tries", j.Attempts, "error", err)
		}
		at := later.At
		if on {
			j.Attempts = 0
		} else {
			at = s.clock().Add(w.pause(j.Attempts))
		}
		err = ignored(Postpone(after, s.pool, j, at, err.Error()))
	}
	if err != nil {
		log.WarnContext(ctx, "a job is held until its time is over", "kind", j.Kind, "id", j.ID, "error", err)
	}
}

// ignored drops the error of a job that has ended or is another's.
func ignored(err error) error {
	if errors.Is(err, ErrLost) {
		return nil
	}
	return err
}

// pause returns how long a job rests after its n-th try. Jobs that failed together are not done again together.
func (w Worker) pause(n int) time.Duration {
	p := Pause(n, w.First, w.Most)
	return p/2 + rand.N(p)
}

// Pause returns how long something rests after its n-th failure: a first time, then twice as long each time, up to a
// longest one.
func Pause(n int, first, longest time.Duration) time.Duration {
	p := first
	for ; n > 1 && p < longest; n-- {
		p *= 2
	}
	return min(p, longest)
}

// holding runs do while it keeps the job from other processes. The context of do ends once the job is lost, or may be
// because nothing could be stored until its time was over.
func (s *Store) holding(
	ctx context.Context, hold time.Duration, j Job, do func(context.Context) error,
) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	done := make(chan struct{})
	kept := make(chan struct{})
	over := s.clock().Add(hold)
	go func() {
		defer close(kept)
		ticks := time.NewTicker(hold / 3)
		defer ticks.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticks.C:
			}
			until := s.clock().Add(hold)
			soon, cancel := context.WithTimeout(ctx, hold/3)
			err := s.Hold(soon, j, hold)
			cancel()
			if err == nil {
				over = until
			}
			if errors.Is(err, ErrLost) || s.clock().After(over) {
				stop(ErrLost)
				return
			}
		}
	}()
	err := do(ctx)
	close(done)
	<-kept
	if err != nil && errors.Is(context.Cause(ctx), ErrLost) {
		return ErrLost
	}
	return err
}
