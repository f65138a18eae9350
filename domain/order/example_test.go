package order_test

import (
	"fmt"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// The board asks the same table for every card.
func ExampleDrops() {
	fmt.Println(order.Drops(domain.Operator, order.InProgress))
	fmt.Println(order.Drops(domain.Operator, order.Approved))
	// Output:
	// [active in-progress]
	// []
}

// A card can always be put between two others without touching them.
func ExampleRankBetween() {
	rank, ok := order.RankBetween("a", "b", 0)
	fmt.Println(ok, "a" < rank, rank < "b")
	// Output: true true true
}

func ExampleWays() {
	for _, way := range order.Ways(order.Approved, order.Completed) {
		fmt.Println(way.Label(), way.Roles)
	}
	// Output: Change status [owner operator manager creative_manager production_manager admin]
}
