package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// MaxParts is the largest number of parts of a projection.
const MaxParts = 64

// Errors of dividing a projection's streams.
var (
	ErrParts = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "operations.parts_invalid",
		Message: fmt.Sprintf("The number of parts is 1 to %d.", MaxParts),
	}
	ErrBehind = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "operations.projection_behind",
		Message: "The parts of the projection stand too far apart. Let it catch up first.",
	}
)

// spread returns the number of parts.
func (w *worker) spread(ctx context.Context) (parts int, err error) {
	err = w.r.pool.QueryRow(ctx, "select parts from checkpoints where name = $1 and part = 0", w.Name).Scan(&parts)
	if errors.Is(err, pgx.ErrNoRows) {
		return 1, nil
	}
	return parts, err
}

// Spread divides the streams of a projection into parts by the hash of their ids. Each part is run
// by one process at a time, different parts by different processes, and the events of a stream stay
// in order. The processes that run the projection follow within seconds; reads and commands
// continue. Parts at different positions are brought to one position first.
func (r *Runner) Spread(ctx context.Context, name string, parts int) error {
	w, err := r.worker(name)
	if err != nil {
		return err
	}
	if parts < 1 || parts > MaxParts {
		return ErrParts
	}
	err = r.cfg.Leases.TryLead(ctx, "rebuild "+name, func(ctx context.Context, _ *lease.Lease) error {
		return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error { return w.respread(ctx, tx, parts) })
	})
	if errors.Is(err, lease.ErrHeld) {
		return ErrJobActive
	}
	if err != nil {
		return fmt.Errorf("projections: %s: %w", name, err)
	}
	select {
	case w.moved <- struct{}{}:
	default:
	}
	return nil
}

// respread locks all parts, brings them to the position of the foremost one, and divides the
// streams again.
func (w *worker) respread(ctx context.Context, tx pgx.Tx, parts int) error {
	if err := ensure(ctx, tx, w.Name); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "select position from checkpoints where name = $1 order by part for update", w.Name)
	if err != nil {
		return err
	}
	at, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	foremost := slices.Max(at)
	if foremost-slices.Min(at) > closeEnough {
		return ErrBehind
	}
	for part, from := range at {
		if err := w.bring(ctx, tx, part, len(at), from, foremost); err != nil {
			return err
		}
	}
	var writer int64
	var outdated bool
	if err := tx.QueryRow(ctx, "select min(writer), bool_or(outdated) from checkpoints where name = $1", w.Name).
		Scan(&writer, &outdated); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "delete from checkpoints where name = $1", w.Name); err != nil {
		return err
	}
	_, err = tx.Exec(
		ctx,
		"insert into checkpoints (name, position, part, parts, writer, outdated) select $1, $2, part, $3, $4, $5 from generate_series(0, $3 - 1) part",
		w.Name,
		foremost,
		parts,
		writer,
		outdated,
	)
	return err
}

// bring applies the events that a part has not seen yet. An event that fails is left to the process
// that runs the part, which parks its stream.
func (w *worker) bring(ctx context.Context, tx pgx.Tx, part, of int, from, to int64) error {
	if from == to {
		return nil
	}
	tables, err := rowset.Describe(ctx, tx, w.Tables, "")
	if err != nil {
		return err
	}
	out := leftOut{}
	if out.parked, err = parkedStreams(ctx, tx, w.Name); err != nil {
		return err
	}
	if out.skips, err = readSkips(ctx, w.r.cfg.Store, w.Name, w.r.names()); err != nil {
		return err
	}
	f := w.filter()
	f.Part, f.Parts = part, of
	return w.r.cfg.Store.Each(ctx, from, to, pageSize, f, func(p eventlog.Page) error {
		if _, err := applyEach(ctx, tx, w.Projection, tables, p.Events, out); err != nil {
			return ErrBehind.From(err)
		}
		return nil
	})
}
