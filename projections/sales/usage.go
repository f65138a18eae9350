package sales

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/query"
)

// Usage implements commands.Usage.
type Usage struct {
	Active func(ctx context.Context, customers []uuid.UUID) (map[uuid.UUID]int, error)
	Stored func(ctx context.Context, customer uuid.UUID) (bytes int64, err error)
	Sales  *Queries
	Locks  query.Locks
	// These wait until the read models have the whole log: of orders and files, and of sales.
	WorkRead  func(context.Context) error
	SalesRead func(context.Context) error
}

// Shown returns the active orders and the stored bytes of a customer, as the read models show them now.
func (u Usage) Shown(ctx context.Context, customer uuid.UUID) (used subscription.Usage, err error) {
	active, err := u.Active(ctx, []uuid.UUID{customer})
	if err != nil {
		return used, err
	}
	used.ActiveOrders = active[customer]
	used.Storage, err = u.Stored(ctx, customer)
	return used, err
}

// Used implements commands.Usage.
func (u Usage) Used(ctx context.Context, customer uuid.UUID) (subscription.Usage, error) {
	if err := u.WorkRead(ctx); err != nil {
		return subscription.Usage{}, err
	}
	return u.Shown(ctx, customer)
}

// Unpaid implements commands.Usage.
func (u Usage) Unpaid(ctx context.Context, customer uuid.UUID) (bool, error) {
	if err := u.SalesRead(ctx); err != nil {
		return false, err
	}
	due, err := u.Sales.FirstDue(ctx, customer)
	return !due.IsZero(), err
}

// Spend implements commands.Usage with a lock that all processes share.
func (u Usage) Spend(
	ctx context.Context,
	customer uuid.UUID,
	bought bool,
) (spent subscription.Spent, release func(), err error) {
	if release, err = u.Locks.Take(ctx, "quota of", customer); err != nil {
		return spent, nil, err
	}
	if err = u.SalesRead(ctx); err == nil {
		spent, err = u.Sales.Meters(ctx, customer, bought)
	}
	if err != nil {
		release()
		return spent, nil, err
	}
	return spent, release, nil
}
