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
	r contract.OperatorReportRequest,
) (*contract.OperatorReportAnswer, error) {
	report, err := s.operatorReport(
		ctx, asked{from: r.From, to: r.To, client: r.ClientId, customer: r.CustomerId, service: r.ServiceId},
	)
	return &contract.OperatorReportAnswer{Data: report}, err
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
	r contract.OrdersOfOperatorRequest,
) (*contract.OrdersBehindAnswer, error) {
	only, err := policy.OperatorReportOf(web.Actor(ctx))
	if err != nil {
		return nil, err
	}
	if only != uuid.Nil && only != r.PersonId || r.PersonId == uuid.Nil {
		return nil, domain.ErrNotFound
	}
	a := asked{from: r.From, to: r.To, client: r.ClientId, customer: r.CustomerId, service: r.ServiceId}
	p, err := s.period(ctx, a)
	if err != nil {
		return nil, err
	}
	figure := reports.Asked{Figure: reports.Figure(r.Figure), Person: r.PersonId}
	found, err := s.behind(ctx, a.filter(), p, figure, r.Page)
	return &contract.OrdersBehindAnswer{Data: found}, err
}
