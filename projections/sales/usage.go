package sales

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/subscription"
)

// Usage implements commands.Usage with the read models of orders and files.
type Usage struct {
	Active  func(ctx context.Context, customers []uuid.UUID) (map[uuid.UUID]int, error)
	Stored  func(ctx context.Context, customer uuid.UUID) (bytes int64, err error)
	CatchUp func(context.Context) error // waits until both have read the whole log
}

// Used implements commands.Usage.
func (u Usage) Used(ctx context.Context, customer uuid.UUID) (used subscription.Usage, err error) {
	if err = u.CatchUp(ctx); err != nil {
		return used, err
	}
	active, err := u.Active(ctx, []uuid.UUID{customer})
	if err != nil {
		return used, err
	}
	used.ActiveOrders = active[customer]
	used.Storage, err = u.Stored(ctx, customer)
	return used, err
}
