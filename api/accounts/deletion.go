package accounts

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/internal/accounts"
)

// RequestDeletion announces the deletion of the caller's account (D-51). The password is checked
// before everything else.
func (s *API) RequestDeletion(
	ctx context.Context,
	r contract.RequestDeletionRequest,
) (*contract.AccountChangedResponse, error) {
	by := web.Actor(ctx)
	if err := policy.Check(by, policy.Create, policy.DeleteAccount); err != nil {
		return nil, err
	}
	if _, err := s.confirmed(ctx, r.Body.Password); err != nil {
		return nil, err
	}
	return s.do(
		ctx, r.IdempotencyKey, &commands.RequestDeletion{Customer: by.CustomerID, Reason: r.Body.Reason},
		"The account will be deleted in 30 days",
	)
}

// DeleteProfile is RequestDeletion at the address that the documents have (D-39).
func (s *API) DeleteProfile(
	ctx context.Context,
	r contract.DeleteProfileRequest,
) (*contract.AccountChangedResponse, error) {
	return s.RequestDeletion(ctx, contract.RequestDeletionRequest(r))
}

// TakeBackDeletion keeps the caller's account.
func (s *API) TakeBackDeletion(
	ctx context.Context,
	r contract.TakeBackDeletionRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.TakeBackDeletion{Customer: web.Actor(ctx).CustomerID},
		"The account stays",
	)
}

// mayEnter returns an error if a person has the right password but their account is about to be
// deleted: only its owner can sign in then.
func (s *API) mayEnter(ctx context.Context, u accounts.User) error {
	if u.Role == domain.Owner || u.CustomerID == uuid.Nil {
		return nil
	}
	c, err := s.Accounts.FindCustomer(ctx, u.CustomerID)
	if err == nil && c.State == customer.Leaving {
		err = customer.ErrLeaving
	}
	return err
}
