package order_test

import (
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/order"
)

var (
	hour     = billing.Hourly{Price: 6000, Currency: "EUR"}
	estimate = order.Estimate{Hourly: hour, TaxRate: 20_000, Allocated: 7200}
	timed    = &order.DetailsChanged{Terms: &order.Terms{Allocated: 7200}}
	accepted = &order.EstimateConfirmed{Estimate: estimate, Customer: acme}
)

func confirming(now, seen order.Estimate, by domain.Actor) func(*order.Order) error {
	return func(o *order.Order) error { return o.ConfirmEstimate(now, seen, by, at(0)) }
}

func paying(h billing.Hourly, hourly bool) func(*order.Order) error {
	return func(o *order.Order) error { return o.PayBy(h, hourly, at(0)) }
}

func at(d time.Duration) time.Time { return now.Add(d) }

// The estimate is the time of the service for the price of an hour. It is confirmed once, for a draft, as it
// was shown.
func TestAnEstimateIsConfirmedAsItWasShown(t *testing.T) { // D-57
	o := orderIn(t, order.Draft, timed)
	if got := o.Estimate(hour, 20_000); got != estimate {
		t.Fatalf("the estimate is %+v", got)
	}
	if b := estimate.Bill(
		&o.Summary,
	); b.Net != 12_000 || b.Tax != 2_400 || b.Total != 14_400 ||
		b.Lines[0].Name != "Order PB-1001" {
		t.Errorf("two hours cost %+v", b)
	}
	dearer := estimate
	dearer.Price++
	given(t, order.Draft, timed).When(confirming(estimate, estimate, anOwner)).Then(accepted)
	given(t, order.Draft, timed, accepted).When(confirming(estimate, estimate, anOwner)).ThenNothing()
	given(t, order.Draft, timed, accepted).When(confirming(dearer, dearer, anOwner)).
		Then(&order.EstimateConfirmed{Estimate: dearer, Customer: acme})
	given(t, order.Draft, timed).When(confirming(dearer, estimate, anOwner)).ThenRefused(order.ErrEstimateChanged)
	given(t, order.InProgress, timed).When(confirming(estimate, estimate, anOwner)).ThenRefused(order.ErrNoEstimate)
	given(t, order.Draft, timed).When(confirming(estimate, estimate, stranger)).ThenRefused(order.ErrNotYours)
	given(t, order.Draft, timed, &order.Frozen{}).When(confirming(estimate, estimate, anOwner)).
		ThenRefused(order.ErrFrozen)
}

// The owners are asked for what they have not confirmed.
func TestTheOwnersAreAskedForAnEstimate(t *testing.T) { // D-289
	asking := func(of order.Estimate, by domain.Actor) func(*order.Order) error {
		return func(o *order.Order) error { return o.AskForEstimate(of, by, at(0)) }
	}
	asked, dearer := &order.EstimateAsked{}, estimate
	dearer.Price++
	given(t, order.Draft, timed).When(asking(estimate, anOwner)).Then(asked)
	given(t, order.Draft, timed, asked, accepted).When(asking(estimate, anOwner)).ThenRefused(order.ErrNoEstimate)
	given(t, order.Draft, timed, asked, accepted).When(asking(dearer, anOwner)).Then(asked)
	given(t, order.InProgress, timed).When(asking(estimate, anOwner)).ThenRefused(order.ErrNoEstimate)
	given(t, order.Draft, timed).When(asking(estimate, stranger)).ThenRefused(order.ErrNotYours)
}

// A draft whose work is paid by the hour is placed with an estimate that is still true. Otherwise it has
// none.
func TestWhatIsPaidByTheHourNeedsAnEstimate(t *testing.T) { // D-57, BD-406
	given(t, order.Draft, timed).When(paying(hour, true)).ThenRefused(order.ErrEstimateMissing)
	given(t, order.Draft, timed, accepted).When(paying(hour, true)).ThenNothing()
	dearer := hour
	dearer.Price++
	given(t, order.Draft, timed, accepted).When(paying(dearer, true)).ThenRefused(order.ErrEstimateChanged)
	longer := &order.DetailsChanged{Terms: &order.Terms{Allocated: 9000}}
	given(t, order.Draft, timed, accepted, longer).When(paying(hour, true)).ThenRefused(order.ErrEstimateChanged)
	given(t, order.Draft, timed).When(paying(billing.Hourly{}, false)).ThenNothing()
	given(t, order.Draft, timed, accepted).When(paying(billing.Hourly{}, false)).Then(&order.EstimateWithdrawn{})
	if o := orderIn(t, order.Draft, timed, accepted); !o.PAYG {
		t.Error("an order with an estimate is not paid by the hour")
	}
	if o := orderIn(t, order.Draft, timed, accepted, &order.EstimateWithdrawn{}); o.PAYG || o.Billing.Estimate != nil {
		t.Error("an order whose estimate was withdrawn is paid by the hour")
	}
}

// worked is a history in which somebody worked so many seconds on the order.
func worked(seconds, total int64) *order.WorkStopped {
	return &order.WorkStopped{By: anOper.ID, Since: at(0), Seconds: seconds, Total: total, Reason: order.StopPaused}
}

// The work is billed when it ends: on approval, completion and cancellation, each time what was not billed
// before.
func TestWorkIsBilledWhenItEnds(t *testing.T) { // D-57, BD-406
	in := func(s order.Status, more ...any) []any {
		return append([]any{timed, accepted}, append(path(s), more...)...)
	}
	billed := func(o *order.Order) (list []*order.WorkBilled) {
		for _, r := range o.Pending() {
			if b, ok := r.Data.(*order.WorkBilled); ok {
				list = append(list, b)
			}
		}
		return list
	}
	for name, c := range map[string]struct {
		history  []any
		do       func(*order.Order) error
		quarters int64 // on the bill
		net      billing.Amount
	}{
		"approved":  {in(order.InReview, worked(3601, 3601)), move(order.Approved, order.Review, anOwner), 5, 7_500},
		"cancelled": {in(order.InProgress, worked(60, 60)), act(order.Cancel, anOwner), 1, 1_500},
		"completed after more work": {
			in(order.Approved, worked(3601, 3601), &order.WorkBilled{Until: 5}, worked(1200, 4801)),
			move(order.Completed, order.StatusControl, aManager), 1, 1_500,
		},
		"completed without more work": {
			in(order.Approved, worked(3601, 3601), &order.WorkBilled{Until: 5}, worked(800, 4401)),
			move(order.Completed, order.StatusControl, aManager), 0, 0,
		},
		"not worked on": {in(order.InProgress), act(order.Cancel, anOwner), 0, 0},
		"goes on":       {in(order.InProgress, worked(3601, 3601)), move(order.InReview, order.Board, aManager), 0, 0},
		"paid otherwise": {
			append(path(order.InProgress), worked(3601, 3601)), act(order.Cancel, anOwner), 0, 0,
		},
		"worked on before the estimate": {
			append(
				[]any{timed, worked(3600, 3600), &order.EstimateConfirmed{Estimate: estimate, Customer: acme, Before: 4}},
				append(path(order.InProgress), worked(10, 3610))...,
			), act(order.Cancel, anOwner), 1, 1_500,
		},
	} {
		o := orders.Fold(t, append([]any{drafted, teamed}, c.history...)...)
		if err := c.do(o); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		bills := billed(o)
		switch {
		case c.quarters == 0 && len(bills) == 0:
		case len(bills) != 1:
			t.Errorf("%s: %d bills", name, len(bills))
		case bills[0].Bill.Lines[0].Quantity != c.quarters, bills[0].Bill.Net != c.net, bills[0].Customer != acme:
			t.Errorf("%s: %+v", name, bills[0])
		}
	}
}

// path is how a draft comes into a status.
func path(s order.Status) []any { return in(s)[2:] }

// The time of a timer that runs until the end is on the bill too, and each bill has an invoice of its own.
func TestARunningTimerIsBilled(t *testing.T) { // D-57
	o := orders.Fold(
		t,
		append(
			[]any{drafted, teamed, timed, accepted},
			append(path(order.InProgress), &order.WorkStarted{By: anOper.ID})...)...,
	)
	if err := o.Act(order.Cancel, "", true, anOwner, o.Work.Since.Add(31*time.Minute)); err != nil {
		t.Fatal(err)
	}
	last := o.Pending()[len(o.Pending())-1].Data.(*order.WorkBilled)
	if last.Until != 3 || last.Bill.Net != 4_500 {
		t.Errorf("31 minutes are billed as %+v", last)
	}
	again := orders.Fold(
		t,
		append([]any{drafted, teamed, timed, accepted}, append(path(order.CancelledOff), &order.WorkBilled{
			Invoice: last.Invoice, Until: 3,
		}, &order.Restored{Change: change(order.CancelledOff, order.InProgress)}, worked(60, 2760))...)...)
	if err := again.Act(order.Cancel, "", true, anOwner, now); err != nil {
		t.Fatal(err)
	}
	next := again.Pending()[len(again.Pending())-1].Data.(*order.WorkBilled)
	if next.Until != 4 || next.Invoice == last.Invoice {
		t.Errorf("the next bill is %+v", next)
	}
}

// Work that is worth paying stays so when the account no longer pays by the hour.
func TestWorkIsBilledBeforeAnEstimateIsWithdrawn(t *testing.T) { // D-57
	o := orderIn(t, order.Draft, timed, accepted, worked(60, 60))
	if err := o.PayBy(billing.Hourly{}, false, now); err != nil {
		t.Fatal(err)
	}
	if p := o.Pending(); len(p) != 2 || p[0].Type != order.WorkBilledType || p[1].Type != order.EstimateWithdrawnType {
		t.Errorf("recorded %+v", p)
	}
}
