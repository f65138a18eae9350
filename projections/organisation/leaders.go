package organisation

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/projections/advisory"
)

// Leaders implements commands.Leaders. A command that may take somebody's leadership holds the
// account's lock in the database until its events are in the log.
type Leaders struct {
	*Queries

	locks   advisory.Locks
	catchUp func(context.Context) error
}

// NewLeaders returns the leaders of accounts. catchUp waits until this read model has applied the
// whole log.
func NewLeaders(pool, locks *pgxpool.Pool, catchUp func(context.Context) error) *Leaders {
	return &Leaders{NewQueries(pool), advisory.NewLocks(locks), catchUp}
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
		people, err = l.leaders(ctx, clientID, customer)
	}
	if err != nil {
		release()
		return nil, nil, err
	}
	return people, release, nil
}
