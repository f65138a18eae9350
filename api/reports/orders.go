package reports

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/reports"
)

// pageSize is the number of orders behind a figure in an answer.
const pageSize = 50

// OrderReport returns figures about the orders that the caller may see.
func (s *API) OrderReport(
	ctx context.Context,
	r contract.OrderReportRequest,
) (*contract.OrderReportAnswer, error) {
	report, err := s.orderReport(ctx, asked{
		r.From, r.To, r.ClientId, r.Step, r.CustomerId, r.ServiceId, r.CreatorId, r.OperatorId,
	}, reports.By(web.Value(r.By)))
	return &contract.OrderReportAnswer{Data: report}, err
}

func (s *API) orderReport(ctx context.Context, a asked, by reports.By) (shown contract.OrderReport, err error) {
	who := web.Actor(ctx)
	if err := policy.CheckOrderReport(who); err != nil {
		return shown, err
	}
	p, err := s.period(ctx, a)
	if err != nil {
		return shown, err
	}
	if by == "" {
		by = reports.ByStatus
	}
	r, err := s.Reports.Orders(ctx, who, a.filter(), p.Period, by, p.hours)
	if err != nil {
		return shown, err
	}
	groups, err := s.groups(ctx, r.Groups, by)
	return contract.OrderReport{
		Period:     p.show(),
		Groups:     groups,
		Placed:     r.Placed,
		Completed:  r.Completed,
		Cancelled:  r.Cancelled,
		Worked:     r.Worked,
		Lead:       stay(r.Lead),
		Stages:     stays(r.Stages),
		DaySeconds: r.Day,
		Revisions:  r.Revisions[:],
		Revised:    r.Revised,
		Allocated: contract.ReportAllocated{
			Orders:    r.Allocated.Orders,
			Over:      r.Allocated.Over,
			Worked:    r.Allocated.Worked,
			Allocated: r.Allocated.Allocated,
		},
	}, err
}

func stay(s reports.Stay) contract.ReportStay {
	return contract.ReportStay{
		Status: web.Some(contract.Status(s.Status)), Orders: s.Orders, Average: s.Average, Median: s.Median, P90: s.P90,
	}
}

func stays(all []reports.Stay) []contract.ReportStay {
	shown := make([]contract.ReportStay, len(all))
	for i, s := range all {
		shown[i] = stay(s)
	}
	return shown
}

// groups shows groups of placed orders with their names.
func (s *API) groups(ctx context.Context, all []reports.Group, by reports.By) ([]contract.ReportGroup, error) {
	var names accounts.Names
	if by == reports.ByCreator {
		var people []uuid.UUID
		for _, g := range all {
			if id, err := uuid.Parse(g.Key); err == nil {
				people = append(people, id)
			}
		}
		var err error
		if names, err = s.Accounts.Names(ctx, accounts.Wanted{People: people}); err != nil {
			return nil, err
		}
	}
	shown := make([]contract.ReportGroup, len(all))
	for i, g := range all {
		shown[i] = contract.ReportGroup{Key: g.Key, Name: g.Name, Counts: g.Counts}
		switch id, err := uuid.Parse(g.Key); {
		case g.Key == reports.Others:
			shown[i].Name = "Others"
		case by == reports.ByStatus:
			shown[i].Name = order.Status(g.Key).Words()
		case by == reports.ByCreator && err == nil:
			shown[i].Name = present.Person(names, id).Name
		case g.Key == uuid.Nil.String():
			shown[i].Name = "No service"
		}
	}
	return shown, nil
}

// OrdersBehind returns the orders behind a figure about orders.
func (s *API) OrdersBehind(
	ctx context.Context,
	r contract.OrdersBehindRequest,
) (*contract.OrdersBehindAnswer, error) {
	if err := policy.CheckOrderReport(web.Actor(ctx)); err != nil {
		return nil, err
	}
	a := asked{r.From, r.To, r.ClientId, r.Step, r.CustomerId, r.ServiceId, r.CreatorId, r.OperatorId}
	p, err := s.period(ctx, a)
	if err != nil {
		return nil, err
	}
	figure := reports.Asked{
		Figure: reports.Figure(r.Figure), Status: order.Status(web.Value(r.Status)), Revisions: web.Value(r.Revisions),
	}
	if r.Group != nil {
		figure.By, figure.Key = reports.By(web.Value(r.By)), *r.Group
	}
	if figure.Figure == reports.Stage && figure.Status == "" || !known(figure) {
		return nil, errPart
	}
	if p.Period, err = p.part(r.Part); err != nil {
		return nil, err
	}
	found, err := s.behind(ctx, a.filter(), p, figure, r.Page)
	return &contract.OrdersBehindAnswer{Data: found}, err
}

// known reports whether a report can have a group with this key.
func known(a reports.Asked) bool {
	_, err := uuid.Parse(a.Key)
	switch a.By {
	case "":
		return a.Key == ""
	case reports.ByStatus:
		return a.Key == reports.Others || slices.Contains(order.Statuses, order.Status(a.Key))
	case reports.ByService, reports.ByCreator:
		return a.Key == reports.Others || err == nil && len(a.Key) == len(uuid.Nil.String())
	}
	return false
}

// behind shows a page of the orders behind a figure. One that the caller may no longer see is left out.
func (s *API) behind(
	ctx context.Context,
	f reports.Filter,
	p period,
	figure reports.Asked,
	page *int,
) (shown contract.OrdersBehind, err error) {
	who := web.Actor(ctx)
	offset := (max(web.Value(page), 1) - 1) * pageSize
	found, err := s.Reports.Behind(ctx, who, f, p.Period, figure, p.hours, offset, pageSize+1)
	if err != nil {
		return shown, err
	}
	shown = contract.OrdersBehind{Orders: []contract.OrderBehind{}, More: len(found) > pageSize}
	found = found[:min(len(found), pageSize)]
	ids := make([]uuid.UUID, len(found))
	for i, b := range found {
		ids[i] = b.Order
	}
	cards, err := s.Board.Find(ctx, who, ids)
	if err != nil {
		return shown, err
	}
	var wanted accounts.Wanted
	byID := make(map[uuid.UUID]order.Summary, len(cards))
	for i := range cards {
		byID[cards[i].ID] = cards[i].Summary
		wanted.Customers = append(wanted.Customers, cards[i].Customer)
	}
	names, err := s.Accounts.Names(ctx, wanted)
	if err != nil {
		return shown, err
	}
	for _, b := range found {
		if o, there := byID[b.Order]; there {
			shown.Orders = append(shown.Orders, contract.OrderBehind{
				Id:        o.ID,
				OrderId:   o.Number.String(),
				OrderName: o.Name,
				Company:   names.Customers[o.Customer].Name,
				Status:    contract.Status(o.Status),
				Archived:  o.Archived,
				At:        b.At,
				Value:     b.Value,
			})
		}
	}
	return shown, nil
}
