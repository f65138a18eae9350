package organisation

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/projections/query"
)

// Leaders implements commands.Leaders. A command that may take somebody's leadership holds the
// account's lock in the database until its events are in the log.
type Leaders struct {
	pool    *pgxpool.Pool
	locks   query.Locks
	catchUp func(context.Context) error
}

// NewLeaders returns the leaders of accounts. catchUp waits until this read model has applied the
// whole log.
func NewLeaders(pool, locks *pgxpool.Pool, catchUp func(context.Context) error) *Leaders {
	return &Leaders{pool, query.NewLocks(locks), catchUp}
}

// Take implements commands.Leaders.
func (l *Leaders) Take(
	ctx context.Context,
	clientID string,
	customer uuid.UUID,
) (people []uuid.UUID, release func(), err error) {
	account := customer
	if account == uuid.Nil {
		account = client.StreamOf(clientID)
	}
	if release, err = l.locks.Take(ctx, "leaders of", account); err != nil {
		return nil, nil, err
	}
	if err = l.catchUp(ctx); err == nil {
		people, err = l.of(ctx, clientID, customer)
	}
	if err != nil {
		release()
		return nil, nil, err
	}
	return people, release, nil
}

func (l *Leaders) of(ctx context.Context, clientID string, customer uuid.UUID) ([]uuid.UUID, error) {
	rows, err := l.pool.Query(
		ctx,
		`select person from account_members
		where client_id = $1 and customer_id is not distinct from $2 and state = $3 and role = any($4) limit 1000`,
		clientID, optional(customer), member.Active, []domain.Role{domain.Admin, domain.Owner},
	)
	if err != nil {
		return nil, query.Failed("leaders", err)
	}
	people, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return people, query.Failed("leaders", err)
}

func optional(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}
