package sales

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// entered returns a reducer that also writes the line of an event for auditors (D-43).
func entered(change engine.Reducer) engine.Reducer {
	return func(b *rowset.Batch, e domain.Event) error {
		if err := change(b, e); err != nil {
			return err
		}
		var customer uuid.UUID
		var seller string
		var err error
		switch e.StreamType {
		case plan.AggregateType:
			_, err = b.Get(plans, e.Stream, []string{"seller"}, &seller)
		case invoice.AggregateType:
			_, err = b.Get(invoices, e.Stream, []string{"customer"}, &customer)
		case subscription.AggregateType:
			_, err = b.Get(subscriptions, e.Stream, []string{"customer"}, &customer)
		case payment.AggregateType:
			_, err = b.Get(methods, e.Stream, []string{"customer"}, &customer)
		}
		if err != nil {
			return err
		}
		detail, reason := described(e.Data)
		b.Upsert(entries, e.Position, rowset.Set{
			"customer":     rowset.Optional(customer),
			"seller":       seller,
			"type":         string(e.Type),
			"actor":        rowset.Optional(e.Meta.Actor),
			"impersonator": rowset.Optional(e.Meta.Impersonator),
			"at":           e.OccurredAt,
			"via":          e.Meta.Via,
			"detail":       detail,
			"reason":       reason,
		})
		return nil
	}
}

// described returns what is worth reading in the data of an event, and what somebody wrote, which is
// sealed.
func described(data any) (detail, reason string) {
	switch d := data.(type) {
	case *plan.Created:
		return offered(d.Offer), ""
	case *plan.Changed:
		return offered(d.Offer), ""
	case subscription.CycleBegan:
		c := d.BeganCycle()
		if c.Charge == nil {
			return c.Plan.Offer.Name, ""
		}
		return c.Plan.Offer.Name + ", " + totalOf(c.Charge.Bill), ""
	case *subscription.Scheduled:
		detail = string(d.Change.Kind) + " on " + d.Change.On.String()
		if d.Change.Plan != nil {
			detail += ", " + d.Change.Plan.Offer.Name
		}
		return detail, ""
	case *subscription.Unscheduled:
		return string(d.Kind), ""
	case *subscription.LeaveBegun:
		return "until " + d.Until.String(), ""
	case *subscription.ResourcesBought:
		return packs(d.AddOns), ""
	case *subscription.ResourcesReturned:
		return packs(d.AddOns), ""
	case *subscription.Ended:
		return string(d.Reason), ""
	case *invoice.Drafted:
		return totalOf(d.Bill), ""
	case *invoice.Issued:
		return d.Number, ""
	case *invoice.PaymentFailed:
		return d.Reason, ""
	case *invoice.Paid:
		return string(d.Way) + ", " + d.On.String(), d.Reference
	case *invoice.Corrected:
		return d.On.String(), d.Reference
	case *invoice.Voided:
		return "", d.Reason
	case *invoice.Refunded:
		return "", d.Reason
	case *invoice.Credited:
		return d.Number, ""
	}
	return "", ""
}

func offered(o billing.Offer) string {
	return o.Name + ", " + o.Currency.Text(o.Price) + " a " + string(o.Term)
}

// packs names packs that are bought with each cycle.
func packs(addOns []subscription.AddOn) string {
	names := make([]string, len(addOns))
	for i, a := range addOns {
		names[i] = fmt.Sprintf("%d x %s with each cycle", a.Quantity, a.Pack.Name)
	}
	return strings.Join(names, ", ")
}

func totalOf(b billing.Bill) string { return b.Currency.Text(b.Total) }
