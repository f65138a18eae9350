package accounts

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Bounds of invitations: each sends a mail to an address that somebody chooses (D-83).
var (
	invitedBy  = throttle.Rate{Name: "people added by a person", Most: 200, In: time.Hour}
	invitedTo  = throttle.Rate{Name: "invitations to an address", Most: 3, In: 24 * time.Hour}
	invitedFor = throttle.Rate{Name: "invitations of an account", Most: 50, In: 24 * time.Hour}
)

// MaxInvitations is the largest number of invitations a day that an account can be allowed.
const MaxInvitations = 10_000

// Refusals of invitations.
var (
	ErrTooManyPeople = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "person.too_many",
		Message: "You have added many people in the last hour. Please try again later.",
	}
	ErrInvitedTooOften = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "invitation.address_too_often",
		Message: "This address has got three invitations within a day. Ask the person to look into their mail.",
	}
	ErrTooManyInvitations = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "invitation.too_many",
		Message: "Your account has sent all the invitations of a day. The design service can allow it more.",
	}
	ErrNoInvitations = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "invitation.none",
		Message: "Your account may not invite anybody. The design service can allow it.",
	}
	ErrInviterUnverified = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "invitation.unverified",
		Message: "Please verify your own e-mail address first. Your profile sends you a link.",
	}
)

// SpendInvitation counts an invitation by a person to an address, or returns why they may not send it. Call
// refund to undo the count if it is not sent. The bound of an account does not hold for the design service,
// which can raise it.
func (s *Store) SpendInvitation(
	ctx context.Context,
	by domain.Actor,
	address string,
) (refund func(context.Context) error, err error) {
	var verified bool
	ofAccount := invitedFor
	if err := s.pool.QueryRow(
		ctx,
		`select m.verified, coalesce(l.most, $2) from account_members m
		left join invitation_limits l on l.account = coalesce(m.customer_id::text, m.client_id) where m.person = $1`,
		by.ID, invitedFor.Most,
	).Scan(&verified, &ofAccount.Most); err != nil {
		return nil, dberror.Of("invitations", err)
	}
	if !verified {
		return nil, ErrInviterUnverified
	}
	if ofAccount.Most == 0 && !by.Role.IsProvider() { // a rate of none has no time after which it is free
		return nil, ErrNoInvitations
	}
	var refunds []func(context.Context) error
	undo := func(ctx context.Context) (err error) {
		for _, refund := range refunds {
			err = errors.Join(err, refund(ctx))
		}
		return err
	}
	for _, use := range []struct {
		rate    throttle.Rate
		subject string
		refusal *domain.Error
	}{
		{invitedBy, by.ID.String(), ErrTooManyPeople},
		{invitedTo, strings.ToLower(strings.TrimSpace(address)), ErrInvitedTooOften},
		{ofAccount, AccountKey(by.ClientID, by.CustomerID), ErrTooManyInvitations},
	} {
		if use.rate.Name == invitedFor.Name && by.Role.IsProvider() {
			continue
		}
		refund, err := s.Spend(ctx, use.rate, use.subject, use.refusal)
		if err != nil {
			return nil, errors.Join(err, undo(context.WithoutCancel(ctx)))
		}
		refunds = append(refunds, refund)
	}
	return undo, nil
}

// AccountKey names an account where a table has one column for it. customer is Nil for a client.
func AccountKey(client string, customer uuid.UUID) string {
	if customer == uuid.Nil {
		return client
	}
	return customer.String()
}

// LimitInvitations says how many invitations a day an account may send. customer is Nil for a reseller.
func (s *Store) LimitInvitations(ctx context.Context, client string, customer uuid.UUID, most int) error {
	_, err := s.pool.Exec(
		ctx,
		"insert into invitation_limits (account, most) values ($1, $2) on conflict (account) do update set most = excluded.most",
		AccountKey(client, customer),
		most,
	)
	return dberror.Of("invitations", err)
}

// InvitationLimit returns how many invitations a day an account may send.
func (s *Store) InvitationLimit(ctx context.Context, client string, customer uuid.UUID) (most int, err error) {
	err = s.pool.QueryRow(
		ctx, "select most from invitation_limits where account = $1", AccountKey(client, customer),
	).Scan(&most)
	if errors.Is(err, pgx.ErrNoRows) {
		return invitedFor.Most, nil
	}
	return most, dberror.Of("invitations", err)
}
