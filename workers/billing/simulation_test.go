package billing_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/sales"
	worker "github.com/proofboard/proofboard/workers/billing"
)

var (
	accountCount = flag.Int("accounts", 8, "accounts of the simulation")
	monthCount   = flag.Int("months", 15, "months of the simulation")
	seed         = flag.Uint64("seed", 0, "seed of the simulation; 0: another one each time")
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(embeddedtest.Run(m))
}

var zones = []string{
	"UTC",
	"Europe/Berlin",
	"America/New_York",
	"Pacific/Kiritimati",
	"America/St_Johns",
	"Asia/Kathmandu",
}

// world is a company whose accounts live by a clock of the test, with two workers that are killed at
// random.
type world struct {
	t      *testing.T
	core   *core.Core
	bus    worker.Config
	sales  *sales.Queries
	db     *pgxpool.Pool
	rand   *rand.Rand // of what people do
	fate   *rand.Rand // of the workers
	plans  []subscription.Plan
	prices []billing.Pack
	tax    int // of the law, in thousandths of a percent
	live   []*life

	clock sync.Mutex
	now   time.Time
}

// life is an account with its ledger.
type life struct {
	ledger
	id    uuid.UUID
	owner domain.Actor
}

func (w *world) time() time.Time {
	w.clock.Lock()
	defer w.clock.Unlock()
	return w.now
}

func (w *world) set(now time.Time) {
	w.clock.Lock()
	defer w.clock.Unlock()
	w.now = now
}

func open(t *testing.T, customers int, begin time.Time, r *rand.Rand) *world {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	core, err := core.Open(
		t.Context(), config.Config{Data: t.TempDir(), DatabaseURL: embeddedtest.Database(t)}, quiet,
	)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, core: core, rand: r, fate: rand.New(rand.NewPCG(r.Uint64(), 2)), now: begin}
	world := accounts.Seed{Clients: []accounts.Client{
		{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"},
		{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
	}, Password: "does-not-matter"}
	for n := range customers {
		zone, err := time.LoadLocation(zones[n%len(zones)])
		if err != nil {
			t.Fatal(err)
		}
		l := &life{ledger: ledger{zone: zone, state: subscription.None}, id: uuid.New()}
		l.owner = domain.Actor{ID: uuid.New(), Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: l.id}
		world.Customers = append(world.Customers, accounts.Customer{
			ID: l.id, ClientID: domain.DirectClient, Name: fmt.Sprint("Account ", n), MaxActiveOrders: 1,
		})
		w.live = append(w.live, l)
	}
	if err := core.Plant(t.Context(), world); err != nil {
		t.Fatal(err)
	}
	w.sales = core.Sales
	if w.db, err = pgxpool.New(t.Context(), core.Owner); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.db.Close)
	w.bus = worker.Config{
		Log:         core.Follower,
		Bus:         core.BusAt(w.time),
		Load:        core.Store.LoadTo,
		At:          core.Store.At,
		Refusals:    refusals.NewStore(w.db),
		Sales:       w.sales,
		Clock:       w.time,
		Pace:        rate.NewLimiter(rate.Inf, 0),
		Logger:      quiet,
		CatchUp:     func(ctx context.Context, position int64) error { return core.Runner.WaitFor(ctx, sales.Name, position) },
		Promote:     func(context.Context, uuid.UUID, int64) error { return nil },
		KeepParties: func(context.Context, uuid.UUID, string, uuid.UUID) error { return nil },
		PrefixOf:    func(context.Context, string) (string, error) { return billing.DefaultPrefix, nil },
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = core.Runner.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

var admin = domain.Actor{ID: uuid.New(), Role: domain.Admin, ClientID: domain.ProviderClient}

func (w *world) do(by domain.Actor, cmd commands.Command) error {
	for {
		_, err := w.bus.Bus.Do(w.t.Context(), cmd, commands.Request{Actor: by})
		if errors.Is(err, domain.ErrBusy) {
			continue
		}
		var refused *domain.Error
		if err != nil && (!errors.As(err, &refused) || refused.Code == domain.Unavailable) {
			w.t.Fatalf("%s: %v", commands.TypeOf(cmd), err)
		}
		return err
	}
}

func (w *world) offer(name string, price billing.Amount, term billing.Term) {
	w.t.Helper()
	p := subscription.Plan{ID: uuid.New(), Edition: 1, Offer: billing.Offer{
		Name:         name,
		Free:         price == 0,
		Price:        price,
		Currency:     "EUR",
		Term:         term,
		Hours:        -1,
		Orders:       -1,
		ActiveOrders: -1,
		Storage:      -1,
	}}
	if err := w.do(admin, &commands.CreatePlan{Plan: p.ID, Seller: domain.DirectClient, Offer: p.Offer}); err != nil {
		w.t.Fatal(err)
	}
	w.plans = append(w.plans, p)
}

// workers runs two workers that follow the log, and kills one of them now and then.
func (w *world) workers() (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.t.Context()))
	var all sync.WaitGroup
	for n := range 2 {
		r := rand.New(rand.NewPCG(w.fate.Uint64(), uint64(n)))
		all.Go(func() {
			for ctx.Err() == nil {
				life, end := context.WithTimeout(ctx, time.Duration(50+r.IntN(1500))*time.Millisecond)
				_ = worker.Follow(life, w.bus)
				end()
			}
		})
	}
	return func() { cancel(); all.Wait() }
}

// tick does what is due. It is killed at random, and then done by another worker.
func (w *world) tick() {
	for {
		ctx, cancel := context.WithTimeout(w.t.Context(), time.Duration(w.fate.IntN(80))*time.Millisecond)
		if w.fate.IntN(3) > 0 {
			cancel()
			ctx, cancel = context.WithCancel(w.t.Context())
		}
		err := w.bus.Tick(ctx)
		killed := ctx.Err() != nil
		cancel()
		if err == nil && !killed {
			return
		}
		if err != nil && !killed {
			w.t.Fatalf("a tick failed: %v", err)
		}
	}
}

// settle waits until the workers have handled the whole log, with the events that they added to it.
func (w *world) settle() {
	w.t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		var at int64
		err := w.db.QueryRow(
			w.t.Context(), "select coalesce(max(position), -1) from checkpoints where name = 'worker_billing'",
		).Scan(&at)
		if err != nil {
			w.t.Fatal(err)
		}
		// Read after the checkpoint: what the workers add comes after what they handle.
		head, err := w.core.Store.Head(w.t.Context())
		if err != nil {
			w.t.Fatal(err)
		}
		if at >= head {
			if err := w.bus.CatchUp(w.t.Context(), head); err != nil {
				w.t.Fatal(err)
			}
			return
		}
		select {
		case <-w.t.Context().Done():
			w.t.Fatal(w.t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
	w.t.Fatal("the workers do not catch up")
}

// legislate changes the tax rate now and then.
func (w *world) legislate() {
	if w.rand.IntN(4) > 0 {
		return
	}
	w.tax = []int{0, 7_000, 8_875, 19_000, 25_500}[w.rand.IntN(5)]
	w.calendar()
}

// issuer is where the provider writes invoices. It is not where its accounts are.
const issuer = "Pacific/Auckland"

// calendar sets the terms of the provider.
func (w *world) calendar() {
	terms := &commands.SetSelling{Client: domain.DirectClient, Selling: client.Selling{TaxRate: w.tax, Zone: issuer}}
	if err := w.do(admin, terms); err != nil {
		w.t.Fatal(err)
	}
}

// act lets an owner do something at random.
func (w *world) act(l *life) {
	p := w.plans[w.rand.IntN(len(w.plans))]
	now := w.time()
	what := w.rand.IntN(15)
	if l.state == subscription.None || l.state == subscription.Over {
		what = 0 // most have a subscription
	}
	switch what {
	case 0, 1:
		if w.do(
			l.owner,
			&commands.StartSubscription{
				Customer: l.id,
				Plan:     p.ID,
				Zone:     l.zone.String(),
				Confirmed: commands.Confirmed{
					At:    now,
					Total: billing.NewBill("EUR", w.tax, billing.Line{Amount: p.Offer.Price}).Total,
				},
			},
		) == nil {
			l.owe(now, l.begin(p, l.today(now), int64(w.tax)))
		}
	case 2, 3:
		s, err := w.sales.Subscription(w.t.Context(), l.id)
		if err != nil {
			w.t.Fatal(err)
		}
		quote, err := s.Quote(p, w.tax, now)
		if err != nil {
			return
		}
		confirmed := &commands.Confirmed{At: now}
		if quote.Charge != nil {
			confirmed.Total = quote.Charge.Bill.Total
		}
		if w.do(l.owner, &commands.ChangeSubscription{Customer: l.id, Plan: p.ID, Confirmed: confirmed}) == nil {
			l.changeNow(p, now, int64(w.tax))
		}
	case 4:
		if w.do(l.owner, &commands.ChangeSubscription{Customer: l.id, Plan: p.ID}) == nil {
			l.next = &change{plan: p, kind: subscription.Upgrade}
		}
	case 5:
		if w.do(l.owner, &commands.CancelSubscription{Customer: l.id}) == nil {
			l.state, l.next = subscription.Cancelled, &change{kind: subscription.Cancel}
			if w.rand.IntN(2) == 0 && w.do(l.owner, &commands.ContinueSubscription{Customer: l.id}) == nil {
				l.state, l.next = subscription.Active, nil
			}
		}
	case 6:
		until := billing.DateOf(now, l.zone).AddDays(40 + w.rand.IntN(60))
		if w.do(l.owner, &commands.TakeLeave{Customer: l.id, Until: until}) != nil {
			return
		}
		if l.plan.Offer.Free {
			l.state, l.leaveUntil = subscription.OnLeave, noon(until)
		} else {
			l.next = &change{kind: subscription.Leave, until: noon(until)}
		}
	case 7:
		if w.do(l.owner, &commands.ReactivateSubscription{Customer: l.id}) == nil {
			l.owe(now, l.begin(l.plan, l.today(now), int64(w.tax)))
		}
	case 8, 9, 10:
		w.buy(l)
	case 11:
		pack := w.prices[w.rand.IntN(len(w.prices))].ID
		if w.rand.IntN(2) == 0 {
			if w.do(l.owner, &commands.ChangeAddOn{Customer: l.id, Pack: pack, Stop: true}) == nil {
				l.mark(pack, true)
			}
		} else if w.do(l.owner, &commands.ChangeAddOn{Customer: l.id, Pack: pack}) == nil {
			l.mark(pack, false)
		}
	}
}

// buy lets an owner order packs, once or with each cycle.
func (w *world) buy(l *life) {
	w.t.Helper()
	p := packs{pack: w.prices[w.rand.IntN(len(w.prices))], quantity: int64(1 + w.rand.IntN(3)), rate: int64(w.tax)}
	item := billing.Item{Pack: p.pack.ID, Often: billing.Once, Quantity: p.quantity}
	each := w.rand.IntN(2) == 0
	if each {
		item.Often = billing.EachCycle
	}
	cart := []billing.Item{item}
	lines, _, err := billing.CartLines(w.prices, "EUR", cart)
	if err != nil {
		w.t.Fatal(err)
	}
	quote := commands.QuoteOf(l.id, billing.NewBill("EUR", w.tax, lines...))
	if w.do(l.owner, &commands.OrderPacks{Invoice: uuid.New(), Customer: l.id, Items: cart, Quote: quote}) != nil {
		return
	}
	l.owe(w.time(), part{p.price(), p.rate})
	if each {
		l.bills[len(l.bills)-1].buys = &p
	}
}

// invoices returns the invoice of each bill of an account. It fails the test if one is missing, or if
// there are others. Bills of the same moment can have their numbers in any order.
func (w *world) invoices(l *life) []sales.Invoice {
	w.t.Helper()
	found, err := w.sales.Of(w.t.Context(), l.id, sales.Part{Limit: 10_000})
	if err != nil {
		w.t.Fatal(err)
	}
	if len(found) != len(l.bills) {
		w.t.Fatalf("%s has %d invoices, the ledger %d bills", l.id, len(found), len(l.bills))
	}
	all := make([]sales.Invoice, len(l.bills))
	for n, b := range l.bills {
		at := slices.IndexFunc(found, func(i sales.Invoice) bool {
			return int64(i.Bill.Total) == b.total && i.Due.Equal(b.due) && i.Number != ""
		})
		if at < 0 {
			w.t.Fatalf("bill %d of %s for %d, due %s, has no invoice among %+v", n, l.id, b.total, b.due, found)
		}
		all[n] = found[at]
		found = slices.Delete(found, at, at+1)
	}
	return all
}

// pay pays some of the bills of an account, and sometimes a payment is refused first.
func (w *world) pay(l *life) {
	w.t.Helper()
	for n, i := range w.invoices(l) {
		b := &l.bills[n]
		if b.settled || w.rand.IntN(3) > 0 {
			continue
		}
		if w.rand.IntN(8) == 0 {
			failed := &commands.NotePayment{Invoice: i.ID, Way: invoice.ByStripe, Failure: "card_declined"}
			if err := w.do(domain.Actor{Role: domain.System}, failed); err != nil {
				w.t.Fatal(err)
			}
			continue
		}
		if err := w.do(
			admin,
			&commands.PayInvoice{Invoice: i.ID, On: billing.DateOf(w.time(), invoice.ZoneOf(issuer))},
		); err != nil {
			w.t.Fatalf("bill %d of %d for %d cannot be paid: %v", n, len(l.bills), b.total, err)
		}
		b.settled = true
		l.suspended = l.suspended && l.inDebt() // until everything is paid
		if b.buys != nil {
			l.buy(*b.buys)
		}
	}
}

// check compares the sums of the invoices of an account with their lines.
func (w *world) check(l *life) {
	w.t.Helper()
	for _, i := range w.invoices(l) {
		var lines billing.Amount
		for _, line := range i.Bill.Lines {
			lines += line.Amount
		}
		if lines != i.Bill.Net || i.Bill.Net+i.Bill.Tax != i.Bill.Total {
			w.t.Fatalf("the lines of %s are %d: %+v", i.Number, lines, i.Bill)
		}
	}
}

// numbers checks that the numbers of every year have no gap and none is there twice.
func (w *world) numbers() (total int) {
	w.t.Helper()
	seen := map[string]bool{}
	count := map[int]int{}
	for _, l := range w.live {
		found, err := w.sales.Of(w.t.Context(), l.id, sales.Part{Limit: 10_000})
		if err != nil {
			w.t.Fatal(err)
		}
		for _, i := range found {
			if seen[i.Number] {
				w.t.Errorf("the number %s was given twice", i.Number)
			}
			seen[i.Number] = true
			count[i.On.Year]++
			if i.On != billing.DateOf(i.Created, invoice.ZoneOf(issuer)) {
				w.t.Errorf("%s was made on %s, and says %s", i.Number, i.Created, i.On)
			}
			total++
		}
	}
	for year, n := range count {
		for i := 1; i <= n; i++ {
			if number := invoice.NumberOf(billing.DefaultPrefix, invoice.Invoices, year, i); !seen[number] {
				w.t.Errorf("of %d invoices of %d the number %s is missing", n, year, number)
			}
		}
	}
	return total
}

// Accounts live for months of a virtual clock, over a leap day and changes of the clock, with workers
// that are killed at random and tax rates that change. Their invoices equal an independent ledger.
func TestSimulation(t *testing.T) { // BY-053 D-54 D-58 D-75 D-86
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("seed %d", s)
	r := rand.New(rand.NewPCG(s, 1))
	begin := time.Date(2027, 12, 1, 0, 0, 0, 0, time.UTC)
	w := open(t, *accountCount, begin, r)
	w.offer("Free", 0, billing.Month)
	w.offer("Small", 2_999, billing.Month)
	w.offer("Studio", 10_000, billing.Month)
	w.offer("Agency", 33_333, billing.Month)
	w.offer("Small for a year", 29_990, billing.Year)
	w.offer("Agency for a year", 333_330, billing.Year)
	w.prices = []billing.Pack{
		{ID: uuid.New(), Name: "Hours", Kind: billing.ForHours, Size: 3600, Price: 1_999, Currency: "EUR"},
		{ID: uuid.New(), Name: "Orders", Kind: billing.ForOrders, Size: 5, Price: 701, Currency: "EUR"},
	}
	if err := w.do(admin, &commands.SetPacks{Client: domain.DirectClient, Packs: w.prices}); err != nil {
		t.Fatal(err)
	}
	w.calendar()
	defer w.workers()()
	started := time.Now()
	for end := begin.AddDate(0, *monthCount, 0); w.time().Before(end); {
		w.legislate()
		for _, l := range w.live {
			if w.rand.IntN(3) == 0 {
				w.act(l)
			}
		}
		w.settle()
		for _, l := range w.live {
			w.pay(l)
		}
		w.settle()
		w.set(w.time().Add(time.Duration(1+w.rand.IntN(6*24*60)) * time.Minute))
		w.tick()
		w.settle()
		for _, l := range w.live {
			l.advance(w.time(), int64(w.tax))
		}
	}
	for _, l := range w.live {
		w.check(l)
	}
	if total := w.numbers(); total < *accountCount*2 {
		t.Errorf("only %d invoices: the simulation shows nothing", total)
	} else {
		t.Logf("%d accounts, %d months, %d invoices in %s", *accountCount, *monthCount, total, time.Since(started))
	}
}
