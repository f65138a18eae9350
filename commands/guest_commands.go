package commands

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

// Errors of commands about guests and from guests.
var (
	ErrNotForGuests = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "guest.attachment_not_for_guests",
		Message: "Guests cannot see this attachment: files for internal review never, others while the order is in review, approved or completed.",
	}
	ErrGuestMentions = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "guest.mentions",
		Message: "Guests cannot mention people.",
	}
)

// InviteGuest allows a person without an account to review attachments of an order.
type InviteGuest struct {
	Order        uuid.UUID
	Guest        uuid.UUID `stream:"guest"` // new
	Attachments  []uuid.UUID
	Expires      time.Time
	WithPassword bool
}

func (c *InviteGuest) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if err := policy.CheckInvitation(w.by, &o.Summary); err != nil {
		return err
	}
	if err := o.Open(); err != nil {
		return err
	}
	wanted := byID(c.Attachments)
	if len(wanted) > guest.MaxAttachments {
		return guest.ErrAttachments
	}
	as := domain.Actor{ID: c.Guest, Role: domain.Guest, Invited: &domain.Invited{Order: o.ID, Attachments: wanted}}
	for _, id := range wanted {
		p, err := take(ctx, w, proof.Streams, id)
		if err != nil {
			return err
		}
		switch f := policy.FileOf(p.ID, &p.Facts, p.Since()); {
		case !p.Exists() || p.Deleted || p.Order != o.ID || !policy.ReviewsFile(w.by, f, o.Status):
			return domain.ErrNotFound
		case !policy.ReviewsFile(as, f, o.Status):
			return ErrNotForGuests
		}
	}
	g, err := take(ctx, w, guest.Streams, c.Guest)
	if err != nil {
		return err
	}
	return g.Invite(
		guest.Invited{Order: o.ID, Attachments: wanted, Expires: c.Expires, WithPassword: c.WithPassword}, w.at,
	)
}

// EnterGuest records that a guest opened the link of their invitation. Only that guest may send it.
type EnterGuest struct {
	Order uuid.UUID
	Guest uuid.UUID `stream:"guest"`
}

func (c *EnterGuest) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.Guest || w.by.ID != c.Guest {
		return domain.ErrForbidden
	}
	if _, err := w.visibleOrder(ctx, c.Order); err != nil {
		return err
	}
	return w.invitation.Enter(w.at)
}

// RevokeGuest ends an invitation. The inviter may always send it, others only if they may invite
// guests to the order.
type RevokeGuest struct {
	Order uuid.UUID
	Guest uuid.UUID `stream:"guest"`
}

func (c *RevokeGuest) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	may := policy.CheckInvitation(w.by, &o.Summary)
	g, err := take(ctx, w, guest.Streams, c.Guest)
	if err != nil {
		return err
	}
	switch {
	case g.Exists() && g.Order == o.ID && g.Inviter == w.by.ID: // the inviter may always revoke it
	case may != nil:
		return may
	case !g.Exists() || g.Order != o.ID:
		return domain.ErrNotFound
	}
	return g.Revoke(w.at)
}

// invited locks the sender's guest stream and sets which attachments they may see. It returns
// guest.ErrBadLink if the link was revoked or has expired. The stream guards the append, so a link
// revoked in the meantime is noticed too.
func (w *work) invited(ctx context.Context) error {
	g, err := take(ctx, w, guest.Streams, w.by.ID)
	if err != nil {
		return err
	}
	if !g.Exists() {
		return domain.ErrNotFound
	}
	if err := g.Alive(w.at); err != nil {
		return err
	}
	w.by, w.invitation = g.Actor(), g
	return nil
}

// mayMention returns ErrGuestMentions if a guest mentions people. Guests receive no list of people
// to choose from.
func (w *work) mayMention(message string) error {
	if w.by.Role != domain.Guest {
		return nil
	}
	m, err := topic.ParseMessage(message)
	if err == nil && len(m.Mentions) > 0 {
		return ErrGuestMentions
	}
	return err
}
