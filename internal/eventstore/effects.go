package eventstore

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Effect reports whether a worker has done this effect of the event at a position already.
func (s *Store) Effect(ctx context.Context, position int64, effect string) (done bool, err error) {
	err = s.pool.QueryRow(ctx, "select exists (select from effects where position = $1 and effect = $2)", position, effect).
		Scan(&done)
	return done, s.readError(err)
}

// RecordEffect notes that it is done; noting it twice is noting it once.
func (s *Store) RecordEffect(ctx context.Context, position int64, effect string) error {
	_, err := s.pool.Exec(
		ctx, "insert into effects (position, effect) values ($1, $2) on conflict do nothing", position, effect,
	)
	return s.readError(err)
}

// Effect of the event at a position; position 0 is for what no event causes.
type Effect struct {
	Position int64
	Effect   string
}

// Once notes effects as done while do does them; fresh says which of them nobody has done. Who else does one of them, in
// whichever process, waits until do has ended. If do fails none is noted. A crash after do and before the note makes it
// happen again: let what do sends say that it is the same.
func (s *Store) Once(ctx context.Context, effects []Effect, do func(ctx context.Context, fresh []bool) error) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return s.readError(err)
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
			return s.readError(err)
		}
		fresh[i] = tag.RowsAffected() == 1
	}
	if err := r.Close(); err != nil {
		return s.readError(err)
	}
	if err := do(ctx, fresh); err != nil {
		return err
	}
	return s.readError(tx.Commit(ctx))
}
