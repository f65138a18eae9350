package route_test

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/route"
)

// A step ends with the first decision after which its outcome cannot change.
func ExampleStep_Outcome() {
	s := route.Step{
		Name:      "Legal",
		Approvers: []uuid.UUID{uuid.New(), uuid.New(), uuid.New()},
		Rule:      route.Quorum,
		Quorum:    2,
	}
	fmt.Println(s.Outcome(1, 1), s.Outcome(2, 1), s.Outcome(1, 2))
	// Output: waiting passed failed
}
