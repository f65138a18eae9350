package program

import (
	"context"
	"time"

	apibilling "github.com/proofboard/proofboard/api/billing"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/sales"
	workerpayments "github.com/proofboard/proofboard/workers/payments"
)

// cards returns what takes payments by card, or nil if invoices are paid by bank transfer.
func (p *Program) cards() *apibilling.Cards {
	set := p.cfg.Stripe
	if !set.On() {
		return nil
	}
	provider := payments.New(payments.Settings(set))
	return &apibilling.Cards{
		Cashier: &payments.Cashier{
			Provider: provider,
			Store:    payments.NewStore(p.pool),
			Bus:      p.Bus,
			Clock:    time.Now,
			Logger:   p.log,
		},
		PublishableKey: set.PublishableKey,
		Notice:         provider.Notice,
	}
}

// payments returns what charges invoices to cards.
func (p *Program) payments(cards *apibilling.Cards) workerpayments.Config {
	return workerpayments.Config{
		Log:      p.Follower,
		Load:     p.Store.LoadTo,
		Cashier:  cards.Cashier,
		Refusals: refusals.NewStore(p.pool),
		Sales:    p.Sales,
		CatchUp: func(ctx context.Context, position int64) error {
			return p.Runner.WaitFor(ctx, sales.Name, position)
		},
		Clock:  time.Now,
		Logger: p.log,
	}
}
