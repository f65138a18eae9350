package reports

import (
	"context"
	"strconv"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/reports"
)

// line is a figure about orders in a file.
type line struct {
	Figure string `json:"figure"`
	Of     string `json:"of,omitempty"`
	From   string `json:"from,omitempty"` // the first day of the part of the period
	Value  string `json:"value"`
	Unit   string `json:"unit"`
}

func (l line) Cells() []string { return []string{l.Figure, l.Of, l.From, l.Value, l.Unit} }

// hours writes seconds as hours with two places.
func hours(seconds int64) string { return strconv.FormatFloat(float64(seconds)/3600, 'f', 2, 64) }

// lines returns the figures of a report, in the order of the page.
func lines(r *contract.OrderReport) []line {
	var all []line
	add := func(figure, of, from, value, unit string) { all = append(all, line{figure, of, from, value, unit}) }
	counts := func(figure, of string, counts []int) {
		for i, n := range counts {
			add(figure, of, r.Period.Starts[i], strconv.Itoa(n), "orders")
		}
	}
	for _, g := range r.Groups {
		counts("Placed", g.Name, g.Counts)
	}
	counts("Completed", "", r.Completed)
	counts("Cancelled", "", r.Cancelled)
	for i, n := range r.Worked {
		add("Worked", "", r.Period.Starts[i], hours(n), "hours")
	}
	for _, s := range append([]contract.ReportStay{r.Lead}, r.Stages...) {
		of := "From placed to completed"
		if s.Status != nil {
			of = order.Status(*s.Status).Words()
		}
		add("Lead time, orders", of, "", strconv.Itoa(s.Orders), "orders")
		add("Lead time, average", of, "", hours(s.Average), "business hours")
		add("Lead time, median", of, "", hours(s.Median), "business hours")
		add("Lead time, nine of ten", of, "", hours(s.P90), "business hours")
	}
	for n, proofs := range r.Revisions {
		of := strconv.Itoa(n)
		if n == reports.MostRevisions {
			of += " or more"
		}
		add("Revisions", of, "", strconv.Itoa(proofs), "proofs")
	}
	add("Revisions of all proofs", "", "", strconv.Itoa(r.Revised), "revisions")
	add("Orders with allocated hours", "", "", strconv.Itoa(r.Allocated.Orders), "orders")
	add("Orders over their allocated hours", "", "", strconv.Itoa(r.Allocated.Over), "orders")
	add("Allocated", "", "", hours(r.Allocated.Allocated), "hours")
	add("Worked on these orders", "", "", hours(r.Allocated.Worked), "hours")
	return all
}

// file returns a file whose lines are all there.
func file[T web.Line](ctx context.Context, s *API, name string, json bool, header []string, all []T) web.Export[T] {
	return web.Export[T]{
		Ctx:    ctx,
		Log:    s.Logger,
		Name:   name + "-" + s.Clock().UTC().Format(time.DateOnly),
		Csv:    !json,
		Header: header,
		First:  all,
		Next:   func(context.Context) ([]T, error) { return nil, nil },
	}
}

// ExportOrderReport returns the figures about orders as a file.
func (s *API) ExportOrderReport(
	ctx context.Context,
	r contract.ExportOrderReportRequest,
) (contract.Answer, error) {
	report, err := s.orderReport(ctx, asked{
		r.From, r.To, r.ClientId, r.Step, r.CustomerId, r.ServiceId, r.CreatorId, r.OperatorId,
	}, reports.By(web.Value(r.By)))
	if err != nil {
		return nil, err
	}
	return file(
		ctx, s, "order-report", web.Value(r.Format) == contract.ExportOrderReportParamsFormatJson,
		[]string{"Figure", "Of", "From", "Value", "Unit"}, lines(&report),
	), nil
}

// operatorLine is a person in a file.
type operatorLine struct {
	Person   string `json:"person"`
	Worked   string `json:"workedHours"`
	Orders   int    `json:"orders"`
	Finished int    `json:"finished"`
	Rework   int    `json:"rework"`
	Load     int    `json:"load"`
}

func (l operatorLine) Cells() []string {
	return []string{
		l.Person,
		l.Worked,
		strconv.Itoa(l.Orders),
		strconv.Itoa(l.Finished),
		strconv.Itoa(l.Rework),
		strconv.Itoa(l.Load),
	}
}

// ExportOperatorReport returns the figures about the people who work on orders as a file.
func (s *API) ExportOperatorReport(
	ctx context.Context,
	r contract.ExportOperatorReportRequest,
) (contract.Answer, error) {
	report, err := s.operatorReport(
		ctx, asked{from: r.From, to: r.To, client: r.ClientId, customer: r.CustomerId, service: r.ServiceId},
	)
	if err != nil {
		return nil, err
	}
	all := make([]operatorLine, len(report.Operators))
	for i, o := range report.Operators {
		all[i] = operatorLine{o.Person.Name, hours(o.Worked), o.Orders, o.Finished, o.Rework, o.Load}
	}
	return file(
		ctx, s, "operator-report", web.Value(r.Format) == contract.ExportOperatorReportParamsFormatJson,
		[]string{"Person", "Hours worked", "Orders worked on", "Orders finished", "Rework", "Load now"}, all,
	), nil
}
