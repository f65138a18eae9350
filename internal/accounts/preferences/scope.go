package preferences

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Scope selects the orders about which a person is notified, if their role allows notifications of
// every new order.
type Scope string

// Scopes. OnlyMine is the default.
const (
	OnlyMine  Scope = "mine" // orders they created, manage, work on or collaborate in, and requests to them
	AllOrders Scope = "all"  // also every new order
)

// ErrScope means that a scope is unknown.
var ErrScope = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "profile.notification_scope",
	Message: "Choose only your orders, or all orders.",
}

// Scope returns a person's setting.
func (s *Store) Scope(ctx context.Context, person uuid.UUID) (Scope, error) {
	rows, err := s.pool.Query(ctx, "select scope from notification_scopes where person = $1", person)
	if err != nil {
		return "", dberror.Of("notification scope", err)
	}
	scopes, err := pgx.CollectRows(rows, pgx.RowTo[Scope])
	if err != nil || len(scopes) == 0 {
		return OnlyMine, dberror.Of("notification scope", err)
	}
	return scopes[0], nil
}

// SetScope stores a person's setting. It returns ErrScope for an unknown scope.
func (s *Store) SetScope(ctx context.Context, person uuid.UUID, scope Scope) error {
	if scope != OnlyMine && scope != AllOrders {
		return ErrScope
	}
	_, err := s.pool.Exec(ctx, `insert into notification_scopes (person, scope) select id, $2 from people where id = $1
		on conflict (person) do update set scope = excluded.scope`, person, scope)
	return dberror.Of("notification scope", err)
}
