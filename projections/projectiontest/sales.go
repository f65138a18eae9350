package projectiontest

import (
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
)

// sales adds the events of a plan, of a subscription in every state, of its invoices, and of payment
// methods.
func (s *story) sales() {
	id := func(n byte) uuid.UUID { return uuid.UUID{0x5a, n} }
	customer := uuid.UUID{0xac, 2}
	house := s.stream(client.StreamOf("house"), client.AggregateType)
	house(client.SellingSetType, &client.SellingSet{Selling: client.Selling{TaxRate: 19_000, PaymentDays: 30}})
	hours := billing.Pack{
		ID: id(8), Name: "10 hours", Kind: billing.ForHours, Size: 36_000, Price: 5_000, Currency: "EUR",
	}
	house(client.PacksSetType, &client.PacksSet{Packs: []billing.Pack{hours}})
	offer := billing.Offer{
		Name: "Studio", Price: 10_000, Currency: "EUR", Term: billing.Month, Hours: 36_000, Orders: 10, ActiveOrders: 3,
		Storage: 1 << 30,
	}
	p := s.stream(id(1), plan.AggregateType)
	p(plan.CreatedType, &plan.Created{Seller: domain.DirectClient, Offer: offer})
	p(plan.RetiredType, &plan.Retired{})
	p(plan.ReofferedType, &plan.Reoffered{})
	p(plan.ChangedType, &plan.Changed{Offer: offer})

	today := billing.DateOf(s.at(), time.UTC)
	bill := billing.NewBill("EUR", 19_000, billing.PlanLine(id(1), offer, billing.Month.PeriodOf(today, 0), today))
	cycle := func(began billing.Date, n int) subscription.Cycle {
		return subscription.Cycle{
			Plan:  subscription.Plan{ID: id(1), Edition: 1, Offer: offer},
			Began: began, Number: n, Period: billing.Month.PeriodOf(began, n),
			Charge: &subscription.Charge{Invoice: id(2), Bill: bill},
		}
	}
	trial := cycle(today, 0)
	trial.Trial, trial.Charge = true, nil
	u := s.stream(subscription.StreamOf(customer), subscription.AggregateType)
	begin := func(c subscription.Cycle) *subscription.Started {
		return &subscription.Started{Customer: customer, Zone: "Europe/Berlin", Cycle: c}
	}
	u(subscription.StartedType, begin(trial))
	u(subscription.EndedType, &subscription.Ended{Reason: subscription.TrialOver})
	u(subscription.StartedType, begin(cycle(today, 0)))
	u(subscription.ResourcesBoughtType, &subscription.ResourcesBought{
		Invoice: id(3), Resources: subscription.Resources{Hours: 3600, Storage: 5},
		AddOns: []subscription.AddOn{{Pack: hours, Quantity: 2}},
	})
	u(subscription.ResourcesReturnedType, &subscription.ResourcesReturned{
		Invoice: id(3), Resources: subscription.Resources{Storage: 5},
		AddOns: []subscription.AddOn{{Pack: hours, Quantity: 1}},
	})
	u(subscription.AddOnStoppedType, &subscription.AddOnStopped{Pack: hours.ID})
	u(subscription.AddOnKeptType, &subscription.AddOnKept{Pack: hours.ID})
	u(subscription.RenewedType, &subscription.Renewed{Cycle: cycle(today, 1)})
	u(subscription.PlanChangedType, &subscription.PlanChanged{Cycle: cycle(today, 1)})
	u(subscription.PlanRestoredType, &subscription.PlanRestored{
		Invoice: id(2), Cycle: cycle(today, 0), Undone: today.AddDays(3),
	})
	u(subscription.FellDueType, &subscription.FellDue{Invoice: id(2), Due: s.at()})
	u(subscription.SuspendedType, &subscription.Suspended{})
	u(subscription.SettledType, &subscription.Settled{Invoice: id(2)})
	u(subscription.ScheduledType, &subscription.Scheduled{Change: subscription.Change{
		Kind: subscription.Leave, On: today.AddMonths(2), Until: today.AddMonths(4),
	}})
	u(subscription.UnscheduledType, &subscription.Unscheduled{Kind: subscription.Leave})
	u(subscription.LeaveBegunType, &subscription.LeaveBegun{Until: today.AddMonths(4)})
	u(subscription.ReactivatedType, &subscription.Reactivated{Cycle: cycle(today.AddMonths(3), 0)})

	drafted := &invoice.Drafted{Issuer: domain.DirectClient, Customer: customer, Bill: bill}
	i := s.stream(id(2), invoice.AggregateType)
	i(invoice.DraftedType, drafted)
	s.stream(
		invoice.RegisterOf(
			invoice.RegisterKey{Issuer: domain.DirectClient, Year: today.Year, Series: invoice.Invoices},
		),
		invoice.RegisterAggregate,
	)(
		invoice.NumberedType,
		&invoice.Numbered{Invoice: id(2), Customer: customer},
	)
	i(invoice.IssuedType, &invoice.Issued{Number: "PB-2026-000001", Due: s.at().AddDate(0, 0, 14)})
	i(invoice.PaymentFailedType, &invoice.PaymentFailed{Attempt: 1, Reason: "card_declined"})
	i(invoice.FellDueType, &invoice.FellDue{})
	i(invoice.PaidType, &invoice.Paid{Way: invoice.ByHand, On: today, Reference: "sealed"})
	i(invoice.CorrectedType, &invoice.Corrected{Payment: 5, On: today, Reference: "sealed"})
	i(invoice.RefundedType, &invoice.Refunded{Reason: "sealed"})
	i(invoice.CreditedType, &invoice.Credited{Number: "PB-C-2026-000001"})
	v := s.stream(id(4), invoice.AggregateType)
	v(invoice.DraftedType, drafted)
	v(invoice.IssuedType, &invoice.Issued{Number: "PB-2026-000002", Due: s.at()})
	v(invoice.VoidedType, &invoice.Voided{Reason: "sealed"})
	s.stream(id(5), invoice.AggregateType)(invoice.DraftedType, drafted)

	m := s.stream(payment.StreamOf(customer), payment.AggregateType)
	m(payment.AddedType, &payment.Added{Method: id(6), Customer: customer, Reference: "pm_1"})
	m(payment.AddedType, &payment.Added{Method: id(7), Customer: customer, Reference: "pm_2"})
	m(payment.DefaultType, &payment.MadeDefault{Method: id(7)})
	m(payment.DeactivatedType, &payment.Deactivated{Method: id(7)})
	m(payment.ActivatedType, &payment.Activated{Method: id(7)})
	m(payment.DeactivatedType, &payment.Deactivated{Method: id(6)})
	m(payment.DeletedType, &payment.Deleted{Method: id(6)})
}
