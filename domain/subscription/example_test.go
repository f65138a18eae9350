package subscription_test

import (
	"fmt"

	"github.com/proofboard/proofboard/domain/subscription"
)

// The quota of the plan is used first, and the rest comes from what was bought beside it.
func ExampleMeter_FromPlan() {
	orders := subscription.Meter{Used: 12}
	fmt.Println(orders.FromPlan(10), orders.FromPlan(20))
	// Output: 10 12
}
