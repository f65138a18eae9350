package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
)

// onInvoice is embedded by every command on an invoice. It provides the aggregate id and type.
type onInvoice struct{ Invoice uuid.UUID }

// AggregateID returns the id of the invoice.
func (c onInvoice) AggregateID() uuid.UUID { return c.Invoice }

// AggregateType implements eventhorizon.Command.
func (onInvoice) AggregateType() eh.AggregateType { return invoice.AggregateType }

// bySystem locks and returns an invoice that the product itself changes.
func (c onInvoice) bySystem(ctx context.Context, w *work) (*invoice.Invoice, error) {
	if w.by.Role != domain.System {
		return nil, domain.ErrForbidden
	}
	return take(ctx, w, invoice.Streams, c.Invoice)
}

// sold locks and returns an invoice of the sender's client. Others do not exist for them.
func (c onInvoice) sold(ctx context.Context, w *work) (*invoice.Invoice, error) {
	i, err := take(ctx, w, invoice.Streams, c.Invoice)
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
	onInvoice
	Customer uuid.UUID
	Bill     billing.Bill
}

// NewDraftInvoice returns the command for a new invoice of a customer.
func NewDraftInvoice(id, customer uuid.UUID, b billing.Bill) *DraftInvoice {
	return &DraftInvoice{onInvoice{id}, customer, b}
}

// CommandType implements eventhorizon.Command.
func (*DraftInvoice) CommandType() eh.CommandType { return "DraftInvoice" }

func (c *DraftInvoice) handle(ctx context.Context, w *work) error {
	of, err := w.bus.People.Customer(ctx, c.Customer)
	if err != nil {
		return err
	}
	seller, err := w.readClient(ctx, of.ClientID)
	if err != nil {
		return err
	}
	hours, err := w.bus.People.Hours(ctx)
	if err != nil {
		return err
	}
	i, err := c.bySystem(ctx, w)
	if err != nil {
		return err
	}
	return i.Draft(of.ClientID, c.Customer, c.Bill, seller.Selling.Calendar(hours), w.at)
}

// NumberInvoice gives an invoice or a credit note the next number of its issuer, year and series. Its
// result's version is the number. Sent again with the same id, it gives the same number.
type NumberInvoice struct {
	Issuer   string
	Year     int
	Series   invoice.Series
	Invoice  uuid.UUID
	Customer uuid.UUID
}

// AggregateID returns the id of the register.
func (c *NumberInvoice) AggregateID() uuid.UUID {
	return invoice.RegisterOf(c.Issuer, c.Year, c.Series)
}

// AggregateType implements eventhorizon.Command.
func (*NumberInvoice) AggregateType() eh.AggregateType { return invoice.RegisterAggregate }

// CommandType implements eventhorizon.Command.
func (*NumberInvoice) CommandType() eh.CommandType { return "NumberInvoice" }

func (c *NumberInvoice) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	r, err := take(ctx, w, invoice.RegisterStreams, c.AggregateID())
	if err != nil {
		return err
	}
	r.Give(c.Invoice, c.Customer, w.at)
	return nil
}

// IssueInvoice gives an invoice its number and lets it be paid. Only the product itself sends it.
type IssueInvoice struct {
	onInvoice
	Number string
}

// NewIssueInvoice returns the command for an invoice.
func NewIssueInvoice(id uuid.UUID, number string) *IssueInvoice {
	return &IssueInvoice{onInvoice{id}, number}
}

// CommandType implements eventhorizon.Command.
func (*IssueInvoice) CommandType() eh.CommandType { return "IssueInvoice" }

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
	i, err := c.bySystem(ctx, w)
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
type MarkInvoiceDue struct{ onInvoice }

// NewMarkInvoiceDue returns the command for an invoice.
func NewMarkInvoiceDue(id uuid.UUID) *MarkInvoiceDue { return &MarkInvoiceDue{onInvoice{id}} }

// CommandType implements eventhorizon.Command.
func (*MarkInvoiceDue) CommandType() eh.CommandType { return "MarkInvoiceDue" }

func (c *MarkInvoiceDue) handle(ctx context.Context, w *work) error {
	i, err := c.bySystem(ctx, w)
	if err != nil {
		return err
	}
	return i.FallDue(w.at)
}

// PayInvoice notes that an invoice was paid by a transfer or in another way outside the product (D-59).
type PayInvoice struct {
	onInvoice
	On        billing.Date
	Reference string
}

// NewPayInvoice returns the command for an invoice.
func NewPayInvoice(id uuid.UUID, on billing.Date, reference string) *PayInvoice {
	return &PayInvoice{onInvoice{id}, on, reference}
}

// CommandType implements eventhorizon.Command.
func (*PayInvoice) CommandType() eh.CommandType { return "PayInvoice" }

func (c *PayInvoice) redacted() any { return c.onInvoice }

func (c *PayInvoice) handle(ctx context.Context, w *work) error {
	i, err := c.sold(ctx, w)
	if err != nil {
		return err
	}
	return i.Pay(invoice.ByHand, c.On, c.Reference, w.at)
}

// CorrectPayment replaces the day and the reference of a payment that somebody noted by hand.
type CorrectPayment struct {
	onInvoice
	On        billing.Date
	Reference string
}

// NewCorrectPayment returns the command for an invoice.
func NewCorrectPayment(id uuid.UUID, on billing.Date, reference string) *CorrectPayment {
	return &CorrectPayment{onInvoice{id}, on, reference}
}

// CommandType implements eventhorizon.Command.
func (*CorrectPayment) CommandType() eh.CommandType { return "CorrectPayment" }

func (c *CorrectPayment) redacted() any { return c.onInvoice }

func (c *CorrectPayment) handle(ctx context.Context, w *work) error {
	i, err := c.sold(ctx, w)
	if err != nil {
		return err
	}
	return i.Correct(c.On, c.Reference, w.at)
}

// NotePayment notes what the payment provider said about a payment. Only the product itself sends it.
type NotePayment struct {
	onInvoice
	Way       invoice.Way
	Reference string // of a payment that succeeded
	Failure   string // the provider's code, if it was refused
}

// NewNotePayment returns the command for an invoice that was paid now, by the calendar of its issuer.
func NewNotePayment(id uuid.UUID, w invoice.Way, reference string) *NotePayment {
	return &NotePayment{onInvoice{id}, w, reference, ""}
}

// NewNoteFailedPayment returns the command for a payment that was refused.
func NewNoteFailedPayment(id uuid.UUID, w invoice.Way, failure string) *NotePayment {
	return &NotePayment{onInvoice{id}, w, "", failure}
}

// CommandType implements eventhorizon.Command.
func (*NotePayment) CommandType() eh.CommandType { return "NotePayment" }

func (c *NotePayment) handle(ctx context.Context, w *work) error {
	i, err := c.bySystem(ctx, w)
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
	onInvoice
	Reason string
}

// NewRefundInvoice returns the command for an invoice.
func NewRefundInvoice(id uuid.UUID, reason string) *RefundInvoice {
	return &RefundInvoice{onInvoice{id}, reason}
}

// CommandType implements eventhorizon.Command.
func (*RefundInvoice) CommandType() eh.CommandType { return "RefundInvoice" }

func (c *RefundInvoice) redacted() any { return c.onInvoice }

func (c *RefundInvoice) handle(ctx context.Context, w *work) error {
	i, err := c.sold(ctx, w)
	if err != nil {
		return err
	}
	return i.Refund(c.Reason, w.at)
}

// CreditInvoice gives a refund the number of its credit note. Only the product itself sends it.
type CreditInvoice struct {
	onInvoice
	Number string
}

// NewCreditInvoice returns the command for an invoice.
func NewCreditInvoice(id uuid.UUID, number string) *CreditInvoice {
	return &CreditInvoice{onInvoice{id}, number}
}

// CommandType implements eventhorizon.Command.
func (*CreditInvoice) CommandType() eh.CommandType { return "CreditInvoice" }

func (c *CreditInvoice) handle(ctx context.Context, w *work) error {
	i, err := c.bySystem(ctx, w)
	if err != nil {
		return err
	}
	return i.GiveCredit(c.Number, w.at)
}

// VoidInvoice says that an invoice need not be paid.
type VoidInvoice struct {
	onInvoice
	Reason string
	GoBack bool // to the plan before the change that the invoice is for
}

// NewVoidInvoice returns the command for an invoice.
func NewVoidInvoice(id uuid.UUID, reason string) *VoidInvoice {
	return &VoidInvoice{onInvoice{id}, reason, false}
}

// NewTakeBackInvoice returns the command that voids the invoice of a change of plan, and takes the change back.
func NewTakeBackInvoice(id uuid.UUID, reason string) *VoidInvoice {
	return &VoidInvoice{onInvoice{id}, reason, true}
}

// CommandType implements eventhorizon.Command.
func (*VoidInvoice) CommandType() eh.CommandType { return "VoidInvoice" }

func (c *VoidInvoice) redacted() any { return c.onInvoice }

func (c *VoidInvoice) handle(ctx context.Context, w *work) error {
	if c.GoBack {
		if err := c.goesBack(ctx, w); err != nil {
			return err
		}
	}
	i, err := c.sold(ctx, w)
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
