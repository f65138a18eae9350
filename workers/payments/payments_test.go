package payments_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/payments/paymentstest"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/sales"
	worker "github.com/proofboard/proofboard/workers/payments"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

var system = domain.Actor{Role: domain.System}

// till is a customer who pays by card, with a clock of the test.
type till struct {
	pool *pgxpool.Pool
	worker.Config
	t        *testing.T
	stripe   *paymentstest.Stripe
	customer uuid.UUID

	mu  sync.Mutex
	now time.Time
}

func (s *till) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *till) later(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

func open(t *testing.T) *till {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	core, err := core.Open(
		t.Context(), config.Config{Data: t.TempDir(), DatabaseURL: embeddedtest.Database(t)}, quiet,
	)
	if err != nil {
		t.Fatal(err)
	}
	s := &till{
		t: t, stripe: paymentstest.New(), customer: uuid.New(), now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
	t.Cleanup(s.stripe.Close)
	seed := accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Customers: []accounts.Customer{
			{ID: s.customer, ClientID: domain.DirectClient, Name: "Acme", MaxActiveOrders: 1},
		},
		Password: "does-not-matter",
	}
	if err := core.Plant(t.Context(), seed); err != nil {
		t.Fatal(err)
	}
	pool, err := pgxpool.New(t.Context(), core.Owner)
	if err != nil {
		t.Fatal(err)
	}
	s.pool = pool
	s.Config = worker.Config{
		Log:      core.Follower,
		Load:     core.Store.LoadTo,
		Sales:    core.Sales,
		Refusals: refusals.NewStore(pool),
		CatchUp:  func(ctx context.Context, position int64) error { return core.Runner.WaitFor(ctx, sales.Name, position) },
		Clock:    s.clock,
		Logger:   quiet,
		Cashier: &payments.Cashier{
			Provider: payments.New(s.stripe.Settings()), Store: payments.NewStore(pool), Bus: core.BusAt(s.clock),
			Clock: s.clock, Logger: quiet,
		},
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var all sync.WaitGroup
	all.Go(func() { _ = core.Runner.Run(ctx) })
	all.Go(func() { _ = worker.Follow(ctx, s.Config) })
	t.Cleanup(func() {
		cancel()
		all.Wait()
		pool.Close()
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	s.eventually("the worker has begun", func() bool {
		var begun bool
		err := pool.QueryRow(ctx, "select exists (select from checkpoints where name = 'worker_payments')").Scan(&begun)
		return err == nil && begun
	})
	return s
}

func (s *till) eventually(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); {
		if time.Now().After(end) {
			s.t.Fatalf("it did not happen: %s", what)
		}
		select {
		case <-s.t.Context().Done():
			s.t.Fatal(s.t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (s *till) do(c commands.Command) {
	s.t.Helper()
	if _, err := s.Cashier.Bus.Do(s.t.Context(), c, commands.Request{Actor: system}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *till) addCard(last4 string) {
	s.t.Helper()
	secret, err := s.Cashier.Provider.Enter(s.t.Context(), s.customer, "")
	if err != nil {
		s.t.Fatal(err)
	}
	entry, err := s.Cashier.Provider.Entered(s.t.Context(), s.stripe.EnterCard(secret, last4))
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.Cashier.Add(s.t.Context(), entry, commands.Request{Actor: system}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *till) issue(number string) (id uuid.UUID) {
	s.t.Helper()
	id = uuid.New()
	bill := billing.NewBill(
		"EUR",
		0,
		billing.Line{Kind: billing.ForPlan, Name: "Studio", Quantity: 1, Price: 900, Amount: 900},
	)
	s.do(&commands.DraftInvoice{Invoice: id, Customer: s.customer, Bill: bill})
	s.do(&commands.IssueInvoice{Invoice: id, Number: number})
	return id
}

// invoice returns an invoice as the read model shows it. It is zero before it shows it.
func (s *till) invoice(id uuid.UUID) sales.Invoice {
	s.t.Helper()
	i, err := s.Sales.Invoice(s.t.Context(), id)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		s.t.Fatal(err)
	}
	return i
}

// A refused card is tried again after 3, 5 and 7 days, and then no more.
func TestARefusedCardIsTriedAgain(t *testing.T) { // D-59
	s := open(t)
	s.addCard("0002")
	id := s.issue("PB-2026-000001")
	s.eventually("the card is refused", func() bool { return s.invoice(id).Attempts == 1 })
	const day = 24 * time.Hour
	for n, c := range []struct {
		wait     time.Duration
		attempts int
	}{
		{3*day - time.Minute, 1}, {2 * time.Minute, 2}, {4 * day, 2}, {day + time.Minute, 3}, {6 * day, 3},
		{day + time.Minute, 4}, {100 * day, 4},
	} {
		s.later(c.wait)
		for range 2 { // a second look changes nothing
			if err := s.Retry(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.eventually("the attempts are noted", func() bool { return s.invoice(id).Attempts >= c.attempts })
		}
		if got := s.invoice(id).Attempts; got != c.attempts {
			t.Errorf("step %d: %d attempts, want %d", n, got, c.attempts)
		}
	}
	if i := s.invoice(id); i.State != invoice.Open || s.stripe.Taken(id.String()) != 0 {
		t.Errorf("the invoice is %+v", i)
	}
}

// What is due is charged when the first card is added. A worker that repeats its work charges nothing twice.
func TestTheFirstCardPaysWhatIsDue(t *testing.T) { // D-59 D-75
	s := open(t)
	first, second := s.issue("PB-2026-000001"), s.issue("PB-2026-000002")
	s.addCard(paymentstest.Good)
	for _, id := range []uuid.UUID{first, second} {
		s.eventually("the invoice is paid", func() bool { return s.invoice(id).State == invoice.Settled })
	}
	m, err := s.Sales.PaymentMethods(t.Context(), s.customer)
	if err != nil {
		t.Fatal(err)
	}
	stale := s.invoice(first)
	stale.State = invoice.Open // as a worker that was killed has seen it
	for range 3 {
		if err := s.Cashier.Charge(t.Context(), stale, m, true); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []uuid.UUID{first, second} {
		if taken := s.stripe.Taken(id.String()); taken != 900 {
			t.Errorf("%d were taken", taken)
		}
	}
}

// A payment that was begun in the browser before there was a card is charged to the card that is added then.
func TestABegunPaymentIsChargedToALaterCard(t *testing.T) { // D-59
	s := open(t)
	id := s.issue("PB-2026-000001")
	s.eventually("the invoice is there", func() bool { return s.invoice(id).Number != "" })
	if _, status, err := s.Cashier.Begin(
		t.Context(),
		s.invoice(id),
		"",
	); err != nil ||
		status.State != payments.Unpaid {
		t.Fatalf("%+v, %v", status, err)
	}
	s.addCard(paymentstest.Good)
	s.eventually("the invoice is paid", func() bool { return s.invoice(id).State == invoice.Settled })
}

// What is given back or disputed on the pages of the payment provider is told to operators, with the invoice and its
// state, until both say the same.
func TestMoneyThatIsGivenBackAtTheProviderIsAStepForOperators(t *testing.T) { // D-59
	s := open(t)
	store := s.Refusals.(*refusals.Store)
	s.addCard(paymentstest.Good)
	ids := make([]string, 2)
	invoices := []uuid.UUID{s.issue("PB-2026-000001"), s.issue("PB-2026-000002")}
	for n, id := range invoices {
		s.eventually("the invoice is paid", func() bool { return s.invoice(id).State == invoice.Settled })
		var err error
		if ids[n], err = s.Cashier.Store.Of(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	tell := func(kind, about string) {
		t.Helper()
		s.later(time.Second)
		n := payments.Notice{ID: "evt_" + kind + s.clock().String(), Type: kind, Object: about}
		if err := s.Cashier.Store.Receive(t.Context(), n, s.clock()); err != nil {
			t.Fatal(err)
		}
		if err := s.Notices(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	steps := func(want ...string) {
		t.Helper()
		all, _, err := store.List(t.Context(), 10)
		if err != nil || len(all) != len(want) {
			t.Fatalf("%d steps, want %d: %+v, %v", len(all), len(want), all, err)
		}
		for n, text := range want {
			if !strings.Contains(all[n].Message, text) || !slices.Contains(invoices, all[n].Stream) {
				t.Errorf("the step is %+v, want %q", all[n], text)
			}
		}
	}
	tell("charge.refunded", s.stripe.GiveBack(ids[0], 400))
	steps("given back 4.00 EUR, a part of invoice PB-2026-000001, which is paid here")
	tell("charge.refunded", s.stripe.GiveBack(ids[0], 900))
	steps("given back 9.00 EUR of invoice PB-2026-000001, which is paid here. Give it back here too")
	if err := store.Swept(t.Context(), s.clock().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	tell("charge.dispute.created", s.stripe.Dispute(ids[1], "needs_response"))
	steps(
		"disputes 9.00 EUR of invoice PB-2026-000002, which is paid here. Answer it",
		"given back 9.00 EUR of invoice PB-2026-000001",
	)
	s.stripe.Dispute(ids[1], "won")
	if err := store.Retry(t.Context()); err != nil { // an operator has looked at Stripe
		t.Fatal(err)
	}
	if err := s.Notices(t.Context()); err != nil {
		t.Fatal(err)
	}
	steps("given back 9.00 EUR of invoice PB-2026-000001")
	const givenBack = "update sales_invoices set state = 'refunded' where id = $1" // its reason would need a store of keys
	if _, err := s.pool.Exec(t.Context(), givenBack, invoices[0]); err != nil {
		t.Fatal(err)
	}
	tell("charge.refunded", s.stripe.GiveBack(ids[0], 900)) // the notice of the product's own refund
	steps()
	tell("charge.dispute.closed", s.stripe.Dispute(ids[1], "lost"))
	steps("A dispute took 9.00 EUR of invoice PB-2026-000002, which is paid here. Give it back here too")
	tell("charge.refunded", "ch_another_product")
	steps("A dispute took 9.00 EUR")
}

// An amount that is not the invoice's is never noted as its payment.
func TestAnotherAmountIsNoPayment(t *testing.T) { // D-59
	s := open(t)
	id := s.issue("PB-2026-000001")
	s.eventually("the invoice is there", func() bool { return s.invoice(id).Number != "" })
	status := payments.Status{State: payments.Paid, Amount: 899, Currency: "EUR"}
	if _, err := s.Cashier.Note(t.Context(), s.invoice(id), "pi_1", status); !errors.Is(err, payments.ErrRejected) {
		t.Error("899 are noted for an invoice of 900")
	}
	status.Amount, status.Currency = 900, "USD"
	if _, err := s.Cashier.Note(t.Context(), s.invoice(id), "pi_1", status); !errors.Is(err, payments.ErrRejected) {
		t.Error("dollars are noted for an invoice in euros")
	}
	if s.invoice(id).State != invoice.Open {
		t.Error("the invoice is paid")
	}
}
