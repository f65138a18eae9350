package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Parked is a stream that waits in a projection because one of its events could not be applied
// (BY-008).
type Parked struct {
	Stream   uuid.UUID    `json:"stream"`
	Position int64        `json:"position"` // of the event that failed
	Version  int          `json:"version"`
	Type     eh.EventType `json:"type"`
	Error    string       `json:"error"`
	Since    time.Time    `json:"since"`
}

const parkedColumns = "stream_id, position, version, type, error, parked_at"

func parkedStreams(ctx context.Context, q querier, name string) (parked, error) {
	list, err := listParked(ctx, q, name)
	out := parked{}
	for _, p := range list {
		out[p.Stream] = p.Version
	}
	return out, err
}

func listParked(ctx context.Context, q querier, name string) ([]Parked, error) {
	rows, err := q.Query(
		ctx, "select "+parkedColumns+" from parked_streams where projection = $1 order by position", name,
	)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Parked])
}

// RetryParked makes the running projection try its parked streams again, as it does when it starts:
// at once if it runs in this process, within a second if in another.
func (r *Runner) RetryParked(ctx context.Context, name string) error {
	w, err := r.worker(name)
	if err != nil {
		return err
	}
	if _, err := r.pool.Exec(ctx, "update parked_streams set retry = true where projection = $1", name); err != nil {
		return fmt.Errorf("projections: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.parts {
		select {
		case p.retry <- struct{}{}:
		default: // it is about to
		}
	}
	return nil
}

// askedToRetry reports whether somebody, in any process, wants the parked streams tried again.
func (w *applier) askedToRetry(ctx context.Context) (asked bool, err error) {
	rows, err := w.conn.Query(ctx, "select stream_id from parked_streams where projection = $1 and retry", w.name)
	if err != nil {
		return false, err
	}
	streams, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return slices.ContainsFunc(streams, w.mine), err
}

func (w *applier) mine(stream uuid.UUID) bool { return eventlog.PartOf(stream, w.of) == w.index }

// retryParked applies what parked streams have missed, leaving out what operators decided to skip.
func (w *applier) retryParked(ctx context.Context) (err error) {
	if w.skips, err = readSkips(ctx, w.store, w.p.Name, w.all); err != nil {
		return err
	}
	if w.parked, err = parkedStreams(ctx, w.conn, w.name); err != nil {
		return err
	}
	list, err := listParked(ctx, w.conn, w.name)
	if err != nil {
		return err
	}
	for _, p := range list {
		if !w.mine(p.Stream) {
			continue
		}
		if err := w.unpark(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// unpark applies a parked stream up to where it fails now, which is where it is parked from then
// on.
func (w *applier) unpark(ctx context.Context, p Parked) error {
	var events []domain.Event
	if err := w.heart.While(ctx, func(ctx context.Context) (err error) {
		events, err = w.store.ReadStream(ctx, p.Stream, p.Version, w.at, w.p.filter())
		return err
	}); err != nil {
		return err
	}
	var failing *parking
	for n := len(events); ; {
		failed, err := w.applyParked(ctx, p, events[:n], failing)
		if err == nil {
			break
		}
		if !rowset.IsData(err) {
			return err
		}
		if failed >= n {
			return err // the statement that keeps the parking itself
		}
		n, failing = failed, &parking{events[failed], err}
	}
	if failing != nil {
		w.parked[p.Stream] = failing.event.Version
		w.log.Warn(
			"a parked stream still fails", "projection", w.name, "stream", p.Stream, "position", failing.event.Position,
			"error", failing.err,
		)
		return nil
	}
	delete(w.parked, p.Stream)
	w.log.Info("a parked stream was applied", "projection", w.name, "stream", p.Stream, "events", len(events))
	return nil
}

// applyParked applies events of a parked stream and parks it at failing, or no longer if there is
// none, in one transaction. It says which event cannot be applied.
func (w *applier) applyParked(
	ctx context.Context,
	p Parked,
	events []domain.Event,
	failing *parking,
) (failed int, err error) {
	tx, err := w.conn.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, advance, w.name, w.saved, w.at, w.index, w.of, w.build); err != nil {
		return 0, err
	}
	if failed, err = applyEach(ctx, tx, w.p, w.tables, events, leftOut{skips: w.skips}); err != nil {
		return failed, err
	}
	if failing == nil {
		_, err = tx.Exec(ctx, "delete from parked_streams where projection = $1 and stream_id = $2", w.name, p.Stream)
	} else {
		_, err = tx.Exec(
			ctx,
			"update parked_streams set position = $3, version = $4, type = $5, error = $6, retry = false where projection = $1 and stream_id = $2",
			w.name,
			p.Stream,
			failing.event.Position,
			failing.event.Version,
			string(failing.event.Type),
			shorten(failing.err.Error()),
		)
	}
	if err == nil {
		err = tx.Commit(ctx)
	}
	if err != nil {
		return len(events), err
	}
	w.saved = w.at
	w.committed(w.at, events)
	return 0, nil
}

// applyEach applies events one by one within a transaction, so that it is known which one fails.
func applyEach(
	ctx context.Context,
	tx pgx.Tx,
	p Projection,
	tables rowset.Tables,
	events []domain.Event,
	out leftOut,
) (failed int, err error) {
	b := rowset.Within(ctx, tx, tables)
	for i, e := range events {
		if out.has(e) {
			continue
		}
		if err := b.Apply(func() error { return p.apply(b, e) }); err != nil {
			return i, fmt.Errorf("position %d: %w", e.Position, err)
		}
		if err := b.Flush(); err != nil {
			return i, err
		}
	}
	return 0, nil
}
