package eventstore

import "context"

// Effect says whether a worker has done this effect of the event at a position already.
func (s *Store) Effect(ctx context.Context, position int64, effect string) (done bool, err error) {
	err = s.pool.QueryRow(ctx, "select exists (select from effects where position = $1 and effect = $2)", position, effect).Scan(&done)
	return done, s.readError(err)
}

// RecordEffect notes that it is done; noting it twice is noting it once.
func (s *Store) RecordEffect(ctx context.Context, position int64, effect string) error {
	_, err := s.pool.Exec(ctx, "insert into effects (position, effect) values ($1, $2) on conflict do nothing", position, effect)
	return s.readError(err)
}
