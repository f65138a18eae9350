package operations

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
)

// stepsShown is the largest number of refused steps in an answer.
const stepsShown = 100

// RefusedSteps lists the steps of billing that were refused.
func (s *API) RefusedSteps(
	ctx context.Context,
	_ contract.RefusedStepsRequest,
) (*contract.RefusedStepsAnswer, error) {
	all, total, err := s.Refusals.List(ctx, stepsShown)
	if err != nil {
		return nil, err
	}
	streams := make([]uuid.UUID, len(all))
	for i, r := range all {
		streams[i] = r.Stream
	}
	owners, err := s.Sales.Owners(ctx, streams)
	if err != nil {
		return nil, err
	}
	var w accounts.Wanted
	for i, stream := range streams {
		streams[i] = cmp.Or(owners[stream], stream) // the stream can be that of the account
		w.Customers = append(w.Customers, streams[i])
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	a := &contract.RefusedStepsAnswer{Data: make([]contract.RefusedStep, len(all)), Total: total}
	for i, r := range all {
		a.Data[i] = contract.RefusedStep{
			Id: r.ID, Step: r.What, Position: web.Some(r.Position), Message: r.Message, Count: r.Count,
			FirstAt: r.First, LastAt: r.At, Again: r.Again,
		}
		if r.Notice != "" {
			a.Data[i].InvoiceId = &r.Stream
		}
		if c, known := names.Customers[streams[i]]; known {
			a.Data[i].CustomerId, a.Data[i].Customer = &streams[i], web.Some(c.Name)
		}
	}
	return a, nil
}

// RetryRefusedSteps lets all steps be done again.
func (s *API) RetryRefusedSteps(
	ctx context.Context,
	_ contract.RetryRefusedStepsRequest,
) (*contract.Plain, error) {
	if err := s.Refusals.Retry(ctx); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "All steps are tried again"}, nil
}

// RemoveRefusedStep removes a step that needs not be done.
func (s *API) RemoveRefusedStep(
	ctx context.Context,
	r contract.RemoveRefusedStepRequest,
) (*contract.Plain, error) {
	if err := s.Refusals.Remove(ctx, r.StepId); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "The step was removed"}, nil
}
