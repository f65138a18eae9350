package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// ImportsOrders returns an error unless a person may import orders of an account: its owner, the owner of
// its reseller, and an admin, who may all place its orders by hand. Whoever does not see the account is told
// that it does not exist.
func ImportsOrders(who domain.Actor, a Account) error {
	switch {
	case a.Customer == uuid.Nil || !seesAccount(who, a):
		return domain.ErrNotFound
	case who.Role != domain.Owner && who.Role != domain.Admin:
		return domain.ErrForbidden.Because(domain.Refusal{
			Rule: "import orders", Role: string(who.Role), Allowed: []string{},
			AllowedRoles: []string{string(domain.Owner), string(domain.Admin)},
		})
	}
	return Check(who, Create, CreateOrder)
}

// Importable is what a file brings into an account.
type Importable string

const (
	ImportableOrders    Importable = "orders"
	ImportablePeople    Importable = "people"
	ImportableCustomers Importable = "customers"
)

// Imports returns an error unless a person may import a kind of objects into an account: those whom they may
// create there by hand. Whoever does not see the account is told that it does not exist.
func Imports(who domain.Actor, of Importable, a Account) error {
	switch of {
	case ImportableOrders:
		return ImportsOrders(who, a)
	case ImportablePeople:
		return ManagesTeam(who, a)
	case ImportableCustomers:
		if a.Customer == uuid.Nil {
			return ManagesCustomers(who, a.Client)
		}
	}
	return domain.ErrNotFound
}
