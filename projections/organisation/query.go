package organisation

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Queries reads the read model.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

func (q *Queries) leaders(ctx context.Context, clientID string, customer uuid.UUID) ([]uuid.UUID, error) {
	rows, err := q.pool.Query(
		ctx,
		`select person from account_members
		where client_id = $1 and customer_id is not distinct from $2 and state = $3 and role = any($4) limit 1000`,
		clientID, optional(customer), member.Active, []domain.Role{domain.Admin, domain.Owner},
	)
	if err != nil {
		return nil, dberror.Of("leaders", err)
	}
	people, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return people, dberror.Of("leaders", err)
}

func optional(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// IsLast reports whether nobody but this person leads their account. The answer can be out of date;
// commands decide with Take.
func (q *Queries) IsLast(ctx context.Context, p member.Place) (bool, error) {
	if !p.Leads() {
		return false, nil
	}
	people, err := q.leaders(ctx, p.Client, p.Customer)
	return p.LeadsAlone(people), err
}

// NeedsSecondFactor reports whether the people of a client need a second factor.
func (q *Queries) NeedsSecondFactor(ctx context.Context, clientID string) (bool, error) {
	var needs bool
	err := q.pool.QueryRow(
		ctx, "select exists (select from account_clients where id = $1 and second_factor)", clientID,
	).Scan(&needs)
	return needs, dberror.Of("second factor of a client", err)
}

// Hours returns the provider's business hours. They are zero if nobody has set them.
func (q *Queries) Hours(ctx context.Context) (client.Hours, error) {
	var h *client.Hours
	err := q.pool.QueryRow(
		ctx, "select hours from account_clients where id = $1", domain.ProviderClient,
	).Scan(&h)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return client.Hours{}, dberror.Of("business hours", err)
	}
	if h == nil {
		h = &client.Hours{}
	}
	return *h, nil
}
