package accounts

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

// Scope is which orders a person is notified of who could be notified of every new one.
type Scope string

// Scopes. Everybody begins with their own orders.
const (
	OnlyMine  Scope = "mine" // orders they made, manage, work on or collaborate in, and what is asked of them
	AllOrders Scope = "all"  // every new order too
)

// ErrScope is for a scope that is not known.
var ErrScope = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "profile.notification_scope",
	Message: "Choose only your orders, or all orders.",
}

// Scope returns a person's choice.
func (s *Store) Scope(ctx context.Context, person uuid.UUID) (Scope, error) {
	rows, err := s.pool.Query(ctx, "select scope from notification_scopes where person = $1", person)
	if err != nil {
		return "", unavailable("notification scope", err)
	}
	scopes, err := pgx.CollectRows(rows, pgx.RowTo[Scope])
	if err != nil || len(scopes) == 0 {
		return OnlyMine, unavailable("notification scope", err)
	}
	return scopes[0], nil
}

// SetScope stores a person's choice.
func (s *Store) SetScope(ctx context.Context, person uuid.UUID, scope Scope) error {
	if scope != OnlyMine && scope != AllOrders {
		return ErrScope
	}
	_, err := s.pool.Exec(ctx, `insert into notification_scopes (person, scope) select id, $2 from users where id = $1
		on conflict (person) do update set scope = excluded.scope`, person, scope)
	return unavailable("notification scope", err)
}

// WithRolesForAll returns the people with these roles who chose to be notified of all orders.
func (s *Store) WithRolesForAll(ctx context.Context, roles ...domain.Role) ([]User, error) {
	return s.users(
		ctx,
		"role = any($1) and id in (select person from notification_scopes where scope = $2) order by firstname, id limit 500",
		roles,
		AllOrders,
	)
}
