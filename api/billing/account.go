package billing

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/sales"
)

// account is the plan of an account, and what the account uses of it.
type account struct {
	sub        *subscription.Subscription
	due        subscription.Payment // of the first open invoice
	membership contract.ProfileMembership
	storages   contract.ProfileStorages
	retail     contract.ProfileRetail
	needsCard  bool // before the next payment
}

// Describe adds the plan of a person's account to their profile (BD-341 to BD-347).
func (s *API) Describe(ctx context.Context, customer uuid.UUID, p *contract.Profile) error {
	a, err := s.account(ctx, customer)
	if err != nil {
		return err
	}
	has := a.sub.State != subscription.None && a.sub.State != subscription.Over
	p.Membership, p.Storages, p.Retail = &a.membership, &a.storages, &a.retail
	p.IsSubscriber, p.HaveFreeTrial = &has, &a.membership.OnFreeTrial
	complete := !a.needsCard
	p.IsPaymentComplete = &complete
	if !a.sub.Exists() {
		return nil
	}
	offer := a.sub.Cycle.Plan.Offer
	symbol := offer.Currency.Symbol()
	p.CurrencySimbol = &symbol
	if offer.PAYG && a.membership.LatePaymentPopup {
		p.Payg = &contract.PaygWarning{AllocatedHourWarning: true, WordingWarning: subscription.ErrPastDue.Message}
	}
	if n := a.sub.Next; n != nil {
		up, down, on := n.Kind == subscription.Upgrade, n.Kind == subscription.Downgrade, ""
		if n.Kind == subscription.Cancel {
			on = n.On.String()
		}
		p.IsScheduledUpgrade, p.IsScheduledDowngrade, p.EndSubscriptionCycleOn = &up, &down, &on
	}
	return nil
}

// account returns the plan of an account.
func (s *API) account(ctx context.Context, id uuid.UUID) (a account, err error) {
	of, err := s.Accounts.FindCustomer(ctx, id)
	if err != nil {
		return a, err
	}
	if a.sub, err = s.Sales.Subscription(ctx, id); err != nil {
		return a, err
	}
	if a.due, err = s.Sales.FirstDue(ctx, id); err != nil {
		return a, err
	}
	spent, err := s.Sales.Meters(ctx, id, a.sub.Bought != (subscription.Resources{}))
	if err != nil {
		return a, err
	}
	used, err := s.Usage(ctx, id)
	if err != nil {
		return a, err
	}
	plans, err := s.Sales.Plans(ctx, of.ClientID, false)
	if err != nil {
		return a, err
	}
	if s.takesCards(of.ClientID) {
		m, err := s.Sales.PaymentMethods(ctx, id)
		if err != nil {
			return a, err
		}
		a.needsCard = s.needsCard(of.ClientID, a.sub, m)
	}
	a.describe(s.Clock())
	a.membership.Offered = len(plans) > 0
	a.measure(of.Terms(), spent, used)
	return a, nil
}

// describe says which plan the account has and how it stands.
func (a *account) describe(now time.Time) {
	s, offer := a.sub, a.sub.Cycle.Plan.Offer
	exists := s.State != subscription.None
	payment := s.NextPayment(a.due)
	m := &a.membership
	*m = contract.ProfileMembership{
		Type:                contract.MembershipFree,
		Title:               offer.Name,
		State:               contract.SubscriptionState(s.State),
		Label:               s.Label(payment, now),
		PaymentTerm:         contract.ProfileMembershipPaymentTerm(offer.Term),
		CycleEnds:           day(s.Cycle.Period.Until),
		IsActive:            s.Usable(),
		Inactive:            s.Inactive(payment, now),
		Open:                s.Open() == nil,
		ClosedBecause:       closedBecause(s),
		OnFreeTrial:         s.State == subscription.Trial,
		LatePaymentPopup:    len(s.Debts) > 0,
		OnSubscriptionLeave: s.State == subscription.OnLeave,
		Next:                scheduled(s.Next),
	}
	if exists && !offer.Free {
		m.Type = contract.MembershipPaid
	}
	if !payment.IsZero() {
		m.DueDate, m.DueOn = payment.Late.Format(time.RFC3339), day(payment.On)
	}
	if at := s.Suspends(); !at.IsZero() {
		m.SuspendsAt = &at
	}
	if s.State == subscription.OnLeave {
		m.OnSubscriptionLeaveReactivationDateFormat = s.LeaveUntil.Begin(time.UTC).Format("02 Jan 2006")
	}
	left, notice := s.TrialDaysLeft(now), s.TrialNotice(now)
	m.FreeTrial = contract.ProfileFreeTrial{
		HaveFreeTrial:      s.State == subscription.Trial,
		IsExpiredFreeTrial: s.State == subscription.Over && s.End == subscription.TrialOver,
		DaysLeft:           web.Some(left),
		Popup:              notice != "",
		Banner:             notice,
	}
	if s.Cycle.Trial {
		m.FreeTrial.FreeTrialDays = s.Cycle.Period.Days()
	}
}

// measure says what is used of the plan, and what of that was bought beside it (D-55).
func (a *account) measure(terms customer.Terms, spent subscription.Spent, used subscription.Usage) {
	offer, bought, added := a.sub.Cycle.Plan.Offer, a.sub.Bought, a.sub.Added()
	switch {
	case !a.sub.Exists(): // without a plan nothing is counted by the cycle
		offer.Hours, offer.Orders = -1, -1
	case offer.PAYG: // hours have no quota, because they are billed after the work (D-57)
		offer.Hours = -1
	}
	work, placed := spent.Work.FromPlan(offer.Hours), spent.Orders.FromPlan(int64(offer.Orders))
	a.membership.AllocatedHour = contract.ProfileHours{
		Used: work, Quota: offer.Hours, PackageAllocatedHours: offer.Hours,
	}
	a.membership.Orders = contract.ProfileOrders{
		Used: placed, Quota: int64(offer.Orders),
		CurrentActiveOrder: used.ActiveOrders, MaximumActiveOrder: terms.MaxActiveOrders,
	}
	if terms.MaxActiveOrders >= 0 {
		a.retail.ActiveOrderQuota = bought.ActiveOrders + added.ActiveOrders
		a.membership.Orders.MaximumActiveOrder -= a.retail.ActiveOrderQuota
	}
	a.retail.AllocatedHourExtra = max(bought.Hours-spent.Work.Bought, 0)
	a.retail.AllocatedHourSubscription = added.Hours
	a.retail.AllocatedHourUsed = spent.Work.Used - work
	a.retail.TotalOrderExtra = max(int64(bought.Orders)-spent.Orders.Bought, 0)
	a.retail.TotalOrderSubscription = int64(added.Orders)
	a.retail.TotalOrderQuota = a.retail.TotalOrderExtra + a.retail.TotalOrderSubscription
	a.retail.TotalOrderUsed = spent.Orders.Used - placed

	stored := contract.ProfileStorages{
		Used: used.Storage, Quota: terms.Storage, Additionals: []contract.ProfileStorage{},
	}
	if terms.Storage >= 0 && terms.AdditionalStorage >= 0 {
		stored.Used = min(used.Storage, terms.Storage)
		a.retail.AdditionalStorageUsed = used.Storage - stored.Used
	}
	if a.retail.AdditionalStorageQuota = terms.AdditionalStorage; terms.AdditionalStorage != 0 {
		stored.Additionals = append(stored.Additionals, contract.ProfileStorage{
			Name: "Additional storage", Used: a.retail.AdditionalStorageUsed, Quota: terms.AdditionalStorage,
		})
	}
	a.storages = stored
}

// closedBecause says why new orders cannot begin. It is nil if they can.
func closedBecause(s *subscription.Subscription) *string {
	if closed, ok := errors.AsType[*domain.Error](s.Open()); ok {
		return &closed.Message
	}
	return nil
}

// CustomerMembership returns the plan of an account and what it uses, for those who sell to it.
func (s *API) CustomerMembership(
	ctx context.Context,
	r contract.CustomerMembershipRequest,
) (*contract.CustomerMembershipAnswer, error) {
	of, err := s.Accounts.FindCustomer(ctx, r.CustomerId)
	if err == nil {
		err = policy.Sells(web.Actor(ctx), of.ClientID)
	}
	if err != nil {
		return nil, err
	}
	a, err := s.account(ctx, r.CustomerId)
	if err != nil {
		return nil, err
	}
	return &contract.CustomerMembershipAnswer{Data: contract.CustomerMembership{
		Subscription: state(a.sub, a.due, s.Clock()), Membership: a.membership, Storages: a.storages, Retail: a.retail,
	}}, nil
}

// MeterEvents returns the events behind a meter (BY-042).
func (s *API) MeterEvents(
	ctx context.Context,
	r contract.MeterEventsRequest,
) (*contract.MeterEventsAnswer, error) {
	id, err := s.accountOf(ctx, r.CustomerId, policy.SeesSubscription)
	if err != nil {
		return nil, err
	}
	from, limit := pageOf(r.Page)
	m, err := s.Sales.MeterEvents(ctx, id, sales.Meter(r.Meter), from, limit+1)
	if err != nil {
		return nil, err
	}
	d := contract.MeterEvents{
		Meter: r.Meter, Used: m.Used, Events: []contract.MeterEvent{}, More: len(m.Events) > limit,
	}
	if !m.From.IsZero() {
		d.From = &m.From
	}
	for _, e := range m.Events[:min(len(m.Events), limit)] {
		d.Events = append(d.Events, contract.MeterEvent{OrderId: e.Order, Order: e.Name, Amount: e.Amount, At: e.At})
	}
	return &contract.MeterEventsAnswer{Data: d}, nil
}

// accountOf returns the account that a call is about, the caller's own unless it names one, if the caller
// may see it. Accounts of others do not exist for them.
func (s *API) accountOf(
	ctx context.Context,
	named *uuid.UUID,
	may func(domain.Actor, string, uuid.UUID) error,
) (uuid.UUID, error) {
	by := web.Actor(ctx)
	id := by.CustomerID
	if named != nil {
		id = *named
	}
	of, err := s.Accounts.FindCustomer(ctx, id)
	if err == nil {
		err = may(by, of.ClientID, id)
	}
	return id, err
}
