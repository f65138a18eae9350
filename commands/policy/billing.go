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
	return ownOrSold(who, seller, customer, Read, Membership)
}

// SeesInvoices returns an error unless a person may see the invoices and payments of an account: its
// owners, and those who sell to it.
func SeesInvoices(who domain.Actor, seller string, customer uuid.UUID) error {
	return ownOrSold(who, seller, customer, Read, Billing)
}

// ManagesSubscription returns an error unless a person may change the plan of an account: its owners,
// and those who sell to it.
func ManagesSubscription(who domain.Actor, seller string, customer uuid.UUID) error {
	return ownOrSold(who, seller, customer, Update, Membership)
}

// LeavesSubscription returns an error unless a person may begin or end a leave of an account (BD-417). Its
// owners may, and those who sell to it.
func LeavesSubscription(who domain.Actor, seller string, customer uuid.UUID) error {
	return ownOrSold(who, seller, customer, Update, SubscriptionLeave)
}

// ChangesPaymentMethods returns an error unless a person may decide which cards of an account are charged: its
// owners, but no admin who acts as one of them (D-48). The accounts of others do not exist for them.
func ChangesPaymentMethods(who domain.Actor, customer uuid.UUID) error {
	switch {
	case who.Role == domain.System:
		return nil
	case who.CustomerID != customer || customer == uuid.Nil:
		return domain.ErrNotFound
	case who.Impersonator != uuid.Nil:
		return domain.ErrForbidden
	}
	return Check(who, Update, Billing)
}

// ConfirmsEstimate returns an error unless a person may accept what an order of an account costs: its
// owners, and those who sell to it, for an account that has no people of its own.
func ConfirmsEstimate(who domain.Actor, seller string, customer uuid.UUID) error {
	return ownOrSold(who, seller, customer, Update, PAYGCart)
}

// SeesHourly returns an error unless a person belongs to the provider, whose people alone may see how much
// is worked for accounts that pay by the hour (SH-107).
func SeesHourly(who domain.Actor) error { return Check(who, Read, NavPAYGCustomerInfo) }

// ownOrSold checks the ability of a person in their own account. For other accounts they must sell.
func ownOrSold(who domain.Actor, seller string, customer uuid.UUID, action Action, ability Ability) error {
	if who.CustomerID == customer && customer != uuid.Nil {
		return Check(who, action, ability)
	}
	return Sells(who, seller)
}
