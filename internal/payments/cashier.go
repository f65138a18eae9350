package payments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/projections/sales"
)

// Provider takes payments by card. Stripe implements it.
type Provider interface {
	Enter(ctx context.Context, customer uuid.UUID, account string) (secret string, err error)
	Entered(ctx context.Context, id string) (Entry, error)
	Forget(ctx context.Context, card string) error
	Open(ctx context.Context, d Debt) (id string, err error)
	Assign(ctx context.Context, id, account string) error
	Charge(ctx context.Context, id, card string) (Status, error)
	Status(ctx context.Context, id string) (Status, error)
	Refund(ctx context.Context, id string) error
	Returned(ctx context.Context, id string) (Returned, error)
}

var _ Provider = (*Stripe)(nil)

// Cashier charges invoices, and notes what the provider says about their payments. Each invoice has one payment
// with the provider, however often it is tried, and the provider takes the money of a payment once. So nobody
// pays twice, whatever is repeated.
type Cashier struct {
	Provider Provider
	Store    *Store
	Bus      interface {
		Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error)
	}
	Clock  func() time.Time
	Logger *slog.Logger
}

// Takes reports whether invoices of a client can be paid by card. The account with the provider belongs to
// those who run the product, so resellers get their money in other ways.
func Takes(issuer string) bool { return issuer == domain.DirectClient }

// Payable reports whether an invoice can be paid by card now.
func Payable(i sales.Invoice) bool {
	return Takes(i.Issuer) && (i.State == invoice.Open || i.State == invoice.PastDue)
}

func debtOf(i sales.Invoice, account string) Debt {
	return Debt{i.ID, i.Number, i.Bill.Total, i.Bill.Currency, account}
}

// Begin returns the payment of an invoice, and how it stands. There is one afterwards.
func (c *Cashier) Begin(ctx context.Context, i sales.Invoice, account string) (id string, s Status, err error) {
	if id, err = c.Store.Of(ctx, i.ID); err != nil {
		return "", s, err
	}
	if id == "" {
		if id, err = c.Provider.Open(ctx, debtOf(i, account)); err == nil {
			id, err = c.Store.Keep(ctx, i.ID, id)
		}
		if err != nil {
			return "", s, err
		}
	}
	s, err = c.Provider.Status(ctx, id)
	switch {
	case err != nil:
		return id, s, err
	case s.State == Cancelled:
		return c.begin(ctx, i, id, account)
	case s.Account == "" && account != "" && (s.State == Unpaid || s.State == Refused):
		err = c.Provider.Assign(ctx, id, account) // it was begun before the customer had a card
	}
	return id, s, err
}

// begin begins another payment of an invoice in place of one that can never be paid.
func (c *Cashier) begin(ctx context.Context, i sales.Invoice, old, account string) (id string, s Status, err error) {
	other, err := c.Provider.Open(ctx, debtOf(i, account))
	if err == nil {
		id, err = c.Store.Replace(ctx, i.ID, old, other)
	}
	if err == nil {
		s, err = c.Provider.Status(ctx, id)
	}
	return id, s, err
}

// Charge charges an invoice to the card that its customer has chosen, if there is one. A payment that was refused
// before is tried again only if that is wanted.
func (c *Cashier) Charge(ctx context.Context, i sales.Invoice, m *payment.Methods, again bool) error {
	card, chosen := m.Charged()
	if !chosen || !Payable(i) {
		return nil
	}
	id, s, err := c.Begin(ctx, i, m.Account)
	if err == nil && (s.State == Unpaid || s.State == Refused && again) {
		s, err = c.Provider.Charge(ctx, id, card.Reference)
	}
	if err != nil {
		return err
	}
	_, err = c.Note(ctx, i, id, s)
	return err
}

// namespace is the UUID namespace of the ids of commands.
var namespace = uuid.MustParse("b4a5e6f2-6f0e-4a43-9f0c-9a2f4b7f3c11")

func idFrom(what, of string) uuid.UUID { return uuid.NewSHA1(namespace, []byte(what+" "+of)) }

// Note records how the payment of an invoice stands. Recording the same again has no effect. It returns the
// position of what it recorded, or 0.
func (c *Cashier) Note(ctx context.Context, i sales.Invoice, id string, s Status) (position int64, err error) {
	switch s.State {
	case Paid:
		if s.Amount != i.Bill.Total || s.Currency != i.Bill.Currency {
			return 0, ErrRejected.From(fmt.Errorf("%s is another amount than that of invoice %s", id, i.Number))
		}
		position, err = c.do(
			ctx,
			&commands.NotePayment{Invoice: i.ID, Way: invoice.ByStripe, Reference: id},
			idFrom("paid", id),
		)
		if errors.Is(err, invoice.ErrNotOpen) { // it was paid in another way meanwhile, or need not be paid
			c.Logger.WarnContext(
				ctx,
				"a payment by card is given back: its invoice was settled otherwise",
				"invoice",
				i.ID,
			)
			err = c.Provider.Refund(ctx, id)
		}
		return position, err
	case Refused:
		failed := &commands.NotePayment{Invoice: i.ID, Way: invoice.ByStripe, Failure: s.Reason}
		try := cmp.Or(s.Try, s.Reason+" "+c.Clock().UTC().Format(time.DateOnly))
		position, err = c.do(ctx, failed, idFrom("refused", id+" "+try))
		if errors.Is(err, invoice.ErrNotOpen) {
			err = nil
		}
		return position, err
	case Processing, Unpaid, Cancelled:
	}
	return 0, nil
}

// Add adds a card that was entered to the account that it was entered for.
func (c *Cashier) Add(ctx context.Context, e Entry, r commands.Request) (commands.Result, error) {
	return c.Bus.Do(ctx, &commands.ChangePaymentMethod{
		Customer: e.Customer,
		Method:   idFrom("card", e.Customer.String()+" "+e.Reference),
		Change:   commands.AddMethod,
		New:      payment.Added{Reference: e.Reference, Account: e.Account, Card: e.Card},
	}, r)
}

// system is the sender of the commands.
var system = domain.Actor{Role: domain.System}

func (c *Cashier) do(ctx context.Context, cmd commands.Command, id uuid.UUID) (position int64, err error) {
	for {
		done, err := c.Bus.Do(ctx, cmd, commands.Request{Actor: system, ID: id, Via: "payment provider"})
		if err != nil && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		switch {
		case errors.Is(err, domain.ErrKeyReused): // it was noted on another day
			return 0, nil
		case !errors.Is(err, domain.ErrBusy) && !errors.Is(err, domain.ErrStaleVersion):
			return done.Position, err
		}
	}
}
