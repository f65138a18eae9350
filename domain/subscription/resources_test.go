package subscription_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/subscription"
)

// sold has a pack of each kind.
var sold = func() map[billing.LineKind]billing.Pack {
	packs := map[billing.LineKind]billing.Pack{}
	for kind, size := range map[billing.LineKind]int64{
		billing.ForHours: 3600, billing.ForOrders: 5, billing.ForActiveOrders: 2, billing.ForBytes: 1 << 20,
	} {
		packs[kind] = billing.Pack{
			ID: domaintest.ID(string(kind)), Name: string(kind), Kind: kind, Size: size, Price: 1_000, Currency: "EUR",
		}
	}
	return packs
}()

func item(kind billing.LineKind, often billing.Often, quantity int64) billing.Item {
	return billing.Item{Pack: sold[kind].ID, Often: often, Quantity: quantity}
}

// buys lets the account pay a cart.
func (h *story) buys(invoice uuid.UUID, items ...billing.Item) *story {
	h.t.Helper()
	r, addOns := h.paid(items)
	return h.do(h.s.Buy(invoice, r, addOns, h.now))
}

func (h *story) paid(items []billing.Item) (subscription.Resources, []subscription.AddOn) {
	h.t.Helper()
	packs := []billing.Pack{
		sold[billing.ForHours], sold[billing.ForOrders], sold[billing.ForActiveOrders], sold[billing.ForBytes],
	}
	lines, gone, err := billing.CartLines(packs, "EUR", items)
	if err != nil || len(gone) > 0 {
		h.t.Fatalf("%v, gone: %v", err, gone)
	}
	return subscription.BoughtWith(billing.NewBill("EUR", 0, lines...))
}

func TestWhatIsBoughtOnceStaysAndWhatIsBoughtWithACycleEndsWithIt(t *testing.T) { // D-55 D-57
	h := tell(t, "UTC").on("2026-01-31").start(studio)
	h.buys(
		late, item(billing.ForHours, billing.Once, 2), item(billing.ForOrders, billing.Once, 1),
		item(billing.ForActiveOrders, billing.Once, 1), item(billing.ForBytes, billing.Once, 3),
	)
	once := subscription.Resources{Hours: 7200, Orders: 5, ActiveOrders: 2, Storage: 3 << 20}
	if h.s.Bought != once || h.s.Added() != (subscription.Resources{}) {
		t.Errorf("bought %+v, added %+v", h.s.Bought, h.s.Added())
	}
	h.buys(
		late, item(billing.ForHours, billing.EachCycle, 1), item(billing.ForOrders, billing.EachCycle, 2),
		item(billing.ForActiveOrders, billing.EachCycle, 1), item(billing.ForBytes, billing.EachCycle, 1),
	)
	each := subscription.Resources{Hours: 3600, Orders: 10, ActiveOrders: 2, Storage: 1 << 20}
	if h.s.Bought != once || h.s.Added() != each {
		t.Errorf("bought %+v, added %+v", h.s.Bought, h.s.Added())
	}
	if h.s.Hours() != 36_000+3600 || h.s.Orders() != 10+10 {
		t.Errorf("%d seconds and %d orders in this cycle", h.s.Hours(), h.s.Orders())
	}
	// The next cycle costs the plan and 1 + 2 + 1 + 1 packs.
	h.billed(10_000).until("2026-02-28").billed(10_000, 15_000)
	h.do(h.s.StopAddOn(sold[billing.ForOrders].ID, h.now))
	if h.s.Added() != each {
		t.Errorf("a pack that ends is gone before its cycle is over: %+v", h.s.Added())
	}
	h.until("2026-03-31").billed(10_000, 15_000, 13_000)
	each.Orders = 0
	if h.s.Bought != once || h.s.Added() != each || h.s.Orders() != 10 {
		t.Errorf("after the cycle: bought %+v, added %+v", h.s.Bought, h.s.Added())
	}
}

func TestAPackThatEndsCanBeKept(t *testing.T) { // D-57
	h := tell(t, "UTC").on("2026-01-31").start(studio).buys(late, item(billing.ForHours, billing.EachCycle, 1))
	pack := sold[billing.ForHours].ID
	h.refuses(h.s.KeepAddOn(pack, h.now), subscription.ErrNoAddOn)
	h.refuses(h.s.StopAddOn(domaintest.ID("other"), h.now), subscription.ErrNoAddOn)
	h.do(h.s.StopAddOn(pack, h.now)).refuses(h.s.StopAddOn(pack, h.now), subscription.ErrNoAddOn)
	h.do(h.s.KeepAddOn(pack, h.now)).until("2026-02-28").billed(10_000, 11_000)
	h.do(h.s.StopAddOn(pack, h.now)).buys(late, item(billing.ForHours, billing.EachCycle, 1))
	if want := []subscription.AddOn{{Pack: sold[billing.ForHours], Quantity: 2}}; !slices.Equal(h.s.Packs(), want) {
		t.Errorf("bought again: %+v", h.s.AddOns)
	}
}

// A renewal bills packs that the account has already.
func TestPacksOfACycleAreNotAddedAgainWhenItIsPaid(t *testing.T) { // D-57
	h := tell(t, "UTC").on("2026-01-31").start(studio).buys(late, item(billing.ForHours, billing.EachCycle, 1))
	h.until("2026-02-28")
	r, addOns := subscription.BoughtWith(h.bills[len(h.bills)-1])
	if len(h.bills) != 2 || r != (subscription.Resources{}) || len(addOns) > 0 {
		t.Errorf("the renewal adds %+v and %+v", r, addOns)
	}
}

func TestARefundTakesAwayWhatWasBought(t *testing.T) { // D-57 D-58
	items := []billing.Item{
		item(billing.ForHours, billing.Once, 2), item(billing.ForBytes, billing.EachCycle, 2),
	}
	h := tell(t, "UTC").on("2026-01-31").start(studio).buys(late, items...)
	h.buys(
		domaintest.ID("other"),
		item(billing.ForHours, billing.Once, 1),
		item(billing.ForBytes, billing.EachCycle, 1),
	)
	r, addOns := h.paid(items)
	h.do(h.s.Return(late, r, addOns, h.now))
	if h.s.Bought.Hours != 3600 || h.s.Added().Storage != 1<<20 {
		t.Errorf("bought %+v, added %+v", h.s.Bought, h.s.Added())
	}
	h.do(h.s.Return(domaintest.ID("other"), subscription.Resources{Hours: 9999}, addOns, h.now))
	if h.s.Bought.Hours != 0 || len(h.s.AddOns) > 0 {
		t.Errorf("below nothing: bought %+v, added %+v", h.s.Bought, h.s.AddOns)
	}
}

func TestANewCycleGivesTheRestOfItsPacksBack(t *testing.T) { // D-54 D-75
	h := tell(t, "UTC").on("2026-04-01").start(studio).buys(late, item(billing.ForBytes, billing.EachCycle, 3))
	// An upgrade within the cycle leaves the packs alone: they are paid.
	h.on("2026-04-16").do(h.s.ChangeNow(plan("Larger", 20_000, billing.Month), 0, h.now, h.now))
	h.billed(10_000, 5_000)
	// A yearly plan begins a new cycle: half of the month is given back, of the plan and of the packs.
	h.do(h.s.ChangeNow(plan("Large for a year", 500_000, billing.Year), 0, h.now, h.now))
	h.billed(10_000, 5_000, 500_000+3_000-10_000-1_500)
	if got := len(h.bills[2].Lines); got != 4 {
		t.Errorf("%d lines: %+v", got, h.bills[2].Lines)
	}
}

func TestPacksOfAFreePlanAreBilledWithItsCycles(t *testing.T) { // BD-408
	h := tell(t, "UTC").on("2026-04-01").start(free).buys(late, item(billing.ForBytes, billing.EachCycle, 1)).billed()
	h.until("2026-05-01").billed(1_000)
	h.on("2026-05-16 12:00").do(h.s.ChangeNow(studio, 0, h.now, h.now))
	h.billed(1_000, 10_000+1_000-516) // 16 of 31 days are left
}

// An invoice for packs can be paid when the subscription has ended meanwhile. They are paid once.
func TestPacksThatWerePaidAfterTheEndAreThereInTheNextSubscription(t *testing.T) { // D-57 D-75
	h := tell(t, "UTC").on("2026-01-31").start(free).buys(late, item(billing.ForOrders, billing.EachCycle, 1))
	h.do(h.s.CancelAtEnd(h.now)).until("2026-02-28")
	h.buys(late, item(billing.ForHours, billing.EachCycle, 1)).start(studio).billed(10_000)
	if got := h.s.Added(); got != (subscription.Resources{Hours: 3600}) {
		t.Errorf("the next subscription has %+v", got)
	}
	h.until("2026-03-28").billed(10_000, 11_000)
}

func TestWhenPacksCanBeBought(t *testing.T) { // D-54 D-57 BD-411
	for name, c := range map[string]struct {
		tell func(h *story)
		want error
	}{
		"without a plan":    {func(*story) {}, subscription.ErrNoPlan},
		"in a trial":        {func(h *story) { h.start(trial(studio, 14)) }, subscription.ErrInTrial},
		"after a trial":     {func(h *story) { h.start(trial(studio, 14)).until("2026-02-20") }, subscription.ErrTrialOver},
		"with a free plan":  {func(h *story) { h.start(free) }, nil},
		"with a plan":       {func(h *story) { h.start(studio) }, nil},
		"cancelled":         {func(h *story) { h.start(studio).do(h.s.CancelAtEnd(h.now)) }, nil},
		"with a debt":       {func(h *story) { h.start(studio).do(h.s.FallDue(late, h.now, h.now)) }, subscription.ErrPastDue},
		"while on a leave":  {func(h *story) { h.start(free).do(h.s.GoOnLeave(day(t, "2026-05-01"), h.now)) }, subscription.ErrOnLeave},
		"after the end":     {func(h *story) { h.start(free).do(h.s.CancelAtEnd(h.now)).until("2026-02-28") }, subscription.ErrOver},
		"after its account": {func(h *story) { h.start(free).do(h.s.Delete(h.now)) }, subscription.ErrOver},
	} {
		t.Run(name, func(t *testing.T) {
			h := tell(t, "UTC").on("2026-01-31")
			c.tell(h)
			if err := h.s.CanBuy(); c.want == nil && err != nil || c.want != nil {
				h.refuses(err, c.want)
			}
		})
	}
	if subscription.ErrInTrial.Message != "This feature is restricted during free trial." {
		t.Error(subscription.ErrInTrial.Message)
	}
	nobody := tell(t, "UTC").on("2026-01-31")
	nobody.refuses(nobody.s.Buy(late, subscription.Resources{}, nil, nobody.now), domain.ErrNotFound)
	nobody.refuses(nobody.s.Return(late, subscription.Resources{}, nil, nobody.now), domain.ErrNotFound)
}

// A downgrade fits with what stays, and not with packs that end.
func TestADowngradeCountsThePacksThatStay(t *testing.T) { // D-54
	h := tell(t, "UTC").on("2026-01-31").start(studio).buys(late, item(billing.ForActiveOrders, billing.EachCycle, 1))
	used := subscription.Usage{ActiveOrders: 5}
	if err := h.s.CanChangeLater(small, used); err != nil {
		t.Errorf("with the packs: %v", err)
	}
	h.do(h.s.StopAddOn(sold[billing.ForActiveOrders].ID, h.now))
	h.refuses(h.s.CanChangeLater(small, used), subscription.ErrTooManyOrders)
}

// Packs that end are given back with a change at once. If that is more than the plan costs, the change waits: no
// invoice gives money back.
func TestAChangeThatWouldGiveMoneyBackWaits(t *testing.T) { // D-54 D-57
	h := tell(t, "UTC").on("2026-04-01").start(free).buys(late, item(billing.ForHours, billing.EachCycle, 5))
	h.do(h.s.StopAddOn(sold[billing.ForHours].ID, h.now)).on("2026-04-02")
	h.refuses(h.s.ChangeNow(small, 0, h.now, h.now), subscription.ErrNotAtOnce)
	if c, err := h.s.Quote(studio, 0, h.now); err != nil || c.Charge.Bill.Total != 10_000-4_833 {
		t.Errorf("a plan that costs more: %+v %v", c.Charge, err)
	}
	h.do(h.s.ChangeLater(small, subscription.Usage{}, h.now)).until("2026-05-01").
		billed(3_000).is(subscription.Active, "2026-05-01", "2026-06-01")
}
