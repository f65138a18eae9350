package policy_test

import (
	"fmt"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
)

// Whatever the table does not list is denied.
func ExampleCheck() {
	admin, owner := domain.Actor{Role: domain.Admin}, domain.Actor{Role: domain.Owner}
	fmt.Println(policy.Check(admin, policy.Read, policy.Audit))
	fmt.Println(domain.ReasonOf(policy.Check(owner, policy.Read, policy.Audit)))
	// Output:
	// <nil>
	// forbidden
}
