package subscription

import "time"

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

// NextPayment returns when something has to be paid next: the first open invoice, or the end of the
// cycle of a paid plan. It is zero if nothing has to be paid. open is when the first open invoice is
// due, zero for none.
func (s *Subscription) NextPayment(open time.Time) time.Time {
	end := time.Time{}
	if s.Usable() && s.State != Trial && s.State != Cancelled && !s.Cycle.Plan.Offer.Free {
		end = s.Ends()
	}
	if open.IsZero() || !end.IsZero() && end.Before(open) {
		return end
	}
	return open
}

// Inactive reports whether the subscription is shown as inactive: its plan is not free, and cannot be
// used or is past the day of its payment (BD-426).
func (s *Subscription) Inactive(payment, now time.Time) bool {
	if s.State == None || s.Cycle.Plan.Offer.Free && s.State != Over {
		return false
	}
	return !s.Usable() || !payment.IsZero() && !now.Before(payment)
}

// Label returns what the membership block calls the date beside it (D-56). It is empty for an account
// that never had a plan.
func (s *Subscription) Label(payment, now time.Time) string {
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
