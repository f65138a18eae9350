package subscription

// Meter is what an account has used of something, and what of it was beyond the quota of its plan in
// earlier cycles and therefore came from what was bought beside the plan (D-55). An account that has bought
// nothing need not know the second.
type Meter struct {
	Used   int64 // in the present cycle
	Bought int64 // in earlier cycles, beyond their quotas
}

// Spent is what an account has used: orders, and seconds of work.
type Spent struct{ Orders, Work Meter }

// Reading is what read models say that an account has used. Every event up to a position is counted.
type Reading struct {
	Spent
	Position int64
}

// left reports whether a meter has anything left of a plan's quota and of what was bought. A quota below
// zero has no limit. An earlier cycle that went over its quota does not make this one smaller.
func (m Meter) left(quota, bought int64) bool {
	return quota < 0 || m.Used < quota+max(bought-m.Bought, 0)
}

// places returns how often one more is left, as left does. It is below zero if there is no limit.
func (m Meter) places(quota, bought int64) int64 {
	if quota < 0 {
		return -1
	}
	return max(quota+max(bought-m.Bought, 0)-m.Used, 0)
}

// FromPlan returns how much of what was used in this cycle came from the quota of the plan. The rest came
// from what was bought.
func (m Meter) FromPlan(quota int64) int64 {
	if quota < 0 {
		return m.Used
	}
	return min(m.Used, quota)
}

// Limited reports whether the plan limits how many orders are placed in a cycle, or how long is worked
// on them.
func (s *Subscription) Limited() bool {
	o := s.Cycle.Plan.Offer
	return o.Orders >= 0 || o.Hours >= 0 && !o.PAYG
}

// Hours returns how long can be worked in this cycle, in seconds: what the plan has, and packs that are
// bought with each cycle. It is below zero if there is no limit (D-55).
func (s *Subscription) Hours() int64 { return quota(s.Cycle.Plan.Offer.Hours, s.Added().Hours) }

// Orders returns how many orders can be placed in this cycle, as Hours does.
func (s *Subscription) Orders() int64 {
	return quota(int64(s.Cycle.Plan.Offer.Orders), int64(s.Added().Orders))
}

func quota(plan, added int64) int64 {
	if plan < 0 {
		return plan
	}
	return plan + added
}

// Room returns why another order cannot be placed in this cycle. Hours that are paid as one goes have no
// quota (D-57).
func (s *Subscription) Room(spent Spent) error {
	o := s.Cycle.Plan.Offer
	switch {
	case !spent.Orders.left(s.Orders(), int64(s.Bought.Orders)):
		return ErrNoOrders
	case !o.PAYG && !spent.Work.left(s.Hours(), s.Bought.Hours):
		return ErrNoHours
	}
	return nil
}

// hoursAside is more work than is booked on an account at once, in seconds.
const hoursAside = 24 * 3600

// Ample reports whether so much working time is left that what is being booked now cannot use it up.
func (s *Subscription) Ample(spent Spent) bool {
	spent.Work.Used += hoursAside
	return s.Cycle.Plan.Offer.PAYG || spent.Work.left(s.Hours(), s.Bought.Hours)
}

// Places returns how many more orders can be placed in this cycle, below zero for any number.
func (s *Subscription) Places(spent Spent) int64 {
	return spent.Orders.places(s.Orders(), int64(s.Bought.Orders))
}
