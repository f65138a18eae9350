package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// CheckOrderReport returns an error if a person may not read figures about orders. Customers read those of
// their account, the provider's managers those of all orders (SH-098, SH-100).
func CheckOrderReport(by domain.Actor) error {
	if by.Role.IsCustomer() {
		return Check(by, Read, NavCustomerReporting)
	}
	return Check(by, Read, NavUserReporting)
}

// OperatorReportOf returns whose figures about work a person may read: Nil for everybody's. Operators read
// their own, and customers none.
func OperatorReportOf(by domain.Actor) (only uuid.UUID, err error) {
	if by.Role == domain.Operator {
		return by.ID, nil
	}
	return uuid.Nil, Check(by, Read, NavUserReporting)
}
