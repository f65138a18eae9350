package order

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Summary is the part of an order that lists show. Everything that a person may see of the order, or
// do with it, is decided by it.
type Summary struct {
	domain.Base
	Number        Number
	Client        string
	Customer      uuid.UUID
	Creator       uuid.UUID
	Collaborators []uuid.UUID
	Operator      uuid.UUID
	Manager       uuid.UUID
	Headline
	CreatedAt     time.Time
	Status        Status
	HeldFrom      Status
	HoldReason    string
	CancelledFrom Status
	SetAside      int64 // position of the event that put it back into the queue on purpose (see Change.SetsAside), else 0
	ShownUntil    int64 // position of the event that last ended a review (see Change.HidesFiles), 0 for none
	Rank          string
	Frozen        bool
	Archived      bool
	Deleted       bool
	PublishedAt   time.Time // when it last started to wait for work, zero before (see Change.Waits)
	StartedAt     time.Time // when that wait ended, zero during the wait
	StartBy       time.Time // when work should start, see Order.Promise; zero if no calendar was asked
	Work          Work
	Routed        bool // a workflow gives the approval, see Reviewed
}

// Visible reports whether this person may see the order at all. The provider sees every order, a
// customer's people those of their account, a reseller's people those of their client, and a guest
// the order of their invitation while it is open.
func (o *Summary) Visible(to domain.Actor) bool {
	if !o.Exists() || o.Deleted {
		return false
	}
	if to.Role == domain.Guest {
		return to.InvitedTo(o.ID) && !o.Frozen && !o.Archived
	}
	return to.Role.IsProvider() || to.Role == domain.System || o.sameAccount(to)
}

// Showed reports whether an earlier review showed the customer's people the result of the event at
// a position. What was shown stays readable for them (D-68).
func (o *Summary) Showed(position int64) bool { return position > 0 && position < o.ShownUntil }

func (o *Summary) sameAccount(a domain.Actor) bool {
	if !a.Role.IsCustomer() || a.ClientID == "" || a.ClientID != o.Client {
		return false
	}
	return a.CustomerID == uuid.Nil && a.ClientID != domain.DirectClient || a.CustomerID == o.Customer
}

// DirectCustomer reports whether the order belongs to a direct customer, not to a reseller's.
func (o *Summary) DirectCustomer() bool { return o.Client == domain.DirectClient }

// ActsOn reports whether this person may act on this order at all: the provider's working roles,
// the account's owner, and staff who created it or have a grant that is stored on the order (D-09).
func (o *Summary) ActsOn(by domain.Actor) bool {
	switch {
	case o.Deleted || !o.Exists() || by.ViewOnly:
		return false
	case by.Role == domain.System, slices.Contains(managers, by.Role), by.Role == domain.Operator:
		return true
	case by.Role == domain.Owner:
		return o.sameAccount(by)
	case by.Role == domain.Staff:
		return o.sameAccount(by) && (o.Creator == by.ID || o.Collaborates(by.ID))
	}
	return false
}

// Collaborates reports whether the order has a grant for this person.
func (o *Summary) Collaborates(user uuid.UUID) bool { return slices.Contains(o.Collaborators, user) }

// writable returns why this person cannot change the order now.
func (o *Summary) writable(by domain.Actor) error {
	if err := o.acts(by); err != nil {
		return err
	}
	return o.Open()
}

// acts returns why this person can never change the order.
func (o *Summary) acts(by domain.Actor) error {
	switch {
	case !o.Exists() || o.Deleted:
		return domain.ErrNotFound
	case !o.ActsOn(by):
		return ErrNotYours
	}
	return nil
}

// Open returns an error if the order accepts no moves, uploads, approvals and comments (D-05:
// freeze).
func (o *Summary) Open() error {
	switch {
	case !o.Exists() || o.Deleted:
		return domain.ErrNotFound
	case o.Frozen:
		return ErrFrozen
	case o.Archived:
		return ErrArchived
	}
	return nil
}
