package shell

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
)

// SaveTour says whether a guided tour is still offered to the caller.
func (s *API) SaveTour(
	ctx context.Context,
	r contract.SaveTourRequest,
) (*contract.AccountChangedResponse, error) {
	by := web.Actor(ctx)
	if err := policy.Check(by, policy.Read, policy.TourGuide); err != nil {
		return nil, err
	}
	if err := s.Accounts.SaveTour(ctx, by.ID, string(r.Tour), r.Body.Data); err != nil {
		return nil, err
	}
	message := "The tour is not offered again"
	if r.Body.Data {
		message = "The tour is offered again"
	}
	return s.noticed(ctx, web.ReloadProfile, message), nil
}
