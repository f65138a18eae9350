package plan_test

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/plan"
)

// A plan that is out of offer cannot be chosen any more. Those who have it keep it.
func ExamplePlan_Choosable() {
	p, now := plan.New(uuid.New()), time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	decide := func(err error) {
		if err != nil {
			fmt.Println(err)
		}
		for _, r := range p.TakeRecorded() {
			_ = p.Apply(domain.Event{Stream: p.ID, Version: p.Version + 1, Type: r.Type, Data: r.Data})
		}
	}
	decide(p.Create("provider", billing.Offer{
		Name:         "Studio",
		Price:        9_000,
		Currency:     "EUR",
		Term:         billing.Month,
		Hours:        billing.Unlimited,
		Orders:       10,
		ActiveOrders: 2,
		Storage:      1 << 30,
	}, now))
	fmt.Println(p.Choosable("provider"))
	decide(p.Retire(now))
	fmt.Println(p.Choosable("provider"))
	// Output:
	// <nil>
	// plan.retired: This plan is no longer offered.
}
