package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/workers/relay"
)

// Sales is the read model of what is sold.
type Sales interface {
	Invoice(ctx context.Context, id uuid.UUID) (sales.Invoice, error)
	CustomerOf(ctx context.Context, subscription uuid.UUID) (uuid.UUID, error)
	OpenInvoices(ctx context.Context, from, until time.Time, after sales.Due, limit int) ([]sales.Due, error)
	Trials(ctx context.Context, from, until time.Time, after sales.Due, limit int) ([]sales.Due, error)
}

// Owners returns the active people of an account and of its client.
type Owners interface {
	FindCustomer(ctx context.Context, id uuid.UUID) (accounts.Customer, error)
	Team(ctx context.Context, client string, customer uuid.UUID) ([]accounts.User, error)
}

// stale is the age from which an event causes no mail about what is sold: it came from a restored log, or
// from made-up history, and what it says is known by now.
const stale = 7 * 24 * time.Hour

// billMail is a mail about an invoice or a plan. In its texts stand {client} for the client's name, {number}
// and {total} of the invoice, {due} for the day until which it is to be paid, {stop} for the day from which
// no new orders can begin without that, {credit} for the number of the credit note, and {why} for the reason
// of a refusal.
type billMail struct {
	states                            []invoice.State // in one of which the invoice must be; nil: it is about no invoice
	subject, lead, button, path, note string
}

var billMails = map[eh.EventType]billMail{
	invoice.IssuedType: {
		[]invoice.State{invoice.Open}, "Invoice {number} of {client}",
		"Here is your invoice {number} of {client}: {total}, to be paid until {due}.",
		"See the invoice", "", "Its page has the invoice as a PDF, and says where it can be paid.",
	},
	invoice.FellDueType: {
		[]invoice.State{invoice.PastDue},
		"Invoice {number} is past due",
		"Your invoice {number} of {client}, {total}, was to be paid until {due}. Without a payment no new orders can begin from {stop}.",
		"See the invoice",
		"",
		"If you have paid it in the last days, ignore this mail.",
	},
	invoice.PaymentFailedType: {
		[]invoice.State{invoice.Open, invoice.PastDue}, "Your card was refused for invoice {number}",
		"Your card was refused for invoice {number} of {client}, {total}. {why}",
		"See the invoice", "", "Pay it on its page, or choose another card. It is to be paid until {due}.",
	},
	invoice.PaidType: {
		[]invoice.State{invoice.Settled},
		"Invoice {number} is paid",
		"Your payment of {total} for invoice {number} of {client} has arrived. Thank you.",
		"See the invoice",
		"",
		"You need not do anything.",
	},
	invoice.VoidedType: {
		[]invoice.State{invoice.Void},
		"Invoice {number} need not be paid",
		"Your invoice {number} of {client}, {total}, need not be paid any more.",
		"See the invoice",
		"",
		"You need not do anything.",
	},
	invoice.CreditedType: {
		[]invoice.State{invoice.GivenBack}, "Credit note {credit} of {client}",
		"What you paid for invoice {number} of {client}, {total}, is given back. The credit note is {credit}.",
		"See the invoice", "", "Its page has the credit note as a PDF.",
	},
	subscription.SuspendedType: {
		nil, "No new orders at {client}", subscription.ErrSuspended.Message,
		"See the invoices", "/billing/invoices", "Your orders stay readable. {client}",
	},
	subscription.EndedType: {
		nil,
		"Choose a plan at {client}",
		"",
		"Choose a plan",
		"/membership/package",
		"Your orders and files stay. {client}",
	},
}

// ahead is how long before its time something is remembered.
const ahead = 3 * 24 * time.Hour

var (
	reminderMail = billMail{
		[]invoice.State{invoice.Open}, "Invoice {number} is due on {due}",
		"Please remember invoice {number} of {client}: {total}, to be paid until {due}.",
		"See the invoice", "", "If you have paid it in the last days, ignore this mail.",
	}
	trialMail = billMail{
		nil, "Your free trial at {client} ends on {due}",
		"Your free trial at {client} ends on {due}. Choose a plan to place orders after that.",
		"Choose a plan", "/membership/package", "Without a plan nothing is billed, and your orders and files stay.",
	}
)

// Remind sends the mails about invoices that are due soon and trials that end soon.
func (c Config) Remind(ctx context.Context) error {
	return errors.Join(
		c.each(ctx, c.Sales.OpenInvoices, func(due sales.Due) error {
			i, err := c.Sales.Invoice(ctx, due.ID)
			if err != nil || i.State != invoice.Open {
				return err
			}
			return c.toOwners(
				ctx,
				i.Customer,
				ledger.Effect{Effect: "reminder of invoice " + i.ID.String()},
				reminderMail,
				i,
			)
		}),
		c.each(ctx, c.Sales.Trials, func(due sales.Due) error {
			once := ledger.Effect{Effect: "reminder of trial " + due.ID.String()}
			last := due.At.Add(-time.Second) // the trial is over at the beginning of the next day
			return c.toOwners(ctx, due.ID, once, trialMail, sales.Invoice{Due: &last})
		}),
	)
}

// each calls do for everything whose time comes soon. A mail that fails keeps no other back.
func (c Config) each(
	ctx context.Context,
	list func(ctx context.Context, from, until time.Time, after sales.Due, limit int) ([]sales.Due, error),
	do func(sales.Due) error,
) error {
	now := c.Clock()
	var failed error
	var after sales.Due
	for {
		found, err := list(ctx, now, now.Add(ahead), after, sales.Most)
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, d := range found {
			failed = errors.Join(failed, do(d))
		}
		if len(found) < sales.Most || ctx.Err() != nil {
			return failed
		}
		after = found[len(found)-1]
	}
}

// billEvents lists the events that cause a mail about what is sold.
func billEvents() []eh.EventType {
	var all []eh.EventType
	for t := range billMails {
		all = append(all, t)
	}
	return all
}

// billed sends the mail that an event of an invoice or of a subscription causes to the owners of the
// account, once to each. An invoice that is in another state by now causes none.
func (c Config) billed(ctx context.Context, e relay.Message) error {
	m := billMails[eh.EventType(e.Type)]
	if c.Clock().Sub(e.OccurredAt) > stale {
		return nil
	}
	if err := c.SalesShow(ctx, e.Position); err != nil {
		return err
	}
	var i sales.Invoice
	var customer uuid.UUID
	var err error
	if m.states != nil {
		i, err = c.Sales.Invoice(ctx, e.Stream)
		customer = i.Customer
	} else {
		customer, err = c.Sales.CustomerOf(ctx, e.Stream)
	}
	if err != nil || m.states != nil && !slices.Contains(m.states, i.State) {
		return err
	}
	once := ledger.Effect{Position: e.Position, Effect: "bill mail"}
	switch eh.EventType(e.Type) {
	case subscription.EndedType:
		var d subscription.Ended
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		if m.lead = endedWords[d.Reason]; m.lead == "" {
			return nil
		}
	case invoice.VoidedType:
		var d invoice.Voided
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		if d.GoBack {
			m.lead += " Your plan is again the one that you had before the change."
		}
	case invoice.PaymentFailedType:
		var d invoice.PaymentFailed
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		m.lead = strings.ReplaceAll(m.lead, "{why}", c.WhyRefused(d.Reason))
		// Somebody who tries one card after the other gets one mail.
		once = ledger.Effect{
			Effect: "refusal of invoice " + i.ID.String() + " on " + e.OccurredAt.UTC().Format(time.DateOnly),
		}
	}
	return c.toOwners(ctx, customer, once, m, i)
}

// toOwners sends a mail to each owner of an account, once.
func (c Config) toOwners(
	ctx context.Context,
	customer uuid.UUID,
	effect ledger.Effect,
	m billMail,
	i sales.Invoice,
) error {
	account, err := c.Owners.FindCustomer(ctx, customer)
	if err != nil {
		return err
	}
	team, err := c.Owners.Team(ctx, account.ClientID, customer)
	if err != nil {
		return err
	}
	for _, u := range team {
		if u.Role != domain.Owner || u.CustomerID != customer {
			continue
		}
		once := []ledger.Effect{{Position: effect.Position, Effect: effect.Effect + " " + u.ID.String()}}
		if err := c.Ledger.Once(ctx, once, func(ctx context.Context, fresh []bool) error {
			if !fresh[0] {
				return nil
			}
			if err := c.BillPace.Wait(ctx); err != nil {
				return err
			}
			msg, err := c.billMail(ctx, once[0], m, i, u)
			return c.send(ctx, msg, err)
		}); err != nil {
			return err
		}
	}
	return nil
}

// endedWords says why a subscription has ended. One that ended with its account causes no mail.
var endedWords = map[subscription.EndReason]string{
	subscription.TrialOver:    subscription.ErrTrialOver.Message,
	subscription.WasCancelled: subscription.ErrOver.Message,
	subscription.NotPaid:      subscription.ErrOver.Message,
}

func (c Config) billMail(
	ctx context.Context,
	once ledger.Effect,
	m billMail,
	i sales.Invoice,
	u accounts.User,
) (*mail.Msg, error) {
	b, err := c.brandOf(ctx, u.ClientID)
	if err != nil {
		return nil, err
	}
	due, stop := "", ""
	if i.Due != nil {
		due = written(*i.Due, u)
	}
	if !i.DueOn.IsZero() { // an invoice has dates of its own (D-86)
		due, stop = i.DueOn.Text(), billing.DateOf(i.Due.Add(subscription.Patience), invoice.ZoneOf(i.Zone)).Text()
	}
	facts := strings.NewReplacer(
		"{client}", b.Name, "{number}", i.Number, "{total}", i.Bill.Currency.Text(i.Bill.Total), "{due}", due,
		"{stop}", stop, "{credit}", i.Credit,
	)
	path := m.path
	if path == "" {
		path = "/billing/invoices/" + i.ID.String()
	}
	return c.button(
		b, u, facts.Replace(m.subject), fmt.Sprintf("%d-%s", once.Position, strings.ReplaceAll(once.Effect, " ", "-")),
		linkTexts{u.Firstname, facts.Replace(m.lead), m.button, b.base + path, facts.Replace(m.note), b},
	)
}

// written is a day in the time zone of a person.
func written(at time.Time, u accounts.User) string {
	if zone, err := time.LoadLocation(u.TimeZone); err == nil {
		at = at.In(zone)
	}
	return at.Format("02 Jan 2006")
}
