package realtime

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/sales"
)

// sales has browsers load their profile again if the plan or the cards of their account have changed, and what they
// show of plans and invoices if it may be different now. Events of orders change only meters, which
// browsers load again after they were told of the order.
func (h *Hub) sales(ctx context.Context, sockets []*socket, c Change) error {
	plans := c.Many
	changed, cards := map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
	var invoices []uuid.UUID
	for _, e := range c.Events {
		switch e.Kind {
		case string(subscription.AggregateType):
			changed[e.Stream] = true
		case string(payment.AggregateType):
			cards[e.Stream] = true
		case string(invoice.AggregateType):
			invoices = append(invoices, e.Stream)
		case string(plan.AggregateType), string(client.AggregateType):
			plans = true
		}
	}
	if !plans && len(changed) == 0 && len(cards) == 0 && len(invoices) == 0 {
		return nil
	}
	sold, err := h.Reader.Sold(ctx, invoices)
	if err != nil {
		return err
	}
	for _, s := range sockets {
		who := s.actor()
		own := c.Many || changed[subscription.StreamOf(who.CustomerID)] || cards[payment.StreamOf(who.CustomerID)]
		if own {
			h.tell(s, encode(Message{Event: web.ReloadProfile, Position: c.Position}))
		}
		if own || plans || len(changed) > 0 && policy.Sells(who, who.ClientID) == nil || concerns(sold, who) {
			h.tell(s, encode(Message{Event: web.ReloadBilling, Position: c.Position}))
		}
	}
	return nil
}

// concerns reports whether a person may see one of the invoices.
func concerns(sold []sales.Sold, who domain.Actor) bool {
	return slices.ContainsFunc(sold, func(i sales.Sold) bool {
		return policy.SeesInvoices(who, i.Issuer, i.Customer) == nil
	})
}
