package billing_test

import (
	"math/big"
	"time"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/subscription"
)

// ledger is what an account has to pay, calculated in another way than the product does: with the
// calendar of the standard library and fractions, from what its owner did and when.
type ledger struct {
	zone       *time.Location
	state      subscription.State
	plan       subscription.Plan
	began      time.Time // days, at noon UTC
	from       time.Time
	until      time.Time
	cycle      int
	next       *change
	leaveUntil time.Time
	bills      []bill
}

type change struct {
	kind  subscription.ChangeKind
	plan  subscription.Plan
	until time.Time
}

// bill is one thing to pay. Its invoice has 14 days.
type bill struct {
	net       int64
	due       time.Time
	late      bool // it was seen to be unpaid after its day
	settled   bool
	suspended bool // the 14 days after that have passed
}

func noon(d billing.Date) time.Time { return time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, time.UTC) }

func days(from, until time.Time) int64 { return int64(until.Sub(from).Hours() / 24) }

// midnight returns when a day begins in the account's zone. The clocks of the tests' zones are not
// changed at midnight.
func (l *ledger) midnight(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, l.zone)
}

func (l *ledger) today(now time.Time) time.Time {
	y, m, d := now.In(l.zone).Date()
	return time.Date(y, m, d, 12, 0, 0, 0, time.UTC)
}

// months returns the day so many months after the cycles began, or the last of a shorter month.
func (l *ledger) months(n int) time.Time {
	to := l.began.AddDate(0, n, 0)
	for to.Day() != l.began.Day() && to.Day() < 4 {
		to = to.AddDate(0, 0, -1)
	}
	return to
}

func (l *ledger) term() int {
	if l.plan.Offer.Term == billing.Year {
		return 12
	}
	return 1
}

// rest is the price of the plan from a day to the end of its cycle, of the whole cycle.
func (l *ledger) rest(on time.Time) int64 {
	exact := big.NewRat(int64(l.plan.Offer.Price)*days(on, l.until), days(l.months(l.cycle*l.term()), l.until))
	double := new(big.Int).Add(new(big.Int).Mul(exact.Num(), big.NewInt(2)), exact.Denom())
	whole, remainder := new(big.Int).DivMod(double, new(big.Int).Mul(exact.Denom(), big.NewInt(2)), new(big.Int))
	if remainder.Sign() == 0 && whole.Bit(0) == 1 {
		whole.Sub(whole, big.NewInt(1))
	}
	return whole.Int64()
}

func (l *ledger) owe(net int64, now time.Time) {
	if net != 0 {
		l.bills = append(l.bills, bill{net: net, due: now.AddDate(0, 0, 14).Truncate(time.Second)})
	}
}

// begin begins cycles of a plan on a day.
func (l *ledger) begin(p subscription.Plan, day time.Time) int64 {
	l.plan, l.began, l.from, l.cycle, l.next = p, day, day, 0, nil
	l.state = subscription.Active
	l.until = l.months(l.term())
	return l.rest(day)
}

// changeNow changes to a plan within a cycle.
func (l *ledger) changeNow(p subscription.Plan, now time.Time) {
	today, back := l.today(now), int64(0)
	old := l.plan.Offer
	if !old.Free {
		back = -l.rest(today)
	}
	if old.Free || old.Term != p.Offer.Term {
		l.owe(back+l.begin(p, today), now)
		return
	}
	l.plan = p
	l.owe(back+l.rest(today), now)
}

// suspended reports whether an unpaid bill has passed all its days.
func (l *ledger) suspended() bool {
	for _, b := range l.bills {
		if b.suspended && !b.settled {
			return true
		}
	}
	return false
}

func (l *ledger) inDebt() bool {
	for _, b := range l.bills {
		if b.late && !b.settled {
			return true
		}
	}
	return false
}

// advance lets everything happen that is due by itself, in its order, and then looks which bills are
// late, as the product does at its ticks.
func (l *ledger) advance(now time.Time) {
	for l.step(now) {
	}
	for i := range l.bills {
		if b := &l.bills[i]; !b.settled && !b.due.After(now) {
			b.late = true
		}
	}
}

// step does the first thing that is due.
func (l *ledger) step(now time.Time) bool {
	running := l.state == subscription.Active || l.state == subscription.Cancelled
	if l.state == subscription.OnLeave {
		end := l.midnight(l.leaveUntil)
		if end.After(now) {
			return false
		}
		if l.inDebt() {
			l.state = subscription.Over
			return true
		}
		l.owe(l.begin(l.plan, l.leaveUntil), now)
		return true
	}
	if !running {
		return false
	}
	end := l.midnight(l.until)
	// The first late bill that has waited 14 days suspends, before a cycle that ends at that moment.
	for i := range l.bills {
		b := &l.bills[i]
		if !b.late || b.settled {
			continue
		}
		if over := b.due.Add(
			14 * 24 * time.Hour,
		); !b.suspended && !l.suspended() && !over.After(now) &&
			!over.After(end) {
			b.suspended = true
			return true
		}
		break
	}
	if end.After(now) {
		return false
	}
	switch {
	case l.suspended():
		l.state = subscription.Over
	case l.next == nil:
		l.cycle++
		l.from, l.until = l.until, l.months((l.cycle+1)*l.term())
		l.owe(l.rest(l.from), now)
	case l.next.kind == subscription.Cancel:
		l.state = subscription.Over
	case l.next.kind == subscription.Leave:
		l.state, l.leaveUntil, l.next = subscription.OnLeave, l.next.until, nil
	case l.next.plan.Offer.Term != l.plan.Offer.Term:
		l.owe(l.begin(l.next.plan, l.until), now)
	default:
		l.plan, l.next = l.next.plan, nil
		l.cycle++
		l.from, l.until = l.until, l.months((l.cycle+1)*l.term())
		l.owe(l.rest(l.from), now)
	}
	return true
}
