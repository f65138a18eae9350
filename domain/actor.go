package domain

import (
	"slices"

	"github.com/google/uuid"
)

// Role is a person's role; the system itself acts as System.
type Role string

const (
	Owner             Role = "owner"
	Staff             Role = "staff"
	Operator          Role = "operator"
	Manager           Role = "manager"
	CreativeManager   Role = "creative_manager"
	ProductionManager Role = "production_manager"
	CSO               Role = "cso"
	Guest             Role = "guest"
	Admin             Role = "admin"
	System            Role = "system"
)

// Roles lists every role that a person can have, in the order of the documents (SH-094).
var Roles = []Role{Owner, Staff, Operator, Manager, CreativeManager, ProductionManager, CSO, Guest, Admin}

// Two clients exist in every installation; all others are resellers (D-25).
const (
	ProviderClient = "admin"    // the design service itself
	DirectClient   = "customer" // its direct customers
)

// Actor is the sender of a command or a query, by id only: no personal data (D-33).
type Actor struct {
	ID         uuid.UUID
	Role       Role
	ClientID   string    // `admin`, `customer`, or the id of a white-label client (D-25)
	CustomerID uuid.UUID // the customer account of an owner or staff; Nil for other roles
	IsApprover bool      // a team member who may approve (BD-299)
	ViewOnly   bool
	// Impersonator is the admin who acts as this person (D-48), or Nil.
	Impersonator uuid.UUID
	Invited      *Invited // what a guest was invited to; nil for other roles
}

// Invited limits what a guest sees.
type Invited struct {
	Order       uuid.UUID
	Attachments []uuid.UUID
}

// InvitedTo reports whether a guest may see an order at all. It is false for other roles.
func (a Actor) InvitedTo(order uuid.UUID) bool {
	return a.Role == Guest && a.Invited != nil && a.Invited.Order == order
}

// InvitedToFile reports whether a guest may see an attachment. It is false for other roles.
func (a Actor) InvitedToFile(attachment uuid.UUID) bool {
	return a.Role == Guest && a.Invited != nil && slices.Contains(a.Invited.Attachments, attachment)
}

// Manages reports whether the role is one of the three that the documents call 'managers' (D-05).
func (r Role) Manages() bool {
	return r == Manager || r == CreativeManager || r == ProductionManager
}

// IsProvider reports whether the role belongs to the design service itself (SH-095).
func (r Role) IsProvider() bool {
	return r.Manages() || r == Operator || r == CSO || r == Admin
}

// IsCustomer reports whether the role belongs to the customer side (BD-002), guests aside.
func (r Role) IsCustomer() bool { return r == Owner || r == Staff }

// SeesAllFiles reports whether the role is one of the staff-level roles for review (BD-017), or
// admin (D-26).
func (r Role) SeesAllFiles() bool { return r.Manages() || r == Operator || r == Admin }
