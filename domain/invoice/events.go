package invoice

import (
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// Types of streams. An invoice has a stream of its own; a register gives numbers to the invoices of one
// issuer and one year.
const (
	AggregateType     eh.AggregateType = "invoice"
	RegisterAggregate eh.AggregateType = "invoice-register"
)

// Stored names of the events; they never change.
const (
	DraftedType       eh.EventType = "invoice.drafted"
	IssuedType        eh.EventType = "invoice.issued"
	FellDueType       eh.EventType = "invoice.fell_past_due"
	PaymentFailedType eh.EventType = "invoice.payment_failed"
	PaidType          eh.EventType = "invoice.paid"
	CorrectedType     eh.EventType = "invoice.payment_corrected"
	VoidedType        eh.EventType = "invoice.voided"
	RefundedType      eh.EventType = "invoice.refunded"
	CreditedType      eh.EventType = "invoice.credited"

	NumberedType eh.EventType = "invoice-register.numbered"
)

// Drafted begins an invoice. Its bill never changes, and neither does the time zone of its dates: that of the issuer.
// Earlier events have none, and dates in UTC (D-86).
type Drafted struct {
	Issuer   string       `json:"issuer"` // the client that sells
	Customer uuid.UUID    `json:"customer"`
	Bill     billing.Bill `json:"bill"`
	Zone     string       `json:"zone,omitempty"` // of the IANA database
}

// Issued gives the invoice its number and sends it out. It is past due from Due on, which is the end of the day
// DueOn in the time zone of the account. Earlier events have no days (D-86).
type Issued struct {
	Number string       `json:"number"`
	Due    time.Time    `json:"due"`
	DueOn  billing.Date `json:"dueOn,omitzero"`
	On     billing.Date `json:"on,omitzero"` // the day of the invoice, in the time zone of the issuer
}

// FellDue says that the invoice was not paid in time.
type FellDue struct{}

// PaymentFailed says that the payment provider refused a payment.
type PaymentFailed struct {
	Attempt int    `json:"attempt"`          // from 1
	Reason  string `json:"reason,omitempty"` // the provider's code
}

// Way is how an invoice was paid.
type Way string

// A seller notes a payment by hand, or the payment provider reports it (D-59).
const (
	ByHand   Way = "manual"
	ByStripe Way = "stripe"
)

// Paid says that the invoice was paid.
type Paid struct {
	Way       Way          `json:"way"`
	On        billing.Date `json:"on"`
	Reference string       `json:"reference,omitempty"` // of the bank or the payment provider
}

// Texts implements domain.Written: the reference of a transfer, which somebody typed, can have a name in
// it. That of a payment provider has none.
func (p *Paid) Texts() []*string {
	if p.Way != ByHand || p.Reference == "" {
		return nil
	}
	return []*string{&p.Reference}
}

// Corrected replaces the day and the reference of a payment that somebody noted by hand.
type Corrected struct {
	Payment   int          `json:"payment"` // the version of the invoice with which it was noted
	On        billing.Date `json:"on"`
	Reference string       `json:"reference,omitempty"`
}

// Texts implements domain.Written.
func (c *Corrected) Texts() []*string {
	if c.Reference == "" {
		return nil
	}
	return []*string{&c.Reference}
}

// Voided says that the invoice need not be paid.
type Voided struct {
	Reason string `json:"reason"`
	GoBack bool   `json:"goBack,omitempty"` // the account goes back to the plan before the change that it was for
}

// Texts implements domain.Written.
func (v *Voided) Texts() []*string { return []*string{&v.Reason} }

// Refunded says that what was paid is given back. Its credit note follows.
type Refunded struct {
	Reason string `json:"reason"`
}

// Texts implements domain.Written.
func (r *Refunded) Texts() []*string { return []*string{&r.Reason} }

// Credited gives what was given back the number of its credit note.
type Credited struct {
	Number string       `json:"number"`
	On     billing.Date `json:"on,omitzero"` // the day of the credit note, in the time zone of the issuer
}

// Numbered gives the next number of a register to an invoice or a credit note. The number is the
// version of the event, so the log itself has no gap and no number twice.
type Numbered struct {
	Invoice  uuid.UUID `json:"invoice"`
	Customer uuid.UUID `json:"customer"`
}

// Streams describes the streams of invoices.
var Streams = &domain.Streams[*Invoice]{
	Type:     AggregateType,
	Says:     "One stream for each invoice.",
	New:      New,
	Snapshot: 4,
	Place:    110,
	Events: []domain.EventType{
		domain.Type[Drafted](DraftedType, "An invoice was made from a bill, and has no number yet."),
		domain.Type[Issued](IssuedType, "The invoice got its number and was sent."),
		domain.Type[FellDue](FellDueType, "The invoice was not paid in time."),
		domain.Type[PaymentFailed](PaymentFailedType, "The payment provider refused a payment."),
		domain.Type[Paid](PaidType, "The invoice was paid."),
		domain.Type[Corrected](
			CorrectedType,
			"The day and the reference of a payment that was noted by hand were corrected.",
		),
		domain.Type[Voided](VoidedType, "The invoice does not have to be paid."),
		domain.Type[Refunded](RefundedType, "What was paid is given back."),
		domain.Type[Credited](CreditedType, "The credit note of a refund got its number."),
	},
}

// RegisterStreams describes the registers of numbers.
var RegisterStreams = &domain.Streams[*Register]{
	Type:     RegisterAggregate,
	Says:     "One stream for the numbers of an issuer, a year and a series. The version of an event is the number.",
	New:      NewRegister,
	Snapshot: 1,
	ID:       domain.IDFrom(RegisterOf),
	Events: []domain.EventType{
		domain.Type[Numbered](NumberedType, "An invoice or a credit note got the next number of its issuer and year."),
	},
}
