// Package guest decides how long an invitation without an account is valid, and for what.
package guest

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Errors of an invitation.
var (
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "guest.exists",
		Message: "A guest with this id exists already.",
	}
	ErrExpiry = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "guest.expiry_invalid",
		Message: "An invitation holds for at least an hour and at most 90 days.",
	}
	ErrAttachments = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "guest.attachments_invalid",
		Message: "Choose 1 to 50 attachments for the guest to review.",
	}
	// ErrBadLink is the answer for a link that never existed, was revoked or has expired. It does
	// not say which (SH-308).
	ErrBadLink = &domain.Error{
		Code:    domain.Unauthenticated,
		Reason:  "guest.bad_token",
		Message: "Bad token. You seem to have followed an invalid link",
	}
)

// Limits of an invitation.
const (
	Shortest       = time.Hour
	Longest        = 90 * 24 * time.Hour
	Usual          = 14 * 24 * time.Hour
	MaxAttachments = 50
)

// Status is the state of an invitation.
type Status string

const (
	Live     Status = "live" // nobody has followed the link yet
	Inside   Status = "entered"
	Expired  Status = "expired"
	WasEnded Status = "revoked"
)

// Guest is an invitation with the guest it was made for, folded from its events.
type Guest struct {
	domain.Base
	Order       uuid.UUID
	Attachments []uuid.UUID
	Inviter     uuid.UUID
	Expires     time.Time
	Entered     bool
	Revoked     bool
}

// New returns a guest without an invitation.
func New(id uuid.UUID) *Guest { return &Guest{Base: domain.Base{ID: id}} }

// Invite creates the invitation.
func (g *Guest) Invite(i Invited, at time.Time) error {
	if g.Exists() {
		return ErrExists
	}
	i.Attachments = slices.Clone(i.Attachments)
	slices.SortFunc(i.Attachments, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	i.Attachments = slices.Compact(i.Attachments)
	if len(i.Attachments) < 1 || len(i.Attachments) > MaxAttachments {
		return ErrAttachments
	}
	i.Expires = i.Expires.UTC().Truncate(time.Second)
	if d := i.Expires.Sub(at.Truncate(time.Second)); d < Shortest || d > Longest {
		return ErrExpiry
	}
	g.Record(InvitedType, &i, at)
	return nil
}

// Enter records that the guest has followed their link. Repeating it has no effect. It returns
// ErrBadLink if the link has ended.
func (g *Guest) Enter(at time.Time) error {
	if err := g.Alive(at); err != nil {
		return err
	}
	if !g.Entered {
		g.Record(EnteredType, &Entered{}, at)
	}
	return nil
}

// Revoke ends the link permanently. Repeating it has no effect.
func (g *Guest) Revoke(at time.Time) error {
	if !g.Exists() {
		return domain.ErrNotFound
	}
	if !g.Revoked {
		g.Record(RevokedType, &Revoked{}, at)
	}
	return nil
}

// Alive returns ErrBadLink unless the link is valid.
func (g *Guest) Alive(at time.Time) error {
	if !g.Exists() || g.Revoked || !at.Before(g.Expires) {
		return ErrBadLink
	}
	return nil
}

// StatusAt returns the state of the invitation at a time.
func (g *Guest) StatusAt(at time.Time) Status {
	switch {
	case g.Revoked:
		return WasEnded
	case !at.Before(g.Expires):
		return Expired
	case g.Entered:
		return Inside
	}
	return Live
}

// Actor returns the guest as the sender of commands and queries, limited to the invitation.
func (g *Guest) Actor() domain.Actor {
	return domain.Actor{
		ID:      g.ID,
		Role:    domain.Guest,
		Invited: &domain.Invited{Order: g.Order, Attachments: g.Attachments},
	}
}

// Apply folds one event.
func (g *Guest) Apply(e domain.Event) error {
	if err := g.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Invited:
		g.Order, g.Attachments, g.Expires, g.Inviter = d.Order, d.Attachments, d.Expires, e.Meta.Actor
	case *Entered:
		g.Entered = true
	case *Revoked:
		g.Revoked = true
	default:
		return fmt.Errorf("guest: unknown event %s", e.Type)
	}
	return nil
}
