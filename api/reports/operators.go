package reports

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/reports"
)

// OperatorReport returns figures about the people who work on orders.
func (s *API) OperatorReport(
	ctx context.Context,
	r contract.OperatorReportRequestObject,
) (contract.OperatorReportResponseObject, error) {
	p := r.Params
	report, err := s.operatorReport(
		ctx, asked{from: p.From, to: p.To, client: p.ClientId, customer: p.CustomerId, service: p.ServiceId},
	)
	return contract.OperatorReport200JSONResponse{Success: true, Data: report}, err
}

func (s *API) operatorReport(ctx context.Context, a asked) (shown contract.OperatorReport, err error) {
	only, err := policy.OperatorReportOf(web.Actor(ctx))
	if err != nil {
		return shown, err
	}
	p, err := s.period(ctx, a)
	if err != nil {
		return shown, err
	}
	found, err := s.Reports.Operators(ctx, a.filter(), p.Period, only)
	if err != nil {
		return shown, err
	}
	people := make([]uuid.UUID, len(found))
	for i, o := range found {
		people[i] = o.Person
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{People: people})
	if err != nil {
		return shown, err
	}
	shown = contract.OperatorReport{Period: p.show(), Operators: make([]contract.OperatorFigures, len(found))}
	for i, o := range found {
		shown.Operators[i] = contract.OperatorFigures{
			Person: present.Person(names, o.Person), Worked: o.Worked, Orders: o.Orders, Finished: o.Finished,
			Rework: o.Rework, Load: o.Load,
		}
	}
	return shown, nil
}

// OrdersOfOperator returns the orders behind a figure of a person. Whoever reads only their own figures finds
// nobody else.
func (s *API) OrdersOfOperator(
	ctx context.Context,
	r contract.OrdersOfOperatorRequestObject,
) (contract.OrdersOfOperatorResponseObject, error) {
	q := r.Params
	only, err := policy.OperatorReportOf(web.Actor(ctx))
	if err != nil {
		return nil, err
	}
	if only != uuid.Nil && only != q.PersonId || q.PersonId == uuid.Nil {
		return nil, domain.ErrNotFound
	}
	a := asked{from: q.From, to: q.To, client: q.ClientId, customer: q.CustomerId, service: q.ServiceId}
	p, err := s.period(ctx, a)
	if err != nil {
		return nil, err
	}
	figure := reports.Asked{Figure: reports.Figure(q.Figure), Person: q.PersonId}
	found, err := s.behind(ctx, a.filter(), p, figure, q.Page)
	return contract.OrdersOfOperator200JSONResponse{Success: true, Data: found}, err
}
