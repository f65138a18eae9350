// Package follow hands the log to workers, page by page, and remembers how far each worker came.
package follow

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
)

const (
	followPage    = 500
	followPoll    = time.Second
	followGather  = 40 * time.Millisecond // workers can wait, and a page costs as much as an event
	followBackoff = 200 * time.Millisecond
)

// FromHead lets a new worker begin with the next event.
const FromHead int64 = -1

// Follower lets workers follow a log.
type Follower struct {
	store  *eventlog.Store
	leases *lease.Leases
}

// New returns a follower of a log.
func New(s *eventlog.Store, l *lease.Leases) *Follower { return &Follower{s, l} }

// Follow passes the log to a worker, page by page from where the worker of this name last ended,
// until ctx ends. It runs in one process at a time; others stand by. If handle fails, the page
// comes again, so a worker's work must be safe to repeat (D-31). A new worker begins after position
// since, or with the next event (FromHead).
func (s *Follower) Follow(
	ctx context.Context,
	name string,
	types []eh.EventType,
	since int64,
	handle func(context.Context, eventlog.Page) error,
) error {
	return s.FollowFrom(
		ctx, name, types, since, func(_ context.Context, at int64) (int64, error) { return at, nil }, handle,
	)
}

// FollowFrom is Follow for a worker that may have to go back. resume is called once this process
// leads, with the position where the worker ended, and returns the position to continue after.
func (s *Follower) FollowFrom(
	ctx context.Context,
	name string,
	types []eh.EventType,
	since int64,
	resume func(ctx context.Context, at int64) (int64, error),
	handle func(context.Context, eventlog.Page) error,
) error {
	name = "worker_" + name
	return s.leases.Lead(ctx, name, func(ctx context.Context, l *lease.Lease) error {
		return s.follow(ctx, l, name, types, since, resume, handle)
	})
}

func (s *Follower) follow(ctx context.Context, l *lease.Lease, name string, types []eh.EventType, since int64,
	resume func(context.Context, int64) (int64, error), handle func(context.Context, eventlog.Page) error,
) error {
	var err error
	if since == FromHead {
		if since, err = s.store.Head(ctx); err != nil {
			return err
		}
	}
	var at int64
	err = l.Use(func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `with fresh as (insert into checkpoints (name, position) values ($1, $2) on conflict do nothing returning position)
			select position from fresh union all select position from checkpoints where name = $1`, name, since).
			Scan(&at)
	})
	if err != nil {
		return err
	}
	if at, err = resume(ctx, at); err != nil {
		return err
	}
	wake, cancel := s.store.Subscribe()
	defer cancel()
	saved, savedAt := at, time.Time{}
	for ctx.Err() == nil {
		page, err := s.store.Next(ctx, at, followPage, eventlog.Filter{Types: types, Lenient: true})
		if err != nil {
			return err
		}
		for wait := followBackoff; len(page.Events) > 0; wait = min(2*wait, 30*time.Second) {
			if err = handle(ctx, page); err == nil {
				break
			}
			s.store.Logger().Warn("event store: a worker tries a page again", "worker", name, "after", at, "error", err)
			if sleep(ctx, wait); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		at = page.Last
		if at > saved && (len(page.Events) > 0 || time.Since(savedAt) >= followPoll) {
			err := l.Use(func(conn *pgx.Conn) error {
				_, err := conn.Exec(
					ctx, "update checkpoints set position = $2, updated_at = now() where name = $1", name, at,
				)
				return err
			})
			if err != nil {
				return fmt.Errorf("checkpoint of %s: %w", name, err)
			}
			saved, savedAt = at, time.Now()
		}
		if page.More {
			continue
		}
		for poll, news := time.After(followPoll), false; !news && ctx.Err() == nil; {
			select {
			case <-ctx.Done():
			case <-wake:
				sleep(ctx, followGather)
				news = at < s.store.Announced()
			case <-poll:
				news = true
			}
		}
	}
	return ctx.Err()
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
