package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
)

// QuoteLife is how long a quote can be confirmed.
const QuoteLife = 15 * time.Minute

// ErrPriceChanged refuses to charge another amount than the one that was confirmed (D-75).
var ErrPriceChanged = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "subscription.price_changed",
	Message: "The amount has changed since you saw it. Look at it again and confirm it.",
}

// Confirmed is the amount that somebody confirmed, and the instant for which it was calculated.
type Confirmed struct {
	At    time.Time
	Total billing.Amount // with tax
}

// check returns an error unless a quote can be confirmed at a time.
func (c Confirmed) check(at time.Time) error {
	if c.At.After(at) || at.Sub(c.At) > QuoteLife {
		return ErrPriceChanged
	}
	return nil
}

// totalOf returns what a cycle costs when it begins.
func totalOf(c subscription.Cycle) billing.Amount {
	if c.Charge == nil {
		return 0
	}
	return c.Charge.Bill.Total
}

// edition returns the newest edition of a plan that a client sells, and the client's tax rate. It locks
// both until the command ends.
func (w *work) edition(ctx context.Context, seller string, id uuid.UUID) (*plan.Plan, int, error) {
	plans, taxRate, err := w.editions(ctx, seller, id)
	return plans[id], taxRate, err
}

// editions is edition for several plans, by their ids.
func (w *work) editions(ctx context.Context, seller string, ids ...uuid.UUID) (map[uuid.UUID]*plan.Plan, int, error) {
	c, err := w.openClient(ctx, seller)
	if err != nil {
		return nil, 0, err
	}
	plans := map[uuid.UUID]*plan.Plan{}
	for _, id := range byID(ids) {
		p, err := take(ctx, w, plan.Streams, id)
		switch {
		case err != nil:
			return nil, 0, err
		case !p.Exists() || p.Seller != seller:
			return nil, 0, domain.ErrNotFound
		}
		plans[id] = p
	}
	return plans, c.Selling.TaxRate, nil
}

// chosen is edition for a plan that must still be offered.
func (w *work) chosen(ctx context.Context, seller string, id uuid.UUID) (subscription.Plan, int, error) {
	p, taxRate, err := w.edition(ctx, seller, id)
	if err == nil {
		err = p.Choosable(seller)
	}
	if err != nil {
		return subscription.Plan{}, 0, err
	}
	return asChosen(p), taxRate, nil
}

// asChosen returns the newest edition of a plan as a subscription has it.
func asChosen(p *plan.Plan) subscription.Plan {
	return subscription.Plan{ID: p.ID, Edition: p.Edition, Offer: p.Offer}
}

// ability is a rule of the policy about the subscription of an account.
type ability func(who domain.Actor, seller string, customer uuid.UUID) error

// managed returns an account if the sender may do this to its subscription. Accounts of others do not
// exist for them.
func (w *work) managedAccount(ctx context.Context, id uuid.UUID, may ability) (Customer, error) {
	of, err := w.bus.People.Customer(ctx, id)
	if err != nil {
		return Customer{}, err
	}
	if err := may(w.by, of.ClientID, id); err != nil {
		return Customer{}, err
	}
	return of, w.notFrozen(ctx, id)
}

// changed locks and returns a subscription if the sender may do this to it.
func (w *work) changedSubscription(ctx context.Context, id uuid.UUID, may ability) (*subscription.Subscription, error) {
	if _, err := w.managedAccount(ctx, id, may); err != nil {
		return nil, err
	}
	return take(ctx, w, subscription.Streams, subscription.StreamOf(id))
}

// StartSubscription begins the subscription of an account, or begins it again after it has ended or
// during its trial.
type StartSubscription struct {
	Customer  uuid.UUID `stream:"subscription"`
	Plan      uuid.UUID
	Zone      string // where the days of the account begin
	Confirmed Confirmed
}

func (c *StartSubscription) handle(ctx context.Context, w *work) error {
	of, err := w.managedAccount(ctx, c.Customer, policy.ManagesSubscription)
	if err != nil {
		return err
	}
	p, taxRate, err := w.chosen(ctx, of.ClientID, c.Plan)
	if err != nil {
		return err
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	if err != nil {
		return err
	}
	if err := c.Confirmed.check(w.at); err != nil {
		return err
	}
	switch cycle, err := s.Beginning(c.Zone, p, taxRate, c.Confirmed.At); {
	case err != nil:
		return err
	case totalOf(cycle) != c.Confirmed.Total:
		return ErrPriceChanged
	}
	return s.Start(c.Customer, c.Zone, p, taxRate, c.Confirmed.At, w.at)
}

// ChangeSubscription changes the plan of an account: at once for the amount that was confirmed, or when
// the cycle ends.
type ChangeSubscription struct {
	Customer  uuid.UUID `stream:"subscription"`
	Plan      uuid.UUID
	Confirmed *Confirmed // nil: when the cycle ends
}

func (c *ChangeSubscription) handle(ctx context.Context, w *work) error {
	of, err := w.managedAccount(ctx, c.Customer, policy.ManagesSubscription)
	if err != nil {
		return err
	}
	p, taxRate, err := w.chosen(ctx, of.ClientID, c.Plan)
	if err != nil {
		return err
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	if err != nil {
		return err
	}
	if c.Confirmed == nil {
		used, err := w.bus.Usage.Used(ctx, c.Customer)
		if err != nil {
			return err
		}
		return s.ChangeLater(p, used, w.at)
	}
	if err := c.Confirmed.check(w.at); err != nil {
		return err
	}
	switch cycle, err := s.Quote(p, taxRate, c.Confirmed.At); {
	case err != nil:
		return err
	case totalOf(cycle) != c.Confirmed.Total:
		return ErrPriceChanged
	}
	return s.ChangeNow(p, taxRate, c.Confirmed.At, w.at)
}

// UnscheduleChange takes back a scheduled upgrade, downgrade or leave.
type UnscheduleChange struct {
	Customer uuid.UUID `stream:"subscription"`
	Kind     subscription.ChangeKind
}

func (c *UnscheduleChange) handle(ctx context.Context, w *work) error {
	s, err := w.changedSubscription(ctx, c.Customer, policy.ManagesSubscription)
	if err != nil {
		return err
	}
	return s.Unschedule(c.Kind, w.at)
}

// CancelSubscription ends a subscription when its cycle ends.
type CancelSubscription struct {
	Customer uuid.UUID `stream:"subscription"`
}

func (c *CancelSubscription) handle(ctx context.Context, w *work) error {
	s, err := w.changedSubscription(ctx, c.Customer, policy.ManagesSubscription)
	if err != nil {
		return err
	}
	return s.CancelAtEnd(w.at)
}

// ContinueSubscription takes a cancellation back.
type ContinueSubscription struct {
	Customer uuid.UUID `stream:"subscription"`
}

func (c *ContinueSubscription) handle(ctx context.Context, w *work) error {
	s, err := w.changedSubscription(ctx, c.Customer, policy.ManagesSubscription)
	if err != nil {
		return err
	}
	return s.Continue(w.at)
}

// TakeLeave begins a leave that ends on a day, when the paid cycle ends.
type TakeLeave struct {
	Customer uuid.UUID `stream:"subscription"`
	Until    billing.Date
}

func (c *TakeLeave) handle(ctx context.Context, w *work) error {
	s, err := w.changedSubscription(ctx, c.Customer, policy.LeavesSubscription)
	if err != nil {
		return err
	}
	return s.GoOnLeave(c.Until, w.at)
}

// ReactivateSubscription ends a leave and begins a new cycle.
type ReactivateSubscription struct {
	Customer uuid.UUID `stream:"subscription"`
}

func (c *ReactivateSubscription) handle(ctx context.Context, w *work) error {
	of, err := w.managedAccount(ctx, c.Customer, policy.LeavesSubscription)
	if err != nil {
		return err
	}
	s, n, err := w.newest(ctx, of.ClientID, c.Customer)
	if err != nil {
		return err
	}
	return s.Reactivate(n.Plan, n.TaxRate, w.at)
}

// newest locks and returns a subscription, after it has locked and read the newest editions of its
// plans. It returns domain.ErrStaleVersion if the plans were changed meanwhile, so that the command is
// decided again.
func (w *work) newest(
	ctx context.Context,
	seller string,
	customer uuid.UUID,
) (*subscription.Subscription, subscription.Newest, error) {
	var n subscription.Newest
	now, next, err := w.plansOf(ctx, customer)
	if err != nil {
		return nil, n, err
	}
	wanted := []uuid.UUID{now}
	if next != uuid.Nil {
		wanted = append(wanted, next)
	}
	plans, taxRate, err := w.editions(ctx, seller, wanted...)
	if err != nil {
		return nil, n, err
	}
	n.Plan, n.TaxRate = asChosen(plans[now]), taxRate
	if next != uuid.Nil {
		to := asChosen(plans[next])
		n.Next = &to
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(customer))
	if err != nil {
		return nil, n, err
	}
	if s.Cycle.Plan.ID != now || s.Next != nil && s.Next.Plan != nil && s.Next.Plan.ID != next {
		return nil, n, domain.ErrStaleVersion
	}
	return s, n, nil
}

// plansOf returns the plan of a subscription and the one that is scheduled, or Nil. It does not keep
// the subscription locked: plans are locked before it.
func (w *work) plansOf(ctx context.Context, customer uuid.UUID) (now, next uuid.UUID, err error) {
	held, s, err := open(ctx, w.bus.Log, subscription.Streams, subscription.StreamOf(customer))
	if err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	defer held.Unlock()
	switch {
	case !s.Exists():
		return uuid.Nil, uuid.Nil, domain.ErrNotFound
	case s.Next != nil && s.Next.Plan != nil:
		next = s.Next.Plan.ID
	}
	return s.Cycle.Plan.ID, next, nil
}

// StepSubscription does the first thing that is due by itself: the end of a cycle, a trial or a leave,
// or a suspension. Only the product itself sends it.
type StepSubscription struct {
	Customer uuid.UUID `stream:"subscription"`
}

func (c *StepSubscription) handle(ctx context.Context, w *work) error {
	of, err := w.bySystem(ctx, c.Customer)
	if err != nil {
		return err
	}
	switch leaving, err := w.bus.People.Leaving(ctx, c.Customer); {
	case err != nil:
		return err
	case leaving:
		return nil // it waits until the account is deleted, or its owner takes that back
	}
	s, n, err := w.newest(ctx, of.ClientID, c.Customer)
	if err != nil {
		return err
	}
	if s.Next != nil && s.Next.Kind == subscription.Downgrade {
		if n.Usage, err = w.bus.Usage.Used(ctx, c.Customer); err != nil {
			return err
		}
	}
	s.Step(n, w.at)
	return nil
}

// bySystem returns the account that the product itself changes.
func (w *work) bySystem(ctx context.Context, customer uuid.UUID) (Customer, error) {
	if w.by.Role != domain.System {
		return Customer{}, domain.ErrForbidden
	}
	return w.bus.People.Customer(ctx, customer)
}

// NoteDebt tells a subscription whether an invoice is past due. Only the product itself sends it.
type NoteDebt struct {
	Customer uuid.UUID `stream:"subscription"`
	Invoice  uuid.UUID
	Due      time.Time // zero: it does not have to be paid any more
}

func (c *NoteDebt) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	switch {
	case err != nil:
		return err
	case !s.Exists():
		return nil // an account without a plan can have invoices too
	case c.Due.IsZero():
		return s.Settle(c.Invoice, w.at)
	}
	return s.FallDue(c.Invoice, c.Due, w.at)
}

// RestorePlan takes the change of plan back that an invoice is for, which need not be paid. Only the product itself
// sends it.
type RestorePlan struct {
	Customer uuid.UUID `stream:"subscription"`
	Invoice  uuid.UUID
}

func (c *RestorePlan) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	if err != nil {
		return err
	}
	return s.GoBack(c.Invoice, w.at)
}

// EndSubscription ends the subscription of an account that was deleted. Only the product itself sends it.
type EndSubscription struct {
	Customer uuid.UUID `stream:"subscription"`
}

func (c *EndSubscription) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	if err != nil {
		return err
	}
	return s.Delete(w.at)
}

// Entitle lets the terms of an account follow its subscription. Only the product itself sends it.
type Entitle struct {
	Customer uuid.UUID `stream:"customer"`
}

func (c *Entitle) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(c.Customer))
	if err != nil || !s.Exists() {
		return err
	}
	of, err := take(ctx, w, customer.Streams, c.Customer)
	if err != nil {
		return err
	}
	err = of.ChangeTerms(entitled(s), w.at)
	if errors.Is(err, customer.ErrLeaving) || errors.Is(err, domain.ErrNotFound) {
		return nil // nobody works in this account any more
	}
	return err
}

// entitled returns what an account may use by its subscription.
func entitled(s *subscription.Subscription) customer.Terms {
	o, beside := s.Cycle.Plan.Offer, s.Bought.Plus(s.Added())
	t := customer.Terms{
		Package:           o.Name,
		MaxActiveOrders:   o.ActiveOrders,
		PAYG:              o.PAYG,
		Storage:           o.Storage,
		AdditionalStorage: beside.Storage,
	}
	if o.ActiveOrders >= 0 {
		t.MaxActiveOrders += beside.ActiveOrders
	}
	return t
}

// guarding locks and returns the subscription of a customer. It guards what the command writes to the
// stream that is held already.
func (w *work) guarding(ctx context.Context, customer uuid.UUID) (*subscription.Subscription, error) {
	s, err := take(ctx, w, subscription.Streams, subscription.StreamOf(customer))
	if err != nil {
		return nil, err
	}
	last := len(w.held) - 1
	w.held = slices.Insert(w.held[:last], 0, w.held[last]) // what is held last is what is written to
	return s, nil
}

// errCount lets the bus decide a command again that has to count what is used.
var errCount = errors.New("commands: what is used has to be counted")

// mayBegin returns an error unless the account of an order can begin new orders, and has room in its
// cycle for one that is placed now.
func (w *work) mayBegin(ctx context.Context, o *order.Order) error {
	if w.exact {
		return w.mayBeginExactly(ctx, o)
	}
	s, limited, err := w.begins(ctx, o)
	if err != nil || !limited {
		return err
	}
	used, _, err := w.bus.Usage.Recent(ctx, o.Customer, bought(s))
	if err != nil {
		return err
	}
	if used.Position >= s.Position && s.Ample(used.Spent) && w.leaves(s.Places(used.Spent), used) {
		return nil
	}
	return errCount
}

// mayBeginExactly counts what is used, and locks it until the command ends, so that two orders cannot both take the last
// place. The subscription is locked only after the count, so that a command that waits for the count does not
// block other commands on the subscription.
func (w *work) mayBeginExactly(ctx context.Context, o *order.Order) error {
	peek, err := w.readSubscription(ctx, o.Customer)
	if err != nil {
		return err
	}
	var spent subscription.Spent
	counted := o.Status == order.Draft && peek.Exists() && peek.Limited()
	if counted {
		var release func()
		if spent, release, err = w.bus.Usage.Spend(ctx, o.Customer, bought(&peek)); err != nil {
			return err
		}
		w.releases = append(w.releases, release)
	}
	s, limited, err := w.begins(ctx, o)
	switch {
	case err != nil || !limited:
		return err
	case !counted || bought(s) != bought(&peek): // it has changed meanwhile
		return errCount
	}
	return s.Room(spent)
}

// bought reports whether an account has bought anything beside its plan.
func bought(s *subscription.Subscription) bool { return s.Bought != (subscription.Resources{}) }

// leaves reports whether one of the places that were left by a reading can be taken without a lock, and ensures that it
// is. Each event since the reading may have taken a place, so the append may only follow as many events as there are
// places, but for one: the last place is for a command that holds the lock. Places below zero are any number.
func (w *work) leaves(places int64, r subscription.Reading) bool {
	if places < 0 {
		return true
	}
	if places < 2 || r.Position == 0 {
		return false
	}
	until := r.Position + places - 2
	if w.until == 0 || until < w.until {
		w.until = until
	}
	return true
}

// begins returns an error unless the account of an order can begin new orders, and reports whether its plan limits
// them. An order that is paid by the hour needs a confirmed estimate. The subscription guards the append of the order.
// An account without a plan is not limited by one.
func (w *work) begins(ctx context.Context, o *order.Order) (s *subscription.Subscription, limited bool, err error) {
	s, err = w.guarding(ctx, o.Customer)
	if err != nil || !s.Exists() {
		return s, false, err
	}
	if err := s.Open(); err != nil || o.Status != order.Draft {
		return s, false, err
	}
	price, hourly := s.Cycle.Plan.Offer.Hourly()
	err = o.PayBy(price, hourly, w.at)
	return s, err == nil && s.Limited(), err
}
