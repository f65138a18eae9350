package eventstore

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"
)

const (
	followPage    = 500
	followPoll    = time.Second
	followGather  = 40 * time.Millisecond // workers are in no hurry: a page costs as much as an event
	followBackoff = 200 * time.Millisecond
)

// FromHead lets a new worker begin with what comes, not with what was.
const FromHead int64 = -1

// Follow hands the log to a worker, page by page from where the worker of this name last ended, until ctx ends. In one
// process at a time: others stand by. A page whose handle fails comes again, so what a worker does must be safe to
// repeat (D-31). A new worker begins after position since, FromHead with what comes.
func (s *Store) Follow(
	ctx context.Context,
	name string,
	types []eh.EventType,
	since int64,
	handle func(context.Context, Page) error,
) error {
	return s.FollowFrom(
		ctx, name, types, since, func(_ context.Context, at int64) (int64, error) { return at, nil }, handle,
	)
}

// FollowFrom is Follow for a worker that may have to go back: resume is asked once this process leads, and given where the
// worker ended answers where it goes on.
func (s *Store) FollowFrom(
	ctx context.Context,
	name string,
	types []eh.EventType,
	since int64,
	resume func(ctx context.Context, at int64) (int64, error),
	handle func(context.Context, Page) error,
) error {
	name = "worker_" + name
	return s.Lead(ctx, name, func(ctx context.Context, l *Lease) error {
		return s.follow(ctx, l, name, types, since, resume, handle)
	})
}

func (s *Store) follow(ctx context.Context, l *Lease, name string, types []eh.EventType, since int64,
	resume func(context.Context, int64) (int64, error), handle func(context.Context, Page) error,
) error {
	var err error
	if since == FromHead {
		if since, err = s.Head(ctx); err != nil {
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
	wake, cancel := s.Subscribe()
	defer cancel()
	saved, savedAt := at, time.Time{}
	for ctx.Err() == nil {
		page, err := s.Next(ctx, at, followPage, Filter{Types: types, Lenient: true})
		if err != nil {
			return err
		}
		for wait := followBackoff; len(page.Events) > 0; wait = min(2*wait, 30*time.Second) {
			if err = handle(ctx, page); err == nil {
				break
			}
			s.log.Warn("event store: a worker tries a page again", "worker", name, "after", at, "error", err)
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
		select {
		case <-ctx.Done():
		case <-wake:
			sleep(ctx, followGather)
		case <-time.After(followPoll):
		}
	}
	return ctx.Err()
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
