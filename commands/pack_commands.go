package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
)

// ErrCartChanged refuses a cart whose prices are not those that were shown (D-57).
var ErrCartChanged = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "cart.price_changed",
	Message: "A price has changed since you saw it. Look at the cart again and confirm it.",
}

// SetPacks replaces the packs that a client sells.
type SetPacks struct {
	Client string `stream:"client"`
	Packs  []billing.Pack
	Seen   int // the version of the price list that the sender has seen
}

func (c *SetPacks) handle(ctx context.Context, w *work) error {
	if err := policy.Sells(w.by, c.Client); err != nil {
		return err
	}
	of, err := take(ctx, w, client.Streams, client.StreamOf(c.Client))
	if err != nil {
		return err
	}
	return of.SetPacks(c.Packs, c.Seen, w.at)
}

// QuoteOf returns the hash of what a cart costs an account. An order for it names the hash, so that what
// was shown is what is charged. See D-28.
func QuoteOf(customer uuid.UUID, b billing.Bill) string {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // a bill has nothing that cannot be written
	}
	sum := sha256.Sum256(append(customer[:], text...))
	return hex.EncodeToString(sum[:16])
}

// OrderPacks makes an invoice for a cart. What it has is added once the invoice is paid.
type OrderPacks struct {
	Invoice  uuid.UUID `stream:"invoice"`
	Customer uuid.UUID
	Items    []billing.Item
	Quote    string // the hash of what was shown
}

func (c *OrderPacks) handle(ctx context.Context, w *work) error {
	of, err := w.managedAccount(ctx, c.Customer, policy.ManagesSubscription)
	if err != nil {
		return err
	}
	seller, err := w.openClient(ctx, of.ClientID)
	if err != nil {
		return err
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	if err != nil {
		return err
	}
	if err := s.CanBuy(); err != nil {
		return err
	}
	currency := s.Cycle.Plan.Offer.Currency
	lines, gone, err := billing.CartLines(seller.Packs, currency, c.Items)
	if err != nil {
		return err
	}
	bill := billing.NewBill(currency, seller.Selling.TaxRate, lines...)
	switch {
	case len(c.Items) == 0:
		return billing.ErrCartEmpty
	case len(gone) > 0, QuoteOf(c.Customer, bill) != c.Quote:
		return ErrCartChanged
	case bill.Total > billing.MaxAmount:
		return billing.ErrCart
	}
	hours, err := w.bus.Hours(ctx)
	if err != nil {
		return err
	}
	i, err := take(ctx, w, invoice.Streams, c.Invoice)
	if err != nil {
		return err
	}
	return i.Draft(of.ClientID, c.Customer, bill, seller.Selling.Calendar(hours), w.at)
}

// ChangeAddOn ends packs that are bought with each cycle when the cycle ends, or takes that back.
type ChangeAddOn struct {
	Customer uuid.UUID `stream:"subscription"`
	Pack     uuid.UUID
	Stop     bool
}

func (c *ChangeAddOn) handle(ctx context.Context, w *work) error {
	s, err := w.changedSubscription(ctx, c.Customer, policy.ManagesSubscription)
	if err != nil {
		return err
	}
	if c.Stop {
		return s.StopAddOn(c.Pack, w.at)
	}
	return s.KeepAddOn(c.Pack, w.at)
}

// ChangeResources adds what was bought with an invoice that is paid, or takes it away because the invoice was
// refunded. Only the product itself sends it.
type ChangeResources struct {
	Customer uuid.UUID `stream:"subscription"`
	Invoice  uuid.UUID
	Bill     billing.Bill
	Refunded bool
}

func (c *ChangeResources) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	if err != nil {
		return err
	}
	bought, addOns := subscription.BoughtWith(c.Bill)
	if c.Refunded {
		return s.Return(c.Invoice, bought, addOns, w.at)
	}
	return s.Buy(c.Invoice, bought, addOns, w.at)
}
