package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
)

// Account is an account that people belong to: the provider, a reseller, or a customer.
type Account struct {
	Client   string
	Customer uuid.UUID // Nil for the provider and a reseller
}

// AccountOf returns the account of a place.
func AccountOf(p member.Place) Account { return Account{p.Client, p.Customer} }

// Home returns the account that a person belongs to.
func Home(who domain.Actor) Account { return Account{who.ClientID, who.CustomerID} }

// resells reports whether a person belongs to a reseller.
func resells(who domain.Actor) bool {
	return who.Role.IsCustomer() && who.CustomerID == uuid.Nil && who.ClientID != "" &&
		who.ClientID != domain.DirectClient
}

// seesAccount reports whether an account exists for a person: their own, for people of a reseller
// those of its customers, and for an admin every account.
func seesAccount(who domain.Actor, a Account) bool {
	return Home(who) == a || resells(who) && who.ClientID == a.Client || Can(who.Role, Read, ManageUsers)
}

// ManagesTeam returns an error unless a person may invite and manage the people of an account: its
// owner, the owner of its reseller, an admin, and the operator of the machine. An account that the
// person does not see does not exist for them.
func ManagesTeam(who domain.Actor, a Account) error {
	switch {
	case who.Role == domain.System:
		return nil
	case !seesAccount(who, a):
		return domain.ErrNotFound
	}
	return manages(who, ManageUsers, ManageTeam)
}

// SeesTeam returns an error unless a person may see the people of an account in full, with their
// addresses and states. The same people may manage it, apart from a person whose account is
// view-only.
func SeesTeam(who domain.Actor, a Account) error {
	who.ViewOnly = false
	return ManagesTeam(who, a)
}

// ManagesCustomers returns an error unless a person may create customers of a client and change
// their terms: the owner of the reseller, an admin, and the operator of the machine.
func ManagesCustomers(who domain.Actor, client string) error {
	switch {
	case who.Role == domain.System:
		return nil
	case !Can(who.Role, Read, ManageClients) && (!resells(who) || who.ClientID != client):
		return domain.ErrNotFound
	}
	return manages(who, ManageClients, ManageTeam)
}

// ManagesClient returns an error unless a person may change a client's branding and settings: the
// owner of the reseller, an admin, and the operator of the machine.
func ManagesClient(who domain.Actor, client string) error { return ManagesCustomers(who, client) }

// manages returns an error unless the person may update one of two abilities: the provider's, or
// that of an owner.
func manages(who domain.Actor, provider, owner Ability) error {
	if Can(who.Role, Update, provider) {
		return Check(who, Update, provider)
	}
	return Check(who, Update, owner)
}

// SeesCustomers returns an error unless a person may see the customers of a client in full. The same
// people may manage them, apart from a person whose account is view-only.
func SeesCustomers(who domain.Actor, client string) error {
	who.ViewOnly = false
	return ManagesCustomers(who, client)
}

// Managed returns the client whose customers and people a person manages, "" for every client. It
// returns an error if they manage only their own account, or none.
func Managed(who domain.Actor) (client string, err error) {
	who.ViewOnly = false
	switch {
	case Can(who.Role, Read, ManageClients):
		return "", nil
	case resells(who):
		return who.ClientID, ManagesCustomers(who, who.ClientID)
	}
	return "", domain.ErrForbidden
}
