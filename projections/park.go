package projections

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"
)

// Parked is a stream that waits in a projection because one of its events could not be applied (BY-008).
type Parked struct {
	Stream   uuid.UUID    `json:"stream"`
	Position int64        `json:"position"` // of the event that failed
	Version  int          `json:"version"`
	Type     eh.EventType `json:"type"`
	Error    string       `json:"error"`
	Since    time.Time    `json:"since"`
}

func parkedStreams(ctx context.Context, q querier, name string) (parked, error) {
	list, err := listParked(ctx, q, name)
	out := parked{}
	for _, p := range list {
		out[p.Stream] = p.Version
	}
	return out, err
}

func listParked(ctx context.Context, q querier, name string) ([]Parked, error) {
	rows, err := q.Query(ctx, "select stream_id, position, version, type, error, parked_at from parked_streams where projection = $1 order by position", name)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Parked])
}

// RetryParked makes the running projection try its parked streams again, as it does when it starts.
func (r *Runner) RetryParked(name string) error {
	w, err := r.worker(name)
	if err != nil {
		return err
	}
	select {
	case w.retry <- struct{}{}:
	default: // it is about to
	}
	return nil
}

// retryParked applies the events that parked streams have missed, each stream in a transaction of its own.
func (w *worker) retryParked(ctx context.Context) error {
	list, err := listParked(ctx, w.conn, w.Name)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := w.unpark(ctx, p); err != nil {
			if !isData(err) {
				return err
			}
			w.r.log.Warn("a parked stream still fails", "projection", w.Name, "stream", p.Stream, "error", err)
		}
	}
	return nil
}

func (w *worker) unpark(ctx context.Context, p Parked) error {
	page, err := w.r.cfg.Store.ReadStream(ctx, p.Stream, p.Version, w.at, w.filter())
	if err != nil {
		return err
	}
	tx, err := w.conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "select advance_checkpoint($1, $2, $3)", w.Name, w.saved, w.at); err != nil {
		return err
	}
	b := newBatch(ctx, w.tables, func(context.Context) (pgx.Tx, error) { return tx, nil })
	for _, e := range page {
		err := w.p.apply(b, e)
		if err == nil {
			err = b.failed
		}
		if err == nil {
			err = b.broken
		}
		if err != nil {
			return fmt.Errorf("%w: position %d: %w", errReducer, e.Position, err)
		}
		b.keep()
	}
	if err := b.flush(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "delete from parked_streams where projection = $1 and stream_id = $2", w.Name, p.Stream); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	w.saved = w.at
	delete(w.parked, p.Stream)
	w.r.log.Info("a parked stream was applied", "projection", w.Name, "stream", p.Stream, "events", len(page))
	w.committed(w.at, page)
	return nil
}
