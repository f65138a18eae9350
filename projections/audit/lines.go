package audit

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/webhook"
)

// line is what an event says beside its type. The page that shows it chooses the words.
type line struct {
	detail, reason   string    // what is worth reading, and what somebody wrote, which is sealed
	person, customer uuid.UUID // whom the event's stream is about, if this event says so
	client           string
}

// lineOf returns the line of an event. Of those that are not here, the type is enough.
func lineOf(e domain.Event) (l line) {
	switch d := e.Data.(type) {
	case *client.Created:
		l.client, l.detail = d.Client, string(d.Kind)
	case *client.BrandingChanged:
		l.detail = d.Colour
	case *client.HostsChanged:
		l.detail = strings.Join(d.Hosts, ", ")
	case *client.SignUpSwitched:
		l.detail = yesOrNo(d.Open)
	case *client.SecondFactorRequired:
		l.detail = yesOrNo(d.Required)
	case *client.HoursSet:
		l.detail = d.Zone
	case *customer.Created:
		l.customer, l.detail = e.Stream, active(d.Terms)
	case *customer.TermsChanged:
		l.detail = active(d.Terms)
	case *customer.DeletionRequested:
		l.detail, l.reason = day(d.On), d.Reason
	case *member.Asked:
		l.person, l.detail = d.Person, string(d.Role)
	case *member.Registered:
		l.person, l.detail = d.Person, string(d.Role)
	case *member.RoleChanged:
		l.detail = string(d.Role)
	case *member.ApproverChanged:
		l.detail = yesOrNo(d.Approver)
	case *member.PasswordChanged:
		l.detail = string(d.Way)
	case *member.FactorAdded:
		l.detail = string(d.Kind)
	case *member.FactorRemoved:
		l.detail = string(d.Kind)
	case *member.TokenCreated:
		l.detail = strings.Join(d.Scopes, ", ") + " until " + day(d.Ends)
	case *member.Impersonated:
		l.reason = d.Reason
	case *plan.Created:
		l.client, l.detail = d.Seller, offered(d.Offer)
	case *plan.Changed:
		l.detail = offered(d.Offer)
	case *subscription.Started:
		l.customer, l.detail = d.Customer, bought(d.Cycle)
	case subscription.CycleBegan:
		l.detail = bought(d.BeganCycle())
	case *subscription.Scheduled:
		l.detail = string(d.Change.Kind) + " on " + d.Change.On.String()
		if d.Change.Plan != nil {
			l.detail += ", " + d.Change.Plan.Offer.Name
		}
	case *subscription.Unscheduled:
		l.detail = string(d.Kind)
	case *subscription.LeaveBegun:
		l.detail = "until " + d.Until.String()
	case *subscription.ResourcesBought:
		l.detail = packs(d.AddOns)
	case *subscription.ResourcesReturned:
		l.detail = packs(d.AddOns)
	case *subscription.Ended:
		l.detail = string(d.Reason)
	case *invoice.Drafted:
		l.customer, l.detail = d.Customer, total(d.Bill)
	case *invoice.Issued:
		l.detail = d.Number
	case *invoice.PaymentFailed:
		l.detail = d.Reason
	case *invoice.Paid:
		l.detail, l.reason = string(d.Way)+", "+d.On.String(), d.Reference
	case *invoice.Corrected:
		l.detail, l.reason = d.On.String(), d.Reference
	case *invoice.Voided:
		l.reason = d.Reason
	case *invoice.Refunded:
		l.reason = d.Reason
	case *invoice.Credited:
		l.detail = d.Number
	case *payment.Added:
		l.customer = d.Customer
	case webhook.Event:
		about := d.About()
		if l.customer, l.detail = about.Home.Customer, about.Host; l.customer == uuid.Nil {
			l.client = about.Home.Client
		}
	}
	return l
}

func bought(c subscription.Cycle) string {
	if c.Charge == nil {
		return c.Plan.Offer.Name
	}
	return c.Plan.Offer.Name + ", " + total(c.Charge.Bill)
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

func total(b billing.Bill) string { return b.Currency.Text(b.Total) }

func day(t time.Time) string { return t.UTC().Format("02 Jan 2006") }

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// active returns the number of orders that a customer may have active.
func active(t customer.Terms) string {
	if t.MaxActiveOrders < 0 {
		return "any number of active orders"
	}
	return strconv.Itoa(t.MaxActiveOrders) + " active orders"
}
