package order_test

import (
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

// slow is a calendar in which everything takes three times as long. Nothing is open in never.
type slow struct{ never bool }

func (s slow) Add(from time.Time, d time.Duration) (time.Time, bool) {
	return from.Add(3 * d), !s.never
}

// promised is the first event of an order of which the start is promised within a number of hours.
func promised(hours int64) *order.Drafted {
	d := *drafted
	d.Details.PromisedStart = hours * 3600
	return &d
}

func TestTheStartIsPromisedByTheCalendarWhenAnOrderBeginsToWait(t *testing.T) { // D-37 D-60
	terms := func(hours int64) *order.DetailsChanged {
		return &order.DetailsChanged{Terms: &order.Terms{PromisedStart: hours * 3600}}
	}
	publish := func(o *order.Order) error { return o.Act(order.Publish, "", true, anOwner, now) }
	changed := func(hours int64) func(*order.Order) error {
		return func(o *order.Order) error { return o.ChangeDetails(*terms(hours), aManager, now) }
	}
	name := "Another name"
	rename := func(o *order.Order) error {
		return o.ChangeDetails(order.DetailsChanged{Name: &name}, aManager, now)
	}
	waiting := &order.Published{Change: change(order.Draft, order.Queue)}
	began := orders.Fold(t, promised(8), waiting).PublishedAt
	for what, c := range map[string]struct {
		history []any
		do      func(*order.Order) error
		never   bool
		want    time.Time // zero for no promise
	}{
		"published":                     {[]any{promised(8)}, publish, false, now.Add(24 * time.Hour)},
		"published without a promise":   {[]any{promised(0)}, publish, false, time.Time{}},
		"published while never open":    {[]any{promised(8)}, publish, true, time.Time{}},
		"moved within the wait":         {[]any{promised(8), waiting}, act(order.MakeReady, anOwner), false, time.Time{}},
		"other terms during the wait":   {[]any{promised(8), waiting}, changed(4), false, began.Add(12 * time.Hour)},
		"other terms before it":         {[]any{promised(8)}, changed(4), false, time.Time{}},
		"no promise any more":           {[]any{promised(8), waiting}, changed(0), false, time.Time{}},
		"the name, and no terms at all": {[]any{promised(8), waiting}, rename, false, time.Time{}},
	} {
		out := orders.Given(t, c.history...).When(func(o *order.Order) error {
			if err := c.do(o); err != nil {
				return err
			}
			if needs := !c.want.IsZero() || c.never; o.NeedsPromise() != needs {
				t.Errorf("%s: needs a promise: %v", what, !needs)
			}
			o.Promise(slow{c.never})
			return nil
		})
		if out.Err() != nil {
			t.Errorf("%s: %v", what, out.Err())
			continue
		}
		var got *time.Time
		switch d := out.Recorded()[0].(type) {
		case *order.DetailsChanged:
			got = d.StartBy
		case order.StatusChanger:
			got = d.StatusChange().StartBy
		}
		if got == nil != c.want.IsZero() || got != nil && !got.Equal(c.want) {
			t.Errorf("%s: promised %v, want %v", what, got, c.want)
		}
		if got != nil && !out.State().StartBy.Equal(c.want) {
			t.Errorf("%s: the order has %v", what, out.State().StartBy)
		}
	}
}

func TestTheQueuePercentIsTheShareOfTheTimeUntilThePromisedStart(t *testing.T) { // D-37
	start := now.Add(100 * time.Hour)
	waits := change(order.Draft, order.Queue)
	waits.StartBy = &start
	event := orders.Event(t, 2, &order.Published{Change: waits})
	o := orders.Fold(t, promised(8), &order.Published{Change: waits})
	whole := start.Sub(event.OccurredAt)
	for share, want := range map[float64]float64{0: 0, 0.5: 50, 1: 100, 1.5: 150} {
		at := event.OccurredAt.Add(time.Duration(share * float64(whole)))
		if got, ok := o.QueuePercent(at); !ok || got < want-0.001 || got > want+0.001 {
			t.Errorf("after %v of the time: %v, %v", share, got, ok)
		}
	}
	if by, ok := o.PromisedBy(); !ok || !by.Equal(start) {
		t.Errorf("promised by %v, %v", by, ok)
	}

	// An order that began to wait before calendars counted has its hours on end.
	old := orders.Fold(t, promised(8), &order.Published{Change: change(order.Draft, order.Queue)})
	if by, ok := old.PromisedBy(); !ok || by.Sub(old.PublishedAt) != 8*time.Hour {
		t.Errorf("an old order is promised by %v, %v", by, ok)
	}
	if _, ok := orders.Fold(t, promised(8)).PromisedBy(); ok {
		t.Error("a draft has a promise")
	}
	nothing := orders.Fold(t, promised(0), &order.Published{Change: change(order.Draft, order.Queue)})
	if _, ok := nothing.QueuePercent(domaintest.Now); ok {
		t.Error("a share of nothing")
	}
}
