// Package payments charges cards with Stripe, and keeps what Stripe says about that. The numbers of cards never
// reach the product: they are entered into an element of Stripe in the browser.
package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/webhook"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/payment"
)

// Errors of the provider.
var (
	ErrUnavailable = &domain.Error{
		Code:    domain.Unavailable,
		Reason:  "payment.provider_unavailable",
		Message: "The payment provider does not answer. Please try again soon.",
	}
	// ErrRejected is returned for a request that can never succeed as it is.
	ErrRejected = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "payment.rejected",
		Message: "The payment provider does not accept this payment.",
	}
	ErrNotEntered = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "payment_method.not_entered",
		Message: "The payment provider has not confirmed this card. Please enter it again.",
	}
	ErrSignature = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "webhook.signature_invalid",
		Message: "This is not signed by the payment provider.",
	}
)

// Settings are what an operator gets from Stripe.
type Settings struct {
	SecretKey      string
	PublishableKey string
	WebhookSecret  string
	API            string // address of the API; empty: Stripe's
}

// Stripe is an account with Stripe.
type Stripe struct {
	client *stripe.Client
	Settings
}

const (
	timeout = 30 * time.Second
	retries = 2 // of a request that got no answer; they have the same idempotency key
)

// New returns the account with these settings.
func New(s Settings) *Stripe {
	c := &stripe.BackendConfig{
		HTTPClient:        &http.Client{Timeout: timeout},
		MaxNetworkRetries: stripe.Int64(retries),
		EnableTelemetry:   new(false),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull}, // callers log what they are refused
	}
	if s.API != "" {
		c.URL = stripe.String(s.API)
	}
	return &Stripe{stripe.NewClient(s.SecretKey, stripe.WithBackends(stripe.NewBackendsWithConfig(c))), s}
}

// Names of the metadata that tie what Stripe has to what the product has.
const (
	customerKey = "proofboard_customer"
	invoiceKey  = "proofboard_invoice"
)

// Enter begins to enter a card for a customer. account is what Stripe calls the customer, empty if it does not
// know them. It returns the secret with which the browser confirms the entry.
func (s *Stripe) Enter(ctx context.Context, customer uuid.UUID, account string) (secret string, err error) {
	if account == "" {
		p := &stripe.CustomerCreateParams{Metadata: map[string]string{customerKey: customer.String()}}
		p.SetIdempotencyKey("customer " + customer.String())
		c, err := s.client.V1Customers.Create(ctx, p)
		if err != nil {
			return "", failed(err)
		}
		account = c.ID
	}
	i, err := s.client.V1SetupIntents.Create(ctx, &stripe.SetupIntentCreateParams{
		Customer:           stripe.String(account),
		PaymentMethodTypes: stripe.StringSlice([]string{"card"}),
		Usage:              stripe.String(string(stripe.SetupIntentUsageOffSession)),
		Metadata:           map[string]string{customerKey: customer.String()},
	})
	if err != nil {
		return "", failed(err)
	}
	return i.ClientSecret, nil
}

// Entry is a card that was entered.
type Entry struct {
	Customer  uuid.UUID
	Account   string // what Stripe calls the customer
	Reference string // of the card
	Card      payment.Card
}

// Entered returns the card of a confirmed entry.
func (s *Stripe) Entered(ctx context.Context, id string) (Entry, error) {
	p := &stripe.SetupIntentRetrieveParams{}
	p.AddExpand("payment_method")
	i, err := s.client.V1SetupIntents.Retrieve(ctx, id, p)
	if unknown(err) {
		return Entry{}, ErrNotEntered
	}
	if err != nil {
		return Entry{}, failed(err)
	}
	customer, err := uuid.Parse(i.Metadata[customerKey])
	m := i.PaymentMethod
	if err != nil || i.Status != stripe.SetupIntentStatusSucceeded || m == nil || m.Card == nil || i.Customer == nil {
		return Entry{}, ErrNotEntered
	}
	return Entry{
		customer,
		i.Customer.ID,
		m.ID,
		payment.Card{
			Brand: string(
				m.Card.Brand,
			),
			Last4:   m.Card.Last4,
			Expires: fmt.Sprintf("%02d/%d", m.Card.ExpMonth, m.Card.ExpYear),
		},
	}, nil
}

// Forget removes a card. One that is gone already is no error.
func (s *Stripe) Forget(ctx context.Context, card string) error {
	_, err := s.client.V1PaymentMethods.Detach(ctx, card, nil)
	if errors.Is(failed(err), ErrRejected) {
		return nil
	}
	return failed(err)
}

// Debt is what is charged for an invoice.
type Debt struct {
	Invoice  uuid.UUID
	Number   string // of the invoice
	Amount   billing.Amount
	Currency billing.Currency
	Account  string // what Stripe calls the customer
}

// Open begins the payment of an invoice. Nothing is charged yet. It returns what Stripe calls the payment.
func (s *Stripe) Open(ctx context.Context, d Debt) (id string, err error) {
	p := &stripe.PaymentIntentCreateParams{
		Amount:             new(int64(d.Amount)),
		Currency:           stripe.String(strings.ToLower(string(d.Currency))),
		Description:        stripe.String("Invoice " + d.Number),
		PaymentMethodTypes: stripe.StringSlice([]string{"card"}),
		Metadata:           map[string]string{invoiceKey: d.Invoice.String()},
	}
	if d.Account != "" {
		p.Customer = stripe.String(d.Account)
	}
	i, err := s.client.V1PaymentIntents.Create(ctx, p)
	if err != nil {
		return "", failed(err)
	}
	return i.ID, nil
}

// State is how a payment stands.
type State string

// The states of a payment.
const (
	Paid       State = "paid"
	Refused    State = "refused"
	Processing State = "processing"
	Unpaid     State = "open"      // nothing was tried, or the person has to confirm it in the browser
	Cancelled  State = "cancelled" // it can never be paid
)

// Status is what Stripe says about a payment.
type Status struct {
	State    State
	Secret   string // with which the browser confirms it
	Account  string // what Stripe calls the customer; empty if the payment belongs to none
	Reason   string // why it was refused: Stripe's code
	Try      string // the refused attempt, so that it is noted once
	Amount   billing.Amount
	Currency billing.Currency
}

// Charge charges a card for a payment. Charging again what was paid already charges nothing.
func (s *Stripe) Charge(ctx context.Context, id, card string) (Status, error) {
	p := &stripe.PaymentIntentConfirmParams{PaymentMethod: stripe.String(card), OffSession: new(true)}
	i, err := s.client.V1PaymentIntents.Confirm(ctx, id, p)
	if e, is := errors.AsType[*stripe.Error](err); is &&
		(e.Type == stripe.ErrorTypeCard || e.Code == stripe.ErrorCodePaymentIntentUnexpectedState) {
		// The state after a refusal is read: a payment that was made meanwhile is refused a second time too.
		return s.Status(ctx, id)
	}
	if err != nil {
		return Status{}, failed(err)
	}
	return statusOf(i), nil
}

// Assign makes a payment that of a customer, so that their cards can be charged for it.
func (s *Stripe) Assign(ctx context.Context, id, account string) error {
	_, err := s.client.V1PaymentIntents.Update(ctx, id, &stripe.PaymentIntentUpdateParams{Customer: &account})
	return failed(err)
}

// Status returns how a payment stands.
func (s *Stripe) Status(ctx context.Context, id string) (Status, error) {
	i, err := s.client.V1PaymentIntents.Retrieve(ctx, id, nil)
	if err != nil {
		return Status{}, failed(err)
	}
	return statusOf(i), nil
}

func statusOf(i *stripe.PaymentIntent) Status {
	s := Status{
		State: Unpaid, Secret: i.ClientSecret, Amount: billing.Amount(i.Amount),
		Currency: currencyOf(i.Currency),
	}
	if i.Customer != nil {
		s.Account = i.Customer.ID
	}
	switch i.Status {
	case stripe.PaymentIntentStatusSucceeded:
		s.State = Paid
	case stripe.PaymentIntentStatusProcessing:
		s.State = Processing
	case stripe.PaymentIntentStatusCanceled:
		s.State = Cancelled
	case stripe.PaymentIntentStatusRequiresPaymentMethod:
		if e := i.LastPaymentError; e != nil && e.Code != "" {
			s.State, s.Reason = Refused, string(e.Code)
			if e.DeclineCode != "" {
				s.Reason = string(e.DeclineCode)
			}
			if i.LatestCharge != nil {
				s.Try = i.LatestCharge.ID
			}
		}
	case stripe.PaymentIntentStatusRequiresAction, stripe.PaymentIntentStatusRequiresCapture,
		stripe.PaymentIntentStatusRequiresConfirmation:
	}
	return s
}

// Refund gives a payment back. One that was given back already is no error.
func (s *Stripe) Refund(ctx context.Context, id string) error {
	p := &stripe.RefundCreateParams{PaymentIntent: stripe.String(id)}
	p.SetIdempotencyKey("refund " + id)
	_, err := s.client.V1Refunds.Create(ctx, p)
	if e, is := errors.AsType[*stripe.Error](err); is && e.Code == stripe.ErrorCodeChargeAlreadyRefunded {
		return nil
	}
	return failed(err)
}

// Dispute is how a dispute stands, in Stripe's words.
type Dispute string

// DisputeLost says that the money was given back to the customer.
const DisputeLost = Dispute(stripe.DisputeStatusLost)

// Open reports whether the dispute is not decided yet.
func (d Dispute) Open() bool {
	switch stripe.DisputeStatus(d) {
	case stripe.DisputeStatusNeedsResponse, stripe.DisputeStatusUnderReview, stripe.DisputeStatusWarningNeedsResponse,
		stripe.DisputeStatusWarningUnderReview:
		return true
	case "", stripe.DisputeStatusLost, stripe.DisputeStatusPrevented, stripe.DisputeStatusWarningClosed,
		stripe.DisputeStatusWon:
	}
	return false
}

// Returned is what was given back, or is disputed, of a payment at Stripe.
type Returned struct {
	Payment  string
	Amount   billing.Amount
	Currency billing.Currency
	Dispute  Dispute // empty for refunds
	Reason   string  // Stripe's word for why it is disputed
}

// disputes begin the ids of disputes. Others are charges, with what was refunded of them.
var disputes = []string{"dp_", "du_"}

// Returned returns what was given back of a charge, or how a dispute stands.
func (s *Stripe) Returned(ctx context.Context, id string) (Returned, error) {
	if slices.ContainsFunc(disputes, func(prefix string) bool { return strings.HasPrefix(id, prefix) }) {
		d, err := s.client.V1Disputes.Retrieve(ctx, id, nil)
		if err != nil {
			return Returned{}, failed(err)
		}
		return Returned{
			paymentOf(d.PaymentIntent), billing.Amount(d.Amount), currencyOf(d.Currency), Dispute(d.Status),
			strings.ReplaceAll(string(d.Reason), "_", " "),
		}, nil
	}
	c, err := s.client.V1Charges.Retrieve(ctx, id, nil)
	if err != nil {
		return Returned{}, failed(err)
	}
	return Returned{
		Payment: paymentOf(c.PaymentIntent), Amount: billing.Amount(c.AmountRefunded), Currency: currencyOf(c.Currency),
	}, nil
}

func paymentOf(i *stripe.PaymentIntent) string {
	if i == nil {
		return ""
	}
	return i.ID
}

func currencyOf(c stripe.Currency) billing.Currency {
	return billing.Currency(strings.ToUpper(string(c)))
}

// Notice is something that Stripe tells by itself.
type Notice struct {
	ID     string
	Type   string
	Object string // id of the payment or entry that it is about
}

// Notice verifies the signature of what was posted, which has to be younger than five minutes.
func (s *Stripe) Notice(body []byte, signature string) (Notice, error) {
	e, err := webhook.ConstructEventWithOptions(body, signature, s.WebhookSecret, webhook.ConstructEventOptions{
		IgnoreAPIVersionMismatch: true, // only ids are read; the objects are fetched
	})
	if err != nil || e.ID == "" || e.Data == nil {
		return Notice{}, ErrSignature
	}
	id, _ := e.Data.Object["id"].(string)
	return Notice{e.ID, string(e.Type), id}, nil
}

// unknown reports whether Stripe does not have what was asked for.
func unknown(err error) bool {
	e, is := errors.AsType[*stripe.Error](err)
	return is && e.HTTPStatusCode == http.StatusNotFound
}

// failed wraps an error of Stripe. What it says can have data of a customer in it, so only codes are kept.
func failed(err error) error {
	if err == nil {
		return nil
	}
	if e, is := errors.AsType[*stripe.Error](err); is {
		if e.HTTPStatusCode == http.StatusBadRequest || e.HTTPStatusCode == http.StatusNotFound {
			return ErrRejected.From(fmt.Errorf("stripe: %d %s %s", e.HTTPStatusCode, e.Type, e.Code))
		}
		err = fmt.Errorf("%d %s %s", e.HTTPStatusCode, e.Type, e.Code)
	}
	return ErrUnavailable.From(fmt.Errorf("stripe: %w", err))
}
