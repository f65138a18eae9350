// Package invoice decides about invoices, and gives them numbers without a gap.
package invoice

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

const maxReference = 100 // characters

// Errors of invoices.
var (
	ErrBill = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "invoice.bill_invalid",
		Message: "An invoice has lines, and something to pay.",
	}
	ErrNotOpen = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "invoice.not_open",
		Message: "This invoice does not have to be paid, or is paid already.",
	}
	ErrNotPaid = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "invoice.not_paid",
		Message: "Only a paid invoice can be refunded.",
	}
	ErrPaidEarly = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "invoice.paid_before_issued",
		Message: "An invoice cannot be paid before it was issued. Give the day on which the money arrived.",
	}
	ErrNotByHand = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "invoice.payment_not_by_hand",
		Message: "Only a payment that somebody noted by hand can be corrected.",
	}
	ErrReference = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "invoice.payment_invalid",
		Message: "Give the day of the payment, which is not in the future, and a reference of at most 100 characters.",
	}
)

// Invoice is what a customer has to pay, folded from its events.
type Invoice struct {
	domain.Base
	Issuer   string
	Customer uuid.UUID
	Bill     billing.Bill
	Number   string       // empty for a draft
	Credit   string       // number of the credit note, empty for none
	Zone     string       // of its dates; empty for UTC
	On       billing.Date // its day. The year of its number is that of its draft, and so is its day
	Due      time.Time
	Refunded billing.Date // the day on which it was given back
	Attempts int          // payments that failed
	Paid     int          // the version with which it was paid by hand; 0: in another way, or not
	Charged  string       // the payment provider's reference of the payment, empty for none
	State    State
}

// New returns an invoice without events.
func New(id uuid.UUID) *Invoice { return &Invoice{Base: domain.Base{ID: id}} }

// Location returns the time zone of the dates of the invoice.
func (i *Invoice) Location() *time.Location { return ZoneOf(i.Zone) }

// ZoneOf returns the time zone of the dates of an invoice by its name, UTC for none.
func ZoneOf(name string) *time.Location {
	if zone, err := time.LoadLocation(name); err == nil {
		return zone
	}
	return time.UTC
}

// Draft begins the invoice, with dates in a time zone. Repeating it has no effect.
func (i *Invoice) Draft(issuer string, customer uuid.UUID, b billing.Bill, zone string, at time.Time) error {
	switch {
	case i.Exists():
		return nil
	case len(b.Lines) == 0 || b.Total <= 0:
		return ErrBill
	}
	i.Record(DraftedType, &Drafted{issuer, customer, b, zone}, at)
	return nil
}

// Issue gives the invoice its number. It has to be paid until the end of a day in a time zone (D-86). Repeating it
// has no effect.
func (i *Invoice) Issue(number string, due billing.Date, zone *time.Location, at time.Time) error {
	if i.Exists() && i.State != Draft {
		return nil
	}
	if err := i.turn(issue, ErrNotOpen); err != nil {
		return err
	}
	i.Record(IssuedType, &Issued{number, due.AddDays(1).Begin(zone).UTC(), due, i.On}, at)
	return nil
}

// FallDue notes that the invoice was not paid in time. It has no effect before that, and on an invoice
// that does not have to be paid any more.
func (i *Invoice) FallDue(at time.Time) error {
	if !i.Exists() {
		return domain.ErrNotFound
	}
	if i.State == Open && !at.Before(i.Due) {
		i.Record(FellDueType, &FellDue{}, at)
	}
	return nil
}

// FailPayment notes that a payment was refused.
func (i *Invoice) FailPayment(reason string, at time.Time) error {
	if err := i.turn(fail, ErrNotOpen); err != nil {
		return err
	}
	i.Record(PaymentFailedType, &PaymentFailed{i.Attempts + 1, reason}, at)
	return nil
}

// Pay notes that the invoice was paid on a day, from its own day to that of at anywhere on Earth. The payment
// provider may report a payment again, which has no effect.
func (i *Invoice) Pay(way Way, on billing.Date, reference string, at time.Time) error {
	reference = strings.TrimSpace(reference)
	if way == ByStripe && reference != "" && reference == i.Charged {
		return nil
	}
	if err := i.turn(pay, ErrNotOpen); err != nil {
		return err
	}
	if err := i.payable(on, reference, at); err != nil {
		return err
	}
	i.Record(PaidType, &Paid{way, on, reference}, at)
	return nil
}

// Correct replaces the day and the reference of a payment that was noted by hand.
func (i *Invoice) Correct(on billing.Date, reference string, at time.Time) error {
	reference = strings.TrimSpace(reference)
	if err := i.turn(correct, ErrNotByHand); err != nil {
		return err
	}
	if i.Paid == 0 {
		return ErrNotByHand
	}
	if err := i.payable(on, reference, at); err != nil {
		return err
	}
	i.Record(CorrectedType, &Corrected{i.Paid, on, reference}, at)
	return nil
}

// payable returns an error unless the invoice can have been paid on a day.
func (i *Invoice) payable(on billing.Date, reference string, at time.Time) error {
	tomorrow := billing.DateOf(at, time.UTC).AddDays(1)
	switch {
	case on.IsZero() || tomorrow.Before(on) || !domain.Storable(reference) ||
		utf8.RuneCountInString(reference) > maxReference:
		return ErrReference
	case on.Before(i.On):
		return ErrPaidEarly
	}
	return nil
}

// Void says that the invoice need not be paid, and whether the account goes back to the plan before the change that it
// was for.
func (i *Invoice) Void(reason string, goBack bool, at time.Time) error {
	if !domain.ValidReason(reason) {
		return domain.ErrReasonMissing
	}
	if err := i.turn(void, ErrNotOpen); err != nil {
		return err
	}
	i.Record(VoidedType, &Voided{strings.TrimSpace(reason), goBack}, at)
	return nil
}

// Refund says that what was paid is given back.
func (i *Invoice) Refund(reason string, at time.Time) error {
	if !domain.ValidReason(reason) {
		return domain.ErrReasonMissing
	}
	if err := i.turn(refund, ErrNotPaid); err != nil {
		return err
	}
	i.Record(RefundedType, &Refunded{strings.TrimSpace(reason)}, at)
	return nil
}

// GiveCredit gives the refund the number of its credit note. Repeating it has no effect.
func (i *Invoice) GiveCredit(number string, at time.Time) error {
	if i.State == GivenBack && i.Credit != "" {
		return nil
	}
	if err := i.turn(credit, ErrNotPaid); err != nil {
		return err
	}
	i.Record(CreditedType, &Credited{number, i.Refunded}, at)
	return nil
}

// turn returns an error unless the invoice may make a transition: refused, if the invoice exists.
func (i *Invoice) turn(trigger string, refused error) error {
	if !i.Exists() {
		return domain.ErrNotFound
	}
	if _, ok := domain.Next(life(), i.State, trigger); !ok {
		return refused
	}
	return nil
}

// Apply folds one event.
func (i *Invoice) Apply(e domain.Event) error {
	if err := i.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Drafted:
		i.Issuer, i.Customer, i.Bill, i.Zone, i.State = d.Issuer, d.Customer, d.Bill, d.Zone, Draft
		i.On = billing.DateOf(e.OccurredAt, i.Location())
	case *Issued:
		i.Number, i.Due, i.State = d.Number, d.Due, Open
	case *FellDue:
		i.State = PastDue
	case *PaymentFailed:
		i.Attempts = d.Attempt
	case *Paid:
		i.State = Settled
		if d.Way == ByStripe {
			i.Charged = d.Reference
		} else {
			i.Paid = e.Version
		}
	case *Corrected:
	case *Voided:
		i.State = Void
	case *Refunded:
		i.State = GivenBack
		i.Refunded = billing.DateOf(e.OccurredAt, i.Location())
	case *Credited:
		i.Credit = d.Number
	default:
		return fmt.Errorf("invoice: unknown event %s", e.Type)
	}
	return nil
}
