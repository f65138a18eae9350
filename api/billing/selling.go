package billing

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/projections/sales"
)

// Plans returns the plans that a client sells, for its sellers.
func (s *API) Plans(ctx context.Context, r contract.PlansRequestObject) (contract.PlansResponseObject, error) {
	if err := policy.Sells(web.Actor(ctx), r.ClientId); err != nil {
		return nil, err
	}
	found, err := s.Sales.Plans(ctx, r.ClientId, true)
	if err != nil {
		return nil, err
	}
	a := contract.Plans200JSONResponse{Success: true, Data: make([]contract.Plan, len(found))}
	for i, p := range found {
		a.Data[i] = planOf(p.Plan, p.Offered)
	}
	return a, nil
}

// CreatePlan creates a plan.
func (s *API) CreatePlan(
	ctx context.Context,
	r contract.CreatePlanRequestObject,
) (contract.CreatePlanResponseObject, error) {
	a, err := s.do(
		ctx,
		r.Params.IdempotencyKey,
		commands.NewCreatePlan(s.NewID(), r.ClientId, offered(r.Body)),
		"The plan is created",
	)
	return contract.CreatePlan200JSONResponse{AccountChangedJSONResponse: a}, err
}

// RevisePlan makes a new edition of a plan.
func (s *API) RevisePlan(
	ctx context.Context,
	r contract.RevisePlanRequestObject,
) (contract.RevisePlanResponseObject, error) {
	a, err := s.do(
		ctx, r.Params.IdempotencyKey, commands.NewRevisePlan(r.PlanId, offered(r.Body)),
		"The plan is changed. Subscriptions keep theirs until their next cycle",
	)
	return contract.RevisePlan200JSONResponse{AccountChangedJSONResponse: a}, err
}

// RetirePlan takes a plan out of the offer.
func (s *API) RetirePlan(
	ctx context.Context,
	r contract.RetirePlanRequestObject,
) (contract.RetirePlanResponseObject, error) {
	a, err := s.do(
		ctx, r.Params.IdempotencyKey, commands.NewRetirePlan(r.PlanId), "The plan is no longer offered",
	)
	return contract.RetirePlan200JSONResponse{AccountChangedJSONResponse: a}, err
}

// ReofferPlan takes a plan into the offer again.
func (s *API) ReofferPlan(
	ctx context.Context,
	r contract.ReofferPlanRequestObject,
) (contract.ReofferPlanResponseObject, error) {
	a, err := s.do(ctx, r.Params.IdempotencyKey, commands.NewReofferPlan(r.PlanId), "The plan is offered again")
	return contract.ReofferPlan200JSONResponse{AccountChangedJSONResponse: a}, err
}

// SellingTerms returns on which terms a client sells.
func (s *API) SellingTerms(
	ctx context.Context,
	r contract.SellingTermsRequestObject,
) (contract.SellingTermsResponseObject, error) {
	if err := policy.Sells(web.Actor(ctx), r.ClientId); err != nil {
		return nil, err
	}
	t, err := s.Sales.Selling(ctx, r.ClientId)
	return contract.SellingTerms200JSONResponse{Success: true, Data: contract.SellingTerms{
		TaxRate: t.TaxRate, PaymentDays: t.PaymentDays, BankDetails: t.BankDetails,
	}}, err
}

// SaveSellingTerms changes on which terms a client sells.
func (s *API) SaveSellingTerms(
	ctx context.Context,
	r contract.SaveSellingTermsRequestObject,
) (contract.SaveSellingTermsResponseObject, error) {
	b := r.Body
	a, err := s.do(ctx, r.Params.IdempotencyKey, commands.NewSetSelling(r.ClientId, client.Selling{
		TaxRate: b.TaxRate, PaymentDays: b.PaymentDays, BankDetails: b.BankDetails,
	}), "The terms are saved")
	return contract.SaveSellingTerms200JSONResponse{AccountChangedJSONResponse: a}, err
}

func invoiceOf(i sales.Invoice) contract.Invoice {
	c := contract.Invoice{
		Id: i.ID, CustomerId: i.Customer, Number: i.Number, State: contract.InvoiceState(i.State), Bill: bill(i.Bill),
		IssuedAt: i.Issued, DueAt: i.Due,
	}
	if i.PaidOn != nil {
		on := i.PaidOn.Format(time.DateOnly)
		c.PaidOn = &on
	}
	return c
}

// onPage is the number of invoices on a page.
const onPage = 50

// Invoices returns the invoices of an account, without those that were not issued yet.
func (s *API) Invoices(ctx context.Context, r contract.InvoicesRequestObject) (contract.InvoicesResponseObject, error) {
	by := web.Actor(ctx)
	customer := by.CustomerID
	if r.Params.CustomerId != nil {
		customer = *r.Params.CustomerId
	}
	seller, err := s.SellerOf(ctx, customer)
	if err == nil {
		err = policy.SeesInvoices(by, seller, customer)
	}
	if err != nil {
		return nil, err
	}
	page := max(web.Value(r.Params.Page), 1)
	found, err := s.Sales.Of(ctx, customer, (page-1)*onPage, onPage+1)
	if err != nil {
		return nil, err
	}
	a := contract.Invoices200JSONResponse{Success: true, Data: []contract.Invoice{}, More: len(found) > onPage}
	for _, i := range found[:min(len(found), onPage)] {
		a.Data = append(a.Data, invoiceOf(i))
	}
	return a, nil
}

// Invoice returns one invoice. One that was not issued yet does not exist for anybody.
func (s *API) Invoice(ctx context.Context, r contract.InvoiceRequestObject) (contract.InvoiceResponseObject, error) {
	i, err := s.Sales.Invoice(ctx, r.InvoiceId)
	if err == nil {
		err = policy.SeesInvoices(web.Actor(ctx), i.Issuer, i.Customer)
	}
	if err == nil && i.State == invoice.Draft {
		err = domain.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return contract.Invoice200JSONResponse{Success: true, Data: invoiceOf(i)}, nil
}

// PayInvoice notes that an invoice was paid outside the product.
func (s *API) PayInvoice(
	ctx context.Context,
	r contract.PayInvoiceRequestObject,
) (contract.PayInvoiceResponseObject, error) {
	a, err := s.do(
		ctx,
		r.Params.IdempotencyKey,
		commands.NewPayInvoice(
			r.InvoiceId,
			dayOf(r.Body.On),
			web.Value(r.Body.Reference),
		),
		"The invoice is marked as paid",
	)
	return contract.PayInvoice200JSONResponse{AccountChangedJSONResponse: a}, err
}

// VoidInvoice says that an invoice need not be paid.
func (s *API) VoidInvoice(
	ctx context.Context,
	r contract.VoidInvoiceRequestObject,
) (contract.VoidInvoiceResponseObject, error) {
	a, err := s.do(
		ctx,
		r.Params.IdempotencyKey,
		commands.NewVoidInvoice(r.InvoiceId, r.Body.Reason),
		"The invoice need not be paid",
	)
	return contract.VoidInvoice200JSONResponse{AccountChangedJSONResponse: a}, err
}
