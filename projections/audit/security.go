package audit

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
)

// security lists the events that say who can get into an account, and what could end it (D-79).
var security = []eh.EventType{
	customer.DeletionRequestedType, customer.DeletionTakenBackType, customer.DeletionNearType,
	member.JoinedType, member.RoleChangedType, member.DeactivatedType, member.ReactivatedType, member.DeletedType,
	member.PasswordChangedType, member.ResetRequestedType, member.EmailChangeRequestedType, member.EmailChangedType,
	member.FactorAddedType, member.FactorRemovedType, member.RecoveryUsedType, member.SignInLinkRequestedType,
	member.BrowserAddedType, member.TokenCreatedType, member.TokenRevokedType, member.ImpersonatedType,
	member.ImpersonationEndedType,
}

// SecurityFilter says which security log is read. Person limits it to one person if it is not Nil.
type SecurityFilter struct {
	Client   string
	Customer uuid.UUID // Nil for the people of a client
	Person   uuid.UUID
	Before   int64 // 0: from the newest
}

// Security lists the security events of an account, newest first: its own, and those of its people.
func (q *Queries) Security(ctx context.Context, f SecurityFilter, limit int) ([]AccountEvent, error) {
	l := newListing(f.Before, limit)
	streams, own := "select stream as id from account_members where client_id = "+l.add(f.Client), ""
	if f.Customer == uuid.Nil {
		streams += " and customer_id is null"
	} else {
		customer := l.add(f.Customer)
		streams, own = streams+" and customer_id = "+customer, " union all select "+customer
	}
	if f.Person != uuid.Nil {
		streams, own = streams+" and person = "+l.add(f.Person), ""
	}
	return l.read(ctx, q.pool, "("+streams+own+") one cross join lateral "+
		l.page("a.stream = one.id and a.type = any("+l.add(security)+")"))
}
