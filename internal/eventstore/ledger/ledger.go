// Package ledger remembers which effects of events workers have done, such as a mail that was sent,
// so that no effect happens twice.
package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Ledger has the effects that were done.
type Ledger struct{ store *eventlog.Store }

// New returns the ledger of a log.
func New(s *eventlog.Store) *Ledger { return &Ledger{s} }

// Done reports whether a worker has done this effect of the event at a position already.
func (l *Ledger) Done(ctx context.Context, position int64, effect string) (done bool, err error) {
	err = l.store.Pool().
		QueryRow(ctx, "select exists (select from effects where position = $1 and effect = $2)", position, effect).
		Scan(&done)
	return done, l.store.Error(err)
}

// Record stores that an effect was done. Storing it twice changes nothing.
func (l *Ledger) Record(ctx context.Context, position int64, effect string) error {
	_, err := l.store.Pool().Exec(
		ctx, "insert into effects (position, effect) values ($1, $2) on conflict do nothing", position, effect,
	)
	return l.store.Error(err)
}

// Effect is something that a worker does because of the event at a position. Position 0 means that
// no event caused it.
type Effect struct {
	Position int64
	Effect   string
}

// Once calls do and stores its effects as done. fresh says which of them nobody has done before.
// Other callers of one of them, in any process, wait until do has ended. If do fails, none is
// stored. After a crash between do and the commit the effects are done again, so what do sends must
// carry an id by which the receiver recognises a repetition.
func (l *Ledger) Once(ctx context.Context, effects []Effect, do func(ctx context.Context, fresh []bool) error) error {
	tx, err := l.store.Pool().Begin(ctx)
	if err != nil {
		return l.store.Error(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	b := &pgx.Batch{}
	for _, e := range effects {
		b.Queue("insert into effects (position, effect) values ($1, $2) on conflict do nothing", e.Position, e.Effect)
	}
	r := tx.SendBatch(ctx, b)
	fresh := make([]bool, len(effects))
	for i := range effects {
		tag, err := r.Exec()
		if err != nil {
			_ = r.Close()
			return l.store.Error(err)
		}
		fresh[i] = tag.RowsAffected() == 1
	}
	if err := r.Close(); err != nil {
		return l.store.Error(err)
	}
	if err := do(ctx, fresh); err != nil {
		return err
	}
	return l.store.Error(tx.Commit(ctx))
}
