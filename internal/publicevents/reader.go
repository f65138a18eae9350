package publicevents

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Bounds of one portion of the feed.
const (
	pageSize = 1000            // events of the log that are read at a time
	maxPages = 5               // of a portion
	settle   = time.Second / 4 // a busy log wakes those who wait this seldom
	maxWaits = 500             // callers of this process who wait at a time
)

// Log is the part of the event store that a Reader uses.
type Log interface {
	Head(ctx context.Context) (int64, error)
	ReadPage(ctx context.Context, after int64, limit int, f eventlog.Filter) (eventlog.Page, error)
	Subscribe() (wake <-chan struct{}, cancel func())
}

// Reader reads the log for people, in the order of its positions.
type Reader struct {
	log    Log
	models ReadModels
	// applied returns when the read models have applied the log up to a position.
	applied func(ctx context.Context, position int64) error
	waiting atomic.Int64
	stopped chan struct{}
	stop    sync.Once
}

// NewReader returns a reader of a log and its read models.
func NewReader(log Log, models ReadModels, applied func(ctx context.Context, position int64) error) *Reader {
	return &Reader{log: log, models: models, applied: applied, stopped: make(chan struct{})}
}

// Portion is a part of the log as one person sees it.
type Portion struct {
	Events []Event
	Next   int64 // position to go on after, also if nothing was visible
	More   bool  // the log goes on
}

// End returns a portion without events at the end of the log.
func (r *Reader) End(ctx context.Context) (Portion, error) {
	head, err := r.log.Head(ctx)
	return Portion{Next: head}, err
}

// Read returns at most limit events after a position that a person may see now. It reads at most
// 5,000 events of the log for them.
func (r *Reader) Read(ctx context.Context, by domain.Actor, after int64, limit int) (Portion, error) {
	p := Portion{Next: after, More: true}
	for n := 0; n < maxPages && p.More; n++ {
		// An event that cannot be read must not stop the feed for ever.
		page, err := r.log.ReadPage(ctx, p.Next, pageSize, eventlog.Filter{Types: Stored(), Lenient: true})
		if err != nil {
			return p, err
		}
		if len(page.Events) > 0 {
			if err := r.applied(ctx, page.Last); err != nil {
				return p, err
			}
		}
		b, err := Load(ctx, r.models, page.Events)
		if err != nil {
			return p, err
		}
		for _, e := range b.Events {
			if !b.Sees(by, e) {
				continue
			}
			if len(p.Events) == limit {
				p.Next = p.Events[limit-1].Position
				return p, nil
			}
			p.Events = append(p.Events, e)
		}
		p.Next, p.More = page.Last, page.More
	}
	return p, nil
}

// Watch begins to watch the log for a caller who waits. Each call of changed waits for more events
// and returns false if there are none before ctx ends. Call done in the end.
func (r *Reader) Watch() (changed func(ctx context.Context) bool, done func()) {
	if r.waiting.Add(1) > maxWaits {
		return func(context.Context) bool { return false }, func() { r.waiting.Add(-1) }
	}
	wake, cancel := r.log.Subscribe()
	changed = func(ctx context.Context) bool {
		select {
		case <-wake:
		case <-r.stopped:
			return false
		case <-ctx.Done():
			return false
		}
		select {
		case <-time.After(settle):
			return true
		case <-r.stopped:
			return false
		case <-ctx.Done():
			return false
		}
	}
	return changed, func() {
		cancel()
		r.waiting.Add(-1)
	}
}

// Stop ends the waiting of all callers, because the process stops.
func (r *Reader) Stop() { r.stop.Do(func() { close(r.stopped) }) }
