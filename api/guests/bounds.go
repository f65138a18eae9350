package guests

import (
	"context"
	"errors"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

var invitations = throttle.Rate{Name: "invitations", Most: 20, In: time.Hour}

var errTooManyInvited = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "guest.too_many_invitations",
	Message: "You have invited 20 guests within an hour.",
}

// spendInvitation counts an invitation, because each one sends a mail to an address that the sender
// chooses.
func (s *API) spendInvitation(
	ctx context.Context,
	by domain.Actor,
	address string,
) (refund func(context.Context) error, err error) {
	ofPerson, err := s.Accounts.Spend(ctx, invitations, by.ID.String(), errTooManyInvited)
	if err != nil {
		return nil, err
	}
	toAddress, err := s.Accounts.SpendInvitation(ctx, by, address)
	if err != nil {
		return nil, errors.Join(err, ofPerson(context.WithoutCancel(ctx)))
	}
	return func(ctx context.Context) error { return errors.Join(ofPerson(ctx), toAddress(ctx)) }, nil
}
