package billing

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/sales"
)

// Calls about work that is paid by the hour, after the work (D-57).

func termsOf(e order.Estimate) contract.EstimateTerms {
	return contract.EstimateTerms{
		Price: int64(e.Price), Currency: string(e.Currency), TaxRate: e.TaxRate, Allocated: e.Allocated,
	}
}

// Estimate returns what an order costs before it is placed.
func (s *API) Estimate(ctx context.Context, r contract.EstimateRequest) (*contract.EstimateAnswer, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	if err := policy.SeesSubscription(by, o.Client, o.Customer); err != nil {
		return nil, err
	}
	a := &contract.EstimateAnswer{}
	a.Data.MayConfirm = policy.ConfirmsEstimate(by, o.Client, o.Customer) == nil
	sub, err := s.Sales.Subscription(ctx, o.Customer)
	if err != nil {
		return nil, err
	}
	price, hourly := sub.Cycle.Plan.Offer.Hourly()
	if !hourly || o.Status != order.Draft {
		return a, nil
	}
	selling, err := s.Sales.Selling(ctx, o.Client)
	if err != nil {
		return nil, err
	}
	confirmed, was, err := s.Sales.HourlyOrder(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	now := o.Estimate(price, selling.TaxRate)
	terms, b := termsOf(now), bill(now.Bill(&o.Summary))
	a.Data.Needed, a.Data.Confirmed, a.Data.Terms, a.Data.Bill = true, was && confirmed.Estimate == now, &terms, &b
	return a, nil
}

// ConfirmEstimate accepts an estimate as it was shown.
func (s *API) ConfirmEstimate(
	ctx context.Context,
	r contract.ConfirmEstimateRequest,
) (*contract.AccountChangedResponse, error) {
	seen := order.Estimate{
		Hourly:    billing.Hourly{Price: billing.Amount(r.Body.Price), Currency: billing.Currency(r.Body.Currency)},
		TaxRate:   r.Body.TaxRate,
		Allocated: r.Body.Allocated,
	}
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.ConfirmEstimate{Order: r.OrderId, Seen: seen},
		"The estimate is confirmed",
	)
}

// AskForEstimate asks the owners of the account for an estimate that the caller may not confirm.
func (s *API) AskForEstimate(
	ctx context.Context,
	r contract.AskForEstimateRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.AskForEstimate{Order: r.OrderId},
		"The account owner is asked to confirm the estimate",
	)
}

// HourlyOrders returns the orders of the caller's account that are paid by the hour.
func (s *API) HourlyOrders(
	ctx context.Context,
	r contract.HourlyOrdersRequest,
) (*contract.HourlyAnswer, error) {
	by, err := own(ctx)
	if err != nil {
		return nil, err
	}
	sub, err := s.Sales.Subscription(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	from, limit := pageOf(r.Page)
	found, err := s.Sales.HourlyOrders(ctx, by.CustomerID, from, limit+1)
	if err != nil {
		return nil, err
	}
	a := &contract.HourlyAnswer{}
	a.Data.More = len(found) > limit
	found = found[:min(len(found), limit)]
	ids := make([]uuid.UUID, len(found))
	for i, h := range found {
		ids[i] = h.Order
	}
	shown, err := s.Board.Find(ctx, by, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[uuid.UUID]order.Summary, len(shown))
	for _, o := range shown {
		byID[o.ID] = o.Summary
	}
	a.Data.Orders = make([]contract.HourlyOrder, len(found))
	for i, h := range found {
		a.Data.Orders[i] = hourlyOrder(h)
		if o, there := byID[h.Order]; there {
			a.Data.Orders[i].Number, a.Data.Orders[i].Name = web.Some(o.Number.String()), &o.Name
			a.Data.Orders[i].Status = web.Some(contract.Status(o.Status))
		}
	}
	if price, hourly := sub.Cycle.Plan.Offer.Hourly(); hourly {
		a.Data.Active = sub.Open() == nil
		a.Data.Price, a.Data.Currency = web.Some(int64(price.Price)), web.Some(string(price.Currency))
	}
	return a, nil
}

func hourlyOrder(h sales.Hourly) contract.HourlyOrder {
	cost := func(from, until int64) int64 {
		return int64(h.Estimate.Hourly.Bill(0, h.Order, "", from, until).Net)
	}
	return contract.HourlyOrder{
		OrderId: h.Order, Terms: termsOf(h.Estimate), Estimated: cost(0, billing.Quarters(h.Estimate.Allocated)),
		Worked: h.Worked, Billed: h.Billed * billing.Quarter, Unbilled: h.Unbilled() * billing.Quarter,
		Cost: cost(h.Billed, h.Billed+h.Unbilled()), ConfirmedAt: h.Confirmed,
	}
}

// HourlyCustomers returns the customers who pay by the hour, with the work that is not billed. Prices are for
// those who sell to them.
func (s *API) HourlyCustomers(
	ctx context.Context,
	r contract.HourlyCustomersRequest,
) (*contract.HourlyCustomersAnswer, error) {
	by := web.Actor(ctx)
	if err := policy.SeesHourly(by); err != nil {
		return nil, err
	}
	_, limit := pageOf(nil)
	found, err := s.Accounts.ListCustomers(ctx, accounts.ListedAccounts{
		Search: web.Value(r.Search), After: web.Value(r.After), Limit: limit + 1, PAYG: true,
	})
	if err != nil {
		return nil, err
	}
	a := &contract.HourlyCustomersAnswer{}
	if len(found) > limit {
		found = found[:limit]
		a.Data.Next = &found[limit-1].ID
	}
	ids := make([]uuid.UUID, len(found))
	for i, c := range found {
		ids[i] = c.ID
	}
	work, err := s.Sales.HourlyAccounts(ctx, ids)
	if err != nil {
		return nil, err
	}
	a.Data.Customers = make([]contract.HourlyCustomer, len(found))
	for i, c := range found {
		w := work[c.ID]
		a.Data.Customers[i] = contract.HourlyCustomer{
			Id: c.ID, Name: c.Name, ClientName: c.ClientName, Plan: c.Package, Orders: w.Orders,
			Unbilled: w.Quarters * billing.Quarter,
		}
		if price, hourly := w.Offer.Hourly(); hourly && policy.Sells(by, c.ClientID) == nil {
			a.Data.Customers[i].Price = web.Some(int64(price.Price))
			a.Data.Customers[i].Currency = web.Some(string(price.Currency))
		}
	}
	return a, nil
}
