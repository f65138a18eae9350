package announcement_test

import (
	"fmt"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
)

// What people are shown is decided from the content, the time and who they are. Nothing is stored when it begins or
// ends.
func ExampleContent_StateAt() {
	starts := time.Date(2026, 12, 24, 12, 0, 0, 0, time.UTC)
	c := announcement.Content{
		HTML:   "We are back on 2 January.",
		Roles:  []domain.Role{domain.Owner},
		Starts: starts,
		Ends:   starts.AddDate(0, 0, 9),
	}
	fmt.Println(c.StateAt(starts.Add(-time.Hour)), c.StateAt(starts), c.StateAt(c.Ends))
	fmt.Println(c.Concerns(domain.Actor{Role: domain.Owner}), c.Concerns(domain.Actor{Role: domain.Operator}))
	// Output:
	// scheduled shown over
	// true false
}
