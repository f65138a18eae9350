package member_test

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
)

// The last owner of an account can neither leave nor get another role, so that somebody always leads it.
func ExamplePlace_LeadsAlone() {
	owner, second := uuid.New(), uuid.New()
	place := member.Place{Person: owner, Client: "provider", Customer: uuid.New(), Role: domain.Owner}
	fmt.Println(place.LeadsAlone([]uuid.UUID{owner}), place.LeadsAlone([]uuid.UUID{owner, second}))
	fmt.Println(place.Roles())
	// Output:
	// true false
	// [owner staff]
}
