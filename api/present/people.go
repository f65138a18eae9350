package present

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/audit"
)

// MaybePerson shows a person. It returns nil for the system.
func MaybePerson(names accounts.Names, id uuid.UUID) *contract.Person {
	if id == uuid.Nil {
		return nil
	}
	p := Person(names, id)
	return &p
}

// OrderName shows the name of an order. It returns nil for an event that belongs to no order.
func OrderName(o audit.Order) *contract.OrderName {
	if o.ID == uuid.Nil {
		return nil
	}
	n := contract.OrderName{Id: o.ID, Name: o.Name}
	if o.Number.N > 0 {
		n.Number = o.Number.String()
	}
	return &n
}

// OrderPerson shows a person of an order's team.
func OrderPerson(names accounts.Names, id uuid.UUID) contract.OrderPerson {
	u := names.People[id]
	return contract.OrderPerson{
		Id:         id,
		Name:       u.Name(),
		Avatar:     u.Avatar,
		Role:       web.Some(string(u.Role)),
		IsApprover: &u.IsApprover,
	}
}

// Person shows a person.
func Person(names accounts.Names, id uuid.UUID) contract.Person {
	u := names.People[id]
	return contract.Person{Id: id, Name: u.Name(), Avatar: u.Avatar, Role: web.Some(string(u.Role))}
}

// roleLabels are the words that pages show for roles (BD-006, BD-007).
var roleLabels = map[domain.Role]string{
	domain.Owner:             "Account Owner",
	domain.Staff:             "Team Member",
	domain.Operator:          "Operator",
	domain.Manager:           "Manager",
	domain.CreativeManager:   "Creative Manager",
	domain.ProductionManager: "Production Manager",
	domain.CSO:               "CSO",
	domain.Guest:             "Guest",
	domain.Admin:             "Admin",
}

// RoleLabel returns the name of a role as people read it.
func RoleLabel(r domain.Role) string { return roleLabels[r] }

// Theme shows the brand of a client: its name, its colour, and the paths of its pictures.
func Theme(c accounts.Client) contract.ProfileTheme {
	file := func(sha256 string) *string {
		if sha256 == "" {
			return nil
		}
		return web.Some(accounts.BrandFilePath + sha256)
	}
	return contract.ProfileTheme{
		Brand: c.Brand, Name: web.Some(c.Name), Logo: file(c.Logo), Favicon: file(c.Favicon),
		ImagePlaceholder: file(c.Placeholder),
	}
}
