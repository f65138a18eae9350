package reports_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/reports"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

var (
	acme, bright = numbered(1), numbered(2)
	creators     = numberedAll(11, 14) // more than a report has groups
	operators    = numberedAll(31, 3)
	services     = append(numberedAll(51, 2), uuid.Nil)
	began        = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	admin        = domain.Actor{Role: domain.Admin, ClientID: domain.ProviderClient}
	office       = client.Hours{
		Zone:     "Europe/Berlin",
		Days:     weekdays(9*60, 17*60),
		Holidays: []client.Holiday{{Date: "2026-04-06"}},
	}
	statusesOfJourney = []order.Status{
		order.Queue,
		order.ReadyToGo,
		order.InProgress,
		order.InReview,
		order.InProgress,
		order.InReview,
		order.Approved,
		order.Completed,
		order.Completed,
		order.OnHold,
		order.CancelledOff,
		order.GuestRevision,
		order.Draft,
	}
)

func numbered(n int) uuid.UUID { return uuid.UUID{14: byte(n >> 8), 15: byte(n)} }

func numberedAll(from, n int) []uuid.UUID {
	all := make([]uuid.UUID, n)
	for i := range all {
		all[i] = numbered(from + i)
	}
	return all
}

func weekdays(opens, closes int) []client.OpenHours {
	days := make([]client.OpenHours, 7)
	for i := 1; i < 6; i++ {
		days[i] = client.OpenHours{Opens: opens, Closes: closes}
	}
	return days
}

// history is a log that was made at random.
type history struct {
	events  []domain.Event
	random  *rand.Rand
	version map[uuid.UUID]int
}

func (h *history) add(stream uuid.UUID, kind eh.AggregateType, t eh.EventType, data any, at time.Time) {
	h.version[stream]++
	h.events = append(h.events, domain.Event{
		Stream: stream, StreamType: kind, Type: t, Data: data, OccurredAt: at, Version: h.version[stream],
	})
}

func pick[T any](h *history, of []T) T { return of[h.random.IntN(len(of))] }

// order adds everything that happens to an order, and to its proofs.
func (h *history) order(id uuid.UUID) {
	at := began.Add(time.Duration(h.random.IntN(100*24*3600*1000)) * time.Millisecond)
	add := func(t eh.EventType, data any) { h.add(id, order.AggregateType, t, data, at) }
	of, customer := domain.DirectClient, acme
	if h.random.IntN(3) == 0 {
		of, customer = "bright", bright
	}
	add(
		order.DraftedType,
		&order.Drafted{Client: of, Customer: customer, Creator: pick(h, creators), Details: order.Details{
			Headline: order.Headline{
				Name:    "Label",
				Service: pick(h, services),
				Terms:   order.Terms{Allocated: int64(h.random.IntN(3)) * 3600},
			},
		}},
	)
	status, total := order.Draft, int64(0)
	for range 4 + h.random.IntN(18) {
		at = at.Add(time.Duration(h.random.IntN(5*24*3600*1000)) * time.Millisecond)
		switch h.random.IntN(9) {
		case 0:
			add(order.AssignedType, &order.Assigned{Operator: pick(h, append(operators, uuid.Nil))})
		case 1:
			service, name := pick(h, services), "Service"
			add(order.DetailsChangedType, &order.DetailsChanged{
				Service: &service, ServiceName: &name, Terms: &order.Terms{Allocated: int64(h.random.IntN(4)) * 1800},
			})
		case 2, 3:
			n := int64(h.random.IntN(7200))
			total += n
			add(order.WorkStoppedType, &order.WorkStopped{By: pick(h, operators), Seconds: n, Total: total})
		case 4:
			h.proof(id, at)
		default:
			to := pick(h, statusesOfJourney)
			change := order.Change{From: status, To: to}
			switch {
			case to == status:
			case status == order.Draft && (to == order.Queue || to == order.ReadyToGo):
				add(order.PublishedType, &order.Published{Change: change})
			case to == order.Draft:
				add(order.RevertedToDraftType, &order.RevertedToDraft{Change: change})
			case to == order.OnHold:
				add(order.HeldType, &order.Held{Change: change})
			case to == order.CancelledOff:
				add(order.CancelledType, &order.Cancelled{Change: change})
			default:
				add(order.MovedType, &order.Moved{Change: change})
			}
			status = to
		}
	}
	switch h.random.IntN(8) {
	case 0:
		add(order.DeletedType, &order.Deleted{})
	case 1:
		add(order.ArchivedType, &order.Archived{})
	}
}

func (h *history) proof(of uuid.UUID, at time.Time) {
	id := uuid.New()
	add := func(t eh.EventType, data any) { h.add(id, proof.AggregateType, t, data, at) }
	add(proof.AttachmentAddedType, &proof.AttachmentAdded{
		Order: of,
		Kind: pick(
			h,
			[]proof.Kind{proof.CustomerReview, proof.CustomerReview, proof.InternalReview, proof.SuppliedFiles},
		),
	})
	for n := range h.random.IntN(6) {
		add(proof.VersionAddedType, &proof.VersionAdded{Version: uuid.New(), Number: n + 1})
	}
	if h.version[id] > 1 && h.random.IntN(3) == 0 {
		add(proof.VersionDeletedType, &proof.VersionDeleted{})
	}
	if h.random.IntN(8) == 0 {
		add(proof.AttachmentDeletedType, &proof.AttachmentDeleted{})
	}
}

// followed appends a history to a log, and returns the queries of the read model that follows it.
func followed(t *testing.T, h *history) *reports.Queries {
	t.Helper()
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	reg := codec.NewRegistry()
	reg.Add(catalogue.Events()...)
	quiet := slog.New(slog.DiscardHandler)
	store, err := eventlog.Open(t.Context(), eventlog.Config{DSN: dsn, Registry: reg, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	runner, err := engine.New(
		t.Context(), engine.Config{DSN: dsn, Store: store, Logger: quiet}, reports.Projection(),
	)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- runner.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		runner.Close()
	})
	head := int64(0)
	for events := h.events; len(events) > 0; {
		first, n := events[0], 1
		for n < len(events) && events[n].Stream == first.Stream && events[n].Meta == first.Meta {
			n++
		}
		records := make([]eventlog.Record, n)
		for i, e := range events[:n] {
			records[i] = eventlog.Record{Type: e.Type, Data: e.Data, OccurredAt: e.OccurredAt}
		}
		res, err := store.Append(t.Context(), eventlog.Append{
			Stream: first.Stream, StreamType: first.StreamType, Expected: first.Version - 1, Events: records,
			Meta: first.Meta,
		})
		if err != nil {
			t.Fatal(err)
		}
		head, events = res.Position, events[n:]
	}
	if err := runner.WaitFor(t.Context(), reports.Name, head); err != nil {
		t.Fatal(err)
	}
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return reports.NewQueries(pool)
}

// told is what the log says of an order. No code of the read model is used here.
type told struct {
	id, customer, creator, service, operator uuid.UUID
	client                                   string
	serviceName                              string
	status                                   order.Status
	archived                                 bool
	worked, allocated                        int64
	changes                                  []change // since it was placed
	work                                     []session
	returns                                  []session
	placed, completed, cancelled             time.Time
	versions                                 map[uuid.UUID]int
}

type change struct {
	to order.Status
	at time.Time
}

type session struct {
	person  uuid.UUID
	seconds int64
	at      time.Time
}

// tell reads a log.
func tell(events []domain.Event) []*told {
	all := map[uuid.UUID]*told{}
	of := map[uuid.UUID]*told{} // by proof
	for _, e := range events {
		o := all[e.Stream]
		switch d := e.Data.(type) {
		case *order.Drafted:
			all[e.Stream] = &told{
				id: e.Stream, client: d.Client, customer: d.Customer, creator: d.Creator, service: d.Details.Service,
				allocated: d.Details.Allocated, status: order.Draft, versions: map[uuid.UUID]int{},
			}
		case *order.Assigned:
			o.operator = d.Operator
		case *order.DetailsChanged:
			o.service, o.serviceName, o.allocated = *d.Service, *d.ServiceName, d.Terms.Allocated
		case *order.WorkStopped:
			o.worked += d.Seconds
			o.work = append(o.work, session{d.By, d.Seconds, e.OccurredAt})
		case *order.Archived:
			o.archived = true
		case *order.Deleted:
			delete(all, e.Stream)
		case *proof.AttachmentAdded:
			if d.Kind == proof.CustomerReview {
				of[e.Stream] = all[d.Order]
				all[d.Order].versions[e.Stream] = 0
			}
		case *proof.VersionAdded:
			if o := of[e.Stream]; o != nil {
				o.versions[e.Stream]++
			}
		case *proof.VersionDeleted:
			if o := of[e.Stream]; o != nil {
				o.versions[e.Stream]--
			}
		case *proof.AttachmentDeleted:
			if o := of[e.Stream]; o != nil {
				delete(o.versions, e.Stream)
			}
		case order.StatusChanger:
			o.changed(d.StatusChange().To, e.OccurredAt)
		}
	}
	var list []*told
	for _, o := range all {
		list = append(list, o)
	}
	return list
}

func (o *told) changed(to order.Status, at time.Time) {
	from := o.status
	o.status, o.completed, o.cancelled = to, time.Time{}, time.Time{}
	if to == order.Draft {
		o.placed, o.changes = time.Time{}, nil
		return
	}
	if o.placed.IsZero() {
		if to == order.OnHold || to == order.CancelledOff {
			return
		}
		o.placed = at
	}
	o.changes = append(o.changes, change{to, at})
	switch to {
	case order.Completed:
		o.completed = at
	case order.CancelledOff:
		o.cancelled = at
	case order.Queue, order.ReadyToGo, order.InProgress, order.GuestRevision:
		if from == order.InReview || from == order.Approved || from == order.Completed {
			o.returns = append(o.returns, session{o.operator, 1, at})
		}
	}
}

// stays returns the open seconds in each status, and those since the order was placed.
func (o *told) stays(hours client.Calendar) (in map[order.Status]int64, whole int64) {
	in = map[order.Status]int64{}
	for i, c := range o.changes[:len(o.changes)-1] {
		in[c.to] += int64(
			hours.Between(c.at.Truncate(time.Second), o.changes[i+1].at.Truncate(time.Second)) / time.Second,
		)
	}
	last := o.changes[len(o.changes)-1].at
	return in, int64(hours.Between(o.placed.Truncate(time.Second), last.Truncate(time.Second)) / time.Second)
}

func (o *told) matches(to domain.Actor, f reports.Filter) bool {
	sees := to.Role.IsProvider() || to.Role.IsCustomer() && to.ClientID != "" && to.ClientID == o.client &&
		(to.CustomerID == o.customer || to.CustomerID == uuid.Nil && to.ClientID != domain.DirectClient)
	fits := func(want, is uuid.UUID) bool { return want == uuid.Nil || want == is }
	return sees && (f.Client == "" || f.Client == o.client) && fits(f.Customer, o.customer) &&
		fits(f.Service, o.service) && fits(f.Creator, o.creator) && fits(f.Operator, o.operator)
}

// partOf returns the part of a period that a time is in, -1 for none.
func partOf(p reports.Period, at time.Time) int {
	for i := range p.Starts {
		if part := p.Part(i); !at.Before(part.From()) && at.Before(part.Before) {
			return i
		}
	}
	return -1
}

func (o *told) key(by reports.By) string {
	return map[reports.By]string{
		reports.ByStatus: string(o.status), reports.ByService: o.service.String(), reports.ByCreator: o.creator.String(),
	}[by]
}

// counted is a report that is counted from what the log says.
func counted(
	all []*told,
	to domain.Actor,
	f reports.Filter,
	p reports.Period,
	by reports.By,
	hours client.Calendar,
) (r reports.OrderReport) {
	n := len(p.Starts)
	r.Placed, r.Completed, r.Cancelled, r.Worked = make([]int, n), make([]int, n), make([]int, n), make([]int64, n)
	groups, latest := map[string]*reports.Group{}, map[string]time.Time{}
	var lead []int64
	stays := map[order.Status][]int64{}
	for _, o := range all {
		if !o.matches(to, f) {
			continue
		}
		if i := partOf(p, o.placed); i >= 0 {
			r.Placed[i]++
			g := groups[o.key(by)]
			if g == nil {
				g = &reports.Group{Key: o.key(by), Counts: make([]int, n)}
				groups[g.Key] = g
			}
			g.Counts[i]++
			if by == reports.ByService && o.placed.After(latest[g.Key]) {
				g.Name, latest[g.Key] = o.serviceName, o.placed
			}
		}
		if i := partOf(p, o.cancelled); i >= 0 {
			r.Cancelled[i]++
		}
		for _, w := range o.work {
			if i := partOf(p, w.at); i >= 0 {
				r.Worked[i] += w.seconds
			}
		}
		i := partOf(p, o.completed)
		if i < 0 {
			continue
		}
		r.Completed[i]++
		in, whole := o.stays(hours)
		lead = append(lead, whole)
		for s, v := range in {
			stays[s] = append(stays[s], v)
		}
		if o.allocated > 0 {
			r.Allocated.Orders++
			r.Allocated.Worked += o.worked
			r.Allocated.Allocated += o.allocated
			if o.worked > o.allocated {
				r.Allocated.Over++
			}
		}
		for _, v := range o.versions {
			if v > 0 {
				r.Revisions[min(v-1, 3)]++
				r.Revised += v - 1
			}
		}
	}
	for _, g := range groups {
		r.Groups = append(r.Groups, *g)
	}
	total := func(g reports.Group) (sum int) {
		for _, n := range g.Counts {
			sum += n
		}
		return sum
	}
	slices.SortFunc(
		r.Groups,
		func(a, b reports.Group) int { return cmp.Or(total(b)-total(a), cmp.Compare(a.Key, b.Key)) },
	)
	if len(r.Groups) > 9 {
		rest := reports.Group{Key: reports.Others, Counts: make([]int, n)}
		for _, g := range r.Groups[9:] {
			for i := range n {
				rest.Counts[i] += g.Counts[i]
			}
		}
		r.Groups = append(r.Groups[:9], rest)
	}
	figures := func(s order.Status, of []int64) reports.Stay {
		slices.Sort(of)
		sum := int64(0)
		for _, v := range of {
			sum += v
		}
		if len(of) == 0 {
			return reports.Stay{Status: s}
		}
		return reports.Stay{
			Status: s, Orders: len(of), Average: sum / int64(len(of)), Median: of[(len(of)+1)/2-1],
			P90: of[(len(of)*9+9)/10-1],
		}
	}
	r.Lead = figures("", lead)
	for _, s := range order.Statuses {
		if len(stays[s]) > 0 {
			r.Stages = append(r.Stages, figures(s, stays[s]))
		}
	}
	return r
}

// An order that was completed elsewhere took no time here, so it would spoil every average.
func TestImportedOrdersCountFromWhatHappensToThemHere(t *testing.T) { // BY-051
	h := &history{random: rand.New(rand.NewPCG(1, 2)), version: map[uuid.UUID]int{}}
	at := time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC)
	imported := func(n int, path ...order.Status) uuid.UUID {
		id, from := numbered(2000+n), order.Draft
		h.add(id, order.AggregateType, order.DraftedType, &order.Drafted{
			Client: domain.DirectClient, Customer: acme, Creator: creators[0],
		}, at)
		for _, to := range path {
			h.add(id, order.AggregateType, order.MovedType, &order.Moved{Change: order.Change{From: from, To: to}}, at)
			from = to
		}
		return id
	}
	imported(1, order.InProgress, order.InReview, order.Approved, order.Completed)
	goesOn := imported(2, order.InProgress)
	for i := range h.events {
		h.events[i].Meta.Via = domain.ViaImport
	}
	for i, c := range []order.Change{
		{From: order.InProgress, To: order.InReview}, {From: order.InReview, To: order.Approved},
		{From: order.Approved, To: order.Completed},
	} {
		h.add(
			goesOn, order.AggregateType, order.MovedType, &order.Moved{Change: c},
			at.Add(time.Duration(24+i)*time.Hour),
		)
	}
	hours := office.Calendar()
	p := reports.Period{Starts: []time.Time{at.Add(-time.Hour)}, Before: at.Add(100 * time.Hour)}
	got, err := followed(t, h).Orders(t.Context(), admin, reports.Filter{}, p, reports.ByStatus, hours)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Placed, []int{1}) || !slices.Equal(got.Completed, []int{1}) || got.Lead.Orders != 1 ||
		got.Lead.Average != 2*3600 {
		t.Errorf("placed %v, completed %v, lead %+v", got.Placed, got.Completed, got.Lead)
	}
}

// Each figure is what an independent count over the log finds, and the orders behind it are those that were counted.
func TestEveryFigureIsWhatTheLogSays(t *testing.T) { // D-65
	h := &history{random: rand.New(rand.NewPCG(65, 91)), version: map[uuid.UUID]int{}}
	for n := range 120 {
		h.order(numbered(1000 + n))
	}
	q, all := followed(t, h), tell(h.events)
	hours := office.Calendar()
	fortnights := func(n int) (p reports.Period) {
		for i := range n {
			p.Starts = append(p.Starts, time.Date(2026, 2, 2+14*i, 0, 0, 0, 0, hours.Zone()))
		}
		p.Before = time.Date(2026, 2, 2+14*n, 0, 0, 0, 0, hours.Zone())
		return p
	}
	owner := domain.Actor{Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: acme}
	guest := domain.Actor{Role: domain.Guest, ClientID: domain.DirectClient, CustomerID: acme}
	above := domain.Actor{Role: domain.Owner, ClientID: domain.DirectClient}
	reseller := domain.Actor{Role: domain.Staff, ClientID: "bright"}
	for _, c := range []struct {
		name string
		to   domain.Actor
		f    reports.Filter
		p    reports.Period
		by   reports.By
		none bool
	}{
		{"everything by status", admin, reports.Filter{}, fortnights(10), reports.ByStatus, false},
		{"everything by service", admin, reports.Filter{}, fortnights(10), reports.ByService, false},
		{"everything by creator", admin, reports.Filter{}, fortnights(10), reports.ByCreator, false},
		{"a month", admin, reports.Filter{}, fortnights(2), reports.ByStatus, false},
		{"an account", admin, reports.Filter{Customer: acme}, fortnights(6), reports.ByCreator, false},
		{"a client", admin, reports.Filter{Client: "bright"}, fortnights(6), reports.ByCreator, false},
		{"a service", admin, reports.Filter{Service: services[0]}, fortnights(10), reports.ByStatus, false},
		{"a creator", admin, reports.Filter{Creator: creators[0]}, fortnights(10), reports.ByStatus, false},
		{"an operator", admin, reports.Filter{Operator: operators[1]}, fortnights(10), reports.ByStatus, false},
		{"the account's owner", owner, reports.Filter{}, fortnights(10), reports.ByService, false},
		{"a reseller's people", reseller, reports.Filter{}, fortnights(10), reports.ByStatus, false},
		{"an owner asks for another account", owner, reports.Filter{Customer: bright}, fortnights(10), reports.ByStatus, true},
		{"a guest", guest, reports.Filter{}, fortnights(10), reports.ByStatus, true},
		{"nobody is over direct customers", above, reports.Filter{}, fortnights(10), reports.ByStatus, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := q.Orders(t.Context(), c.to, c.f, c.p, c.by, hours)
			if err != nil {
				t.Fatal(err)
			}
			if c.none {
				all := append(slices.Clone(got.Placed), got.Completed...)
				if len(got.Groups) > 0 || slices.Max(all) > 0 || slices.Max(got.Worked) > 0 || got.Lead.Orders > 0 {
					t.Errorf("somebody sees figures of others: %+v", got)
				}
			} else if got.Lead.Orders == 0 || got.Lead.P90 == 0 || slices.Max(got.Worked) == 0 {
				t.Errorf("the log has nothing to count: %+v", got)
			}
			want := counted(all, c.to, c.f, c.p, c.by, hours)
			want.Day = 8 * 3600
			sortGroups := cmpopts.SortSlices(func(a, b reports.Group) bool { return a.Key < b.Key })
			if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty(), sortGroups); diff != "" {
				t.Errorf("the figures differ (-log +report):\n%s", diff)
			}
			behind := func(p reports.Period, a reports.Asked, sum int64, value func(*told) (int64, bool)) {
				t.Helper()
				list(t, q, all, c.to, c.f, p, a, hours, sum, value)
			}
			for i := range c.p.Starts {
				part := c.p.Part(i)
				in := func(at time.Time) bool { return partOf(part, at) == 0 }
				behind(
					part,
					reports.Asked{Figure: reports.Placed},
					int64(got.Placed[i]),
					func(o *told) (int64, bool) { return 1, in(o.placed) },
				)
				behind(
					part,
					reports.Asked{Figure: reports.Cancelled},
					int64(got.Cancelled[i]),
					func(o *told) (int64, bool) { return 1, in(o.cancelled) },
				)
				behind(part, reports.Asked{Figure: reports.Worked}, got.Worked[i], func(o *told) (sum int64, is bool) {
					for _, w := range o.work {
						if in(w.at) {
							sum, is = sum+w.seconds, true
						}
					}
					return sum, is
				})
			}
			in := func(at time.Time) bool { return partOf(c.p, at) >= 0 }
			keys := map[string]bool{}
			for _, g := range got.Groups {
				keys[g.Key] = true
			}
			for _, g := range got.Groups {
				sum := int64(0)
				for _, n := range g.Counts {
					sum += int64(n)
				}
				behind(
					c.p,
					reports.Asked{Figure: reports.Placed, By: c.by, Key: g.Key},
					sum,
					func(o *told) (int64, bool) {
						return 1, in(o.placed) &&
							(o.key(c.by) == g.Key || g.Key == reports.Others && !keys[o.key(c.by)])
					},
				)
			}
			for _, s := range got.Stages {
				behind(c.p, reports.Asked{Figure: reports.Stage, Status: s.Status}, -1, func(o *told) (int64, bool) {
					if !in(o.completed) {
						return 0, false
					}
					stays, _ := o.stays(hours)
					v, is := stays[s.Status]
					return v, is
				})
			}
			behind(c.p, reports.Asked{Figure: reports.Completed}, -1, func(o *told) (whole int64, is bool) {
				if is = in(o.completed); is {
					_, whole = o.stays(hours)
				}
				return whole, is
			})
			behind(c.p, reports.Asked{Figure: reports.Promised}, got.Allocated.Worked, func(o *told) (int64, bool) {
				return o.worked, in(o.completed) && o.allocated > 0
			})
			behind(c.p, reports.Asked{Figure: reports.Over}, -1, func(o *told) (int64, bool) {
				return o.worked, in(o.completed) && o.allocated > 0 && o.worked > o.allocated
			})
			for n, proofs := range got.Revisions {
				behind(
					c.p,
					reports.Asked{Figure: reports.Revisions, Revisions: n},
					int64(proofs),
					func(o *told) (sum int64, is bool) {
						for _, v := range o.versions {
							if in(o.completed) && v > 0 && min(v-1, 3) == n {
								sum, is = sum+1, true
							}
						}
						return sum, is
					},
				)
			}
		})
	}
	t.Run("operators", func(t *testing.T) { operatorsAreCounted(t, q, all, fortnights(6), hours) })
}

// list checks the orders behind a figure, and that their values are the figure, unless it is below 0.
func list(
	t *testing.T,
	q *reports.Queries,
	all []*told,
	to domain.Actor,
	f reports.Filter,
	p reports.Period,
	a reports.Asked,
	hours client.Calendar,
	figure int64,
	value func(*told) (int64, bool),
) {
	t.Helper()
	got, want, sum := map[uuid.UUID]int64{}, map[uuid.UUID]int64{}, int64(0)
	var last time.Time
	for page := 0; ; page++ {
		found, err := q.Behind(t.Context(), to, f, p, a, hours, page*20, 20)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			break
		}
		for _, b := range found {
			if !last.IsZero() && b.At.After(last) {
				t.Errorf("%+v: the list is not sorted", a)
			}
			last = b.At
			got[b.Order] = b.Value
			sum += b.Value
		}
	}
	for _, o := range all {
		if v, is := value(o); is && o.matches(to, f) {
			want[o.id] = v
		}
	}
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || figure >= 0 && sum != figure {
		t.Errorf("%+v: the figure is %d, the orders behind it have %d (-log +list):\n%s", a, figure, sum, diff)
	}
}

func operatorsAreCounted(t *testing.T, q *reports.Queries, all []*told, p reports.Period, hours client.Calendar) {
	t.Helper()
	in := func(at time.Time) bool { return partOf(p, at) >= 0 }
	unfinished := func(o *told) bool {
		return !o.placed.IsZero() && !o.archived && o.status != order.Completed && o.status != order.CancelledOff
	}
	for _, f := range []reports.Filter{{}, {Customer: acme}, {Service: services[1], Client: "bright"}} {
		want := map[uuid.UUID]reports.Operator{}
		count := func(person uuid.UUID, set func(*reports.Operator)) {
			if person != uuid.Nil {
				o := want[person]
				o.Person = person
				set(&o)
				want[person] = o
			}
		}
		for _, o := range all {
			if !o.matches(admin, f) {
				continue
			}
			on := map[uuid.UUID]bool{}
			for _, w := range o.work {
				if in(w.at) {
					count(w.person, func(p *reports.Operator) {
						p.Worked += w.seconds
						if !on[w.person] {
							p.Orders++
						}
					})
					on[w.person] = true
				}
			}
			for _, r := range o.returns {
				if in(r.at) {
					count(r.person, func(p *reports.Operator) { p.Rework++ })
				}
			}
			if in(o.completed) {
				count(o.operator, func(p *reports.Operator) { p.Finished++ })
			}
			if unfinished(o) {
				count(o.operator, func(p *reports.Operator) { p.Load++ })
			}
		}
		found, err := q.Operators(t.Context(), f, p, uuid.Nil)
		if err != nil {
			t.Fatal(err)
		}
		got := map[uuid.UUID]reports.Operator{}
		for _, o := range found {
			got[o.Person] = o
			own, err := q.Operators(t.Context(), f, p, o.Person)
			if err != nil || len(own) != 1 || own[0] != o {
				t.Errorf("alone it is %+v, %v, among others %+v", own, err, o)
			}
			ask := func(figure reports.Figure, sum int, value func(*told) (int64, bool)) {
				t.Helper()
				list(t, q, all, admin, f, p, reports.Asked{Figure: figure, Person: o.Person}, hours, int64(sum), value)
			}
			ask(reports.Worked, int(o.Worked), func(of *told) (sum int64, is bool) {
				for _, w := range of.work {
					if w.person == o.Person && in(w.at) {
						sum, is = sum+w.seconds, true
					}
				}
				return sum, is
			})
			ask(
				reports.Finished,
				o.Finished,
				func(of *told) (int64, bool) { return 1, of.operator == o.Person && in(of.completed) },
			)
			ask(
				reports.Load,
				o.Load,
				func(of *told) (int64, bool) { return 1, of.operator == o.Person && unfinished(of) },
			)
			ask(reports.Rework, o.Rework, func(of *told) (sum int64, is bool) {
				for _, r := range of.returns {
					if r.person == o.Person && in(r.at) {
						sum, is = sum+1, true
					}
				}
				return sum, is
			})
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%+v: the figures differ (-log +report):\n%s", f, diff)
		}
		if f == (reports.Filter{}) &&
			(len(got) != 3 || found[0].Rework == 0 || found[0].Load == 0 || found[0].Finished == 0) {
			t.Errorf("the log has nothing to count: %s", fmt.Sprint(found))
		}
	}
}
