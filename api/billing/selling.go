package billing

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/client"
)

// Plans returns the plans that a client sells, for its sellers.
func (s *API) Plans(ctx context.Context, r contract.PlansRequest) (*contract.PlansAnswer, error) {
	if err := s.sells(ctx, r.ClientId); err != nil {
		return nil, err
	}
	found, err := s.Sales.Plans(ctx, r.ClientId, true)
	if err != nil {
		return nil, err
	}
	a := &contract.PlansAnswer{Data: make([]contract.Plan, len(found))}
	for i, p := range found {
		a.Data[i] = planOf(p.Plan, p.Offered)
	}
	return a, nil
}

// CreatePlan creates a plan.
func (s *API) CreatePlan(
	ctx context.Context,
	r contract.CreatePlanRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.CreatePlan{
			Plan:   s.Web.OwnID(ctx, r.IdempotencyKey, "plan"),
			Seller: r.ClientId,
			Offer:  offered(r.Body),
		},
		"The plan is created",
	)
}

// RevisePlan makes a new edition of a plan.
func (s *API) RevisePlan(
	ctx context.Context,
	r contract.RevisePlanRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(
		ctx, r.IdempotencyKey, &commands.RevisePlan{Plan: r.PlanId, Offer: offered(r.Body)},
		"The plan is changed. Subscriptions keep theirs until their next cycle",
	)
}

// RetirePlan takes a plan out of the offer.
func (s *API) RetirePlan(
	ctx context.Context,
	r contract.RetirePlanRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(
		ctx, r.IdempotencyKey, &commands.RetirePlan{Plan: r.PlanId}, "The plan is no longer offered",
	)
}

// ReofferPlan takes a plan into the offer again.
func (s *API) ReofferPlan(
	ctx context.Context,
	r contract.ReofferPlanRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(ctx, r.IdempotencyKey, &commands.ReofferPlan{Plan: r.PlanId}, "The plan is offered again")
}

// SellingTerms returns on which terms a client sells.
func (s *API) SellingTerms(
	ctx context.Context,
	r contract.SellingTermsRequest,
) (*contract.SellingTermsAnswer, error) {
	if err := s.sells(ctx, r.ClientId); err != nil {
		return nil, err
	}
	t, err := s.Sales.Selling(ctx, r.ClientId)
	return &contract.SellingTermsAnswer{Data: contract.SellingTerms{
		TaxRate: t.TaxRate, PaymentDays: t.PaymentDays, BankDetails: t.BankDetails, TimeZone: web.Some(t.Zone),
		NumberPrefix: web.Some(t.Prefix),
	}}, err
}

// SaveSellingTerms changes on which terms a client sells.
func (s *API) SaveSellingTerms(
	ctx context.Context,
	r contract.SaveSellingTermsRequest,
) (*contract.AccountChangedResponse, error) {
	b := r.Body
	return s.do(ctx, r.IdempotencyKey, &commands.SetSelling{Client: r.ClientId, Selling: client.Selling{
		TaxRate: b.TaxRate, PaymentDays: b.PaymentDays, BankDetails: b.BankDetails, Zone: web.Value(b.TimeZone),
		Prefix: web.Value(b.NumberPrefix),
	}}, "The terms are saved")
}
