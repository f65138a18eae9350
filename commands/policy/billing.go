package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Sells returns an error unless a person may edit the plans of a client and handle the invoices of its
// customers: an admin for the provider's direct customers and for every reseller, and the owner of a
// reseller for its own. To others the plans and invoices of the client do not exist.
func Sells(who domain.Actor, seller string) error {
	switch {
	case who.Role == domain.System:
		return nil
	case !Can(who.Role, Read, ManagePlans) && (!resells(who) || who.ClientID != seller):
		return domain.ErrNotFound
	}
	return manages(who, ManagePlans, ManageTeam)
}

// SeesSubscription returns an error unless a person may see the plan of an account and what it uses:
// its people, and those who sell to it.
func SeesSubscription(who domain.Actor, seller string, customer uuid.UUID) error {
	if who.CustomerID == customer && customer != uuid.Nil {
		return Check(who, Read, Membership)
	}
	return Sells(who, seller)
}

// SeesInvoices returns an error unless a person may see the invoices and payments of an account: its
// owners, and those who sell to it.
func SeesInvoices(who domain.Actor, seller string, customer uuid.UUID) error {
	if who.CustomerID == customer && customer != uuid.Nil {
		return Check(who, Read, Billing)
	}
	return Sells(who, seller)
}

// ManagesSubscription returns an error unless a person may change the plan of an account: its owners,
// and those who sell to it.
func ManagesSubscription(who domain.Actor, seller string, customer uuid.UUID) error {
	if who.CustomerID == customer && customer != uuid.Nil {
		return Check(who, Update, Membership)
	}
	return Sells(who, seller)
}

// LeavesSubscription returns an error unless a person may put a subscription on leave or end its leave
// (BD-417). Whoever sells the plan may too.
func LeavesSubscription(who domain.Actor) error {
	if who.CustomerID == uuid.Nil {
		return nil // ManagesSubscription has decided
	}
	return Check(who, Update, SubscriptionLeave)
}
