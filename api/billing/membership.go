package billing

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/sales"
)

// begins reports whether a plan that is chosen begins a subscription, and does not change one.
func begins(s *subscription.Subscription) bool {
	return s.State == subscription.None || s.State == subscription.Trial || s.State == subscription.Over
}

// own returns the caller if they belong to a customer and may see the plan of its account.
func own(ctx context.Context) (domain.Actor, error) {
	by := web.Actor(ctx)
	if by.CustomerID == uuid.Nil {
		return by, domain.ErrNotFound
	}
	return by, policy.SeesSubscription(by, by.ClientID, by.CustomerID)
}

// Membership returns the plan of the caller's account, and the plans it can choose with what each would
// cost now.
func (s *API) Membership(
	ctx context.Context,
	_ contract.MembershipRequest,
) (*contract.MembershipAnswer, error) {
	by, err := own(ctx)
	if err != nil {
		return nil, err
	}
	sub, err := s.Sales.Subscription(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	due, err := s.Sales.FirstDue(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	m := contract.Membership{Subscription: state(sub, due, s.Clock()), Options: []contract.PlanOption{}}
	if policy.ManagesSubscription(by, by.ClientID, by.CustomerID) == nil {
		if m.Options, err = s.options(ctx, by, sub); err != nil {
			return nil, err
		}
	}
	return &contract.MembershipAnswer{Data: m}, nil
}

// state shows a subscription. open is when the first open invoice has to be paid.
func state(s *subscription.Subscription, open subscription.Payment, now time.Time) contract.Subscription {
	payment := s.NextPayment(open)
	c := contract.Subscription{
		State:         contract.SubscriptionState(s.State),
		Label:         s.Label(payment, now),
		Inactive:      s.Inactive(payment, now),
		Open:          s.Open() == nil,
		ClosedBecause: closedBecause(s),
		Next:          scheduled(s.Next),
	}
	if s.State == subscription.None {
		return c
	}
	o := offer(s.Cycle.Plan.Offer)
	c.PlanId, c.Edition, c.Offer = &s.Cycle.Plan.ID, &s.Cycle.Plan.Edition, &o
	c.From, c.Until, c.LeaveUntil = day(s.Cycle.Period.From), day(s.Cycle.Period.Until), day(s.LeaveUntil)
	if !payment.IsZero() {
		c.Due, c.DueOn = &payment.Late, day(payment.On)
	}
	return c
}

// scheduled shows what happens when the cycle ends. It returns nil for nothing.
func scheduled(n *subscription.Change) *contract.ScheduledChange {
	if n == nil {
		return nil
	}
	c := &contract.ScheduledChange{
		Kind: contract.ScheduledChangeKind(n.Kind), On: n.On.String(), Until: day(n.Until),
	}
	if n.Plan != nil {
		c.Plan = &n.Plan.Offer.Name
	}
	return c
}

// options returns the plans that are offered to an account, the cheapest first.
func (s *API) options(
	ctx context.Context,
	by domain.Actor,
	sub *subscription.Subscription,
) ([]contract.PlanOption, error) {
	plans, err := s.Sales.Plans(ctx, by.ClientID, false)
	if err != nil {
		return nil, err
	}
	selling, err := s.Sales.Selling(ctx, by.ClientID)
	if err != nil {
		return nil, err
	}
	used, err := s.Usage(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	me, err := s.Web.User(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(plans, func(a, b sales.Plan) int { return a.Offer.Above(b.Offer) })
	q := quoting{sub, me.TimeZone, selling.TaxRate, used, s.Clock().UTC()}
	options := make([]contract.PlanOption, len(plans))
	for i, p := range plans {
		options[i] = q.option(p.Plan)
	}
	return options, nil
}

// quoting says what plans would cost an account at an instant.
type quoting struct {
	sub     *subscription.Subscription
	zone    string
	taxRate int
	used    subscription.Usage
	at      time.Time
}

func (q quoting) option(p subscription.Plan) contract.PlanOption {
	o := contract.PlanOption{Plan: planOf(p, true)}
	var cycle subscription.Cycle
	var now, later error
	if begins(q.sub) {
		o.Kind = contract.PlanOptionKindBegin
		cycle, now = q.sub.Beginning(q.zone, p, q.taxRate, q.at)
		later = subscription.ErrNotActive
	} else {
		kind, _ := q.sub.Kind(p)
		o.Kind = contract.PlanOptionKind(kind)
		if q.sub.Cycle.Plan.ID == p.ID && q.sub.Cycle.Plan.Edition == p.Edition {
			o.Kind = contract.PlanOptionKindPresent
		}
		cycle, now = q.sub.Quote(p, q.taxRate, q.at)
		later = q.sub.CanChangeLater(p, q.used)
	}
	o.AtOnce, o.Later = now == nil, later == nil
	if o.AtOnce {
		o.Confirm = &contract.ConfirmedAmount{At: q.at}
		if cycle.Charge != nil {
			b := bill(cycle.Charge.Bill)
			o.Bill, o.Confirm.Total = &b, b.Total
		}
	}
	var refused *domain.Error
	why := errors.Join(later, now)
	if begins(q.sub) {
		why = now // nothing could begin later
	}
	if !o.AtOnce && !o.Later && o.Kind != contract.PlanOptionKindPresent && errors.As(why, &refused) {
		o.Refused = &refused.Message
	}
	return o
}

// ChoosePlan begins with a plan or changes to it.
func (s *API) ChoosePlan(
	ctx context.Context,
	r contract.ChoosePlanRequest,
) (*contract.AccountChangedResponse, error) {
	by, err := own(ctx)
	if err != nil {
		return nil, err
	}
	sub, err := s.Sales.Subscription(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	var confirmed *commands.Confirmed
	if c := r.Body.Confirmed; c != nil {
		confirmed = &commands.Confirmed{At: c.At, Total: billing.Amount(c.Total)}
	}
	var cmd commands.Command = &commands.ChangeSubscription{Customer: by.CustomerID, Plan: r.Body.PlanId, Confirmed: confirmed}
	message := "Your plan is changed"
	if confirmed == nil {
		message = "Your plan changes when the cycle ends"
	}
	if begins(sub) {
		if confirmed == nil { // without an amount only what costs nothing begins
			confirmed = &commands.Confirmed{At: s.Clock()}
		}
		me, err := s.Web.User(ctx)
		if err != nil {
			return nil, err
		}
		cmd = &commands.StartSubscription{
			Customer:  by.CustomerID,
			Plan:      r.Body.PlanId,
			Zone:      me.TimeZone,
			Confirmed: *confirmed,
		}
		message = "Your plan has begun"
	}
	return s.do(ctx, r.IdempotencyKey, cmd, message)
}

// change runs a command on the subscription of the caller's account.
func (s *API) change(
	ctx context.Context,
	key *contract.IdempotencyKey,
	command func(customer uuid.UUID) commands.Command,
	message string,
) (*contract.AccountChangedResponse, error) {
	by, err := own(ctx)
	if err != nil {
		return nil, err
	}
	return s.do(ctx, key, command(by.CustomerID), message)
}

func unscheduled(k subscription.ChangeKind) func(uuid.UUID) commands.Command {
	return func(customer uuid.UUID) commands.Command {
		return &commands.UnscheduleChange{Customer: customer, Kind: k}
	}
}

// CancelUpgrade takes a scheduled upgrade back.
func (s *API) CancelUpgrade(
	ctx context.Context,
	r contract.CancelUpgradeRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(
		ctx, r.IdempotencyKey, unscheduled(subscription.Upgrade), "The upgrade is cancelled",
	)
}

// CancelDowngrade takes a scheduled downgrade back.
func (s *API) CancelDowngrade(
	ctx context.Context,
	r contract.CancelDowngradeRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(
		ctx, r.IdempotencyKey, unscheduled(subscription.Downgrade), "The downgrade is cancelled",
	)
}

// TakeLeave puts the subscription on leave when the paid cycle ends.
func (s *API) TakeLeave(
	ctx context.Context,
	r contract.TakeLeaveRequest,
) (*contract.AccountChangedResponse, error) {
	until := dayOf(r.Body.Until)
	return s.change(ctx, r.IdempotencyKey, func(customer uuid.UUID) commands.Command {
		return &commands.TakeLeave{Customer: customer, Until: until}
	}, "Your leave is planned")
}

// CancelLeave takes a scheduled leave back.
func (s *API) CancelLeave(
	ctx context.Context,
	r contract.CancelLeaveRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(ctx, r.IdempotencyKey, unscheduled(subscription.Leave), "The leave is cancelled")
}

// Reactivate ends a leave.
func (s *API) Reactivate(
	ctx context.Context,
	r contract.ReactivateRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(ctx, r.IdempotencyKey, func(customer uuid.UUID) commands.Command {
		return &commands.ReactivateSubscription{Customer: customer}
	}, "Your subscription is active again")
}

// CancelSubscription ends the subscription when its cycle ends.
func (s *API) CancelSubscription(
	ctx context.Context,
	r contract.CancelSubscriptionRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(ctx, r.IdempotencyKey, func(customer uuid.UUID) commands.Command {
		return &commands.CancelSubscription{Customer: customer}
	}, "Your subscription ends with its cycle")
}

// ContinueSubscription takes a cancellation back.
func (s *API) ContinueSubscription(
	ctx context.Context,
	r contract.ContinueSubscriptionRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(ctx, r.IdempotencyKey, func(customer uuid.UUID) commands.Command {
		return &commands.ContinueSubscription{Customer: customer}
	}, "Your subscription goes on")
}
