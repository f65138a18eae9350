// Package billing runs what is sold: it ends cycles, trials and leaves when their time has come, makes
// invoices from what subscriptions charge, and tells subscriptions what was paid. It sends commands as
// the system. Each can be sent again without a further effect, so that a worker that is killed anywhere
// bills nobody twice and forgets nobody.
package billing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/workers"
)

// Sales is the read model of what is sold.
type Sales interface {
	CustomerOf(ctx context.Context, stream uuid.UUID) (uuid.UUID, error)
	DueSubscriptions(ctx context.Context, now time.Time, after sales.Due, limit int) ([]sales.Due, error)
	DueInvoices(ctx context.Context, now time.Time, after sales.Due, limit int) ([]sales.Due, error)
}

// Refusals keeps the steps that were refused, for operators.
type Refusals interface {
	Add(ctx context.Context, r refusals.Step) error
	Waiting(ctx context.Context, after int64, limit int) ([]int64, error)
	Done(ctx context.Context, position int64) error
	Swept(ctx context.Context, since time.Time) error
}

// Config holds the dependencies. Every field is required.
type Config struct {
	Log workers.Log
	// Load returns the events of a stream up to a position.
	Load func(ctx context.Context, stream uuid.UUID, position int64) ([]domain.Event, error)
	// At calls do for the events at ascending positions, a portion at a time.
	At       func(ctx context.Context, positions []int64, do func([]domain.Event) error) error
	Refusals Refusals
	Bus      workers.Bus
	Sales    Sales
	CatchUp  func(ctx context.Context, position int64) error // waits for the read model of sales
	// Promote begins orders that wait for a slot, once the read models of orders and of terms have
	// reached a position.
	Promote func(ctx context.Context, customer uuid.UUID, position int64) error
	// KeepParties stores who sells and who buys, as they are when an invoice is issued.
	KeepParties func(ctx context.Context, invoice uuid.UUID, seller string, buyer uuid.UUID) error
	// PrefixOf returns what the numbers of an issuer begin with.
	PrefixOf func(ctx context.Context, issuer string) (string, error)
	Clock    func() time.Time
	Pace     *rate.Limiter // of steps that are due
	Logger   *slog.Logger
}

// Pace is how many steps begin in a second where people work beside them. It is enough for 10,000 accounts whose month
// ends in the same minute. Beside steps at full speed the slowest moves take up to twice as long as at this pace.
const Pace rate.Limit = 200

// system is the sender of the commands.
var system = domain.Actor{Role: domain.System}

// namespace is the UUID namespace of the ids of commands.
var namespace = uuid.MustParse("3f1c9a4e-8f0b-4b57-9a53-6a5b7c1d2e90")

func idFrom(what string, of uuid.UUID) uuid.UUID {
	return uuid.NewSHA1(namespace, fmt.Appendf(nil, "%s %s", what, of))
}

// together is the number of streams whose events are handled at the same time. Their appends share
// commits.
const together = 8

// Follow makes invoices, passes debts and payments on, and lets the terms of accounts follow their
// subscriptions, until ctx ends.
func Follow(ctx context.Context, c Config) error {
	// From the beginning of the log: what was charged before the first worker ran is invoiced too.
	return c.Log.Follow(ctx, "billing", Types(), 0, c.page)
}

// Types returns the types of the events that Follow handles.
func Types() (types []eh.EventType) {
	for _, list := range [][]domain.EventType{subscription.Streams.Events, invoice.Streams.Events} {
		for _, t := range list {
			types = append(types, t.Type)
		}
	}
	return append(types, customer.DeletedType, order.WorkBilledType)
}

// page handles the events of a page: those of a stream in their order, and several streams together.
func (c Config) page(ctx context.Context, p eventlog.Page) error {
	if len(p.Events) == 0 {
		return nil
	}
	if err := c.CatchUp(ctx, p.Last); err != nil {
		return err
	}
	byStream := map[uuid.UUID][]domain.Event{}
	var streams []uuid.UUID
	for _, e := range p.Events {
		if byStream[e.Stream] == nil {
			streams = append(streams, e.Stream)
		}
		byStream[e.Stream] = append(byStream[e.Stream], e)
	}
	var all errgroup.Group
	all.SetLimit(together)
	for _, stream := range streams {
		all.Go(func() error {
			for _, e := range byStream[stream] {
				if err := c.handle(ctx, e); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return all.Wait()
}

// handle does what follows from an event. A stream that cannot be read stops nothing but itself (D-74): the
// read models report it.
func (c Config) handle(ctx context.Context, e domain.Event) error {
	err := c.react(ctx, e)
	if _, unreadable := errors.AsType[*eventlog.UnreadableError](err); unreadable {
		c.Logger.WarnContext(
			ctx,
			"billing leaves out a stream",
			"error",
			err,
			"stream",
			e.Stream,
			"position",
			e.Position,
		)
		return nil
	}
	return err
}

func (c Config) react(ctx context.Context, e domain.Event) error {
	if e.StreamType == subscription.AggregateType {
		return c.subscriptionChanged(ctx, e)
	}
	switch d := e.Data.(type) {
	case *order.WorkBilled:
		_, err := c.send(
			ctx,
			e,
			&commands.DraftInvoice{Invoice: d.Invoice, Customer: d.Customer, Bill: d.Bill},
			uuid.Nil,
		)
		return err
	case *customer.WasDeleted:
		_, err := c.send(ctx, e, &commands.EndSubscription{Customer: e.Stream}, uuid.Nil)
		return err
	case *invoice.Drafted:
		return c.issue(ctx, e)
	case *invoice.Refunded:
		return c.refund(ctx, e)
	case *invoice.FellDue:
		return c.debt(ctx, e, true)
	case *invoice.Paid, *invoice.Voided:
		return c.debt(ctx, e, false)
	}
	return nil
}

// subscriptionChanged makes the invoice of what is charged, and lets the terms of the account follow.
// Then orders that wait may begin.
func (c Config) subscriptionChanged(ctx context.Context, e domain.Event) error {
	of, err := c.customerOf(ctx, e)
	if err != nil {
		return err
	}
	if d, ok := e.Data.(subscription.CycleBegan); ok && d.BeganCycle().Charge != nil {
		charge := d.BeganCycle().Charge
		_, err := c.send(
			ctx,
			e,
			&commands.DraftInvoice{Invoice: charge.Invoice, Customer: of, Bill: charge.Bill},
			uuid.Nil,
		)
		if err != nil {
			return err
		}
	}
	entitled, err := c.send(ctx, e, &commands.Entitle{Customer: of}, uuid.Nil)
	if err != nil {
		return err
	}
	if !entitled.Changed && !opens(e.Data) {
		return nil
	}
	return c.Promote(ctx, of, max(e.Position, entitled.Position))
}

// customerOf returns whose subscription has changed. The read model does not say it if it has parked the
// stream. Then the log does.
func (c Config) customerOf(ctx context.Context, e domain.Event) (uuid.UUID, error) {
	of, err := c.Sales.CustomerOf(ctx, e.Stream)
	if !errors.Is(err, domain.ErrNotFound) {
		return of, err
	}
	s := subscription.New(e.Stream)
	err = c.fold(ctx, e, s)
	return s.Customer, err
}

// invoiceOf returns the invoice of an event, as it was then.
func (c Config) invoiceOf(ctx context.Context, e domain.Event) (*invoice.Invoice, error) {
	i := invoice.New(e.Stream)
	return i, c.fold(ctx, e, i)
}

// fold applies the events of a stream to an aggregate, up to an event.
func (c Config) fold(ctx context.Context, e domain.Event, a interface{ Apply(domain.Event) error }) error {
	events, err := c.Load(ctx, e.Stream, e.Position)
	for _, past := range events {
		err = errors.Join(err, a.Apply(past))
	}
	return err
}

// opens reports whether orders may begin after an event that could not before, with the same terms.
func opens(data any) bool {
	switch data.(type) {
	case *subscription.Started, *subscription.Reactivated, *subscription.Settled:
		return true
	}
	return false
}

// issue gives an invoice its number.
func (c Config) issue(ctx context.Context, e domain.Event) error {
	d := e.Data.(*invoice.Drafted)
	if err := c.KeepParties(ctx, e.Stream, d.Issuer, d.Customer); err != nil {
		return err
	}
	i := invoice.Invoice{Issuer: d.Issuer, Customer: d.Customer, Zone: d.Zone}
	number, err := c.number(ctx, e, invoice.Invoices, &i)
	if err == nil && number != "" {
		_, err = c.send(ctx, e, &commands.IssueInvoice{Invoice: e.Stream, Number: number}, uuid.Nil)
	}
	return err
}

// refund gives a refund the number of its credit note, and takes away what was bought.
func (c Config) refund(ctx context.Context, e domain.Event) error {
	i, err := c.invoiceOf(ctx, e)
	if err != nil {
		return err
	}
	number, err := c.number(ctx, e, invoice.CreditNotes, i)
	if err == nil && number != "" {
		_, err = c.send(ctx, e, &commands.CreditInvoice{Invoice: e.Stream, Number: number}, uuid.Nil)
	}
	if err != nil || !sellsPacks(i) {
		return err
	}
	_, err = c.send(
		ctx,
		e,
		&commands.ChangeResources{Customer: i.Customer, Invoice: i.ID, Bill: i.Bill, Refunded: true},
		idFrom("returned", i.ID),
	)
	return err
}

// sellsPacks reports whether an invoice has packs that are added when it is paid.
func sellsPacks(i *invoice.Invoice) bool {
	bought, addOns := subscription.BoughtWith(i.Bill)
	return bought != (subscription.Resources{}) || len(addOns) > 0
}

// number returns the next number of a series, or the one that the invoice of an event has there already: a
// worker that was killed sends the same command again. It is empty if the command was refused.
func (c Config) number(
	ctx context.Context,
	e domain.Event,
	series invoice.Series,
	i *invoice.Invoice,
) (string, error) {
	year := e.OccurredAt.In(i.Location()).Year()
	given, err := c.send(ctx, e, &commands.NumberInvoice{
		RegisterKey: invoice.RegisterKey{Issuer: i.Issuer, Year: year, Series: series},
		Invoice:     e.Stream, Customer: i.Customer,
	}, idFrom("number "+string(series), e.Stream))
	if err != nil || given.Version == 0 {
		return "", err
	}
	prefix, err := c.PrefixOf(ctx, i.Issuer)
	return invoice.NumberOf(prefix, series, year, given.Version), err
}

// debt tells the subscription whether an invoice is past due. What was bought is added once it is paid.
func (c Config) debt(ctx context.Context, e domain.Event, late bool) error {
	i, err := c.invoiceOf(ctx, e)
	if err != nil {
		return err
	}
	if late {
		_, err = c.send(ctx, e, &commands.NoteDebt{Customer: i.Customer, Invoice: i.ID, Due: i.Due}, uuid.Nil)
		return err
	}
	if _, err = c.send(ctx, e, &commands.NoteDebt{Customer: i.Customer, Invoice: i.ID}, uuid.Nil); err != nil {
		return err
	}
	if voided, is := e.Data.(*invoice.Voided); is && voided.GoBack {
		_, err = c.send(ctx, e, &commands.RestorePlan{Customer: i.Customer, Invoice: i.ID}, idFrom("restored", i.ID))
		return err
	}
	if _, paid := e.Data.(*invoice.Paid); !paid || !sellsPacks(i) {
		return nil
	}
	_, err = c.send(
		ctx,
		e,
		&commands.ChangeResources{Customer: i.Customer, Invoice: i.ID, Bill: i.Bill},
		idFrom("resources", i.ID),
	)
	return err
}

// send sends a command because of an event. A refusal is kept for operators, and the log goes on: what holds
// up one account holds up no other.
func (c Config) send(
	ctx context.Context,
	e domain.Event,
	cmd commands.Command,
	id uuid.UUID,
) (commands.Result, error) {
	for {
		done, err := c.Bus.Do(
			ctx, cmd, commands.Request{Actor: system, ID: id, Via: "automation", Cause: e.Position},
		)
		var refused *domain.Error
		switch {
		case err != nil && ctx.Err() != nil: // a worker that is stopped has not been refused
			return done, ctx.Err()
		case errors.Is(err, domain.ErrBusy), errors.Is(err, domain.ErrStaleVersion):
			continue
		case errors.As(err, &refused) && refused.Code != domain.Unavailable:
			return commands.Result{}, c.refused(ctx, e, cmd, refused)
		}
		return done, err
	}
}

// refused keeps that a command was refused.
func (c Config) refused(ctx context.Context, e domain.Event, cmd commands.Command, why *domain.Error) error {
	c.Logger.WarnContext(
		ctx,
		"a step of billing was refused",
		"error",
		why,
		"command",
		commands.TypeOf(cmd),
		"position",
		e.Position,
	)
	about := e.Stream
	if e.Position == 0 {
		about = commands.StreamOf(cmd)
	}
	return c.Refusals.Add(ctx, refusals.Step{
		ID:       idFrom(fmt.Sprintf("refused %s at %d", commands.TypeOf(cmd), e.Position), commands.StreamOf(cmd)),
		What:     stepWords(cmd),
		Stream:   about,
		Position: e.Position,
		Message:  why.Message,
		At:       c.Clock(),
	})
}

// stepWords says what a command was to do.
func stepWords(c commands.Command) string {
	switch c := c.(type) {
	case *commands.DraftInvoice:
		return "Make an invoice"
	case *commands.NumberInvoice:
		if c.Series == invoice.CreditNotes {
			return "Give a credit note its number"
		}
		return "Give an invoice its number"
	case *commands.IssueInvoice:
		return "Issue an invoice"
	case *commands.CreditInvoice:
		return "Issue a credit note"
	case *commands.MarkInvoiceDue:
		return "Mark an invoice past due"
	case *commands.NoteDebt:
		return "Tell the plan what is owed"
	case *commands.ChangeResources:
		if c.Refunded {
			return "Take back what was refunded"
		}
		return "Add what was bought"
	case *commands.Entitle:
		return "Let the account have what its plan says"
	case *commands.RestorePlan:
		return "Go back to the plan before"
	case *commands.EndSubscription:
		return "End the plan of a deleted account"
	case *commands.StepSubscription:
		return "Begin a cycle, or end a trial or a leave"
	}
	return string(commands.TypeOf(c))
}

// Retry handles events again whose steps were refused, where an operator asked for it.
func (c Config) Retry(ctx context.Context) error {
	for after := int64(0); ; {
		positions, err := c.Refusals.Waiting(ctx, after, batch)
		if err != nil || len(positions) == 0 {
			return err
		}
		if err := c.At(ctx, positions, func(events []domain.Event) error {
			for _, e := range events {
				if err := c.handle(ctx, e); err != nil {
					return err
				}
				if err := c.Refusals.Done(ctx, e.Position); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		after = positions[len(positions)-1]
	}
}

// batch is the number of subscriptions and invoices that are read at once.
const batch = 500

// Tick does everything that is due now: the steps of subscriptions, and invoices that were not paid in
// time. A subscription can have several steps to do, one after the other. What was refused is tried again.
func (c Config) Tick(ctx context.Context) error {
	began := c.Clock()
	for {
		moved, failed := c.each(ctx, c.Sales.DueSubscriptions, func(id uuid.UUID) commands.Command {
			return &commands.StepSubscription{Customer: id}
		})
		late, err := c.each(ctx, c.Sales.DueInvoices, func(id uuid.UUID) commands.Command {
			return &commands.MarkInvoiceDue{Invoice: id}
		})
		if err = errors.Join(failed, err); err != nil {
			return err
		}
		if !moved && !late {
			return c.Refusals.Swept(ctx, began)
		}
	}
}

// each sends a command for everything that is due, and waits until the read model shows the result. It
// reports whether any command had an effect. A command that fails does not keep the others from theirs.
func (c Config) each(
	ctx context.Context,
	list func(context.Context, time.Time, sales.Due, int) ([]sales.Due, error),
	command func(uuid.UUID) commands.Command,
) (moved bool, err error) {
	now := c.Clock()
	var last atomic.Int64
	var failed error
	var after sales.Due
	for {
		found, err := list(ctx, now, after, batch)
		if err != nil {
			return false, err
		}
		var all errgroup.Group
		all.SetLimit(together)
		for _, d := range found {
			if err := c.Pace.Wait(ctx); err != nil {
				return false, errors.Join(failed, err, all.Wait())
			}
			all.Go(func() error { return c.step(ctx, command(d.ID), &last) })
		}
		failed = errors.Join(failed, all.Wait())
		if len(found) < batch || ctx.Err() != nil {
			break
		}
		after = found[len(found)-1]
	}
	if failed != nil || last.Load() == 0 {
		return false, failed
	}
	return true, c.CatchUp(ctx, last.Load())
}

// step sends a command, and notes the position of its event in last if it has one that is new.
func (c Config) step(ctx context.Context, cmd commands.Command, last *atomic.Int64) error {
	before := last.Load()
	done, err := c.send(ctx, domain.Event{}, cmd, uuid.Nil)
	for err == nil && done.Changed && done.Position > before && !last.CompareAndSwap(before, done.Position) {
		before = last.Load()
	}
	return err
}
