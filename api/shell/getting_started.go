package shell

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
)

// GettingStarted returns what of a new installation is there (D-291).
func (s *API) GettingStarted(
	ctx context.Context,
	_ contract.GettingStartedRequest,
) (*contract.GettingStartedAnswer, error) {
	f, err := s.Accounts.FirstSteps(ctx, web.Actor(ctx).ID)
	if err != nil {
		return nil, err
	}
	plan, err := s.SellsPlans(ctx)
	return &contract.GettingStartedAnswer{Data: contract.GettingStarted{
		Staff: f.Staff, Customer: f.Customer, Catalogue: f.Catalogue, Plan: plan,
		Brand: f.Brand, Dismissed: f.Dismissed,
	}}, err
}
