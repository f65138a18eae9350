package guests

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Calls of people about guests. The calls of guests themselves are in guestreview.go.

// Guests lists the guests of an order: all of them for a caller who may invite, else those whom the
// caller invited.
func (s *API) Guests(ctx context.Context, r contract.GuestsRequest) (*contract.GuestsAnswer, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	may := policy.CheckInvitation(by, &o.Summary)
	found, err := s.Proofs.Guests(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	if may != nil {
		found = slices.DeleteFunc(found, func(i proofs.Invitation) bool { return i.Inviter != by.ID })
		if len(found) == 0 {
			return nil, may
		}
	}
	a := &contract.GuestsAnswer{}
	if a.Data.Guests, err = s.showGuests(ctx, found); err != nil {
		return nil, err
	}
	a.Data.Can.Invite = may == nil && o.Open() == nil
	attachments, err := s.Proofs.Bare(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	a.Data.Attachments = []contract.GuestAttachment{}
	for i := range attachments {
		f := &attachments[i]
		if a.Data.Can.Invite && forGuests(by, policy.FileOf(f.ID, &f.Facts, f.Since), &o.Summary) {
			a.Data.Attachments = append(a.Data.Attachments, contract.GuestAttachment{Id: f.ID, Name: f.Name})
		}
	}
	return a, nil
}

// forGuests reports whether this person sees a file that an invited guest would see too.
func forGuests(by domain.Actor, f policy.File, o *order.Summary) bool {
	as := domain.Actor{Role: domain.Guest, Invited: &domain.Invited{Order: o.ID, Attachments: []uuid.UUID{f.ID}}}
	return policy.ReviewsFile(by, f, o.Status) && policy.ReviewsFile(as, f, o.Status)
}

func (s *API) showGuests(ctx context.Context, found []proofs.Invitation) ([]contract.Guest, error) {
	var w accounts.Wanted
	ids := make([]uuid.UUID, len(found))
	for n, i := range found {
		w.People, ids[n] = append(w.People, i.Inviter), i.ID
	}
	known, err := s.Invited.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	now, out := s.Clock(), make([]contract.Guest, 0, len(found))
	for _, i := range found {
		status := i.StatusAt(now)
		g := contract.Guest{
			Id:            i.ID,
			Name:          known[i.ID].Name,
			Email:         known[i.ID].Email,
			Status:        contract.GuestStatus(status),
			AttachmentIds: web.List(i.Attachments),
			Inviter:       present.Person(names, i.Inviter),
			InvitedAt:     i.InvitedAt,
			ExpiresAt:     i.Expires,
			EnteredAt:     i.EnteredAt,
			RevokedAt:     i.RevokedAt,
			WithPassword:  i.WithPassword,
		}
		g.Can.Revoke = status == guest.Live || status == guest.Inside
		out = append(out, g)
	}
	return out, nil
}

// InviteGuest invites a guest. The guest's name and address are stored in their account and never
// in the log (D-33). If the invitation is refused, the account is removed again.
func (s *API) InviteGuest(
	ctx context.Context,
	r contract.InviteGuestRequest,
) (*contract.GuestInvitedResponse, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	if err := policy.CheckInvitation(by, &o.Summary); err != nil {
		return nil, err
	}
	link, err := secrets.New()
	if err != nil {
		return nil, err
	}
	id := s.Web.IDFor(r.IdempotencyKey)
	sealed, err := s.Texts.Seal(ctx, id, link)
	if err != nil {
		return nil, err
	}
	b := r.Body
	expires := s.Clock().Add(guest.Usual)
	if b.ExpiresAt != nil {
		expires = *b.ExpiresAt
	}
	expires = expires.UTC().Truncate(time.Second)
	kept, added, err := s.Invited.Add(ctx, guests.NewGuest{
		ID:        id,
		Order:     r.OrderId,
		Name:      b.Name,
		Email:     b.Email,
		Message:   web.Value(b.Message),
		Password:  web.Value(b.Password),
		Link:      link,
		Sealed:    sealed,
		ExpiresAt: expires,
	})
	if err != nil {
		return nil, err
	}
	refund := func(context.Context) error { return nil }
	if added {
		if refund, err = s.spendInvitation(ctx, by, b.Email); err != nil {
			return nil, errors.Join(err, s.Invited.Forget(context.WithoutCancel(ctx), id))
		}
	}
	if !added {
		if link = kept.Link; link != "" {
			err = s.Texts.Open(ctx, &link)
		}
		if b.ExpiresAt == nil {
			expires = kept.ExpiresAt.UTC() // as in the first answer
		}
	}
	if err != nil {
		return nil, err
	}
	cmd := &commands.InviteGuest{
		Order:        r.OrderId,
		Guest:        id,
		Attachments:  b.AttachmentIds,
		Expires:      expires,
		WithPassword: web.Value(b.Password) != "",
	}
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, r.IdempotencyKey, "proof"))
	if err != nil {
		var refused *domain.Error
		if added && errors.As(err, &refused) && refused.Code != domain.Unavailable {
			err = errors.Join(
				err, s.Invited.Forget(context.WithoutCancel(ctx), id), refund(context.WithoutCancel(ctx)),
			)
		}
		return nil, err
	}
	a := new(contract.GuestInvitedResponse)
	a.Body.Message, a.Position = "The guest is invited", &done.Position
	a.Body.Data = contract.GuestInvitation{Id: id, OrderId: r.OrderId, Version: done.Version, Position: done.Position}
	if link != "" {
		a.Body.Data.Link = guests.URL(s.PublicURL, link)
	}
	return a, nil
}

// RevokeGuest ends an invitation.
func (s *API) RevokeGuest(
	ctx context.Context,
	r contract.RevokeGuestRequest,
) (*contract.GuestChangedResponse, error) {
	done, err := s.Bus.Do(
		ctx,
		&commands.RevokeGuest{Order: r.OrderId, Guest: r.GuestId},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	if err != nil {
		return nil, err
	}
	if err := s.Invited.End(ctx, r.GuestId, s.Clock()); err != nil {
		s.Logger.WarnContext(
			ctx,
			"the sessions of a revoked guest are ended later",
			"error",
			err,
			"guest",
			r.GuestId,
		) // the log already refuses the guest's commands
	}
	a := new(contract.GuestChangedResponse)
	a.Body.Message, a.Position = "The invitation is revoked", &done.Position
	a.Body.Data.Id, a.Body.Data.OrderId, a.Body.Data.Version, a.Body.Data.Position = r.GuestId, r.OrderId, done.Version, done.Position
	return a, nil
}
