package payments_test

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/payments/paymentstest"
)

// mock starts stripe-mock, which checks requests against the contract of Stripe's API.
func mock(t *testing.T) string {
	t.Helper()
	const program = "../../bin/stripe-mock"
	if _, err := os.Stat(program); err != nil {
		t.Fatal("make test-go builds bin/stripe-mock before it runs the tests")
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	c := exec.CommandContext(ctx, program, "-http-addr", address)
	if err := c.Start(); err != nil {
		stop()
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = c.Wait() })
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			_ = conn.Close()
			return "http://" + address
		}
	}
	t.Fatal("stripe-mock does not answer")
	return ""
}

// Everything that is asked is what the contract of Stripe's API accepts.
func TestRequestsAreThoseOfStripesContract(t *testing.T) { // D-59
	s := payments.New(payments.Settings{SecretKey: "sk_test_123", API: mock(t)})
	ctx := t.Context()
	if secret, err := s.Enter(ctx, uuid.New(), ""); err != nil || secret == "" {
		t.Errorf("enter: %q, %v", secret, err)
	}
	// The answers are samples: the entry of the sample is not confirmed.
	if _, err := s.Entered(ctx, "seti_1"); !errors.Is(err, payments.ErrNotEntered) {
		t.Errorf("entered: %v", err)
	}
	id, err := s.Open(ctx, payments.Debt{
		Invoice: uuid.New(), Number: "PB-2026-000001", Amount: 1_500, Currency: "EUR", Account: "cus_1",
	})
	if err != nil || !strings.HasPrefix(id, "pi_") {
		t.Errorf("open: %q, %v", id, err)
	}
	if err := s.Assign(ctx, id, "cus_1"); err != nil {
		t.Errorf("assign: %v", err)
	}
	if _, err := s.Charge(ctx, id, "pm_1"); err != nil {
		t.Errorf("charge: %v", err)
	}
	if status, err := s.Status(ctx, id); err != nil || status.State != payments.Unpaid || status.Secret == "" {
		t.Errorf("status: %+v, %v", status, err)
	}
	if err := s.Refund(ctx, id); err != nil {
		t.Errorf("refund: %v", err)
	}
	if r, err := s.Returned(ctx, "ch_1"); err != nil || r.Currency == "" {
		t.Errorf("a refund: %+v, %v", r, err)
	}
	if r, err := s.Returned(ctx, "dp_1"); err != nil || r.Dispute == "" {
		t.Errorf("a dispute: %+v, %v", r, err)
	}
	if err := s.Forget(ctx, "pm_1"); err != nil {
		t.Errorf("forget: %v", err)
	}
}

// A payment takes money once, however often it is charged. A refusal has a reason, and another card can be tried.
func TestAPaymentTakesMoneyOnce(t *testing.T) { // D-59 D-75
	fake := paymentstest.New()
	defer fake.Close()
	s := payments.New(fake.Settings())
	card := func(last4 string) string {
		t.Helper()
		secret, err := s.Enter(t.Context(), uuid.New(), "cus_1")
		if err != nil {
			t.Fatal(err)
		}
		entry, err := s.Entered(t.Context(), fake.EnterCard(secret, last4))
		if err != nil {
			t.Fatal(err)
		}
		if c := entry.Card; c.Brand != "visa" || c.Last4 != last4 || c.Expires != "04/2031" ||
			entry.Account != "cus_1" {
			t.Errorf("the card is %+v", entry)
		}
		return entry.Reference
	}
	invoice := uuid.New()
	id, err := s.Open(t.Context(), payments.Debt{
		Invoice: invoice, Number: "1", Amount: 1_500, Currency: "EUR", Account: "cus_1",
	})
	if err != nil {
		t.Fatal(err)
	}
	refused, err := s.Charge(t.Context(), id, card("0002"))
	if err != nil || refused.State != payments.Refused || refused.Reason != "insufficient_funds" || refused.Try == "" {
		t.Errorf("a card without money: %+v, %v", refused, err)
	}
	good := card(paymentstest.Good)
	for range 3 {
		paid, err := s.Charge(t.Context(), id, good)
		if err != nil || paid.State != payments.Paid || paid.Amount != 1_500 || paid.Currency != "EUR" {
			t.Errorf("a good card: %+v, %v", paid, err)
		}
	}
	if taken := fake.Taken(invoice.String()); taken != 1_500 {
		t.Errorf("%d were taken", taken)
	}
	for range 2 {
		if err := s.Refund(t.Context(), id); err != nil {
			t.Errorf("refund: %v", err)
		}
	}
	if taken := fake.Taken(invoice.String()); taken != 0 {
		t.Errorf("%d are left after the refund", taken)
	}
	if err := s.Forget(t.Context(), good); err != nil {
		t.Error(err)
	}
	if err := s.Forget(t.Context(), good); err != nil {
		t.Errorf("a card that is gone: %v", err)
	}
	if _, err := s.Charge(t.Context(), id+"x", good); !errors.Is(err, payments.ErrRejected) {
		t.Errorf("a payment that does not exist: %v", err)
	}
	if _, err := s.Entered(t.Context(), "seti_x"); !errors.Is(err, payments.ErrNotEntered) {
		t.Errorf("an entry that does not exist: %v", err)
	}
	wrong := fake.Settings()
	wrong.SecretKey = "sk_test_other"
	if _, err := payments.New(wrong).Status(t.Context(), id); !errors.Is(err, payments.ErrUnavailable) {
		t.Errorf("with a wrong key: %v", err)
	}
}

// People read why a card was refused. A code that is not known has a sentence too.
func TestARefusalIsASentence(t *testing.T) { // D-59
	for code, want := range map[string]string{
		"expired_card": "The card has expired.", "stolen_card": "The bank refused the card.", "": "The bank refused the card.",
	} {
		if got := payments.Sentence(code); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", code, got)
		}
	}
}

// Only what Stripe has signed in the last five minutes is believed.
func TestNoticesAreSigned(t *testing.T) { // D-59
	s := payments.New(payments.Settings{SecretKey: "sk", WebhookSecret: paymentstest.WebhookSecret})
	body, signature := paymentstest.Notice("evt_1", "payment_intent.succeeded", "pi_1", time.Now())
	if n, err := s.Notice(body, signature); err != nil || n != (payments.Notice{
		ID: "evt_1", Type: "payment_intent.succeeded", Object: "pi_1",
	}) {
		t.Errorf("%+v, %v", n, err)
	}
	old, stale := paymentstest.Notice("evt_1", "x", "pi_1", time.Now().Add(-6*time.Minute))
	other := payments.New(payments.Settings{SecretKey: "sk", WebhookSecret: "whsec_other"})
	for name, err := range map[string]error{
		"changed":        second(s.Notice(append(body, ' '), signature)),
		"not signed":     second(s.Notice(body, "")),
		"nonsense":       second(s.Notice(body, "t=1,v1=zz")),
		"old":            second(s.Notice(old, stale)),
		"another secret": second(other.Notice(body, signature)),
	} {
		if !errors.Is(err, payments.ErrSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second(_ payments.Notice, err error) error { return err }

// Whatever is posted is refused without a signature, and does no harm.
func FuzzNotice(f *testing.F) {
	body, signature := paymentstest.Notice("evt_1", "x", "pi_1", time.Now())
	f.Add(body, signature)
	f.Add([]byte(`{"data":{"object":[]}}`), signature)
	f.Add([]byte("{"), "t=,v1=")
	s := payments.New(payments.Settings{SecretKey: "sk", WebhookSecret: "whsec_other"})
	f.Fuzz(func(t *testing.T, body []byte, signature string) {
		if _, err := s.Notice(body, signature); !errors.Is(err, payments.ErrSignature) {
			t.Errorf("%v", err)
		}
	})
}
