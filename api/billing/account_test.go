package billing

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/subscription"
)

// with returns an account that began with an offer.
func with(t *testing.T, o billing.Offer) account {
	t.Helper()
	id := uuid.New()
	s := subscription.New(subscription.StreamOf(id))
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	o.Name, o.Currency, o.Term = "Studio", "EUR", billing.Month
	if err := s.Start(id, "UTC", subscription.Plan{ID: uuid.New(), Edition: 1, Offer: o}, 0, at, at); err != nil {
		t.Fatal(err)
	}
	for i, r := range s.TakeRecorded() {
		if err := s.Apply(domain.Event{
			Stream:     s.ID,
			StreamType: subscription.AggregateType,
			Position:   int64(i + 1),
			Version:    i + 1,
			Type:       r.Type,
			Data:       r.Data,
		}); err != nil {
			t.Fatal(err)
		}
	}
	return account{sub: s}
}

// What is used comes from the plan first, and the rest from what was bought.
func TestAMeterShowsThePlanAndWhatWasBought(t *testing.T) { // BD-343 BD-344 BD-345 BD-346 D-40 D-55 D-57
	const hour = 3600
	a := with(t, billing.Offer{Hours: 10 * hour, Orders: 5, ActiveOrders: 3, Storage: 100})
	a.sub.Bought = subscription.Resources{Hours: 4 * hour, Orders: 2, ActiveOrders: 1, Storage: 50}
	a.measure(
		customer.Terms{MaxActiveOrders: 4, Storage: 100, AdditionalStorage: 50},
		subscription.Spent{
			Work:   subscription.Meter{Used: 11 * hour, Bought: hour},
			Orders: subscription.Meter{Used: 4, Bought: 1},
		},
		subscription.Usage{ActiveOrders: 2, Storage: 130},
	)
	if h := a.membership.AllocatedHour; h != (contract.ProfileHours{
		Used: 10 * hour, Quota: 10 * hour, PackageAllocatedHours: 10 * hour,
	}) {
		t.Errorf("hours of the plan: %+v", h)
	}
	if o := a.membership.Orders; o != (contract.ProfileOrders{
		Used: 4, Quota: 5, CurrentActiveOrder: 2, MaximumActiveOrder: 3,
	}) {
		t.Errorf("orders of the plan: %+v", o)
	}
	if a.retail != (contract.ProfileRetail{
		AllocatedHourExtra: 3 * hour, AllocatedHourUsed: hour, ActiveOrderQuota: 1, TotalOrderExtra: 1,
		TotalOrderQuota: 1, AdditionalStorageUsed: 30, AdditionalStorageQuota: 50,
	}) {
		t.Errorf("what was bought: %+v", a.retail)
	}
	if s := a.storages; s.Used != 100 || s.Quota != 100 || len(s.Additionals) != 1 || s.Additionals[0].Used != 30 {
		t.Errorf("storage: %+v", s)
	}
}

// The trial is over on the eleventh day. Then the subscription has ended.
func TestTheProfileTellsOfTheFreeTrial(t *testing.T) { // BD-342
	a := with(t, billing.Offer{Price: 4_900, TrialDays: 10, ActiveOrders: -1, Storage: -1})
	a.describe(time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC))
	if got := a.membership.FreeTrial; !got.HaveFreeTrial || got.IsExpiredFreeTrial || got.FreeTrialDays != 10 ||
		got.Popup || got.Banner != "" {
		t.Errorf("on the second day: %+v", got)
	}
	a.describe(time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC))
	if got := a.membership.FreeTrial; !got.Popup || got.Banner != "2 days left in your free trial" {
		t.Errorf("on the ninth day: %+v", got)
	}
	a.sub.State, a.sub.End = subscription.Over, subscription.TrialOver
	a.describe(time.Date(2026, 3, 12, 12, 0, 0, 0, time.UTC))
	if got := a.membership.FreeTrial; got.HaveFreeTrial || !got.IsExpiredFreeTrial || !got.Popup ||
		got.Banner != "Your free trial has ended. Choose a plan to place new orders." {
		t.Errorf("after it: %+v", got)
	}
}

func TestWhatHasNoLimitIsShownWithoutOne(t *testing.T) { // BD-360 D-57
	unlimited := customer.Terms{MaxActiveOrders: -1, Storage: -1}
	for name, a := range map[string]account{
		"without a plan":      {sub: subscription.New(uuid.New())},
		"an unlimited plan":   with(t, billing.Offer{Hours: -1, Orders: -1, ActiveOrders: -1, Storage: -1}),
		"paid after the work": with(t, billing.Offer{Free: true, PAYG: true, Orders: -1, ActiveOrders: -1, Storage: -1}),
	} {
		a.measure(
			unlimited,
			subscription.Spent{Work: subscription.Meter{Used: 7}, Orders: subscription.Meter{Used: 8}},
			subscription.Usage{ActiveOrders: 9, Storage: 10},
		)
		if a.membership.AllocatedHour.Used != 7 || a.membership.AllocatedHour.Quota != -1 ||
			a.membership.Orders.Used != 8 || a.membership.Orders.Quota != -1 ||
			a.membership.Orders.MaximumActiveOrder != -1 || a.storages.Used != 10 || a.storages.Quota != -1 ||
			a.retail != (contract.ProfileRetail{}) {
			t.Errorf("%s: %+v, %+v, %+v", name, a.membership, a.storages, a.retail)
		}
	}
}
