package payments

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/sales"
)

// Refusals keeps what has to be done about money that was given back at the payment provider, for operators.
type Refusals interface {
	Add(ctx context.Context, r refusals.Step) error
	Remove(ctx context.Context, id uuid.UUID) error
	Notices(ctx context.Context, stream uuid.UUID) ([]string, error)
}

// namespace is the UUID namespace of the ids of steps.
var namespace = uuid.MustParse("7e0f9f4b-5c7c-4f5d-9a43-61a2a2b8f3d4")

// returned compares a refund or a dispute at the provider with its invoice. The product does not give money back by
// itself, so what differs is a step for an operator. A step that is settled is removed.
func (c Config) returned(ctx context.Context, id string) error {
	r, err := c.Cashier.Provider.Returned(ctx, id)
	if errors.Is(err, payments.ErrRejected) { // it is gone, or was never there
		return c.settled(ctx, id)
	}
	if err != nil {
		return err
	}
	of, err := c.Cashier.Store.InvoiceOf(ctx, r.Payment)
	if err != nil || of == uuid.Nil { // it belongs to another product
		return err
	}
	i, err := c.Sales.Invoice(ctx, of)
	if err != nil {
		return err
	}
	what, why := differs(r, i)
	if why == "" {
		return c.settled(ctx, id)
	}
	c.Logger.WarnContext(ctx, "the payment provider gives back a payment", "invoice", i.ID, "number", i.Number,
		"state", i.State, "notice", id, "dispute", r.Dispute)
	return c.Refusals.Add(ctx, refusals.Step{
		ID: stepOf(id), What: what, Stream: i.ID, Notice: id, Message: why, At: c.Clock(),
	})
}

func stepOf(notice string) uuid.UUID { return uuid.NewSHA1(namespace, []byte(notice)) }

// settled removes the step about something at the provider.
func (c Config) settled(ctx context.Context, id string) error {
	err := c.Refusals.Remove(ctx, stepOf(id))
	if errors.Is(err, domain.ErrNotFound) {
		return nil
	}
	return err
}

// states are the states of invoices in sentences.
var states = map[invoice.State]string{
	invoice.Open: "open", invoice.PastDue: "past due", invoice.Settled: "paid", invoice.Void: "void",
	invoice.GivenBack: "given back",
}

// differs says what an operator has to do, and why. It is empty if the invoice says the same as the provider.
func differs(r payments.Returned, i sales.Invoice) (what, why string) {
	sum := r.Currency.Text(r.Amount)
	about := fmt.Sprintf("invoice %s, which is %s here", i.Number, states[i.State])
	const giveBack = "Give it back here too, so that it gets a credit note."
	// Another payment of the invoice can have been given back by the product, or this one with the invoice.
	counts := i.State == invoice.Settled && i.Way == invoice.ByStripe
	switch {
	case r.Dispute.Open():
		return "Answer a dispute at the payment provider",
			fmt.Sprintf("The customer disputes %s of %s. Answer it at the payment provider: %s.", sum, about, r.Reason)
	case !counts, r.Amount == 0, r.Dispute != "" && r.Dispute != payments.DisputeLost:
		return "", ""
	case r.Dispute == payments.DisputeLost:
		return "Note a dispute that was lost", fmt.Sprintf("A dispute took %s of %s. %s", sum, about, giveBack)
	case r.Amount < i.Bill.Total:
		return "Note a refund of the payment provider", fmt.Sprintf(
			"The payment provider has given back %s, a part of %s. Give back the rest here, or remove this step.",
			sum, about)
	}
	return "Note a refund of the payment provider",
		fmt.Sprintf("The payment provider has given back %s of %s. %s", sum, about, giveBack)
}

// again compares once more where an operator wants it, or about one invoice.
func (c Config) again(ctx context.Context, stream uuid.UUID) error {
	notices, err := c.Refusals.Notices(ctx, stream)
	for _, id := range notices {
		if err = c.returned(ctx, id); err != nil {
			return err
		}
	}
	return err
}
