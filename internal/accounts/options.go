package accounts

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// maxOptions is the largest number of filter values that a list offers.
const maxOptions = 1000

// Option is a value to filter by.
type Option struct{ ID, Name string }

func (s *Store) options(ctx context.Context, what, sql string, args ...any) ([]Option, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, unavailable(what, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Option])
	return found, unavailable(what, err)
}

// Clients returns the clients that have customers, without the provider, sorted by name.
func (s *Store) Clients(ctx context.Context) ([]Option, error) {
	return s.options(
		ctx, "clients", "select id, name from clients where kind <> 'provider' order by lower(name), id limit $1",
		maxOptions,
	)
}

// People returns people by id, sorted by name.
func (s *Store) People(ctx context.Context, ids []uuid.UUID) ([]User, error) {
	return s.users(ctx, "id = any($1) order by firstname, lastname, id limit $2", ids, maxOptions)
}
