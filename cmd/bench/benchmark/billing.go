package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// BillingReport contains what the cycles of many accounts cost, and the pages about many invoices. Times are
// in milliseconds, but for those in seconds.
type BillingReport struct {
	Accounts int `json:"accounts"`
	// Took is the time in seconds from the first invoice of the new cycle to the last.
	Took float64 `json:"took"`
	// Quiet and Busy are the p99 of moves on another account's board, without this work and beside it.
	Quiet float64         `json:"quiet"`
	Busy  float64         `json:"busy"`
	Lines int             `json:"lines"`
	P50   float64         `json:"p50"`
	P95   float64         `json:"p95"` // over all pages
	Pages []BillingFigure `json:"pages"`
	// Moving and Placing are the CPU time of a command of an account whose plan has limits, beside the same command of
	// an account without a plan. Only placing has to check the limits, and to wait for what was placed before.
	Moving  float64 `json:"moving"`
	Placing float64 `json:"placing"`
}

// BillingFigure contains the figures of one page.
type BillingFigure struct {
	What string  `json:"what"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
}

// Print writes the report as text.
func (r BillingReport) Print(w io.Writer) {
	fmt.Fprintf(
		w, "cycles of %s accounts: %.1f s; p99 of moves beside it %.2f ms, without it %.2f ms\n",
		count(r.Accounts), r.Took, r.Busy, r.Quiet,
	)
	fmt.Fprintf(w, "pages with %s lines of invoices: p50 %.2f ms, p95 %.2f ms\n", count(r.Lines), r.P50, r.P95)
	for _, f := range r.Pages {
		fmt.Fprintf(w, "  %-44s p50 %6.2f ms, p95 %6.2f ms\n", f.What, f.P50, f.P95)
	}
	fmt.Fprintf(
		w, "with the limits of a plan a move costs %.3f times one without, and placing an order %.3f times\n",
		r.Moving, r.Placing,
	)
}

// Checks returns the bounds of billing.
func (r BillingReport) Checks() []Check {
	return []Check{
		{
			Name: "billing",
			What: "cycles of " + count(r.Accounts) + " accounts",
			Parts: []Part{
				{What: "time", Figure: r.Took, Unit: "s", Bound: 60},
				{What: "p99 of moves beside it", Figure: r.Busy / r.Quiet, Unit: "x", Bound: 1.2},
			},
		},
		{
			Name:  "billing",
			What:  "pages with " + count(r.Lines) + " lines of invoices",
			Parts: []Part{{What: "p95", Figure: r.P95, Unit: "ms", Bound: 100}},
		},
		{
			Name: "billing",
			What: "the limits of a plan",
			Parts: []Part{
				{What: "CPU of a move", Figure: r.Moving, Unit: "x", Bound: 1.02},
				{What: "CPU of placing an order", Figure: r.Placing, Unit: "x", Bound: 1.02},
			},
		},
	}
}

const (
	linesOfInvoice = 50
	movesASecond   = 50
	quietFor       = 15 * time.Second
)

// Billing lets a month end for many accounts while cards are moved, and then measures the pages about many
// invoices.
func Billing(ctx context.Context, many, invoices, reads int) (BillingReport, error) {
	r := BillingReport{Accounts: many, Lines: invoices * linesOfInvoice}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	people := newStudio(0, many+1, 0)
	admin := accounts.User{
		ID: uuid.NewSHA1(customerID, []byte("admin")), Email: "admin@bench.test", Firstname: "Admin", Lastname: "Bench",
		Role: domain.Admin, ClientID: domain.ProviderClient, TimeZone: "UTC",
	}
	people.operators = append(people.operators, admin)
	want := slices.Concat(people.inProgress(movesASecond*4), drafts(people.owners[0]), drafts(people.owners[1]))
	orders, err := people.plant(ctx, dir, want)
	if err != nil {
		return r, err
	}
	orders, placed := orders[:movesASecond*4], orders[movesASecond*4:]
	// The cycles of all accounts but the first ended yesterday.
	if err := withCore(ctx, dir, func(core *core.Core) error {
		return subscribe(ctx, core, admin, people.owners[1:], offered, time.Now().UTC().AddDate(0, -1, -1))
	}); err != nil {
		return r, err
	}
	if err := r.cycles(ctx, dir, people, admin, orders); err != nil {
		return r, err
	}
	if err := withCore(
		ctx,
		dir,
		func(core *core.Core) error { return people.bill(ctx, core, invoices) },
	); err != nil {
		return r, err
	}
	return r, r.pages(ctx, dir, people, admin, placed, 2*many+invoices, reads)
}

var offered = billing.Offer{
	Name: "Studio", Price: 4_900, Currency: "EUR", Term: billing.Month, Hours: 40 * 3600, Orders: 10_000,
	ActiveOrders: 10_000, Storage: 100 << 30,
}

// subscribe gives the accounts of owners a plan at a time.
func subscribe(
	ctx context.Context,
	core *core.Core,
	admin accounts.User,
	owners []accounts.User,
	offer billing.Offer,
	at time.Time,
) error {
	bus, plan := core.BusAt(func() time.Time { return at }), uuid.New()
	if _, err := bus.Do(
		ctx,
		&commands.CreatePlan{Plan: plan, Seller: domain.DirectClient, Offer: offer},
		commands.Request{Actor: admin.Actor()},
	); err != nil {
		return err
	}
	confirmed := commands.Confirmed{At: at, Total: offer.Price}
	return each(32, len(owners), func(i int) error {
		start := &commands.StartSubscription{
			Customer:  owners[i].CustomerID,
			Plan:      plan,
			Zone:      "UTC",
			Confirmed: confirmed,
		}
		return patiently(ctx, bus, start, owners[i].Actor())
	})
}

const (
	limitRounds = 31
	limitOrders = 60
)

// drafts returns as many drafts of an account as the rounds of limits place.
func drafts(of accounts.User) []planted {
	all := make([]planted, limitRounds*limitOrders)
	for i := range all {
		all[i] = planted{of, order.Draft}
	}
	return all
}

// limits returns what it costs an account with a plan to place an order and to move its card, beside one without: the
// CPU time of the server and of PostgreSQL. The two have their turns, one command after the other.
func limits(
	ctx context.Context,
	free, limited, manager *session,
	freeOnes, limitedOnes []uuid.UUID,
) (placing, moving float64, err error) {
	cost := func(as *session, via order.Via, all []uuid.UUID, to ...order.Status) (float64, error) {
		before, err := as.cpu(true)
		if err != nil {
			return 0, err
		}
		for _, status := range to {
			for _, id := range all {
				if _, err := as.moveBy(ctx, id, string(status), via); err != nil {
					return 0, err
				}
			}
		}
		after, err := as.cpu(true)
		return ms(after - before), err
	}
	back := []order.Status{order.InProgress, order.InReview, order.InProgress, order.InReview}
	var placed, moved []float64
	for i := range limitRounds {
		turn := func(all []uuid.UUID) []uuid.UUID { return all[i*limitOrders : (i+1)*limitOrders] }
		var costs [4]float64
		for j, do := range []func() (float64, error){
			func() (float64, error) { return cost(free, order.Board, turn(freeOnes), order.ReadyToGo) },
			func() (float64, error) { return cost(limited, order.Board, turn(limitedOnes), order.ReadyToGo) },
			func() (float64, error) { return cost(manager, order.StatusControl, turn(freeOnes), back...) },
			func() (float64, error) { return cost(manager, order.StatusControl, turn(limitedOnes), back...) },
		} {
			if costs[j], err = do(); err != nil {
				return 0, 0, err
			}
		}
		placed, moved = append(placed, costs[1]/costs[0]), append(moved, costs[3]/costs[2])
	}
	return median(placed), median(moved), nil
}

// moving moves cards at a steady rate until it is stopped, and remembers when each move began and how long it took.
type moving struct {
	mu   sync.Mutex
	took map[time.Time]float64
	err  error
	stop func()
}

// keepMoving begins to move cards, each in turn, back and forth between two columns.
func (s *session) keepMoving(ctx context.Context, orders []uuid.UUID) *moving {
	ctx, cancel := context.WithCancel(ctx)
	m := &moving{took: map[time.Time]float64{}}
	var running sync.WaitGroup
	m.stop = func() { cancel(); running.Wait() }
	running.Go(func() {
		tick := time.NewTicker(time.Second / movesASecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			to := "in-review"
			if i/len(orders)%2 == 1 {
				to = "in-progress"
			}
			running.Go(func() {
				began := time.Now()
				_, err := s.move(ctx, orders[i%len(orders)], to)
				m.mu.Lock()
				defer m.mu.Unlock()
				if err == nil {
					m.took[began] = ms(time.Since(began))
				} else if ctx.Err() == nil {
					m.err = errors.Join(m.err, err)
				}
			})
		}
	})
	return m
}

// p99 returns the p99 of the moves that began in a time.
func (m *moving) p99(from, until time.Time) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	var took []float64
	for began, t := range m.took {
		if !began.Before(from) && began.Before(until) {
			took = append(took, t)
		}
	}
	slices.Sort(took)
	return quantile(took, .99)
}

// cycles starts the server on accounts whose cycle has ended, and moves cards until they all have the invoices of
// their new cycle, and for some time after that.
func (r *BillingReport) cycles(
	ctx context.Context,
	dir string,
	people studio,
	admin accounts.User,
	orders []uuid.UUID,
) error {
	s, err := newServer(ctx, dir)
	if err != nil {
		return err
	}
	defer s.stop()
	manager, err := s.signIn(ctx, people.manager)
	if err != nil {
		return err
	}
	seller, err := s.signIn(ctx, admin)
	if err != nil {
		return err
	}
	if err := seller.issued(ctx, r.Accounts); err != nil { // of the cycle that has ended
		return err
	}
	m := manager.keepMoving(ctx, orders)
	defer m.stop()
	if err := seller.issued(ctx, r.Accounts+1); err != nil {
		return err
	}
	began := time.Now()
	if err := seller.issued(ctx, 2*r.Accounts); err != nil {
		return err
	}
	done := time.Now()
	r.Took = done.Sub(began).Seconds()
	select {
	case <-time.After(2 * quietFor): // mail is still sent at first
	case <-ctx.Done():
		return ctx.Err()
	}
	m.stop()
	r.Busy, r.Quiet = m.p99(began, done), m.p99(done.Add(quietFor), time.Now())
	return m.err
}

// issued waits until the direct client has issued as many invoices in this year.
func (s *session) issued(ctx context.Context, n int) error {
	var list struct {
		Data []struct{} `json:"data"`
	}
	number := invoice.NumberOf(billing.DefaultPrefix, invoice.Invoices, time.Now().UTC().Year(), n)
	for began := time.Now(); time.Since(began) < 20*time.Minute; {
		if err := s.get(ctx, "/sellers/"+domain.DirectClient+"/invoices?number="+number, &list); err != nil {
			return err
		}
		if len(list.Data) > 0 {
			return nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return fmt.Errorf("there is no invoice %s", number)
}

// bill drafts invoices with many lines, a tenth of them for the first account.
func (s studio) bill(ctx context.Context, core *core.Core, invoices int) error {
	lines := make([]billing.Line, linesOfInvoice)
	for i := range lines {
		lines[i] = billing.Line{
			Kind:     billing.ForPlan,
			Name:     fmt.Sprintf("Plan %d", i),
			Product:  uuid.New(),
			Quantity: 1,
			Price:    100,
			Amount:   100,
		}
	}
	return each(32, invoices, func(i int) error {
		to := s.customers[i%len(s.customers)].ID
		if i%10 == 0 {
			to = s.customers[0].ID
		}
		draft := &commands.DraftInvoice{Invoice: uuid.New(), Customer: to, Bill: billing.NewBill("EUR", 0, lines...)}
		return patiently(ctx, core.Bus, draft, domain.Actor{Role: domain.System})
	})
}

// pages measures the pages about invoices once the server has issued a number of them, and then the limits.
func (r *BillingReport) pages(
	ctx context.Context,
	dir string,
	people studio,
	admin accounts.User,
	placed []uuid.UUID,
	issued, reads int,
) error {
	s, err := newServer(ctx, dir)
	if err != nil {
		return err
	}
	defer s.stop()
	asSeller, err := s.signIn(ctx, admin)
	if err != nil {
		return err
	}
	asOwner, err := s.signIn(ctx, people.owner)
	if err != nil {
		return err
	}
	asOther, err := s.signIn(ctx, people.owners[1])
	if err != nil {
		return err
	}
	asManager, err := s.signIn(ctx, people.manager)
	if err != nil {
		return err
	}
	if err := asSeller.issued(ctx, issued); err != nil {
		return err
	}
	var of struct {
		Data []struct {
			ID uuid.UUID `json:"id"`
		} `json:"data"`
	}
	if err := asOwner.get(ctx, "/billing/invoices", &of); err != nil || len(of.Data) == 0 {
		return errors.Join(err, errors.New("the owner has no invoices"))
	}
	one, all := of.Data[0].ID.String(), "/sellers/"+domain.DirectClient+"/invoices"
	var took []float64
	for _, q := range []struct {
		what, path string
		as         *session
	}{
		{"invoices of an account with a tenth of them", "/billing/invoices", asOwner},
		{"the tenth page of them", "/billing/invoices?page=10", asOwner},
		{"invoices of an account with few", "/billing/invoices", asOther},
		{"one invoice", "/billing/invoices/" + one, asOwner},
		{"payments of an account", "/billing/payments", asOwner},
		{"invoices of all accounts", all, asSeller},
		{"the tenth page of them", all + "?page=10", asSeller},
		{"open ones", all + "?state=open", asSeller},
		{"those that are past due", all + "?state=past-due", asSeller},
		{"paid ones, of which there are none", all + "?state=paid", asSeller},
		{"the begin of a number", fmt.Sprintf("%s?number=%s", all, invoice.NumberOf(
			billing.DefaultPrefix, invoice.Invoices, time.Now().UTC().Year(), issued,
		)), asSeller},
		{"a meter with its events", "/billing/meters/orders", asOther},
		{"the profile with plan and meters", "/profile", asOther},
	} {
		one, err := timed(ctx, q.as, q.path, reads)
		if err != nil {
			return fmt.Errorf("%s: %w", q.what, err)
		}
		took = append(took, one...)
		slices.Sort(one)
		r.Pages = append(r.Pages, BillingFigure{q.what, quantile(one, .5), quantile(one, .95)})
	}
	slices.Sort(took)
	r.P50, r.P95 = quantile(took, .5), quantile(took, .95)
	half := len(placed) / 2
	r.Placing, r.Moving, err = limits(ctx, asOwner, asOther, asManager, placed[:half], placed[half:])
	return err
}
