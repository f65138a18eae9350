package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/order"
)

// ConfirmEstimate accepts what an order costs whose work is paid by the hour. It is sent before the order
// is placed.
type ConfirmEstimate struct {
	onOrder
	Seen order.Estimate // what the sender was shown
}

// NewConfirmEstimate returns the command for an order.
func NewConfirmEstimate(id uuid.UUID, seen order.Estimate) *ConfirmEstimate {
	return &ConfirmEstimate{onOrder{id}, seen}
}

// CommandType implements eventhorizon.Command.
func (*ConfirmEstimate) CommandType() eh.CommandType { return "ConfirmEstimate" }

func (c *ConfirmEstimate) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if err := policy.ConfirmsEstimate(w.by, o.Client, o.Customer); err != nil {
		return err
	}
	seller, err := w.readClient(ctx, o.Client)
	if err != nil {
		return err
	}
	s, err := w.guarding(ctx, o.Customer)
	if err != nil {
		return err
	}
	price, hourly := s.Cycle.Plan.Offer.Hourly()
	if !s.Exists() || !hourly {
		return order.ErrNoEstimate
	}
	return o.ConfirmEstimate(o.Estimate(price, seller.Selling.TaxRate), c.Seen, w.by, w.at)
}
