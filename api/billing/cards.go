package billing

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/projections/sales"
)

// Calls about payment methods and payments by card (D-59). The numbers of cards go from the browser to the
// payment provider.

// errNoCards refuses cards where invoices are paid by bank transfer.
var errNoCards = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "payment_method.not_taken",
	Message: "Invoices of this account are paid by bank transfer.",
}

// Cards takes payments by card.
type Cards struct {
	*payments.Cashier
	PublishableKey string // with which the browser talks to the payment provider
	// Notice verifies what the payment provider posts, by its signature.
	Notice func(body []byte, signature string) (payments.Notice, error)
}

// takesCards reports whether a client's invoices can be paid by card.
func (s *API) takesCards(seller string) bool { return s.Cards != nil && payments.Takes(seller) }

// needsCard reports whether an account has to add a card before its next payment.
func (s *API) needsCard(seller string, sub *subscription.Subscription, m *payment.Methods) bool {
	return s.takesCards(seller) && sub.Usable() && !sub.Cycle.Plan.Offer.Free && !m.AnyActive()
}

// payer returns the caller, if they may decide which cards of their account are charged.
func payer(ctx context.Context) (domain.Actor, error) {
	by := web.Actor(ctx)
	return by, policy.ChangesPaymentMethods(by, by.CustomerID)
}

// cardPayer is payer for an account that can pay by card.
func (s *API) cardPayer(ctx context.Context) (domain.Actor, error) {
	by, err := payer(ctx)
	if err == nil && !s.takesCards(by.ClientID) {
		err = errNoCards
	}
	return by, err
}

// PaymentMethods returns the payment methods of the caller's account.
func (s *API) PaymentMethods(
	ctx context.Context,
	_ contract.PaymentMethodsRequest,
) (*contract.PaymentMethodsAnswer, error) {
	by := web.Actor(ctx)
	if _, err := s.accountOf(ctx, nil, policy.SeesInvoices); err != nil {
		return nil, err
	}
	a := &contract.PaymentMethodsAnswer{}
	a.Data.Way, a.Data.Methods = contract.PaymentMethodsWayManual, []contract.PaymentMethod{}
	if !s.takesCards(by.ClientID) {
		selling, err := s.Sales.Selling(ctx, by.ClientID)
		a.Data.BankDetails = web.Some(selling.BankDetails)
		return a, err
	}
	m, err := s.Sales.PaymentMethods(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	sub, err := s.Sales.Subscription(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	a.Data.Way, a.Data.Required = contract.PaymentMethodsWayStripe, s.needsCard(by.ClientID, sub, m)
	for _, c := range m.All {
		a.Data.Methods = append(a.Data.Methods, contract.PaymentMethod{
			Id: c.ID, Brand: c.Card.Brand, Last4: c.Card.Last4, Expires: c.Card.Expires,
			Active: c.State == payment.Active, IsDefault: c.ID == m.Default,
		})
	}
	return a, nil
}

// EnterCard begins to enter a card with the payment provider.
func (s *API) EnterCard(
	ctx context.Context,
	_ contract.EnterCardRequest,
) (*contract.CardEntryAnswer, error) {
	by, err := s.cardPayer(ctx)
	if err != nil {
		return nil, err
	}
	m, err := s.Sales.PaymentMethods(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	secret, err := s.Cards.Provider.Enter(ctx, by.CustomerID, m.Account)
	return &contract.CardEntryAnswer{
		Data: contract.CardEntry{ClientSecret: secret, PublishableKey: s.Cards.PublishableKey},
	}, err
}

// AddPaymentMethod adds a card that was entered. One that was entered for another account does not exist here.
func (s *API) AddPaymentMethod(
	ctx context.Context,
	r contract.AddPaymentMethodRequest,
) (*contract.AccountChangedResponse, error) {
	by, err := s.cardPayer(ctx)
	if err != nil {
		return nil, err
	}
	entry, err := s.Cards.Provider.Entered(ctx, r.Body.EntryId)
	if err == nil && entry.Customer != by.CustomerID {
		err = payments.ErrNotEntered
	}
	if err != nil {
		return nil, err
	}
	done, err := s.Cards.Add(ctx, entry, web.Request(ctx, r.IdempotencyKey, "billing"))
	if err != nil {
		return nil, err
	}
	s.Web.Shown(ctx, sales.Name, done.Position)
	return web.Changed(done, "The card is added"), nil
}

// ChangePaymentMethod makes a card the default, or stops or begins again to charge it.
func (s *API) ChangePaymentMethod(
	ctx context.Context,
	r contract.ChangePaymentMethodRequest,
) (*contract.AccountChangedResponse, error) {
	return s.changeMethod(ctx, r.IdempotencyKey, r.MethodId, commands.MethodChange(r.Body.Change))
}

// DeletePaymentMethod deletes a card that is not active.
func (s *API) DeletePaymentMethod(
	ctx context.Context,
	r contract.DeletePaymentMethodRequest,
) (*contract.AccountChangedResponse, error) {
	return s.changeMethod(ctx, r.IdempotencyKey, r.MethodId, commands.DeleteMethod)
}

var methodMessages = map[commands.MethodChange]string{
	commands.MakeMethodDefault: "Invoices are charged to this card",
	commands.DeactivateMethod:  "The card is not charged any more",
	commands.ActivateMethod:    "The card can be charged again",
	commands.DeleteMethod:      "The card is deleted",
}

func (s *API) changeMethod(
	ctx context.Context,
	key *contract.IdempotencyKey,
	method uuid.UUID,
	change commands.MethodChange,
) (*contract.AccountChangedResponse, error) {
	by, err := payer(ctx)
	if err != nil {
		return nil, err
	}
	cmd := &commands.ChangePaymentMethod{Customer: by.CustomerID, Method: method, Change: change}
	return s.do(ctx, key, cmd, methodMessages[change])
}

// payable returns an invoice of the caller's account that can be paid by card.
func (s *API) payable(ctx context.Context, id uuid.UUID) (sales.Invoice, *payment.Methods, error) {
	by, err := s.cardPayer(ctx)
	if err != nil {
		return sales.Invoice{}, nil, err
	}
	i, err := s.invoice(ctx, id)
	if err == nil && i.Customer != by.CustomerID {
		err = domain.ErrNotFound
	}
	if err != nil {
		return i, nil, err
	}
	m, err := s.Sales.PaymentMethods(ctx, by.CustomerID)
	return i, m, err
}

// PayByCard begins to pay an invoice in the browser.
func (s *API) PayByCard(
	ctx context.Context,
	r contract.PayByCardRequest,
) (*contract.CardEntryAnswer, error) {
	i, m, err := s.payable(ctx, r.InvoiceId)
	if err != nil {
		return nil, err
	}
	if !payments.Payable(i) {
		return nil, invoice.ErrNotOpen
	}
	_, status, err := s.Cards.Begin(ctx, i, m.Account)
	d := contract.CardEntry{ClientSecret: status.Secret, PublishableKey: s.Cards.PublishableKey}
	if card, chosen := m.Charged(); chosen {
		d.MethodReference = &card.Reference
	}
	return &contract.CardEntryAnswer{Data: d}, err
}

var paymentMessages = map[payments.State]string{
	payments.Paid:       "The invoice is paid",
	payments.Refused:    "The card was refused",
	payments.Processing: "The payment is being processed",
	payments.Unpaid:     "Nothing was paid yet",
	payments.Cancelled:  "Nothing was paid yet",
}

// FinishCardPayment asks the payment provider how a payment ended, and notes it.
func (s *API) FinishCardPayment(
	ctx context.Context,
	r contract.FinishCardPaymentRequest,
) (*contract.CardPaymentAnswer, error) {
	i, m, err := s.payable(ctx, r.InvoiceId)
	if err != nil {
		return nil, err
	}
	id, status, err := s.Cards.Begin(ctx, i, m.Account)
	var position int64
	if err == nil {
		position, err = s.Cards.Note(ctx, i, id, status)
	}
	if err != nil {
		return nil, err
	}
	s.Web.Shown(ctx, sales.Name, position)
	a := &contract.CardPaymentAnswer{Message: paymentMessages[status.State]}
	a.Data.State = contract.CardPaymentState(status.State)
	if status.State == payments.Cancelled {
		a.Data.State = contract.CardPaymentState(payments.Unpaid)
	}
	if status.Reason != "" {
		a.Data.Reason = web.Some(payments.Sentence(status.Reason))
	}
	return a, nil
}
