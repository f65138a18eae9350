package operations_test

import (
	"fmt"
	"time"

	"github.com/proofboard/proofboard/domain/operations"
)

// An operator makes a projection skip an event that it cannot apply, and says why.
func ExampleProjection_Skip() {
	p := operations.New(operations.StreamOf("board"))
	skip := operations.Skipped{Projection: "board", Position: 812}
	fmt.Println(p.Skip(skip, time.Now()))
	skip.Reason = "The event was written by hand."
	fmt.Println(p.Skip(skip, time.Now()), p.HasRecorded())
	// Output:
	// operations.reason_invalid: Say why in 1 to 255 characters.
	// <nil> true
}
