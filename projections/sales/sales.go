// Package sales is the read model of what is sold: plans, subscriptions with their cycles, invoices,
// payment methods, and what the orders of an account use of its plan.
package sales

import (
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "sales"

var (
	plans         = &rowset.Table{Name: "sales_plans", Key: []string{"id"}}
	subscriptions = &rowset.Table{Name: "sales_subscriptions", Key: []string{"stream"}}
	cycles        = &rowset.Table{Name: "sales_cycles", Key: []string{"stream", "starts"}}
	invoices      = &rowset.Table{Name: "sales_invoices", Key: []string{"id"}}
	payments      = &rowset.Table{Name: "sales_payments", Key: []string{"id"}}
	methods       = &rowset.Table{Name: "sales_methods", Key: []string{"stream"}}
	priceLists    = &rowset.Table{Name: "sales_price_lists", Key: []string{"stream"}}
	sellers       = &rowset.Table{Name: "sales_sellers", Key: []string{"stream"}}
	orders        = &rowset.Table{Name: "sales_orders", Key: []string{"id"}}
	usage         = &rowset.Table{Name: "sales_usage", Key: []string{"order_id", "version"}}
	hourly        = &rowset.Table{Name: "sales_hourly", Key: []string{"id"}}
)

// Kinds of usage.
const (
	OrderUsage = "order"
	WorkUsage  = "work"
)

// Kinds of payments.
const (
	PaymentMade     = "paid"
	PaymentRefused  = "refused"
	PaymentReturned = "refunded"
)

// Projection folds the events of everything that is sold, and of the orders that use it.
func Projection() engine.Projection {
	fold := engine.Reducers{
		invoice.DraftedType: engine.On(invoiceDrafted),
		invoice.IssuedType: onInvoice(invoice.Open, func(e domain.Event, d *invoice.Issued) []any {
			return []any{
				"number",
				d.Number,
				"due",
				d.Due,
				"due_on",
				onDay(d.DueOn),
				"issued_on",
				onDay(d.On),
				"issued_at",
				e.OccurredAt,
			}
		}),
		invoice.FellDueType: onInvoice(
			invoice.PastDue,
			func(domain.Event, *invoice.FellDue) []any { return nil },
		),
		invoice.PaymentFailedType: engine.On(paymentRefused),
		invoice.PaidType:          engine.On(paid),
		invoice.CorrectedType:     engine.On(corrected),
		invoice.VoidedType:        onInvoice(invoice.Void, func(domain.Event, *invoice.Voided) []any { return nil }),
		invoice.RefundedType:      engine.On(refunded),
		invoice.CreditedType:      engine.On(credited),

		client.SellingSetType: engine.On(func(b *rowset.Batch, e domain.Event, d *client.SellingSet) error {
			b.Upsert(sellers, e.Stream, rowset.Set{"selling": d.Selling, "version": e.Version, "position": e.Position})
			return nil
		}),
		client.PacksSetType: engine.On(func(b *rowset.Batch, e domain.Event, d *client.PacksSet) error {
			b.Upsert(priceLists, e.Stream, rowset.Set{"packs": d.Packs, "version": e.Version, "position": e.Position})
			return nil
		}),

		order.DraftedType:   engine.On(orderDrafted),
		order.PublishedType: placed,
		order.MovedType:     placed, // managers and imports can bring a draft to later statuses
		order.RevertedToDraftType: func(b *rowset.Batch, e domain.Event) error {
			return use(b, e, OrderUsage, -1)
		},
		order.WorkStoppedType: engine.On(worked),

		order.EstimateConfirmedType: engine.On(estimateConfirmed),
		order.EstimateWithdrawnType: func(b *rowset.Batch, e domain.Event) error {
			b.Delete(hourly, e.Stream)
			return nil
		},
		order.WorkBilledType: engine.On(func(b *rowset.Batch, e domain.Event, d *order.WorkBilled) error {
			b.Update(hourly, e.Stream, "quarters", d.Until, "position", e.Position)
			return nil
		}),
	}
	planRows.Add(fold)
	for _, t := range subscription.Streams.Events {
		fold[t.Type] = subscribed
	}
	for _, t := range payment.Streams.Events {
		fold[t.Type] = methodsChanged
	}
	return engine.Projection{
		Name: Name,
		Tables: []*rowset.Table{
			plans,
			subscriptions,
			cycles,
			invoices,
			payments,
			methods,
			sellers,
			priceLists,
			orders,
			usage,
			hourly,
		},
		Reducers: fold,
		Gather:   engine.Calmly,
	}
}

var planRows = engine.Fold[plan.Plan, *plan.Plan]{
	Of: plan.Streams, Table: plans,
	Columns: []engine.Column[plan.Plan]{
		{Name: "seller", Of: func(p *plan.Plan) any { return p.Seller }},
		{Name: "offer", Of: func(p *plan.Plan) any { return p.Offer }},
		{
			Name: "edition",
			Of:   func(p *plan.Plan) any { return p.Edition },
			Into: func(p *plan.Plan) any { return &p.Edition },
		},
		{
			Name: "offered",
			Of:   func(p *plan.Plan) any { return p.State == plan.Offered },
			By:   func(p *plan.Plan) any { return p.State },
		},
	},
	Beside: func(e domain.Event) rowset.Set {
		if e.Version > 1 {
			return nil
		}
		return rowset.Set{"created_at": e.OccurredAt}
	},
}

// folded applies an event to the aggregate that a table keeps as JSON. It returns false if the table
// has the event already.
func folded[A interface {
	Apply(domain.Event) error
}](b *rowset.Batch, t *rowset.Table, e domain.Event, a A) (bool, error) {
	var raw []byte
	var version int
	found, err := b.Get(t, e.Stream, []string{"state", "version"}, &raw, &version)
	if err != nil || found && version >= e.Version {
		return false, err
	}
	if found {
		if err := json.Unmarshal(raw, a); err != nil {
			return false, err
		}
	}
	return true, a.Apply(e)
}

func subscribed(b *rowset.Batch, e domain.Event) error {
	s := subscription.New(e.Stream)
	isNew, err := folded(b, subscriptions, e, s)
	if err != nil || !isNew {
		return err
	}
	b.Upsert(subscriptions, e.Stream, rowset.Set{
		"customer": s.Customer,
		"plan":     s.Cycle.Plan.ID,
		"status":   string(s.State),
		"due":      rowset.Moment(s.Due()),
		"state":    s,
		"version":  e.Version,
		"position": e.Position,
	})
	if d, restored := e.Data.(*subscription.PlanRestored); restored && d.Undone != s.Cycle.Period.From {
		b.Delete(cycles, rowset.Key(e.Stream, d.Undone.Begin(s.Location())))
	}
	switch e.Data.(type) {
	case subscription.CycleBegan, *subscription.ResourcesBought, *subscription.ResourcesReturned:
		b.Upsert(cycles, rowset.Key(e.Stream, s.Begins()), rowset.Set{
			"customer": s.Customer,
			"hours":    s.Hours(),
			"orders":   s.Orders(),
		})
	}
	return nil
}

// onDay returns a day as the database has it, or nil.
func onDay(d billing.Date) any {
	if d.IsZero() {
		return nil
	}
	return d.Begin(time.UTC)
}

func invoiceDrafted(b *rowset.Batch, e domain.Event, d *invoice.Drafted) error {
	b.Upsert(invoices, e.Stream, rowset.Set{
		"issuer":      d.Issuer,
		"customer":    d.Customer,
		"state":       string(invoice.Draft),
		"number":      "",
		"bill":        d.Bill,
		"zone":        d.Zone,
		"issued_at":   nil,
		"issued_on":   nil,
		"due":         nil,
		"due_on":      nil,
		"credited_on": nil,
		"paid_on":     nil,
		"way":         "",
		"failure":     "",
		"attempts":    0,
		"credit":      "",
		"created_at":  e.OccurredAt,
		"updated_at":  e.OccurredAt,
		"version":     e.Version,
		"position":    e.Position,
	})
	return nil
}

// onInvoice returns a reducer that sets the state, unless it is empty, and other columns.
func onInvoice[T any](to invoice.State, set func(domain.Event, *T) []any) engine.Reducer {
	return engine.On(func(b *rowset.Batch, e domain.Event, d *T) error {
		columns := set(e, d)
		if to != "" {
			columns = append(columns, "state", string(to))
		}
		setInvoice(b, e, columns...)
		return nil
	})
}

// setInvoice sets columns of an invoice.
func setInvoice(b *rowset.Batch, e domain.Event, columns ...any) {
	b.Update(
		invoices, e.Stream,
		append(columns, "updated_at", e.OccurredAt, "version", e.Version, "position", e.Position)...,
	)
}

// paymentOf returns the id of the payment that an event of an invoice is about.
func paymentOf(e domain.Event) uuid.UUID {
	return uuid.NewSHA1(e.Stream, fmt.Appendf(nil, "payment %d", e.Version))
}

// addPayment adds a row with its own columns.
func addPayment(b *rowset.Batch, e domain.Event, kind string, own rowset.Set) {
	row := rowset.Set{
		"invoice": e.Stream, "kind": kind, "way": "", "at": e.OccurredAt, "updated_at": e.OccurredAt, "paid_on": nil,
		"reference": "", "reason": "", "credit": "", "version": e.Version, "position": e.Position,
	}
	maps.Copy(row, own)
	b.Upsert(payments, paymentOf(e), row)
}

func paymentRefused(b *rowset.Batch, e domain.Event, d *invoice.PaymentFailed) error {
	setInvoice(b, e, "failure", d.Reason, "attempts", d.Attempt)
	addPayment(b, e, PaymentRefused, rowset.Set{"way": string(invoice.ByStripe), "reason": d.Reason})
	return nil
}

func paid(b *rowset.Batch, e domain.Event, d *invoice.Paid) error {
	on := onDay(d.On)
	setInvoice(b, e, "state", string(invoice.Settled), "paid_on", on, "way", string(d.Way))
	addPayment(b, e, PaymentMade, rowset.Set{"way": string(d.Way), "paid_on": on, "reference": d.Reference})
	return nil
}

// corrected changes the payment that was noted by hand.
func corrected(b *rowset.Batch, e domain.Event, d *invoice.Corrected) error {
	on := onDay(d.On)
	setInvoice(b, e, "paid_on", on)
	noted := e
	noted.Version = d.Payment
	b.Update(
		payments,
		paymentOf(noted),
		"paid_on",
		on,
		"reference",
		d.Reference,
		"updated_at",
		e.OccurredAt,
		"position",
		e.Position,
	)
	return nil
}

// refunded notes what is given back, in the way in which it was paid.
func refunded(b *rowset.Batch, e domain.Event, d *invoice.Refunded) error {
	var way string
	if _, err := b.Get(invoices, e.Stream, []string{"way"}, &way); err != nil {
		return err
	}
	setInvoice(b, e, "state", string(invoice.GivenBack))
	addPayment(b, e, PaymentReturned, rowset.Set{"way": way, "reason": d.Reason})
	return nil
}

// credited gives the refund, which is the event before, its credit note.
func credited(b *rowset.Batch, e domain.Event, d *invoice.Credited) error {
	setInvoice(b, e, "credit", d.Number, "credited_on", onDay(d.On))
	refund := e
	refund.Version--
	b.Update(payments, paymentOf(refund), "credit", d.Number, "updated_at", e.OccurredAt, "position", e.Position)
	return nil
}

func methodsChanged(b *rowset.Batch, e domain.Event) error {
	m := payment.New(e.Stream)
	isNew, err := folded(b, methods, e, m)
	if err != nil || !isNew {
		return err
	}
	b.Upsert(methods, e.Stream, rowset.Set{
		"customer": m.Customer, "state": m, "version": e.Version, "position": e.Position,
	})
	return nil
}

func orderDrafted(b *rowset.Batch, e domain.Event, d *order.Drafted) error {
	b.Upsert(orders, e.Stream, rowset.Set{"customer": d.Customer, "position": e.Position})
	return nil
}

// placed counts an order that was a draft until now.
func placed(b *rowset.Batch, e domain.Event) error {
	if !e.Data.(order.StatusChanger).StatusChange().Places() {
		return nil
	}
	return use(b, e, OrderUsage, 1)
}

// worked charges time to the account when the timer stops (D-55).
func worked(b *rowset.Batch, e domain.Event, d *order.WorkStopped) error {
	return use(b, e, WorkUsage, d.Seconds)
}

func use(b *rowset.Batch, e domain.Event, kind string, amount int64) error {
	var customer uuid.UUID
	if _, err := b.Get(orders, e.Stream, []string{"customer"}, &customer); err != nil {
		return err
	}
	b.Upsert(usage, rowset.Key(e.Stream, e.Version), rowset.Set{
		"customer": customer, "kind": kind, "amount": amount, "at": e.OccurredAt, "position": e.Position,
	})
	return nil
}
