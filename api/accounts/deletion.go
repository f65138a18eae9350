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
	r contract.RequestDeletionRequestObject,
) (contract.RequestDeletionResponseObject, error) {
	by := web.Actor(ctx)
	if err := policy.Check(by, policy.Create, policy.DeleteAccount); err != nil {
		return nil, err
	}
	if _, err := s.confirmed(ctx, r.Body.Password); err != nil {
		return nil, err
	}
	a, err := s.do(
		ctx, r.Params.IdempotencyKey, &commands.RequestDeletion{Customer: by.CustomerID, Reason: r.Body.Reason},
		"The account will be deleted in 30 days",
	)
	return contract.RequestDeletion200JSONResponse{AccountChangedJSONResponse: a}, err
}

// DeleteProfile is RequestDeletion at the address that the documents have (D-39).
func (s *API) DeleteProfile(
	ctx context.Context,
	r contract.DeleteProfileRequestObject,
) (contract.DeleteProfileResponseObject, error) {
	answer, err := s.RequestDeletion(ctx, contract.RequestDeletionRequestObject{
		Params: contract.RequestDeletionParams{IdempotencyKey: r.Params.IdempotencyKey}, Body: r.Body,
	})
	if err != nil {
		return nil, err
	}
	a, _ := answer.(contract.RequestDeletion200JSONResponse)
	return contract.DeleteProfile200JSONResponse(a), nil
}

// TakeBackDeletion keeps the caller's account.
func (s *API) TakeBackDeletion(
	ctx context.Context,
	r contract.TakeBackDeletionRequestObject,
) (contract.TakeBackDeletionResponseObject, error) {
	a, err := s.do(
		ctx,
		r.Params.IdempotencyKey,
		&commands.TakeBackDeletion{Customer: web.Actor(ctx).CustomerID},
		"The account stays",
	)
	return contract.TakeBackDeletion200JSONResponse{AccountChangedJSONResponse: a}, err
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
