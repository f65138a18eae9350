package subscription

import (
	"fmt"
	"time"

	"github.com/proofboard/proofboard/domain/billing"
)

// What the membership block calls the date beside it: one of three texts (BD-427).
const (
	LabelDue      = "Next Payment Due Date"
	LabelInactive = "Subscription Inactive"
	LabelCycle    = "Monthly Cycle"
)

// Usable reports whether the account can work with its plan.
func (s *Subscription) Usable() bool {
	switch s.State {
	case Trial, Active, PastDue, Cancelled:
		return !s.Suspended
	case None, OnLeave, Over:
	}
	return false
}

// Payment is when something has to be paid.
type Payment struct {
	On   billing.Date // the day that people read
	Late time.Time    // from when it is late
}

// IsZero reports whether nothing has to be paid.
func (p Payment) IsZero() bool { return p.On.IsZero() }

// NextPayment returns when something has to be paid next: the first open invoice, or the end of the
// cycle of a paid plan. It is zero if nothing has to be paid. open is that of the first open invoice,
// zero for none.
func (s *Subscription) NextPayment(open Payment) Payment {
	end := Payment{}
	if s.Usable() && s.State != Trial && s.State != Cancelled && !s.Cycle.Plan.Offer.Free {
		end = Payment{s.Cycle.Period.Until, s.Ends()}
	}
	if open.IsZero() || !end.IsZero() && end.Late.Before(open.Late) {
		return end
	}
	return open
}

// Inactive reports whether the subscription is shown as inactive: its plan is not free, and cannot be
// used or is past the day of its payment (BD-426).
func (s *Subscription) Inactive(payment Payment, now time.Time) bool {
	if s.State == None || s.Cycle.Plan.Offer.Free && s.State != Over {
		return false
	}
	return !s.Usable() || !payment.IsZero() && !now.Before(payment.Late)
}

// Label returns what the membership block calls the date beside it (D-56). It is empty for an account
// that never had a plan.
func (s *Subscription) Label(payment Payment, now time.Time) string {
	switch {
	case s.State == None:
		return ""
	case s.Inactive(payment, now):
		return LabelInactive
	case s.Cycle.Plan.Offer.Free, s.State == Trial:
		return LabelCycle
	}
	return LabelDue
}

// trialWarning is how many days before its end a free trial is spoken of (D-56).
const trialWarning = 7

// TrialDaysLeft returns how many days of the free trial are left: 1 on its last day, and 0 without one.
func (s *Subscription) TrialDaysLeft(now time.Time) int {
	if s.State != Trial {
		return 0
	}
	return max(billing.DateOf(now, s.Location()).DaysUntil(s.Cycle.Period.Until), 1)
}

// TrialNotice returns the sentence about the free trial of an account. There is one in the last seven days of
// the trial, and after it until a plan is chosen. At all other times it is empty (D-56).
func (s *Subscription) TrialNotice(now time.Time) string {
	left := s.TrialDaysLeft(now)
	switch {
	case s.State == Over && s.End == TrialOver:
		return ErrTrialOver.Message
	case left == 0 || left > trialWarning:
		return ""
	case left == 1:
		return "1 day left in your free trial"
	}
	return fmt.Sprintf("%d days left in your free trial", left)
}

// Suspends returns when nothing new can be started because of an unpaid invoice. It is zero while every
// invoice was paid in time.
func (s *Subscription) Suspends() time.Time {
	if len(s.Debts) == 0 {
		return time.Time{}
	}
	return s.Debts[0].Due.Add(Patience)
}
