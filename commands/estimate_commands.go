package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/order"
)

// ConfirmEstimate accepts what an order costs whose work is paid by the hour. It is sent before the order
// is placed.
type ConfirmEstimate struct {
	Order uuid.UUID      `stream:"order"`
	Seen  order.Estimate // what the sender was shown
}

// AskForEstimate asks the owners of an account to confirm the estimate of a draft. The sender may not confirm it.
type AskForEstimate struct {
	Order uuid.UUID `stream:"order"`
}

func (c *AskForEstimate) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if policy.ConfirmsEstimate(w.by, o.Client, o.Customer) == nil {
		return order.ErrEstimateYours
	}
	now, err := w.estimate(ctx, o)
	if err != nil {
		return err
	}
	return o.AskForEstimate(now, w.by, w.at)
}

// estimate returns what an order costs now. It returns order.ErrNoEstimate if its account does not pay by the hour.
func (w *work) estimate(ctx context.Context, o *order.Order) (order.Estimate, error) {
	seller, err := w.readClient(ctx, o.Client)
	if err != nil {
		return order.Estimate{}, err
	}
	s, err := w.guarding(ctx, o.Customer)
	if err != nil {
		return order.Estimate{}, err
	}
	price, hourly := s.Cycle.Plan.Offer.Hourly()
	if !s.Exists() || !hourly {
		return order.Estimate{}, order.ErrNoEstimate
	}
	return o.Estimate(price, seller.Selling.TaxRate), nil
}

func (c *ConfirmEstimate) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if err := policy.ConfirmsEstimate(w.by, o.Client, o.Customer); err != nil {
		return err
	}
	now, err := w.estimate(ctx, o)
	if err != nil {
		return err
	}
	return o.ConfirmEstimate(now, c.Seen, w.by, w.at)
}
