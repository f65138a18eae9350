package guests

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

var invitations = throttle.Rate{Name: "invitations", Most: 20, In: time.Hour}

var invitationsTo = throttle.Rate{Name: "invitations to", Most: 3, In: time.Hour}

var errTooManyInvited = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "guest.too_many_invitations",
	Message: "You have invited 20 guests within an hour.",
}

var errInvitedTooOften = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "guest.invited_too_often",
	Message: "This address has been invited three times within an hour.",
}

// spendInvitation counts an invitation, because each one sends a mail to an address that the sender
// chooses.
func (s *API) spendInvitation(
	ctx context.Context,
	person uuid.UUID,
	address string,
) (refund func(context.Context) error, err error) {
	ofPerson, err := s.Accounts.Spend(ctx, invitations, person.String(), errTooManyInvited)
	if err != nil {
		return nil, err
	}
	toAddress, err := s.Accounts.Spend(
		ctx, invitationsTo, strings.ToLower(strings.TrimSpace(address)), errInvitedTooOften,
	)
	if err != nil {
		return nil, errors.Join(err, ofPerson(context.WithoutCancel(ctx)))
	}
	return func(ctx context.Context) error { return errors.Join(ofPerson(ctx), toAddress(ctx)) }, nil
}
