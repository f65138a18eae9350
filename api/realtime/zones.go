package realtime

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// manyOrders is the number of orders from which a change is sent as columns to reload, not card by
// card.
const manyOrders = 100

// uncounted are the events that change neither the sidebar's counts nor a customer's number of
// active orders.
var uncounted = map[string]bool{
	string(order.DetailsChangedType):    true,
	string(order.RepositionedType):      true,
	string(order.CollaboratorsSetType):  true,
	string(order.WatermarkSetType):      true,
	string(order.WorkStartedType):       true,
	string(order.WorkStoppedType):       true,
	string(order.EstimateAskedType):     true,
	string(order.EstimateConfirmedType): true,
	string(order.EstimateWithdrawnType): true,
	string(order.WorkBilledType):        true,
	string(order.RoutePinnedType):       true,
	string(order.ApproverReplacedType):  true,
}

// countsEvery is the time for which changes of counts are collected, so that a busy board does not
// count after each move.
const countsEvery = 250 * time.Millisecond

// counts marks the sockets whose counts have changed: those of people who see one of the orders.
func (h *Hub) counts(ctx context.Context, sockets []*socket, c Change, orders map[uuid.UUID]*order.Summary) error {
	var of []*order.Summary
	known := map[uuid.UUID]bool{}
	for _, e := range c.Events {
		if uncounted[e.Type] || known[e.Stream] {
			continue
		}
		o := orders[e.Stream]
		if o == nil && e.Type == string(order.DeletedType) {
			was, err := h.Reader.Before(ctx, e.Stream, e.Position)
			if err != nil {
				return err
			}
			o = was
		}
		if o != nil {
			known[e.Stream] = true
			of = append(of, o)
		}
	}
	for _, s := range sockets {
		if seesAny(s.actor(), of) {
			h.counted[s] = c.Position
		}
	}
	return nil
}

// tellCounts sends each marked socket one message: the sidebar's counts (BD-313), and for resellers
// those of their customers (BD-321).
func (h *Hub) tellCounts() {
	for s, position := range h.counted {
		h.tell(s, encode(Message{Event: "reload-sidebar", Position: position}))
		if by := s.actor(); by.Role.IsCustomer() && by.CustomerID == uuid.Nil {
			h.tell(s, encode(Message{Event: "reload-client-board", Position: position}))
		}
	}
	clear(h.counted)
}

func seesAny(by domain.Actor, of []*order.Summary) bool {
	for _, o := range of {
		if o.Visible(by) {
			return true
		}
	}
	return false
}

// columns sends many changed orders as the columns they are in now, to people who see one of them
// there (BD-327).
func (h *Hub) columns(sockets []*socket, c Change, orders map[uuid.UUID]*order.Summary) {
	in := map[order.Status][]*order.Summary{}
	for _, o := range orders {
		in[o.Status] = append(in[o.Status], o)
	}
	for column, of := range in {
		m := encode(
			Message{Event: "reload-single-column", Data: map[string]any{"column": column}, Position: c.Position},
		)
		for _, s := range sockets {
			if seesAny(s.actor(), of) {
				h.tell(s, m)
			}
		}
	}
}
