package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// ReportsReport contains the cost of reports about many orders. One client sends one request at a time. Times are
// in milliseconds until the last byte.
type ReportsReport struct {
	Orders int             `json:"orders"`
	P50    float64         `json:"p50"`
	P95    float64         `json:"p95"`   // over all reports
	Worst  float64         `json:"worst"` // the p95 of the slowest report
	Each   []ReportsFigure `json:"each"`
}

// ReportsFigure contains the figures of one report.
type ReportsFigure struct {
	What string  `json:"what"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
}

// Print writes the report as text.
func (r ReportsReport) Print(w io.Writer) {
	fmt.Fprintf(w, "reports about %s orders: p50 %.2f ms, p95 %.2f ms\n", count(r.Orders), r.P50, r.P95)
	for _, f := range r.Each {
		fmt.Fprintf(w, "  %-44s p50 %6.2f ms, p95 %6.2f ms\n", f.What, f.P50, f.P95)
	}
}

// Checks returns the bound of the slowest report (D-65).
func (r ReportsReport) Checks() []Check {
	return []Check{{
		Name:  "reports",
		What:  fmt.Sprintf("the slowest report about %s orders", count(r.Orders)),
		Parts: []Part{{What: "p95", Figure: r.Worst, Unit: "ms", Bound: 200}},
	}}
}

const (
	reportedDays      = 700 // with the 20 days before now nearly the longest period
	reportedOperators = 40
	reportedAccounts  = 200
	reportedServices  = 30
)

// lived returns the events of an order that was drafted at a time, and of its proof.
func (s studio) lived(id uuid.UUID, i int, at time.Time) (of, files []eventlog.Record) {
	add := func(t eh.EventType, data any, later time.Duration) {
		at = at.Add(later)
		of = append(of, eventlog.Record{Type: t, Data: data, OccurredAt: at})
	}
	move := func(from, to order.Status, hours int) {
		add(
			order.MovedType,
			&order.Moved{Change: order.Change{From: from, To: to, Rank: "0a"}},
			time.Duration(hours)*time.Hour,
		)
	}
	by := s.operators[i%len(s.operators)].ID
	total := int64(0)
	work := func(seconds int64) {
		total += seconds
		add(order.WorkStoppedType, &order.WorkStopped{
			By: by, Since: at, Seconds: seconds, Total: total, Reason: order.StopPaused,
		}, time.Minute)
	}
	owner := s.owners[i%len(s.owners)]
	service := i % reportedServices
	add(order.DraftedType, &order.Drafted{
		Client: domain.DirectClient, Customer: owner.CustomerID, Creator: owner.ID, Rank: "0a",
		Details: order.Details{Headline: order.Headline{
			Name: fmt.Sprint(
				"Summer label ",
				i,
			),
			Service:     uuid.NewSHA1(customerID, fmt.Append(nil, "service ", service)),
			ServiceName: fmt.Sprint("Service ", service),
			Terms:       order.Terms{Allocated: 7200},
		}},
	}, 0)
	published := order.Change{From: order.Draft, To: order.ReadyToGo, Rank: "0a"}
	add(order.PublishedType, &order.Published{Change: published}, time.Hour)
	add(order.AssignedType, &order.Assigned{Operator: by, Manager: s.manager.ID}, time.Hour)
	if i%20 == 0 {
		return of, nil
	}
	move(order.ReadyToGo, order.InProgress, 3+i%40)
	work(int64(1200 + i%5000))
	move(order.InProgress, order.InReview, 1+i%7)
	files = []eventlog.Record{
		{
			Type:       proof.AttachmentAddedType,
			Data:       &proof.AttachmentAdded{Order: id, Kind: proof.CustomerReview, Name: "a.zip"},
			OccurredAt: at,
		},
	}
	for n := range 1 + i%4 {
		files = append(files, eventlog.Record{Type: proof.VersionAddedType, OccurredAt: at, Data: &proof.VersionAdded{
			Version: uuid.New(),
			Number:  n + 1,
			File: proof.File{
				Name:        "a.zip",
				ContentType: "application/zip",
				Key:         "files/bench",
				Size:        1000,
				SHA256:      "00",
			},
		}})
	}
	if i%3 == 0 {
		move(order.InReview, order.InProgress, 5+i%30)
		work(int64(600 + i%3000))
		move(order.InProgress, order.InReview, 1+i%9)
	}
	move(order.InReview, order.Approved, 2+i%90)
	move(order.Approved, order.Completed, 1)
	return of, files
}

// live appends the events of many orders, spread evenly over the longest period.
func (s studio) live(ctx context.Context, core *core.Core, orders int) error {
	end := time.Now().UTC().Add(-20 * 24 * time.Hour)
	every := reportedDays * 24 * time.Hour / time.Duration(orders)
	meta := domain.Meta{Actor: s.manager.ID, Role: domain.Manager}
	return each(32, orders, func(i int) error {
		id := uuid.New()
		of, files := s.lived(id, i, end.Add(-every*time.Duration(orders-i)))
		if _, err := core.Store.Append(ctx, eventlog.Append{
			Stream: id, StreamType: order.AggregateType, Meta: meta, Events: of,
		}); err != nil || files == nil {
			return err
		}
		_, err := core.Store.Append(ctx, eventlog.Append{
			Stream: uuid.New(), StreamType: proof.AggregateType, Meta: meta, Events: files,
		})
		return err
	})
}

// Reports starts a server with the given number of orders of two years, and measures reports about them.
func Reports(ctx context.Context, orders, reads int) (ReportsReport, error) {
	r := ReportsReport{Orders: orders}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	people := newStudio(reportedOperators, reportedAccounts, 0)
	if err := withCore(ctx, dir, func(core *core.Core) error {
		if err := core.Plant(ctx, people.seed()); err != nil {
			return err
		}
		return people.live(ctx, core, orders)
	}); err != nil {
		return r, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return r, err
	}
	defer s.stop()
	return r, r.measure(ctx, s, people, reads)
}

func (r *ReportsReport) measure(ctx context.Context, s *server, people studio, reads int) error {
	asManager, err := s.signIn(ctx, people.manager)
	if err != nil {
		return err
	}
	asOwner, err := s.signIn(ctx, people.owner)
	if err != nil {
		return err
	}
	today := time.Now().UTC()
	all := "from=" + today.AddDate(0, 0, -730).Format(time.DateOnly)
	if err := allReported(ctx, asManager, all, r.Orders); err != nil {
		return err
	}
	if err := s.idle(); err != nil {
		return err
	}
	account := people.customers[7].ID.String()
	var took []float64
	for _, q := range []struct {
		what, path string
		as         *session
	}{
		{"orders of two years, by status", "/reports/orders?" + all, asManager},
		{"by service", "/reports/orders?by=service&" + all, asManager},
		{"by creator, by week", "/reports/orders?by=creator&step=week&" + all, asManager},
		{"the last 90 days", "/reports/orders", asManager},
		{"one account", "/reports/orders?customerId=" + account + "&" + all, asManager},
		{"as one account's owner", "/reports/orders?" + all, asOwner},
		{"operators in two years", "/reports/operators?" + all, asManager},
		{"operators in the last 90 days", "/reports/operators", asManager},
		{"orders that were completed", "/reports/orders/behind?figure=completed&" + all, asManager},
		{"the twentieth page of them", "/reports/orders/behind?figure=completed&page=20&" + all, asManager},
		{"orders that were in review", "/reports/orders/behind?figure=stage&status=in-review&" + all, asManager},
		{"orders of other creators", "/reports/orders/behind?figure=placed&by=creator&group=others&" + all, asManager},
		{"orders whose proofs had two revisions", "/reports/orders/behind?figure=revisions&revisions=2&" + all, asManager},
		{"orders that were worked on", "/reports/orders/behind?figure=worked&" + all, asManager},
		{"orders an operator worked on", "/reports/operators/behind?figure=worked&personId=" +
			people.operators[3].ID.String() + "&" + all, asManager},
	} {
		one, err := timed(ctx, q.as, q.path, reads)
		if err != nil {
			return fmt.Errorf("%s: %w", q.what, err)
		}
		took = append(took, one...)
		slices.Sort(one)
		f := ReportsFigure{q.what, quantile(one, .5), quantile(one, .95)}
		r.Each, r.Worst = append(r.Each, f), max(r.Worst, f.P95)
	}
	slices.Sort(took)
	r.P50, r.P95 = quantile(took, .5), quantile(took, .95)
	return nil
}

// allReported waits until a report has every order, and the whole log is read.
func allReported(ctx context.Context, as *session, period string, orders int) error {
	var report struct {
		Data struct {
			Placed []int `json:"placed"`
		} `json:"data"`
	}
	for began := time.Now(); time.Since(began) < 10*time.Minute; <-time.After(200 * time.Millisecond) {
		if err := as.get(ctx, "/reports/orders?"+period, &report); err != nil {
			return err
		}
		sum := 0
		for _, n := range report.Data.Placed {
			sum += n
		}
		if sum == orders {
			return allListed(ctx, as, orders)
		}
	}
	return errors.New("the read model of reports does not catch up")
}
