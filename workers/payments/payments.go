// Package payments charges invoices to cards when they are issued, tries again when a card was refused, and handles
// what the payment provider tells by itself.
package payments

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/workers"
)

// Config holds the dependencies. Every field is required.
type Config struct {
	Log workers.Log
	// Load returns the events of a stream up to a position.
	Load    func(ctx context.Context, stream uuid.UUID, position int64) ([]domain.Event, error)
	Cashier *payments.Cashier
	// Refusals keeps what the provider gave back by itself.
	Refusals Refusals
	Sales    *sales.Queries
	CatchUp  func(ctx context.Context, position int64) error // waits for the read model of sales
	Clock    func() time.Time
	Logger   *slog.Logger
}

// Follow charges invoices and gives money back until ctx ends. Invoices that were issued before the first time
// are left to their owners.
func Follow(ctx context.Context, c Config) error {
	types := []eh.EventType{
		invoice.IssuedType, invoice.RefundedType, payment.AddedType, payment.DeletedType, customer.DeletedType,
	}
	return c.Log.Follow(ctx, "payments", types, follow.FromHead, c.page)
}

func (c Config) page(ctx context.Context, p eventlog.Page) error {
	if len(p.Events) == 0 {
		return nil
	}
	if err := c.CatchUp(ctx, p.Last); err != nil {
		return err
	}
	for _, e := range p.Events {
		err := c.handle(ctx, e)
		if _, unreadable := errors.AsType[*eventlog.UnreadableError](err); unreadable { // the read models report it
			c.Logger.WarnContext(ctx, "payments leave out a stream", "error", err, "stream", e.Stream)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c Config) handle(ctx context.Context, e domain.Event) error {
	switch d := e.Data.(type) {
	case *invoice.Issued:
		i, err := c.Sales.Invoice(ctx, e.Stream)
		if err != nil {
			return missing(err)
		}
		return c.charge(ctx, i, false)
	case *invoice.Refunded:
		if err := c.refund(ctx, e.Stream); err != nil {
			return err
		}
		return c.again(ctx, e.Stream)
	case *payment.Added:
		return c.chargeAll(ctx, d.Customer)
	case *payment.Deleted:
		return c.forget(ctx, e.Stream, e.Position, d.Method)
	case *customer.WasDeleted:
		return c.forget(ctx, payment.StreamOf(e.Stream), e.Position, uuid.Nil)
	}
	return nil
}

// missing lets the worker go on after an invoice that the read model has parked.
func missing(err error) error {
	if errors.Is(err, domain.ErrNotFound) {
		return nil
	}
	return err
}

func (c Config) charge(ctx context.Context, i sales.Invoice, again bool) error {
	m, err := c.Sales.PaymentMethods(ctx, i.Customer)
	if err != nil {
		return err
	}
	return c.rejected(ctx, i, c.Cashier.Charge(ctx, i, m, again))
}

// rejected lets the worker go on after an invoice that the provider can never charge, for instance because the
// amount is too small. It stays open.
func (c Config) rejected(ctx context.Context, i sales.Invoice, err error) error {
	if errors.Is(err, payments.ErrRejected) {
		c.Logger.WarnContext(ctx, "the payment provider does not take a payment", "invoice", i.ID, "error", err)
		return nil
	}
	return err
}

// chargeAll charges what a customer has to pay to their first card.
func (c Config) chargeAll(ctx context.Context, customer uuid.UUID) error {
	m, err := c.Sales.PaymentMethods(ctx, customer)
	if err != nil || len(m.All) != 1 {
		return err
	}
	open, err := c.Sales.Unpaid(ctx, customer)
	for _, i := range open {
		if err = c.rejected(ctx, i, c.Cashier.Charge(ctx, i, m, true)); err != nil {
			return err
		}
	}
	return err
}

// refund gives back what was paid by card.
func (c Config) refund(ctx context.Context, id uuid.UUID) error {
	i, err := c.Sales.Invoice(ctx, id)
	if err != nil || i.Way != invoice.ByStripe {
		return missing(err)
	}
	paid, err := c.Cashier.Store.Of(ctx, id)
	if err != nil || paid == "" {
		return err
	}
	return c.rejected(ctx, i, c.Cashier.Provider.Refund(ctx, paid))
}

// forget lets the provider forget a card that was deleted, or every card of an account: Nil.
func (c Config) forget(ctx context.Context, stream uuid.UUID, position int64, method uuid.UUID) error {
	past, err := c.Load(ctx, stream, position)
	if err != nil {
		return err
	}
	for _, was := range past {
		added, ok := was.Data.(*payment.Added)
		if !ok || method != uuid.Nil && added.Method != method {
			continue
		}
		if err := c.Cashier.Provider.Forget(ctx, added.Reference); err != nil {
			return err
		}
	}
	return nil
}

// retryAfter says how long after each refusal a card is tried again. Then its owner has to do something.
var retryAfter = []time.Duration{3 * 24 * time.Hour, 5 * 24 * time.Hour, 7 * 24 * time.Hour}

const batch = 100

// Retry charges the invoices again whose card was refused some days ago.
func (c Config) Retry(ctx context.Context) error {
	var failed error
	for n, wait := range retryAfter {
		for after := uuid.Nil; ; {
			found, err := c.Sales.Retries(ctx, n+1, c.Clock().Add(-wait), after, batch)
			if err != nil {
				return errors.Join(failed, err)
			}
			for _, i := range found {
				failed = errors.Join(failed, c.charge(ctx, i, true))
				after = i.ID
			}
			if len(found) < batch || ctx.Err() != nil {
				break
			}
		}
	}
	return failed
}

// Notices handles what the provider told. Only the ids in a notice are used: what they mean is asked from the
// provider, so that notices may come late, twice and in any order.
func (c Config) Notices(ctx context.Context) error {
	if err := c.again(ctx, uuid.Nil); err != nil {
		c.Logger.WarnContext(ctx, "steps about the payment provider wait", "error", err)
	}
	for {
		found, err := c.Cashier.Store.Waiting(ctx, c.Clock(), batch)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, n := range found {
			if err := c.notice(ctx, n); err != nil {
				return err
			}
		}
	}
}

const (
	firstWait   = 10 * time.Second
	longestWait = 6 * time.Hour
	maxFailure  = 300 // characters
)

// notice handles one notice. If that fails, it is tried again later.
func (c Config) notice(ctx context.Context, n payments.Received) error {
	err := c.told(ctx, n.Notice)
	switch {
	case err == nil:
		return c.Cashier.Store.Finish(ctx, n.ID, c.Clock())
	case ctx.Err() != nil:
		return ctx.Err()
	}
	c.Logger.WarnContext(ctx, "a notice of the payment provider was not handled", "notice", n.ID, "error", err)
	wait := jobs.Pause(n.Tries+1, firstWait, longestWait)
	why := []rune(err.Error())
	return c.Cashier.Store.Postpone(ctx, n.ID, string(why[:min(len(why), maxFailure)]), c.Clock().Add(wait))
}

func (c Config) told(ctx context.Context, n payments.Notice) error {
	switch n.Type {
	case "payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.processing":
		return c.paymentChanged(ctx, n.Object)
	case "charge.refunded", "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed":
		return c.returned(ctx, n.Object)
	case "setup_intent.succeeded":
		entry, err := c.Cashier.Provider.Entered(ctx, n.Object)
		if errors.Is(err, payments.ErrNotEntered) { // it belongs to another product
			return nil
		}
		if err == nil {
			_, err = c.Cashier.Add(ctx, entry, commands.Request{
				Actor: domain.Actor{Role: domain.System}, Via: "payment provider",
			})
		}
		return err
	}
	return nil
}

// paymentChanged notes how a payment stands.
func (c Config) paymentChanged(ctx context.Context, id string) error {
	of, err := c.Cashier.Store.InvoiceOf(ctx, id)
	if err != nil || of == uuid.Nil { // it belongs to another product
		return err
	}
	s, err := c.Cashier.Provider.Status(ctx, id)
	if err != nil {
		return err
	}
	i, err := c.Sales.Invoice(ctx, of)
	if err != nil {
		return err
	}
	_, err = c.Cashier.Note(ctx, i, id, s)
	return err
}
