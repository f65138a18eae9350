package billing_test

import (
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

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
	suspended  bool    // a late bill has waited 14 days, and not every late bill was paid since
	packs      []packs // bought with each cycle
}

// packs are packs that are bought with each cycle.
type packs struct {
	pack     billing.Pack
	quantity int64
	ending   bool // not with the next cycle
}

func (p packs) price() int64 { return int64(p.pack.Price) * p.quantity }

type change struct {
	kind  subscription.ChangeKind
	plan  subscription.Plan
	until time.Time
}

// bill is one thing to pay. Its invoice has 14 days.
type bill struct {
	net     int64
	due     time.Time
	late    bool // it was seen to be unpaid after its day
	settled bool
	buys    *packs // packs that begin when it is paid
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
func (l *ledger) rest(on time.Time) int64 { return l.share(int64(l.plan.Offer.Price), on) }

// share is the part of an amount for a cycle that is left from a day to the end of the cycle.
func (l *ledger) share(amount int64, on time.Time) int64 {
	exact := big.NewRat(amount*days(on, l.until), days(l.months(l.cycle*l.term()), l.until))
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

// buy adds packs that were paid.
func (l *ledger) buy(p packs) {
	for i := range l.packs {
		if l.packs[i].pack == p.pack {
			l.packs[i].quantity += p.quantity
			l.packs[i].ending = false
			return
		}
	}
	l.packs = append(l.packs, p)
}

// mark ends the packs of a kind with the cycle, or keeps them.
func (l *ledger) mark(pack uuid.UUID, ending bool) {
	for i := range l.packs {
		if l.packs[i].pack.ID == pack {
			l.packs[i].ending = ending
		}
	}
}

// again leaves out the packs that end, and returns what the others cost for a cycle.
func (l *ledger) again() (cost int64) {
	l.packs = slices.DeleteFunc(l.packs, func(p packs) bool { return p.ending })
	for _, p := range l.packs {
		cost += p.price()
	}
	return cost
}

// over ends the subscription with its packs.
func (l *ledger) over() { l.state, l.packs = subscription.Over, nil }

// begin begins cycles of a plan on a day. Packs that were paid after the end of the subscription before are
// not paid a second time.
func (l *ledger) begin(p subscription.Plan, day time.Time) int64 {
	cost := l.again()
	if l.state == subscription.Over {
		cost = 0
	}
	l.plan, l.began, l.from, l.cycle, l.next = p, day, day, 0, nil
	l.state = subscription.Active
	l.until = l.months(l.term())
	return l.rest(day) + cost
}

// changeNow changes to a plan within a cycle.
func (l *ledger) changeNow(p subscription.Plan, now time.Time) {
	today, back := l.today(now), int64(0)
	old := l.plan.Offer
	if !old.Free {
		back = -l.rest(today)
	}
	if old.Free || old.Term != p.Offer.Term {
		for _, unused := range l.packs {
			back -= l.share(unused.price(), today)
		}
		l.owe(back+l.begin(p, today), now)
		return
	}
	l.plan = p
	l.owe(back+l.rest(today), now)
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
			l.over()
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
		if over := b.due.Add(14 * 24 * time.Hour); !l.suspended && !over.After(now) && !over.After(end) {
			l.suspended = true
			return true
		}
		break
	}
	if end.After(now) {
		return false
	}
	switch {
	case l.suspended:
		l.over()
	case l.next == nil:
		l.cycle++
		l.from, l.until = l.until, l.months((l.cycle+1)*l.term())
		l.owe(l.rest(l.from)+l.again(), now)
	case l.next.kind == subscription.Cancel:
		l.over()
	case l.next.kind == subscription.Leave:
		l.state, l.leaveUntil, l.next = subscription.OnLeave, l.next.until, nil
	case l.next.plan.Offer.Term != l.plan.Offer.Term:
		l.owe(l.begin(l.next.plan, l.until), now)
	default:
		l.plan, l.next = l.next.plan, nil
		l.cycle++
		l.from, l.until = l.until, l.months((l.cycle+1)*l.term())
		l.owe(l.rest(l.from)+l.again(), now)
	}
	return true
}
