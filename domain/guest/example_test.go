package guest_test

import (
	"fmt"
	"time"

	"github.com/proofboard/proofboard/domain/guest"
)

// A link is valid until it expires or is revoked.
func ExampleGuest_StatusAt() {
	expires := time.Date(2026, 3, 9, 9, 0, 0, 0, time.UTC)
	g := &guest.Guest{Expires: expires}
	fmt.Println(g.StatusAt(expires.Add(-time.Hour)))
	fmt.Println(g.StatusAt(expires))
	g.Revoked = true
	fmt.Println(g.StatusAt(expires.Add(-time.Hour)))
	// Output:
	// live
	// expired
	// revoked
}
