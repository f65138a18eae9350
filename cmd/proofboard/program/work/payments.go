package work

import (
	"context"
	"time"

	apibilling "github.com/proofboard/proofboard/api/billing"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/sales"
	workerpayments "github.com/proofboard/proofboard/workers/payments"
)

// payments returns what charges invoices to cards.
func (w *Workers) payments(cards *apibilling.Cards) workerpayments.Config {
	return workerpayments.Config{
		Log:      w.Follower,
		Load:     w.Store.LoadTo,
		Cashier:  cards.Cashier,
		Refusals: refusals.NewStore(w.Pool),
		Sales:    w.Sales,
		CatchUp: func(ctx context.Context, position int64) error {
			return w.Runner.WaitFor(ctx, sales.Name, position)
		},
		Clock:  time.Now,
		Logger: w.Log,
	}
}
