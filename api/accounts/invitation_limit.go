package accounts

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
)

// LimitInvitations says how many invitations a day an account may send (D-83).
func (s *API) LimitInvitations(
	ctx context.Context,
	r contract.LimitInvitationsRequest,
) (*contract.AccountChangedResponse, error) {
	client, customer := r.Body.ClientId, web.Value(r.Body.CustomerId)
	if customer == uuid.Nil {
		if _, err := s.Accounts.Settings(ctx, client); err != nil {
			return nil, err
		}
	} else if c, err := s.Accounts.FindCustomer(ctx, customer); err != nil {
		return nil, err
	} else if c.ClientID != client {
		return nil, domain.ErrNotFound
	}
	if err := s.Accounts.LimitInvitations(ctx, client, customer, r.Body.Most); err != nil {
		return nil, err
	}
	return s.saved(ctx, "The bound of invitations is saved"), nil
}
