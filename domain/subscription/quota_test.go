package subscription_test

import (
	"errors"
	"testing"

	"github.com/proofboard/proofboard/domain/subscription"
)

func TestAPlanHasRoomForSoManyOrdersAndHours(t *testing.T) { // D-55 BD-360
	for name, c := range map[string]struct {
		orders, bought int
		hours, more    int64
		payg           bool
		spent          subscription.Spent
		want           error
	}{
		"nothing used":           {orders: 1, hours: 1},
		"one order left":         {orders: 2, hours: 1, spent: subscription.Spent{Orders: subscription.Meter{Used: 1}}},
		"the last order":         {orders: 2, hours: 1, spent: subscription.Spent{Orders: subscription.Meter{Used: 2}}, want: subscription.ErrNoOrders},
		"no orders":              {orders: 0, hours: 1, want: subscription.ErrNoOrders},
		"a bought order":         {orders: 2, bought: 1, hours: 1, spent: subscription.Spent{Orders: subscription.Meter{Used: 2}}},
		"a bought order is used": {orders: 2, bought: 1, hours: 1, spent: subscription.Spent{Orders: subscription.Meter{Used: 2, Bought: 1}}, want: subscription.ErrNoOrders},
		"over before":            {orders: 2, hours: 60, spent: subscription.Spent{Orders: subscription.Meter{Bought: 9}, Work: subscription.Meter{Bought: 99}}},
		"unlimited orders":       {orders: -1, hours: 1, spent: subscription.Spent{Orders: subscription.Meter{Used: 1e6}}},
		"the last hour":          {orders: 1, hours: 3600, spent: subscription.Spent{Work: subscription.Meter{Used: 3600}}, want: subscription.ErrNoHours},
		"a second left":          {orders: 1, hours: 3600, spent: subscription.Spent{Work: subscription.Meter{Used: 3599}}},
		"bought hours":           {orders: 1, hours: 3600, more: 60, spent: subscription.Spent{Work: subscription.Meter{Used: 3659}}},
		"bought hours are used":  {orders: 1, hours: 3600, more: 60, spent: subscription.Spent{Work: subscription.Meter{Used: 3601, Bought: 59}}, want: subscription.ErrNoHours},
		"unlimited hours":        {orders: 1, hours: -1, spent: subscription.Spent{Work: subscription.Meter{Used: 1e9}}},
		"hours are billed later": {orders: -1, hours: 0, payg: true, spent: subscription.Spent{Work: subscription.Meter{Used: 1e9}}},
	} {
		p := free
		p.Offer.Orders, p.Offer.Hours, p.Offer.PAYG = c.orders, c.hours, c.payg
		h := tell(t, "UTC").on("2026-01-31").start(p)
		h.do(h.s.Buy(late, subscription.Resources{Orders: c.bought, Hours: c.more}, nil, h.now))
		if err := h.s.Room(c.spent); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if limited := c.orders >= 0 || c.hours >= 0 && !c.payg; h.s.Limited() != limited {
			t.Errorf("%s: limited is %t", name, h.s.Limited())
		}
	}
}

func TestWhatIsUsedComesFromThePlanFirst(t *testing.T) { // D-55
	for _, c := range []struct{ used, quota, want int64 }{{0, 5, 0}, {5, 5, 5}, {7, 5, 5}, {7, 0, 0}, {7, -1, 7}} {
		if got := (subscription.Meter{Used: c.used}).FromPlan(c.quota); got != c.want {
			t.Errorf("%d of %d: %d from the plan, want %d", c.used, c.quota, got, c.want)
		}
	}
}
