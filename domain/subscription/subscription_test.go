package subscription_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/subscription"
)

func sameType(a, b any) bool { return reflect.TypeOf(a) == reflect.TypeOf(b) }

var late = domaintest.ID("a late invoice")

func TestACycleIsBilledWhenItBegins(t *testing.T) { // D-54
	tell(t, "Europe/Berlin").on("2026-01-31 10:00").start(studio).billed(10_000).
		is(subscription.Active, "2026-01-31", "2026-02-28").
		until("2026-02-27 23:59").billed(10_000).
		until("2026-02-28 00:00").billed(10_000, 10_000).is(subscription.Active, "2026-02-28", "2026-03-31").
		until("2026-03-31 00:00").is(subscription.Active, "2026-03-31", "2026-04-30").
		billed(10_000, 10_000, 10_000).happened("started renewed renewed")
	tell(t, "UTC").on("2026-01-31").start(free).until("2026-04-01").billed().happened("started renewed renewed")
}

func TestACycleEndsWhereTheDayBeginsInTheZoneOfTheAccount(t *testing.T) { // D-75
	for zone, end := range map[string]string{
		"Pacific/Kiritimati": "2026-03-31T10:00:00Z", // 14 hours ahead of UTC
		"America/New_York":   "2026-04-01T04:00:00Z", // summer time began within the cycle
		"Europe/Berlin":      "2026-03-31T22:00:00Z",
		"UTC":                "2026-04-01T00:00:00Z",
		"Asia/Kathmandu":     "2026-03-31T18:15:00Z",
	} {
		h := tell(t, zone).on("2026-03-01 09:00").start(studio)
		if due := h.s.Due().UTC().Format(time.RFC3339); due != end {
			t.Errorf("%s: the cycle ends at %s, want %s", zone, due, end)
		}
		h.now = h.s.Due().Add(-time.Nanosecond)
		h.steps(subscription.Newest{}).happened("started")
		h.now = h.s.Due()
		h.steps(subscription.Newest{}).happened("started renewed")
	}
}

func TestStepsThatComeLateHaveTheDaysOnWhichTheyWereDue(t *testing.T) { // D-54
	tell(t, "Europe/Berlin").on("2026-01-31").start(studio).until("2026-06-15 12:00").
		is(subscription.Active, "2026-05-31", "2026-06-30").billed(10_000, 10_000, 10_000, 10_000, 10_000)
}

func TestATrialEndsByItselfOrIsFollowedByAPlan(t *testing.T) { // D-54 D-56 BD-412
	h := tell(t, "Europe/Berlin").on("2026-05-01 15:00").start(trial(studio, 14)).billed().
		is(subscription.Trial, "2026-05-01", "2026-05-15").until("2026-05-14 23:59").happened("started")
	if h.s.Open() != nil {
		t.Error("no order can be placed during the trial")
	}
	h.until("2026-05-15").happened("started ended").billed().refuses(h.s.Open(), subscription.ErrTrialOver)
	h.on("2026-05-20").start(trial(studio, 14)).billed(10_000).is(subscription.Active, "2026-05-20", "2026-06-20")

	h = tell(t, "UTC").on("2026-05-01").start(trial(studio, 14)).on("2026-05-04").start(small).billed(3_000).
		is(subscription.Active, "2026-05-04", "2026-06-04").until("2026-05-20").happened("started started")
	h.refuses(h.s.Start(customer, "UTC", small, 0, h.now, h.now), subscription.ErrStarted)
}

func TestAnUpgradeIsBilledForTheRestOfTheCycle(t *testing.T) { // D-54 D-75
	h := tell(t, "UTC").on("2026-04-01").start(small).on("2026-04-16 08:00")
	h.do(h.s.ChangeNow(studio, 0, h.now, h.now)).
		billed(3_000, 5_000-1_500).
		is(subscription.Active, "2026-04-01", "2026-05-01")
	if lines := h.bills[1].Lines; len(lines) != 2 || lines[0].Kind != billing.ForUnused || lines[0].Amount != -1_500 ||
		lines[1].Kind != billing.ForPlan || lines[1].Amount != 5_000 || lines[1].Period.From.String() != "2026-04-16" {
		t.Errorf("the lines are %+v", lines)
	}
	// The day of the second upgrade costs the plan's price divided by the whole cycle.
	larger := plan("Agency", 30_000, billing.Month)
	h.on("2026-04-25")
	h.do(h.s.ChangeNow(larger, 0, h.now, h.now)).billed(3_000, 3_500, 6_000-2_000).
		until("2026-05-01").billed(3_000, 3_500, 4_000, 30_000).is(subscription.Active, "2026-05-01", "2026-06-01")
}

func TestAnUpgradeOnTheFirstOrTheLastDay(t *testing.T) { // D-75
	h := tell(t, "UTC").on("2026-04-01").start(small)
	h.do(h.s.ChangeNow(studio, 0, h.now, h.now)).billed(3_000, 7_000)
	h = tell(t, "UTC").on("2026-04-01").start(small).on("2026-04-30 23:59")
	h.do(h.s.ChangeNow(studio, 0, h.now, h.now)).billed(3_000, 333-100)
}

func TestAnUpgradeKeepsTheDayOnWhichTheCyclesBegin(t *testing.T) { // D-75
	h := tell(t, "UTC").on("2026-01-31").start(small).until("2026-03-10")
	h.do(h.s.ChangeNow(studio, 0, h.now, h.now)).is(subscription.Active, "2026-02-28", "2026-03-31").
		until("2026-04-15").is(subscription.Active, "2026-03-31", "2026-04-30")
}

func TestAnUpgradeFromAFreePlanBeginsACycle(t *testing.T) { // D-54
	h := tell(t, "UTC").on("2026-04-01").start(free).on("2026-04-16")
	h.do(h.s.ChangeNow(studio, 19_000, h.now, h.now)).billed(11_900).is(subscription.Active, "2026-04-16", "2026-05-16")
}

func TestMonthToYearBeginsACycleAndYearToMonthWaits(t *testing.T) { // D-75
	dear := plan("Agency for a year", 200_000, billing.Year)
	h := tell(t, "UTC").on("2026-04-01").start(studio).on("2026-04-16")
	h.do(h.s.ChangeNow(dear, 0, h.now, h.now)).
		billed(10_000, 200_000-5_000).
		is(subscription.Active, "2026-04-16", "2027-04-16")
	if kind, atOnce := h.s.Kind(plan("Monthly", 30_000, billing.Month)); kind != subscription.Upgrade || atOnce {
		t.Errorf("a dearer monthly plan after a yearly one is an %s, at once: %t", kind, atOnce)
	}
	monthly := plan("Monthly", 30_000, billing.Month)
	h.refuses(h.s.ChangeNow(monthly, 0, h.now, h.now), subscription.ErrNotAtOnce)
	h.do(h.s.ChangeLater(monthly, subscription.Usage{}, h.now)).until("2027-04-16").
		billed(10_000, 195_000, 30_000).is(subscription.Active, "2027-04-16", "2027-05-16").
		until("2027-05-16").is(subscription.Active, "2027-05-16", "2027-06-16")
}

func TestADowngradeWaitsForTheEndOfTheCycle(t *testing.T) { // D-54
	h := tell(t, "UTC").on("2026-01-31").start(studio).on("2026-02-10")
	h.refuses(h.s.ChangeNow(small, 0, h.now, h.now), subscription.ErrNotAtOnce)
	h.do(h.s.ChangeLater(small, subscription.Usage{ActiveOrders: 3, Storage: 1 << 30}, h.now)).
		refuses(h.s.ChangeLater(free, subscription.Usage{}, h.now), subscription.ErrScheduled).
		refuses(h.s.ChangeNow(plan("Agency", 30_000, billing.Month), 0, h.now, h.now), subscription.ErrScheduled).
		until("2026-02-28").billed(10_000, 3_000).is(subscription.Active, "2026-02-28", "2026-03-31").
		happened("started change_scheduled renewed")
}

func TestADowngradeIntoWhichTheAccountDoesNotFit(t *testing.T) { // D-54
	h := tell(t, "UTC").on("2026-01-31").start(studio)
	h.refuses(h.s.ChangeLater(small, subscription.Usage{ActiveOrders: 4}, h.now), subscription.ErrTooManyOrders)
	h.refuses(h.s.ChangeLater(small, subscription.Usage{Storage: 1<<30 + 1}, h.now), subscription.ErrTooMuchStored)
	h.do(h.s.Buy(late, subscription.Resources{ActiveOrders: 1, Storage: 1}, nil, h.now))
	big := subscription.Usage{ActiveOrders: 4, Storage: 1<<30 + 1}
	h.do(h.s.ChangeLater(small, big, h.now)).on("2026-02-28").
		steps(subscription.Newest{Usage: subscription.Usage{ActiveOrders: 5}}).billed(10_000, 10_000).
		happened("started resources_bought change_scheduled change_cancelled renewed")
	unlimited := plan("Small", 3_000, billing.Month)
	unlimited.Offer.ActiveOrders, unlimited.Offer.Storage = -1, -5
	h.do(h.s.ChangeLater(unlimited, subscription.Usage{ActiveOrders: 1e6, Storage: 1 << 50}, h.now))
}

func TestAScheduledChangeCanBeTakenBack(t *testing.T) { // D-54 BD-420 BD-421 SH-216 SH-217
	h := tell(t, "UTC").on("2026-01-31").start(small)
	h.refuses(h.s.Unschedule(subscription.Upgrade, h.now), subscription.ErrNotScheduled)
	h.do(h.s.ChangeLater(studio, subscription.Usage{ActiveOrders: 100}, h.now))
	h.refuses(h.s.Unschedule(subscription.Downgrade, h.now), subscription.ErrNotScheduled)
	h.do(h.s.Unschedule(subscription.Upgrade, h.now)).until("2026-02-28").billed(3_000, 3_000)
	h.do(h.s.ChangeLater(free, subscription.Usage{}, h.now)).do(h.s.Unschedule(subscription.Downgrade, h.now)).
		until("2026-03-31").billed(3_000, 3_000, 3_000)
}

func TestASubscriptionKeepsItsEditionUntilTheNextCycle(t *testing.T) { // D-53
	h := tell(t, "UTC").on("2026-01-31").start(small)
	newer := small
	newer.Edition, newer.Offer.Price = 2, 3_500
	h.on("2026-02-28").steps(subscription.Newest{Plan: newer}).billed(3_000, 3_500)
	h.do(h.s.ChangeLater(studio, subscription.Usage{}, h.now))
	dearer := studio
	dearer.Edition, dearer.Offer.Price = 2, 11_000
	h.on("2026-03-31").steps(subscription.Newest{Plan: newer, Next: &dearer}).billed(3_000, 3_500, 11_000)
	h.refuses(h.s.ChangeNow(dearer, 0, h.now, h.now), subscription.ErrSamePlan)
	dollars := plan("Dollars", 90_000, billing.Month)
	dollars.Offer.Currency = "USD"
	h.refuses(h.s.ChangeNow(dollars, 0, h.now, h.now), subscription.ErrOtherCurrency)
}

func TestACancellationEndsTheCycleWithoutAnotherLine(t *testing.T) { // D-54 D-75 SH-218
	h := tell(t, "UTC").on("2026-01-31").start(studio).on("2026-02-03")
	h.do(h.s.CancelAtEnd(h.now)).is(subscription.Cancelled, "2026-01-31", "2026-02-28")
	if h.s.Open() != nil {
		t.Error("no order can be placed in the cycle that is paid")
	}
	h.refuses(h.s.CancelAtEnd(h.now), subscription.ErrCancelled).
		refuses(h.s.Unschedule(subscription.Cancel, h.now), subscription.ErrNotScheduled)
	h.do(h.s.Continue(h.now)).refuses(h.s.Continue(h.now), subscription.ErrNotCancelled)
	h.do(h.s.CancelAtEnd(h.now)).until("2026-05-01").billed(10_000).refuses(h.s.Open(), subscription.ErrOver).
		happened("started change_scheduled change_cancelled change_scheduled ended")
	if !h.s.Due().IsZero() {
		t.Error("something is due after the end")
	}
	h.start(small).billed(10_000, 3_000).is(subscription.Active, "2026-05-01", "2026-06-01")
}

func TestALeaveBeginsWhenThePaidCycleEnds(t *testing.T) { // D-54 BD-415 BD-416
	h := tell(t, "Europe/Berlin").on("2026-01-31").start(studio).on("2026-02-03")
	for _, until := range []string{"2026-02-28", "2026-02-10", "2027-03-02"} {
		h.refuses(h.s.GoOnLeave(day(t, until), h.now), subscription.ErrLeaveEnd)
	}
	h.do(h.s.GoOnLeave(day(t, "2026-05-10"), h.now)).refuses(h.s.CancelAtEnd(h.now), subscription.ErrScheduled)
	h.do(h.s.Unschedule(subscription.Leave, h.now)).do(h.s.GoOnLeave(day(t, "2026-05-10"), h.now)).
		until("2026-02-28").billed(10_000).refuses(h.s.Open(), subscription.ErrOnLeave).
		until("2026-05-09 23:59").billed(10_000).
		until("2026-05-10").billed(10_000, 10_000).is(subscription.Active, "2026-05-10", "2026-06-10")
	if h.s.Open() != nil {
		t.Error("no order can be placed after the leave")
	}
}

func TestReactivationBeginsANewCycle(t *testing.T) { // D-54
	h := tell(t, "UTC").on("2026-01-31").start(free)
	h.refuses(h.s.Reactivate(free, 0, h.now), subscription.ErrNotOnLeave)
	h.do(h.s.GoOnLeave(day(t, "2026-03-01"), h.now)).happened("started leave_begun").on("2026-02-10")
	h.do(h.s.Reactivate(free, 0, h.now)).is(subscription.Active, "2026-02-10", "2026-03-10").billed()
}

func TestLatePaymentSuspendsAfter14Days(t *testing.T) { // D-54 BD-426
	h := tell(t, "UTC").on("2026-01-31").start(studio).on("2026-02-14")
	due := h.now
	h.do(h.s.FallDue(late, due, h.now)).do(h.s.FallDue(late, due, h.now)).happened("started fell_past_due")
	if h.s.State != subscription.PastDue || h.s.Open() != nil {
		t.Errorf("%s, %v", h.s.State, h.s.Open())
	}
	for _, refused := range []error{
		h.s.ChangeNow(plan("Agency", 30_000, billing.Month), 0, h.now, h.now),
		h.s.ChangeLater(small, subscription.Usage{}, h.now),
		h.s.GoOnLeave(day(t, "2026-05-01"), h.now),
	} {
		h.refuses(refused, subscription.ErrPastDue)
	}
	h.until("2026-02-27 23:59").happened("started fell_past_due")
	// It is suspended on the day on which the cycle ends, and not billed once more.
	h.until("2026-02-28").happened("started fell_past_due suspended ended").billed(10_000).
		refuses(h.s.Open(), subscription.ErrOver)
	h.refuses(h.s.Start(customer, "UTC", studio, 0, h.now, h.now), subscription.ErrPastDue)
	h.do(h.s.Settle(late, h.now)).do(h.s.Settle(late, h.now)).start(studio).billed(10_000, 10_000)
}

func TestPayingEverythingLiftsTheSuspension(t *testing.T) { // D-54
	other := domaintest.ID("another late invoice")
	h := tell(t, "UTC").on("2026-01-31").start(yearly).on("2026-02-14")
	h.do(h.s.FallDue(late, h.now, h.now)).do(h.s.FallDue(other, h.now.AddDate(0, 0, 3), h.now)).
		until("2026-02-28").refuses(h.s.Open(), subscription.ErrSuspended)
	h.do(h.s.Settle(late, h.now)).refuses(h.s.Open(), subscription.ErrSuspended)
	h.do(h.s.Settle(other, h.now)).is(subscription.Active, "2026-01-31", "2027-01-31")
	if h.s.Open() != nil || h.s.Suspended {
		t.Error("still suspended after everything was paid")
	}
}

func TestBoughtResourcesStay(t *testing.T) { // D-55
	h := tell(t, "UTC").on("2026-01-31").start(small)
	h.do(h.s.Buy(late, subscription.Resources{Hours: 3600, Orders: 2}, nil, h.now)).
		do(h.s.Buy(domaintest.ID("x"), subscription.Resources{Hours: 1800, Storage: 5}, nil, h.now)).until("2026-05-01")
	if want := (subscription.Resources{Hours: 5400, Orders: 2, Storage: 5}); h.s.Bought != want {
		t.Errorf("bought %+v, want %+v", h.s.Bought, want)
	}
}

func TestEachStateAllowsItsDecisions(t *testing.T) { // D-54
	later := plan("Agency", 30_000, billing.Month)
	states := map[subscription.State]func() *story{
		subscription.None:   func() *story { return tell(t, "UTC").on("2026-01-31") },
		subscription.Trial:  func() *story { return tell(t, "UTC").on("2026-01-31").start(trial(studio, 14)) },
		subscription.Active: func() *story { return tell(t, "UTC").on("2026-01-31").start(studio) },
		subscription.PastDue: func() *story {
			h := tell(t, "UTC").on("2026-01-31").start(studio)
			return h.do(h.s.FallDue(late, h.now, h.now))
		},
		subscription.OnLeave: func() *story {
			h := tell(t, "UTC").on("2026-01-31").start(free)
			return h.do(h.s.GoOnLeave(day(t, "2026-04-01"), h.now))
		},
		subscription.Cancelled: func() *story {
			h := tell(t, "UTC").on("2026-01-31").start(studio)
			return h.do(h.s.CancelAtEnd(h.now))
		},
		subscription.Over: func() *story {
			h := tell(t, "UTC").on("2026-01-31").start(studio)
			return h.do(h.s.CancelAtEnd(h.now)).until("2026-02-28")
		},
	}
	type decision = func(h *story) error
	start := func(h *story) error { return h.s.Start(customer, "UTC", studio, 0, h.now, h.now) }
	changeNow := func(h *story) error { return h.s.ChangeNow(later, 0, h.now, h.now) }
	changeLater := func(h *story) error { return h.s.ChangeLater(later, subscription.Usage{}, h.now) }
	cancel := func(h *story) error { return h.s.CancelAtEnd(h.now) }
	carryOn := func(h *story) error { return h.s.Continue(h.now) }
	leave := func(h *story) error { return h.s.GoOnLeave(day(t, "2026-05-01"), h.now) }
	reactivate := func(h *story) error { return h.s.Reactivate(free, 0, h.now) }
	fallDue := func(h *story) error { return h.s.FallDue(domaintest.ID("next"), h.now, h.now) }
	decisions := []decision{start, changeNow, changeLater, cancel, carryOn, leave, reactivate, fallDue}
	var (
		none, cancelled                               = domain.ErrNotFound, subscription.ErrCancelled
		started, inactive, notCancelled, notLeave, pd = subscription.ErrStarted, subscription.ErrNotActive,
			subscription.ErrNotCancelled, subscription.ErrNotOnLeave, subscription.ErrPastDue
	)
	for state, want := range map[subscription.State][]*domain.Error{
		subscription.None:      {nil, none, none, none, none, none, none, none},
		subscription.Trial:     {nil, inactive, inactive, inactive, notCancelled, inactive, notLeave, inactive},
		subscription.Active:    {started, nil, nil, nil, notCancelled, nil, notLeave, nil},
		subscription.PastDue:   {pd, pd, pd, nil, notCancelled, pd, notLeave, nil},
		subscription.OnLeave:   {started, inactive, inactive, inactive, notCancelled, inactive, nil, nil},
		subscription.Cancelled: {started, inactive, inactive, cancelled, nil, inactive, notLeave, nil},
		subscription.Over:      {nil, inactive, inactive, inactive, notCancelled, inactive, notLeave, nil},
	} {
		for i, decide := range decisions {
			h := states[state]()
			if h.s.State != state {
				t.Fatalf("the story of %s ends as %s", state, h.s.State)
			}
			err := h.try(decide(h))
			if (err == nil) != (want[i] == nil) || want[i] != nil && !errors.Is(err, want[i]) {
				t.Errorf("%s, decision %d: %v, want %v", state, i, err, want[i])
			}
		}
		h := states[state]()
		if err := h.try(h.s.Delete(h.now)); err != nil || state != subscription.None && h.s.State != subscription.Over {
			t.Errorf("%s, account deleted: %v, %s", state, err, h.s.State)
		}
	}
}

// Who cannot pay can still say that they go. What they owe does not go with them.
func TestWhoIsPastDueCanCancel(t *testing.T) { // D-86
	h := tell(t, "UTC").on("2026-01-31").start(studio)
	late := domaintest.ID("late")
	h.on("2026-02-10").do(h.s.FallDue(late, h.now, h.now)).is(subscription.PastDue, "2026-01-31", "2026-02-28")
	h.do(h.s.CancelAtEnd(h.now)).is(subscription.Cancelled, "2026-01-31", "2026-02-28")
	h.do(h.s.Continue(h.now)).is(subscription.PastDue, "2026-01-31", "2026-02-28")
	h.do(h.s.CancelAtEnd(h.now))
	h.refuses(h.s.ChangeNow(yearly, 0, h.now, h.now), subscription.ErrPastDue).
		refuses(h.s.ChangeLater(small, subscription.Usage{}, h.now), subscription.ErrPastDue).
		refuses(h.s.GoOnLeave(day(t, "2026-05-01"), h.now), subscription.ErrPastDue)
	h.until("2026-03-05").billed(10_000)
	if h.s.State != subscription.Over || len(h.s.Debts) != 1 {
		t.Errorf("it is %s with %d debts", h.s.State, len(h.s.Debts))
	}
	h.refuses(h.s.Start(customer, "UTC", small, 0, h.now, h.now), subscription.ErrPastDue)
	h.do(h.s.Settle(late, h.now)).start(small).billed(10_000, 3_000)
}

// The invoice of an upgrade need not be paid, and the account has what it had before: its cycle, its packs and what
// it pays for the next cycle.
func TestAnUpgradeIsTakenBackWithItsInvoice(t *testing.T) {
	h := tell(t, "UTC").on("2026-01-31").start(studio).buys(late, item(billing.ForHours, billing.EachCycle, 2))
	pack := item(billing.ForHours, billing.EachCycle, 1)
	before, large := h.s.Cycle, plan("Large for a year", 500_000, billing.Year)
	h.on("2026-02-10").do(h.s.ChangeNow(large, 19_000, h.now, h.now))
	charged := subscription.StreamOf(customer)
	h.refuses(h.s.GoBack(charged, h.now), subscription.ErrNoWayBack)
	charged = h.s.Changed.Invoice
	h.do(h.s.FallDue(charged, h.now, h.now)).do(h.s.Settle(charged, h.now)).buys(domaintest.ID("more"), pack)
	h.refuses(h.s.CanGoBack(charged, subscription.Usage{ActiveOrders: 9}, h.now), subscription.ErrTooManyOrders)
	h.do(h.s.CancelAtEnd(h.now)).refuses(h.s.GoBack(charged, h.now), subscription.ErrNotActive)
	h.do(h.s.Continue(h.now)).do(h.s.GoBack(charged, h.now)).is(subscription.Active, "2026-01-31", "2026-02-28")
	if c := h.s.Cycle; c.Plan.ID != studio.ID || c.Began != before.Began || c.Number != 0 ||
		c.TaxRate != before.TaxRate {
		t.Errorf("the cycle is %+v", c)
	}
	if got := h.s.Packs(); len(got) != 1 || got[0].Quantity != 3 {
		t.Errorf("the packs are %+v", got)
	}
	h.refuses(h.s.GoBack(charged, h.now), subscription.ErrNoWayBack)
	n := len(h.bills)
	h.until("2026-02-28")
	if last := h.bills[n:]; len(last) != 1 || last[0].Total != 13_000 {
		t.Errorf("the next cycle costs %+v", last)
	}
	// After the end of the cycle that was paid there is nothing to go back to.
	h.do(h.s.ChangeNow(large, 0, h.now, h.now))
	charged = h.s.Changed.Invoice
	h.on("2026-03-31").refuses(h.s.GoBack(charged, h.now), subscription.ErrNoWayBack)
}

func TestAZoneMustBeKnown(t *testing.T) {
	for _, zone := range []string{"", "Local", "Atlantis/Capital"} {
		s := subscription.New(domaintest.Stream)
		if err := s.Start(
			customer,
			zone,
			studio,
			0,
			domaintest.Now,
			domaintest.Now,
		); !errors.Is(
			err,
			subscription.ErrZone,
		) {
			t.Errorf("%q: %v", zone, err)
		}
	}
}
