package accounts

import (
	"bytes"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/payments/paymentstest"
)

// till is a product whose direct customers pay by card.
type till struct {
	*harness.Site
	stripe       *paymentstest.Stripe
	mails        *embedded.MailSink
	admin, owner *harness.Person
	plans        []uuid.UUID // each dearer than the one before
}

func openTill(t *testing.T) *till {
	t.Helper()
	dir := harness.Folder(t)
	log, f, err := harness.Logger(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := &till{stripe: paymentstest.New()}
	t.Cleanup(s.stripe.Close)
	cfg := harness.Settings(dir)
	cfg.Stripe = config.Stripe(s.stripe.Settings())
	cfg.MailFrom = "proofboard@studio.test"
	if s.Site, err = harness.OpenWith(cfg, harness.Seed(), log, f); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if s.mails, err = embedded.OpenMailSink(filepath.Join(dir, "mail")); err != nil {
		t.Fatal(err)
	}
	s.admin = s.SignedIn(t, "admin")
	for _, p := range []struct {
		name  string
		price int
	}{{"Small", 3_000}, {"Studio", 10_000}, {"Growth", 20_000}, {"Large", 40_000}, {"Enterprise", 80_000}} {
		s.plans = append(s.plans, createPlan(t, s.admin, "customer", sold(p.name, p.price, nil)))
	}
	return s
}

// choose lets the owner choose a plan. It returns the invoice, once it is issued.
func (s *till) choose(t *testing.T, plan int) (i contract.Invoice) {
	t.Helper()
	before := len(invoicesOf(t, s.owner, ""))
	harness.MustCall[contract.Plain](t, s.owner, http.MethodPut, "/package", map[string]any{
		"planId": s.plans[plan], "confirmed": option(t, s.owner, s.plans[plan]).Confirm,
	})
	harness.Eventually(t, "the plan has an invoice", func() bool {
		all := invoicesOf(t, s.owner, "")
		if len(all) > before {
			i = all[0]
		}
		return len(all) > before
	})
	return i
}

func (s *till) invoice(t *testing.T, id uuid.UUID) contract.Invoice {
	t.Helper()
	return harness.MustCall[contract.InvoiceAnswer](
		t,
		s.owner,
		http.MethodGet,
		"/billing/invoices/"+id.String(),
		nil,
	).Data
}

// isPaid waits until an invoice is paid by card, and checks that its total was taken once.
func (s *till) isPaid(t *testing.T, i contract.Invoice) {
	t.Helper()
	harness.Eventually(t, "the invoice is paid by card", func() bool {
		now := s.invoice(t, i.Id)
		return now.State == "paid" && (*now.Payments)[0].Way == "stripe"
	})
	if taken := s.stripe.Taken(i.Id.String()); taken != i.Bill.Total {
		t.Errorf("%d were taken for an invoice of %d", taken, i.Bill.Total)
	}
}

func (s *till) methods(t *testing.T) contract.PaymentMethods {
	t.Helper()
	return harness.MustCall[contract.PaymentMethodsAnswer](
		t, s.owner, http.MethodGet, "/billing/payment-methods", nil,
	).Data
}

// idOf returns what the provider calls a payment that the browser confirms.
func idOf(e contract.CardEntry) string {
	id, _, _ := strings.Cut(e.ClientSecret, "_secret_")
	return id
}

// enter lets the owner enter a card, and returns the entry.
func (s *till) enter(t *testing.T, last4 string) map[string]any {
	t.Helper()
	e := harness.MustCall[contract.CardEntryAnswer](
		t, s.owner, http.MethodPost, "/billing/payment-methods/entry", nil,
	).Data
	if e.PublishableKey != paymentstest.PublishableKey {
		t.Errorf("the browser gets the key %s", e.PublishableKey)
	}
	return map[string]any{"entryId": s.stripe.EnterCard(e.ClientSecret, last4)}
}

// add adds a card, and returns its path.
func (s *till) add(t *testing.T, last4 string) (path string) {
	t.Helper()
	harness.MustCall[contract.Plain](t, s.owner, http.MethodPost, "/billing/payment-methods", s.enter(t, last4))
	all := s.methods(t).Methods
	return "/billing/payment-methods/" + all[len(all)-1].Id.String()
}

// tell posts a notice as the payment provider does. It returns the status of the answer.
func (s *till) tell(t *testing.T, id, kind, about string, at time.Time) int {
	t.Helper()
	body, signature := paymentstest.Notice(id, kind, about, at)
	req, err := http.NewRequestWithContext(
		t.Context(), http.MethodPost, s.Base+"/api/webhooks/stripe", bytes.NewReader(body),
	)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Stripe-Signature", signature)
	a, err := s.Do(s.Client, req)
	if err != nil {
		t.Fatal(err)
	}
	return a.Status
}

func (s *till) notice(t *testing.T, id string) contract.PaymentNotice {
	t.Helper()
	for _, n := range harness.MustCall[contract.PaymentNoticesAnswer](
		t, s.admin, http.MethodGet, "/operations/payment-notices", nil,
	).Data {
		if n.Id == id {
			return n
		}
	}
	t.Fatalf("the notice %s is not listed", id)
	return contract.PaymentNotice{}
}

// An owner adds a card, to which invoices are charged from then on. A refused card, a payment in the browser,
// a refund and a payment in two ways are each noted once, whatever the provider tells and how often.
func TestInvoicesArePaidByCard(t *testing.T) { // D-59 D-75 BD-024 BD-347 SH-009
	harness.Parallel(t)
	s := openTill(t)
	t.Run("the provider tells of a card", s.addsACardThatTheProviderTells)
	s.owner = s.SignedIn(t, "beta")
	if m := s.methods(t); m.Way != "stripe" || m.Required || len(m.Methods) > 0 {
		t.Errorf("before there is a plan: %+v", m)
	}
	first := s.choose(t, 0)
	if m := s.methods(t); !m.Required || *profile(t, s.owner).IsPaymentComplete {
		t.Errorf("without a card: %+v", m)
	}
	s.stripe.Down(true)
	harness.MustRefuse(
		t, s.owner, http.StatusServiceUnavailable, "payment.provider_unavailable",
		http.MethodPost, "/billing/payment-methods/entry", nil,
	)
	s.stripe.Down(false)

	// The card of one account cannot be added to another, nor one that was never entered.
	entry, rival := s.enter(t, paymentstest.Good), s.SignedIn(t, "owner")
	for _, e := range []any{entry, map[string]any{"entryId": "seti_none"}} {
		harness.MustRefuse(
			t, rival, http.StatusConflict, "payment_method.not_entered", http.MethodPost, "/billing/payment-methods", e,
		)
	}
	browser := harness.Listen(t, s.owner)
	for range 2 {
		harness.MustCall[contract.Plain](t, s.owner, http.MethodPost, "/billing/payment-methods", entry)
	}
	browser.Expect(t, "reload-profile")
	browser.Expect(t, "reload-billing")
	m := s.methods(t)
	if len(m.Methods) != 1 || m.Required || !m.Methods[0].IsDefault || !m.Methods[0].Active ||
		m.Methods[0].Brand != "visa" || m.Methods[0].Last4 != paymentstest.Good || m.Methods[0].Expires != "04/2031" {
		t.Fatalf("with a card: %+v", m)
	}
	if !*profile(t, s.owner).IsPaymentComplete {
		t.Error("the profile misses a card")
	}
	s.isPaid(t, first)
	s.isPaid(t, s.choose(t, 1))

	// A card that is refused.
	good := "/billing/payment-methods/" + m.Methods[0].Id.String()
	harness.MustRefuse(t, s.owner, http.StatusConflict, "payment_method.active", http.MethodDelete, good, nil)
	poor := s.add(t, "0002")
	harness.MustCall[contract.Plain](t, s.owner, http.MethodPut, poor, map[string]any{"change": "make-default"})
	third := s.choose(t, 2)
	harness.Eventually(t, "the card is refused", func() bool {
		tries := s.invoice(t, third.Id).Payments
		return tries != nil && len(*tries) == 1 && (*tries)[0].Kind == "refused" &&
			*(*tries)[0].Failure == "There is not enough money on the card."
	})
	if i := s.invoice(t, third.Id); i.State != "open" {
		t.Errorf("after the refusal: %+v", i)
	}
	harness.Eventually(t, "the owner has a mail about it", func() bool {
		return slices.ContainsFunc(harness.MailsTo(t, s.mails, s.owner), func(m embedded.Mail) bool {
			return m.Subject == "Your card was refused for invoice "+third.Number &&
				strings.Contains(m.Text, "There is not enough money on the card.")
		})
	})

	// The owner pays it in the browser with another card, and the provider tells so twice.
	card := "/billing/invoices/" + third.Id.String() + "/card-payment"
	begun := harness.MustCall[contract.CardEntryAnswer](t, s.owner, http.MethodPost, card, nil).Data
	if begun.MethodReference == nil || begun.ClientSecret == "" {
		t.Errorf("the browser gets %+v", begun)
	}
	s.stripe.Pay(begun.ClientSecret, paymentstest.Good)
	paid := idOf(begun)
	for range 2 {
		if status := s.tell(t, "evt_1", "payment_intent.succeeded", paid, time.Now()); status != http.StatusNoContent {
			t.Errorf("the notice is answered with %d", status)
		}
	}
	s.isPaid(t, third)
	if end := harness.MustCall[contract.CardPaymentAnswer](
		t,
		s.owner,
		http.MethodPut,
		card,
		nil,
	); end.Data.State != "paid" {
		t.Errorf("the browser is told %+v", end)
	}
	harness.MustRefuse(t, s.owner, http.StatusConflict, "invoice.not_open", http.MethodPost, card, nil)
	harness.Eventually(t, "the notice is handled", func() bool { return s.notice(t, "evt_1").DoneAt != nil })
	harness.MustCall[contract.Plain](t, s.admin, http.MethodPost, "/operations/payment-notices/evt_1/replay", nil)
	harness.Eventually(t, "the notice is handled again", func() bool {
		n := s.notice(t, "evt_1")
		return n.DoneAt != nil && n.Tries == 2
	})

	// What is not signed, or too old, is not stored.
	if status := s.tell(t, "evt_2", "x", paid, time.Now().Add(-time.Hour)); status != http.StatusBadRequest {
		t.Errorf("an old notice is answered with %d", status)
	}

	// It is given back.
	harness.MustCall[contract.Plain](
		t,
		s.admin,
		http.MethodPut,
		"/billing/invoices/"+third.Id.String()+"/credit",
		map[string]any{"reason": "By mistake."},
	)
	harness.Eventually(t, "the money is given back", func() bool { return s.stripe.Taken(third.Id.String()) == 0 })

	// An invoice that was paid by transfer and by card at the same time: the card is given back.
	harness.MustCall[contract.Plain](t, s.owner, http.MethodPut, poor, map[string]any{"change": "deactivate"})
	harness.MustCall[contract.Plain](t, s.owner, http.MethodDelete, poor, nil)
	harness.Eventually(
		t,
		"the provider forgets the card",
		func() bool { return !s.stripe.Knows(*begun.MethodReference) },
	)
	harness.MustCall[contract.Plain](t, s.owner, http.MethodPut, good, map[string]any{"change": "deactivate"})
	fourth := s.choose(t, 3)
	path := "/billing/invoices/" + fourth.Id.String()
	open := harness.MustCall[contract.CardEntryAnswer](t, s.owner, http.MethodPost, path+"/card-payment", nil).Data
	s.stripe.Cancel(idOf(open))
	cancelled := open
	open = harness.MustCall[contract.CardEntryAnswer](t, s.owner, http.MethodPost, path+"/card-payment", nil).Data
	if open.ClientSecret == cancelled.ClientSecret || open.MethodReference != nil {
		t.Errorf("a payment that can never be paid is offered again: %+v", open)
	}
	today := map[string]any{"on": harness.Today()}
	harness.MustCall[contract.Plain](t, s.admin, http.MethodPut, path+"/payment", today)
	s.stripe.Pay(open.ClientSecret, paymentstest.Good)
	if taken := s.stripe.Taken(fourth.Id.String()); taken != fourth.Bill.Total {
		t.Errorf("%d were taken", taken)
	}
	s.tell(t, "evt_3", "payment_intent.succeeded", idOf(open), time.Now())
	harness.Eventually(t, "the card is given back", func() bool { return s.stripe.Taken(fourth.Id.String()) == 0 })
	if i := s.invoice(t, fourth.Id); i.State != "paid" || (*i.Payments)[0].Way != "manual" {
		t.Errorf("the invoice is %+v", i)
	}

	// An outage delays what is charged.
	harness.MustCall[contract.Plain](t, s.owner, http.MethodPut, good, map[string]any{"change": "activate"})
	s.stripe.Down(true)
	fifth := s.choose(t, 4)
	s.stripe.Down(false)
	s.isPaid(t, fifth)
}

// A card is added also when the browser was closed after it had been entered.
func (s *till) addsACardThatTheProviderTells(t *testing.T) { // D-59
	s.owner = s.SignedIn(t, "owner")
	entry := s.enter(t, paymentstest.Good)["entryId"].(string)
	s.tell(t, "evt_a", "setup_intent.succeeded", entry, time.Now())
	harness.Eventually(t, "the card is added", func() bool { return len(s.methods(t).Methods) == 1 })

	i := s.choose(t, 0)
	s.isPaid(t, i)
	for id, about := range map[string]string{"evt_b": "pi_of_another_product", "evt_c": "seti_of_another_product"} {
		kind := "payment_intent.succeeded"
		if id == "evt_c" {
			kind = "setup_intent.succeeded"
		}
		s.tell(t, id, kind, about, time.Now())
		harness.Eventually(t, "it is left alone", func() bool { return s.notice(t, id).DoneAt != nil })
	}
	if m := s.methods(t); len(m.Methods) != 1 {
		t.Errorf("the cards are %+v", m)
	}
}
