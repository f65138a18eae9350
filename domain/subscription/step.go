package subscription

import (
	"time"
)

// Steps are what happens by itself when its time has come.
type stepKind int

const (
	nothing stepKind = iota
	suspendStep
	endTrialStep
	endCycleStep
	endLeaveStep
)

// next returns the first step that is to come, and when it is due.
func (s *Subscription) next() (step stepKind, due time.Time) {
	consider := func(k stepKind, at time.Time) {
		if step == nothing || at.Before(due) {
			step, due = k, at
		}
	}
	zone := s.Location()
	switch s.State {
	case Trial:
		consider(endTrialStep, s.Cycle.Period.Until.Begin(zone))
	case Active, PastDue, Cancelled:
		// Considered first, so that it comes first if both are due at the same moment: an account that is
		// suspended then is not billed for another cycle.
		if len(s.Debts) > 0 && !s.Suspended {
			consider(suspendStep, s.Suspends())
		}
		consider(endCycleStep, s.Cycle.Period.Until.Begin(zone))
	case OnLeave:
		consider(endLeaveStep, s.LeaveUntil.Begin(zone))
	case None, Over:
	}
	return step, due
}

// Due returns when the next step is due. It is zero if none will be.
func (s *Subscription) Due() time.Time {
	_, due := s.next()
	return due
}

// Newest is what a step needs to know: the newest editions of plans, the tax rate of the account, and
// what the account uses.
type Newest struct {
	Plan    Plan  // of the present cycle
	Next    *Plan // of the scheduled change; nil if there is none or it is still the same
	TaxRate int
	Usage   Usage
}

// Step does the first step that is due at a time, and records nothing if none is. Steps that are done
// late have the days on which they were due. Repeat it until nothing is recorded.
func (s *Subscription) Step(n Newest, at time.Time) {
	step, due := s.next()
	if step == nothing || at.Before(due) {
		return
	}
	switch step {
	case nothing:
	case suspendStep:
		s.Record(SuspendedType, &Suspended{}, at)
	case endTrialStep:
		s.Record(EndedType, &Ended{TrialOver}, at)
	case endLeaveStep:
		s.endLeave(n, at)
	case endCycleStep:
		s.endCycle(n, at)
	}
}

// endLeave begins a new cycle, unless there are debts: then the subscription ends.
func (s *Subscription) endLeave(n Newest, at time.Time) {
	if len(s.Debts) > 0 {
		s.Record(EndedType, &Ended{NotPaid}, at)
		return
	}
	s.reactivate(n.Plan, n.TaxRate, s.LeaveUntil, at)
}

// endCycle ends a cycle with what was scheduled, or else begins the next one.
func (s *Subscription) endCycle(n Newest, at time.Time) {
	c := s.Cycle
	switch {
	case s.Suspended:
		s.Record(EndedType, &Ended{NotPaid}, at)
	case s.Next == nil:
		s.Record(RenewedType, &Renewed{s.cycle(n.Plan, c.Began, c.Number+1, n.TaxRate)}, at)
	case s.Next.Kind == Cancel:
		s.Record(EndedType, &Ended{WasCancelled}, at)
	case s.Next.Kind == Leave:
		s.Record(LeaveBegunType, &LeaveBegun{s.Next.Until}, at)
	default:
		s.endCycleWithChange(n, at)
	}
}

// endCycleWithChange begins the next cycle with another plan. A downgrade into which the account has
// grown too large meanwhile does not happen.
func (s *Subscription) endCycleWithChange(n Newest, at time.Time) {
	c, to := s.Cycle, *s.Next.Plan
	if n.Next != nil {
		to = *n.Next
	}
	if s.Next.Kind == Downgrade && n.Usage.Fits(to.Offer, s.lasting()) != nil {
		s.Record(UnscheduledType, &Unscheduled{Kind: Downgrade, Reason: "does-not-fit"}, at)
		return // the next step renews the present plan
	}
	began, number := c.Began, c.Number+1
	if to.Offer.Term != c.Plan.Offer.Term {
		began, number = c.Period.Until, 0
	}
	s.Record(RenewedType, &Renewed{s.cycle(to, began, number, n.TaxRate)}, at)
}

// Begins returns when the cycle begins or has begun.
func (s *Subscription) Begins() time.Time { return s.Cycle.Period.From.Begin(s.Location()) }

// Ends returns when the cycle ends.
func (s *Subscription) Ends() time.Time { return s.Cycle.Period.Until.Begin(s.Location()) }
