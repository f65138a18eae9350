package accounts

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/internal/dberror"
)

// maxOptions is the largest number of filter values that a list offers.
const maxOptions = 1000

// Option is a value to filter by.
type Option struct{ ID, Name string }

func (s *Store) options(ctx context.Context, what, sql string, args ...any) ([]Option, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, dberror.Of(what, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Option])
	return found, dberror.Of(what, err)
}

// Clients returns the clients that have customers, without the provider, sorted by name.
func (s *Store) Clients(ctx context.Context) ([]Option, error) {
	return s.options(
		ctx, "clients", `select t.id, t.name from tenants t join account_clients a on a.id = t.id where a.kind <> $2
		order by lower(t.name), t.id limit $1`, maxOptions, client.Provider,
	)
}

// User returns a person. It returns domain.ErrNotFound if there is none.
func (s *Store) User(ctx context.Context, id uuid.UUID) (User, error) {
	return s.oneUser(ctx, "p.id = $1", id)
}

// People returns people by id, sorted by name.
func (s *Store) People(ctx context.Context, ids []uuid.UUID) ([]User, error) {
	return s.users(ctx, "p.id = any($1) order by p.firstname, p.lastname, p.id limit $2", ids, maxOptions)
}
