package customer_test

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
)

// Nobody can work in an account whose deletion was requested, until that is taken back.
func ExampleCustomer_Open() {
	c, now := customer.New(uuid.New()), time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	decide := func(err error) {
		if err != nil {
			fmt.Println(err)
		}
		for _, r := range c.TakeRecorded() {
			_ = c.Apply(domain.Event{Stream: c.ID, Version: c.Version + 1, Type: r.Type, Data: r.Data})
		}
	}
	decide(c.Create("provider", customer.Terms{MaxActiveOrders: 3, Storage: -1}, now))
	fmt.Println(c.Open())
	decide(c.RequestDeletion("We have closed.", now))
	fmt.Println(c.Open())
	decide(c.TakeBackDeletion(now))
	fmt.Println(c.Open())
	// Output:
	// <nil>
	// customer.deletion_requested: This account is going to be deleted. Its owner can take that back.
	// <nil>
}
