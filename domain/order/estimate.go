package order

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// Errors of estimates.
var (
	ErrEstimateMissing = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.estimate_missing",
		Message: "This order is paid by the hour. The account owner has to confirm its estimate first.",
	}
	ErrEstimateChanged = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.estimate_changed",
		Message: "The price or the time has changed since the estimate was shown. Look at it again and confirm it.",
	}
	ErrEstimateAsked = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.estimate_asked",
		Message: "The account owner was asked for the estimate less than an hour ago.",
	}
	ErrEstimateYours = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.estimate_yours",
		Message: "You can confirm this estimate yourself.",
	}
	ErrNoEstimate = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.estimate_not_needed",
		Message: "An estimate is confirmed for a draft of an account that pays by the hour.",
	}
)

// Estimate is what the work on an order is likely to cost: the time that its service has, for the price
// of an hour. What is billed is the time that was worked.
type Estimate struct {
	billing.Hourly
	TaxRate   int   `json:"taxRate,omitempty"`   // in thousandths of a percent
	Allocated int64 `json:"allocated,omitempty"` // seconds; 0: nobody can say how long the work takes
}

// Bill returns what is to be paid if the work takes as long as estimated.
func (e Estimate) Bill(o *Summary) billing.Bill {
	return e.Hourly.Bill(e.TaxRate, o.ID, o.billedName(), 0, billing.Quarters(e.Allocated))
}

// billedName names the order in bills. They keep no words of the customer, because they outlive the account.
func (o *Summary) billedName() string { return "Order " + o.Number.String() }

// Billing is how the work on an order is paid by the hour.
type Billing struct {
	Estimate *Estimate // what was confirmed; nil if the work is not paid by the hour
	Quarters int64     // of an hour, billed already
	Asked    time.Time // when the owners were last asked for the estimate, zero if it was confirmed since
}

// Estimate returns what the order would cost now, for the price of an hour and a tax rate.
func (o *Summary) Estimate(h billing.Hourly, taxRate int) Estimate {
	return Estimate{h, taxRate, o.Allocated}
}

// ConfirmEstimate records that the owner accepted an estimate. seen is what they were shown.
func (o *Order) ConfirmEstimate(now, seen Estimate, by domain.Actor, at time.Time) error {
	if err := o.writable(by); err != nil {
		return err
	}
	switch {
	case o.Status != Draft:
		return ErrNoEstimate
	case now != seen:
		return ErrEstimateChanged
	case o.Billing.Estimate == nil || *o.Billing.Estimate != now:
		before := o.Billing.Quarters
		if o.Billing.Estimate == nil { // what was worked before belonged to a plan
			before = max(before, billing.Quarters(o.Work.finished()))
		}
		o.Record(EstimateConfirmedType, &EstimateConfirmed{now, o.Customer, before}, at)
	}
	return nil
}

// askAgain is how long the owners of an account are left alone after they were asked for an estimate.
const askAgain = time.Hour

// AskForEstimate records that somebody who acts on a draft asks the owners of its account to confirm the estimate.
func (o *Order) AskForEstimate(now Estimate, by domain.Actor, at time.Time) error {
	if err := o.writable(by); err != nil {
		return err
	}
	switch asked := o.Billing.Asked; {
	case o.Status != Draft, o.Billing.Estimate != nil && *o.Billing.Estimate == now:
		return ErrNoEstimate
	case !asked.IsZero() && at.Sub(asked) < askAgain:
		minutes := max(int(at.Sub(asked).Minutes()), 1)
		return ErrEstimateAsked.Saying(
			"The account owner was asked for the estimate %d min ago. You can ask again an hour after that.", minutes,
		)
	}
	o.Record(EstimateAskedType, &EstimateAsked{}, at)
	return nil
}

// PayBy decides how a draft that is placed is paid. Work that is paid by the hour needs an estimate with
// today's price and time; work that is not has none.
func (o *Order) PayBy(h billing.Hourly, hourly bool, at time.Time) error {
	confirmed := o.Billing.Estimate
	switch {
	case !hourly && confirmed != nil:
		o.bill(o.Work.finished(), at)
		o.Record(EstimateWithdrawnType, &EstimateWithdrawn{}, at)
	case !hourly:
	case confirmed == nil:
		return ErrEstimateMissing
	case confirmed.Hourly != h || confirmed.Allocated != o.Allocated:
		return ErrEstimateChanged
	}
	return nil
}

// bill bills the work on an order that ends, if it is paid by the hour. total is the time that was worked,
// in seconds.
func (o *Order) bill(total int64, at time.Time) {
	e, until := o.Billing.Estimate, billing.Quarters(total)
	if e == nil || until <= o.Billing.Quarters {
		return
	}
	o.Record(WorkBilledType, &WorkBilled{
		Invoice:  uuid.NewSHA1(o.ID, fmt.Appendf(nil, "work until %d", until)),
		Customer: o.Customer,
		Until:    until,
		Bill:     e.Hourly.Bill(e.TaxRate, o.ID, o.billedName(), o.Billing.Quarters, until),
	}, at)
}
