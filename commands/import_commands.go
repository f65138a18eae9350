package commands

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
)

// ImportOrder creates an order that another program knows, with its status there. The order's id is derived
// from its id there, so that importing it again changes nothing, whatever became of the order (BY-051).
type ImportOrder struct {
	Order    uuid.UUID `stream:"order"`
	Customer uuid.UUID
	Details  order.Details
	To       order.Status
	Reason   string    // for on-hold
	Place    time.Time // see order.Imported
}

func (c *ImportOrder) handle(ctx context.Context, w *work) error {
	customer, err := w.customerFor(ctx, c.Customer)
	if err != nil {
		return err
	}
	if err := policy.ImportsOrders(w.by, policy.Account{Client: customer.ClientID, Customer: customer.ID}); err != nil {
		return err
	}
	if err := w.notFrozen(ctx, customer.ID); err != nil {
		return err
	}
	d, err := w.described(ctx, customer, c.Details)
	if err != nil {
		return err
	}
	o, err := take(ctx, w, order.Streams, c.Order)
	switch {
	case err != nil:
		return err
	case o.Exists() && (o.Customer != customer.ID || o.Client != customer.ClientID):
		return domain.ErrNotFound
	case o.Exists():
		return nil
	}
	i := order.Imported{
		Drafted: order.Drafted{Client: customer.ClientID, Customer: customer.ID, Creator: w.by.ID, Details: d},
		To:      c.To, Reason: c.Reason, Place: c.Place,
	}
	if i.Place.IsZero() {
		i.Place = w.at
	}
	if c.To != order.Draft && c.To != order.CancelledOff { // it counts like one that is placed by hand
		draft := order.New(o.ID)
		draft.Customer, draft.Status, draft.Headline = customer.ID, order.Draft, d.Headline
		if err := w.mayBegin(ctx, draft); err != nil {
			return err
		}
	}
	if c.To == order.ReadyToGo {
		if i.SlotIsFree, err = w.slot(ctx, customer.ID); err != nil {
			return err
		}
	}
	return o.Import(i, w.by, w.at)
}

// Places returns how many orders of an account can be placed in its cycle now, below zero for any number. It
// returns the refusal if none can. Another order can take a place at any time, so ImportOrder asks again.
func (b *Bus) Places(ctx context.Context, customer uuid.UUID) (left int64, err error) {
	var s subscription.Subscription
	err = loadFresh(
		ctx,
		b.Log,
		subscription.Streams,
		subscription.StreamOf(customer),
		func(now *subscription.Subscription) {
			s = *now
		},
	)
	if err != nil || !s.Exists() {
		return -1, err
	}
	if err := s.Open(); err != nil {
		return 0, err
	}
	price, hourly := s.Cycle.Plan.Offer.Hourly()
	if err := order.New(uuid.New()).PayBy(price, hourly, b.Clock()); err != nil || !s.Limited() {
		return -1, err
	}
	spent, release, err := b.Usage.Spend(ctx, customer, s.Bought != (subscription.Resources{}))
	if err != nil {
		return 0, err
	}
	release()
	return s.Places(spent), s.Room(spent)
}
