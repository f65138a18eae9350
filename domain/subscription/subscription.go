// Package subscription decides about the subscriptions of customers: their cycles and what these
// cost, changes of plan, leaves, cancellation, and what late payment means.
//
// A cycle begins and ends where a day begins in the account's time zone. What is due at the end of a
// cycle, a trial or a leave is done by Step, one step at a time, however late it is called.
package subscription

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

const (
	// Patience is how long after its due date an invoice can be unpaid before nothing new can be
	// started (D-54).
	Patience = 14 * 24 * time.Hour

	maxLeave = 366 // days
)

// Debt is an invoice that was not paid in time.
type Debt struct {
	Invoice uuid.UUID
	Due     time.Time
}

// Subscription is a customer's subscription, folded from its events.
type Subscription struct {
	domain.Base
	Customer   uuid.UUID
	Zone       string
	State      State
	Cycle      Cycle
	Next       *Change // what happens when the cycle ends, or nil
	LeaveUntil billing.Date
	Debts      []Debt // in the order in which they fell due
	Suspended  bool
	TrialUsed  bool
	End        EndReason   // why it ended, while it has ended
	Bought     Resources   // once; it does not expire
	AddOns     []AddOn     // what was bought with each cycle
	Changed    *PlanChange // the last change of plan, while it can be taken back
}

// New returns a subscription that has not begun.
func New(id uuid.UUID) *Subscription { return &Subscription{Base: domain.Base{ID: id}, State: None} }

// Location returns the account's time zone, UTC before the subscription begins. Start has checked that it exists.
func (s *Subscription) Location() *time.Location {
	if zone, err := time.LoadLocation(s.Zone); err == nil {
		return zone
	}
	return time.UTC
}

// charge returns what has to be paid with the next event, or nil. The id of its invoice follows from
// the event's place in the stream, so that the same event always has the same invoice.
func (s *Subscription) charge(taxRate int, c billing.Currency, lines ...billing.Line) *Charge {
	bill := billing.NewBill(c, taxRate, lines...)
	if bill.IsZero() {
		return nil
	}
	return &Charge{uuid.NewSHA1(s.ID, fmt.Appendf(nil, "invoice %d", s.Version+1)), bill}
}

// cycle returns the n-th cycle of a plan, counted from a day, with its full price and that of the packs
// that are bought with it, less what is given back.
func (s *Subscription) cycle(p Plan, began billing.Date, n, taxRate int, back ...billing.Line) Cycle {
	c := Cycle{
		Plan: p, Began: began, Number: n, Period: p.Offer.Term.PeriodOf(began, n), TaxRate: billing.RateOf(taxRate),
	}
	lines := append(slices.Clone(back), billing.PlanLine(p.ID, p.Offer, c.Period, c.Period.From))
	// Packs that an ended subscription has were paid after its end, so their first cycle is paid.
	if s.State != Over {
		for _, a := range retaxed(s.following(), c.TaxRate) {
			lines = append(lines, billing.PackRest(a.Pack, a.Quantity, c.Period, c.Period.From))
		}
	}
	c.Charge = s.charge(taxRate, p.Offer.Currency, lines...)
	return c
}

// unused gives back the days that are left of the present cycle on a day: of the plan, and of the packs
// that were bought with the cycle, with the tax that was paid for each (D-86).
func (s *Subscription) unused(today billing.Date) (lines []billing.Line) {
	c := s.Cycle
	if !c.Plan.Offer.Free {
		lines = append(lines, billing.UnusedLine(c.Plan.ID, c.Plan.Offer, c.Period, today, c.TaxRate))
	}
	for _, a := range s.AddOns {
		paid := a.TaxRate
		if paid.IsZero() {
			paid = c.TaxRate
		}
		lines = append(lines, billing.PackUnused(a.Pack, a.Quantity, c.Period, today, paid))
	}
	return lines
}

// Start begins the subscription on the day of quoted: with the plan's trial, if the account never had
// one, or else with a full cycle. A trial that has begun is followed by a full cycle.
func (s *Subscription) Start(customer uuid.UUID, zone string, p Plan, taxRate int, quoted, at time.Time) error {
	c, err := s.Beginning(zone, p, taxRate, quoted)
	if err == nil {
		s.Record(StartedType, &Started{customer, zone, c}, at)
	}
	return err
}

// Beginning returns the cycle that Start would begin, with what has to be paid, or why it cannot.
func (s *Subscription) Beginning(zone string, p Plan, taxRate int, quoted time.Time) (Cycle, error) {
	in, err := time.LoadLocation(zone)
	if err != nil || zone == "" || zone == "Local" {
		return Cycle{}, ErrZone
	}
	today := billing.DateOf(quoted, in)
	switch {
	case len(s.Debts) > 0:
		return Cycle{}, ErrPastDue
	case p.Offer.TrialDays > 0 && !s.TrialUsed && s.State == None:
		period := billing.Period{From: today, Until: today.AddDays(p.Offer.TrialDays)}
		return Cycle{Plan: p, Began: today, Period: period, Trial: true}, s.turn(beginTrial, ErrStarted)
	}
	return s.cycle(p, today, 0, taxRate), s.turn(begin, ErrStarted)
}

// Kind returns what a change to another plan is, and whether it can happen at once. A plan that costs
// less than the present one begins with the next cycle, and so does a monthly plan after a yearly
// one: otherwise more would be given back than the new plan costs.
func (s *Subscription) Kind(p Plan) (kind ChangeKind, atOnce bool) {
	now := s.Cycle.Plan.Offer
	if p.Offer.Above(now) < 0 {
		return Downgrade, false
	}
	return Upgrade, now.Free || now.Term == p.Offer.Term || p.Offer.Term == billing.Year
}

// changeable returns an error unless the subscription can change to a plan.
func (s *Subscription) changeable(p Plan) error {
	switch {
	case p.ID == s.Cycle.Plan.ID && p.Edition == s.Cycle.Plan.Edition:
		return ErrSamePlan
	case p.Offer.Currency != s.Cycle.Plan.Offer.Currency:
		return ErrOtherCurrency
	case s.Next != nil:
		return ErrScheduled
	}
	return nil
}

// ChangeNow changes to a plan at once. The rest of the cycle is paid for at the new price, less what
// was paid for it. After a free plan, and from a monthly to a yearly plan, a new cycle begins. What has
// to be paid is calculated for the instant of the quote.
func (s *Subscription) ChangeNow(p Plan, taxRate int, quoted, at time.Time) error {
	c, err := s.Quote(p, taxRate, quoted)
	if err == nil {
		s.Record(PlanChangedType, &PlanChanged{c}, at)
	}
	return err
}

// Quote returns the cycle that ChangeNow would begin, with what has to be paid, or why it cannot.
func (s *Subscription) Quote(p Plan, taxRate int, at time.Time) (Cycle, error) {
	if err := s.turn(changePlan, s.notActive()); err != nil {
		return Cycle{}, err
	}
	if err := s.changeable(p); err != nil {
		return Cycle{}, err
	}
	if _, atOnce := s.Kind(p); !atOnce {
		return Cycle{}, ErrNotAtOnce
	}
	c := s.changed(p, taxRate, billing.DateOf(at, s.Location()))
	if c.Charge != nil && c.Charge.Bill.Total < 0 {
		return Cycle{}, ErrNotAtOnce // packs that end with the cycle would give more back than the plan costs
	}
	return c, nil
}

// changed returns the cycle after a change at once.
func (s *Subscription) changed(p Plan, taxRate int, today billing.Date) Cycle {
	old := s.Cycle
	if old.Plan.Offer.Free || old.Plan.Offer.Term != p.Offer.Term {
		return s.cycle(p, today, 0, taxRate, s.unused(today)...)
	}
	c := Cycle{
		Plan: p, Began: old.Began, Number: old.Number, Period: old.Period, TaxRate: billing.RateOf(taxRate),
	}
	unused := billing.UnusedLine(old.Plan.ID, old.Plan.Offer, old.Period, today, old.TaxRate)
	rest := billing.PlanLine(p.ID, p.Offer, c.Period, today)
	c.Charge = s.charge(taxRate, p.Offer.Currency, unused, rest)
	return c
}

// PlanChange is a change of plan within a cycle, with what it replaced.
type PlanChange struct {
	Invoice uuid.UUID // of the change
	Before  Cycle
	AddOns  []AddOn
}

// CanGoBack returns why the change of plan that an invoice is for cannot be taken back. It can until the cycle ends in
// which it was made, because that is paid.
func (s *Subscription) CanGoBack(invoice uuid.UUID, u Usage, now time.Time) error {
	if err := s.turn(goBack, s.notActive()); err != nil {
		return err
	}
	switch {
	case s.Changed == nil, s.Changed.Invoice != invoice,
		!billing.DateOf(now, s.Location()).Before(s.Changed.Before.Period.Until):
		return ErrNoWayBack
	case s.Next != nil:
		return ErrScheduled
	}
	return u.Fits(s.Changed.Before.Plan.Offer, s.Bought.Plus(s.Added()))
}

// GoBack takes the change of plan back that an invoice is for. The account has the cycle of before again, which was
// paid, and with it the packs of that cycle and those that were bought since.
func (s *Subscription) GoBack(invoice uuid.UUID, at time.Time) error {
	if err := s.CanGoBack(invoice, Usage{}, at); err != nil {
		return err
	}
	s.Record(PlanRestoredType, &PlanRestored{invoice, s.Changed.Before, s.Cycle.Period.From}, at)
	return nil
}

// restored returns the packs after a change of plan was taken back.
func (s *Subscription) restored(before []AddOn) []AddOn {
	now := *s
	now.remove(following(before))
	all := append(slices.Clone(before), now.AddOns...)
	for i, a := range all {
		all[i].Ending = slices.ContainsFunc(s.AddOns, func(b AddOn) bool { return b.Pack == a.Pack && b.Ending }) ||
			a.Ending
	}
	return joined(all)
}

// Usage is what an account uses at a moment.
type Usage struct {
	ActiveOrders int
	Storage      int64 // bytes
}

// Fits returns an error unless the usage fits into an offer, with what was bought beside it.
func (u Usage) Fits(o billing.Offer, bought Resources) error {
	if most := o.ActiveOrders + bought.ActiveOrders; o.ActiveOrders >= 0 && u.ActiveOrders > most {
		return ErrTooManyOrders.Saying("There are %d active orders, and this plan has room for %d."+
			" Finish or cancel some of them first.", u.ActiveOrders, most)
	}
	if most := o.Storage + bought.Storage; o.Storage >= 0 && u.Storage > most {
		return ErrTooMuchStored.Saying("The files of this account need more storage than this plan has." +
			" Delete some of them first.")
	}
	return nil
}

// lasting returns what the account has beside its plan in the next cycle too.
func (s *Subscription) lasting() Resources {
	r := s.Bought
	for _, a := range s.following() {
		r = r.Plus(resourcesOf(a.Pack, a.Quantity))
	}
	return r
}

// ChangeLater changes to a plan when the cycle ends. It refuses a downgrade into which the account's
// usage does not fit.
func (s *Subscription) ChangeLater(p Plan, u Usage, at time.Time) error {
	if err := s.CanChangeLater(p, u); err != nil {
		return err
	}
	kind, _ := s.Kind(p)
	s.Record(ScheduledType, &Scheduled{Change{Kind: kind, On: s.Cycle.Period.Until, Plan: &p}}, at)
	return nil
}

// CanChangeLater returns why the account cannot change to a plan when the cycle ends.
func (s *Subscription) CanChangeLater(p Plan, u Usage) error {
	if err := s.turn(schedule, s.notActive()); err != nil {
		return err
	}
	if err := s.changeable(p); err != nil {
		return err
	}
	if kind, _ := s.Kind(p); kind == Downgrade {
		return u.Fits(p.Offer, s.lasting())
	}
	return nil
}

// Unschedule takes back a scheduled upgrade, downgrade or leave.
func (s *Subscription) Unschedule(kind ChangeKind, at time.Time) error {
	if s.State == Cancelled || s.Next == nil || s.Next.Kind != kind {
		return ErrNotScheduled
	}
	if err := s.turn(takeBack, ErrNotScheduled); err != nil {
		return err
	}
	s.Record(UnscheduledType, &Unscheduled{Kind: kind}, at)
	return nil
}

// CancelAtEnd ends the subscription when its cycle ends. What is owed stays owed (D-86).
func (s *Subscription) CancelAtEnd(at time.Time) error {
	if s.State == Cancelled {
		return ErrCancelled
	}
	if err := s.turn(cancel, s.notActive()); err != nil {
		return err
	}
	if s.Next != nil {
		return ErrScheduled
	}
	s.Record(ScheduledType, &Scheduled{Change{Kind: Cancel, On: s.Cycle.Period.Until}}, at)
	return nil
}

// Continue takes a cancellation back.
func (s *Subscription) Continue(at time.Time) error {
	if err := s.turn(carryOn, ErrNotCancelled); err != nil {
		return err
	}
	s.Record(UnscheduledType, &Unscheduled{Kind: Cancel}, at)
	return nil
}

// GoOnLeave begins a leave that ends on a day: at once on a free plan, and when the paid cycle ends
// on another.
func (s *Subscription) GoOnLeave(until billing.Date, at time.Time) error {
	if err := s.turn(leave, s.notActive()); err != nil {
		return err
	}
	from := s.Cycle.Period.Until
	if s.Cycle.Plan.Offer.Free {
		from = billing.DateOf(at, s.Location())
	}
	switch days := from.DaysUntil(until); {
	case s.State == PastDue:
		return ErrPastDue
	case s.Next != nil:
		return ErrScheduled
	case days < 1 || days > maxLeave:
		return ErrLeaveEnd
	case s.Cycle.Plan.Offer.Free:
		s.Record(LeaveBegunType, &LeaveBegun{until}, at)
	default:
		s.Record(ScheduledType, &Scheduled{Change{Kind: Leave, On: from, Until: until}}, at)
	}
	return nil
}

// Reactivate ends a leave on the day of at and begins a new cycle with the plan's newest edition.
func (s *Subscription) Reactivate(newest Plan, taxRate int, at time.Time) error {
	if err := s.turn(reactivate, ErrNotOnLeave); err != nil {
		return err
	}
	if len(s.Debts) > 0 {
		return ErrPastDue
	}
	s.reactivate(newest, taxRate, billing.DateOf(at, s.Location()), at)
	return nil
}

func (s *Subscription) reactivate(newest Plan, taxRate int, on billing.Date, at time.Time) {
	s.Record(ReactivatedType, &Reactivated{s.cycle(newest, on, 0, taxRate)}, at)
}

// FallDue notes that an invoice was not paid in time. Repeating it has no effect.
func (s *Subscription) FallDue(invoice uuid.UUID, due, at time.Time) error {
	if slices.ContainsFunc(s.Debts, func(d Debt) bool { return d.Invoice == invoice }) {
		return nil
	}
	if err := s.turn(fallDue, ErrNotActive); err != nil {
		return err
	}
	s.Record(FellDueType, &FellDue{invoice, due}, at)
	return nil
}

// Settle notes that an invoice that was past due does not have to be paid any more. It has no effect
// on an invoice that was not.
func (s *Subscription) Settle(invoice uuid.UUID, at time.Time) error {
	if !slices.ContainsFunc(s.Debts, func(d Debt) bool { return d.Invoice == invoice }) {
		return nil
	}
	s.Record(SettledType, &Settled{invoice}, at)
	return nil
}

// Delete ends the subscription because the account is deleted.
func (s *Subscription) Delete(at time.Time) error {
	if s.State == None || s.State == Over {
		return nil
	}
	if err := s.turn(end, ErrNotActive); err != nil {
		return err
	}
	s.Record(EndedType, &Ended{AccountDeleted}, at)
	return nil
}

// Open returns an error unless the account can begin new orders.
func (s *Subscription) Open() error {
	switch {
	case s.State == OnLeave:
		return ErrOnLeave
	case s.State == Over && s.End == TrialOver:
		return ErrTrialOver
	case s.State == Over:
		return ErrOver
	case s.Suspended:
		return ErrSuspended
	}
	return nil
}

// notActive says why a subscription does not allow what an active one does.
func (s *Subscription) notActive() error {
	if len(s.Debts) > 0 {
		return ErrPastDue
	}
	return ErrNotActive
}

// turn returns an error unless the subscription may make a transition: refused, if it has begun.
func (s *Subscription) turn(trigger string, refused error) error {
	if _, ok := domain.Next(life(), s.State, trigger); !ok {
		if s.State == None {
			return domain.ErrNotFound
		}
		return refused
	}
	return nil
}

// Apply folds one event.
func (s *Subscription) Apply(e domain.Event) error {
	if err := s.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Started:
		s.Customer, s.Zone, s.TrialUsed = d.Customer, d.Zone, s.TrialUsed || d.Cycle.Trial
		s.begin(d.Cycle)
		if d.Cycle.Trial {
			s.State = Trial
		}
	case *Renewed:
		s.follow(d.Cycle)
	case *PlanChanged:
		before, addOns := s.Cycle, s.AddOns
		s.follow(d.Cycle)
		if d.Cycle.Charge != nil {
			s.Changed = &PlanChange{d.Cycle.Charge.Invoice, before, addOns}
		}
	case *PlanRestored:
		addOns := s.AddOns
		if s.Changed != nil && s.Cycle.Period != d.Cycle.Period {
			addOns = s.restored(s.Changed.AddOns)
		}
		s.follow(d.Cycle)
		s.AddOns = addOns
	case *Reactivated:
		s.begin(d.Cycle)
	case *Scheduled:
		s.Next = &d.Change
		if d.Change.Kind == Cancel {
			s.State = Cancelled
		}
	case *Unscheduled:
		s.Next = nil
		if d.Kind == Cancel {
			s.State = Active
		}
		s.weigh()
	case *LeaveBegun:
		s.State, s.LeaveUntil, s.Next, s.Changed = OnLeave, d.Until, nil, nil
	case *FellDue:
		s.Debts = append(slices.Clone(s.Debts), Debt(*d))
		s.weigh()
	case *Settled:
		s.Debts = slices.DeleteFunc(slices.Clone(s.Debts), func(b Debt) bool { return b.Invoice == d.Invoice })
		s.weigh()
	case *Suspended:
		s.Suspended = true
	case *Ended:
		s.State, s.End, s.Next, s.AddOns, s.Changed = Over, d.Reason, nil, nil, nil
	case *ResourcesBought:
		s.Bought = s.Bought.Plus(d.Resources)
		s.add(d.AddOns)
	case *ResourcesReturned:
		s.Bought = s.Bought.Minus(d.Resources)
		s.remove(d.AddOns)
	case *AddOnStopped:
		s.mark(d.Pack, true)
	case *AddOnKept:
		s.mark(d.Pack, false)
	default:
		return fmt.Errorf("subscription: unknown event %s", e.Type)
	}
	return nil
}

// begin sets the first cycle after a time without one.
func (s *Subscription) begin(c Cycle) {
	s.State, s.End, s.LeaveUntil = Active, "", billing.Date{}
	s.follow(c)
}

// follow sets the cycle after another. The charge belongs to the event, not to the state. Packs that end
// are left behind in the cycle in which they were bought last.
func (s *Subscription) follow(c Cycle) {
	switch {
	case !c.TaxRate.IsZero():
	case c.Charge != nil:
		c.TaxRate = billing.RateOf(c.Charge.Bill.TaxRate)
	default:
		c.TaxRate = s.Cycle.TaxRate // nothing was paid
	}
	if c.Period != s.Cycle.Period {
		s.AddOns = s.following()
		if c.bills(s.AddOns) {
			s.AddOns = retaxed(s.AddOns, c.TaxRate)
		}
	}
	c.Charge = nil
	s.Cycle, s.Next, s.Changed = c, nil, nil
	s.weigh()
}

// bills reports whether packs are paid with the cycle.
func (c Cycle) bills(addOns []AddOn) bool {
	return c.Charge != nil && slices.ContainsFunc(c.Charge.Bill.Lines, func(l billing.Line) bool {
		return slices.ContainsFunc(
			addOns,
			func(a AddOn) bool { return a.Pack.ID == l.Product && a.Pack.Kind == l.Kind },
		)
	})
}

// weigh sets what follows from the debts.
func (s *Subscription) weigh() {
	switch {
	case len(s.Debts) > 0 && s.State == Active:
		s.State = PastDue
	case len(s.Debts) == 0 && s.State == PastDue:
		s.State = Active
	}
	s.Suspended = s.Suspended && len(s.Debts) > 0
}
