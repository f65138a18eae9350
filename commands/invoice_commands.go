package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
)

// bySystem locks and returns an invoice that the product itself changes.
func (w *work) invoiceBySystem(ctx context.Context, id uuid.UUID) (*invoice.Invoice, error) {
	if w.by.Role != domain.System {
		return nil, domain.ErrForbidden
	}
	return take(ctx, w, invoice.Streams, id)
}

// sold locks and returns an invoice of the sender's client. Others do not exist for them.
func (w *work) soldInvoice(ctx context.Context, id uuid.UUID) (*invoice.Invoice, error) {
	i, err := take(ctx, w, invoice.Streams, id)
	switch {
	case err != nil:
		return nil, err
	case !i.Exists():
		return nil, domain.ErrNotFound
	}
	return i, policy.Sells(w.by, i.Issuer)
}

// DraftInvoice makes an invoice from a bill, once. Only the product itself sends it.
type DraftInvoice struct {
	Invoice  uuid.UUID `stream:"invoice"`
	Customer uuid.UUID
	Bill     billing.Bill
}

func (c *DraftInvoice) handle(ctx context.Context, w *work) error {
	of, err := w.bus.People.Customer(ctx, c.Customer)
	if err != nil {
		return err
	}
	seller, err := w.readClient(ctx, of.ClientID)
	if err != nil {
		return err
	}
	hours, err := w.bus.Hours(ctx)
	if err != nil {
		return err
	}
	i, err := w.invoiceBySystem(ctx, c.Invoice)
	if err != nil {
		return err
	}
	return i.Draft(of.ClientID, c.Customer, c.Bill, seller.Selling.Calendar(hours), w.at)
}

// NumberInvoice gives an invoice or a credit note the next number of its issuer, year and series. Its
// result's version is the number. Sent again with the same id, it gives the same number.
type NumberInvoice struct {
	invoice.RegisterKey `stream:"invoice-register"`

	Invoice  uuid.UUID
	Customer uuid.UUID
}

func (c *NumberInvoice) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	r, err := take(ctx, w, invoice.RegisterStreams, invoice.RegisterOf(c.RegisterKey))
	if err != nil {
		return err
	}
	r.Give(c.Invoice, c.Customer, w.at)
	return nil
}

// IssueInvoice gives an invoice its number and lets it be paid. Only the product itself sends it.
type IssueInvoice struct {
	Invoice uuid.UUID `stream:"invoice"`
	Number  string
}

func (c *IssueInvoice) handle(ctx context.Context, w *work) error {
	// What the invoice does not say is read before it is locked, because it is locked alone.
	of, err := w.readInvoice(ctx, c.Invoice)
	if err != nil {
		return err
	}
	var seller client.Client
	var account subscription.Subscription
	if of.Exists() {
		if seller, err = w.readClient(ctx, of.Issuer); err == nil {
			account, err = w.readSubscription(ctx, of.Customer)
		}
		if err != nil {
			return err
		}
	}
	i, err := w.invoiceBySystem(ctx, c.Invoice)
	if err != nil {
		return err
	}
	due := seller.Selling.Due(billing.DateOf(w.at, i.Location()))
	zone := account.Location()
	if !account.Exists() {
		zone = i.Location()
	}
	return i.Issue(c.Number, due, zone, w.at)
}

// MarkInvoiceDue notes that an invoice was not paid in time. Only the product itself sends it.
type MarkInvoiceDue struct {
	Invoice uuid.UUID `stream:"invoice"`
}

func (c *MarkInvoiceDue) handle(ctx context.Context, w *work) error {
	i, err := w.invoiceBySystem(ctx, c.Invoice)
	if err != nil {
		return err
	}
	return i.FallDue(w.at)
}

// PayInvoice notes that an invoice was paid by a transfer or in another way outside the product (D-59).
type PayInvoice struct {
	Invoice   uuid.UUID `stream:"invoice"`
	On        billing.Date
	Reference string
}

func (c *PayInvoice) redacted() any { return struct{ Invoice uuid.UUID }{c.Invoice} }

func (c *PayInvoice) handle(ctx context.Context, w *work) error {
	i, err := w.soldInvoice(ctx, c.Invoice)
	if err != nil {
		return err
	}
	return i.Pay(invoice.ByHand, c.On, c.Reference, w.at)
}

// CorrectPayment replaces the day and the reference of a payment that somebody noted by hand.
type CorrectPayment struct {
	Invoice   uuid.UUID `stream:"invoice"`
	On        billing.Date
	Reference string
}

func (c *CorrectPayment) redacted() any { return struct{ Invoice uuid.UUID }{c.Invoice} }

func (c *CorrectPayment) handle(ctx context.Context, w *work) error {
	i, err := w.soldInvoice(ctx, c.Invoice)
	if err != nil {
		return err
	}
	return i.Correct(c.On, c.Reference, w.at)
}

// NotePayment notes what the payment provider said about a payment. Only the product itself sends it.
type NotePayment struct {
	Invoice   uuid.UUID `stream:"invoice"`
	Way       invoice.Way
	Reference string // of a payment that succeeded
	Failure   string // the provider's code, if it was refused
}

func (c *NotePayment) handle(ctx context.Context, w *work) error {
	i, err := w.invoiceBySystem(ctx, c.Invoice)
	if err != nil {
		return err
	}
	if c.Failure != "" {
		return i.FailPayment(c.Failure, w.at)
	}
	return i.Pay(c.Way, billing.DateOf(w.at, i.Location()), c.Reference, w.at)
}

// RefundInvoice says that what was paid for an invoice is given back. Its credit note follows.
type RefundInvoice struct {
	Invoice uuid.UUID `stream:"invoice"`
	Reason  string
}

func (c *RefundInvoice) redacted() any { return struct{ Invoice uuid.UUID }{c.Invoice} }

func (c *RefundInvoice) handle(ctx context.Context, w *work) error {
	i, err := w.soldInvoice(ctx, c.Invoice)
	if err != nil {
		return err
	}
	return i.Refund(c.Reason, w.at)
}

// CreditInvoice gives a refund the number of its credit note. Only the product itself sends it.
type CreditInvoice struct {
	Invoice uuid.UUID `stream:"invoice"`
	Number  string
}

func (c *CreditInvoice) handle(ctx context.Context, w *work) error {
	i, err := w.invoiceBySystem(ctx, c.Invoice)
	if err != nil {
		return err
	}
	return i.GiveCredit(c.Number, w.at)
}

// VoidInvoice says that an invoice need not be paid.
type VoidInvoice struct {
	Invoice uuid.UUID `stream:"invoice"`
	Reason  string
	GoBack  bool // to the plan before the change that the invoice is for
}

func (c *VoidInvoice) redacted() any { return struct{ Invoice uuid.UUID }{c.Invoice} }

func (c *VoidInvoice) handle(ctx context.Context, w *work) error {
	if c.GoBack {
		if err := c.goesBack(ctx, w); err != nil {
			return err
		}
	}
	i, err := w.soldInvoice(ctx, c.Invoice)
	if err != nil {
		return err
	}
	return i.Void(c.Reason, c.GoBack, w.at)
}

// goesBack locks the subscription, and returns why it cannot go back to the plan before.
func (c *VoidInvoice) goesBack(ctx context.Context, w *work) error {
	of, err := w.readInvoice(ctx, c.Invoice)
	switch {
	case err != nil:
		return err
	case !of.Exists():
		return domain.ErrNotFound
	}
	if err := policy.Sells(w.by, of.Issuer); err != nil {
		return err
	}
	used, err := w.bus.Usage.Used(ctx, of.Customer)
	if err != nil {
		return err
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(of.Customer))
	if err != nil {
		return err
	}
	return s.CanGoBack(c.Invoice, used, w.at)
}
