package billing_test

import (
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
)

// ledger is what an account has to pay, calculated in another way than the product does: with the
// calendar of the standard library and fractions, from what its owner did and when.
type ledger struct {
	zone       *time.Location
	state      subscription.State
	plan       subscription.Plan
	rate       int64     // of the tax that was paid for the plan
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
	rate     int64 // of the tax that was paid for them
	ending   bool  // not with the next cycle
}

// part is what a bill has of one tax rate.
type part struct{ net, rate int64 }

func (p packs) price() int64 { return int64(p.pack.Price) * p.quantity }

type change struct {
	kind  subscription.ChangeKind
	plan  subscription.Plan
	until time.Time
}

// bill is one thing to pay. Its invoice has 14 whole days.
type bill struct {
	total   int64     // with tax
	due     time.Time // the end of the last of them
	late    bool      // it was seen to be unpaid after its day
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
	return halfEven(exact)
}

// halfEven rounds to a whole number.
func halfEven(exact *big.Rat) int64 {
	double := new(big.Int).Add(new(big.Int).Mul(exact.Num(), big.NewInt(2)), exact.Denom())
	whole, remainder := new(big.Int).DivMod(double, new(big.Int).Mul(exact.Denom(), big.NewInt(2)), new(big.Int))
	if remainder.Sign() == 0 && whole.Bit(0) == 1 {
		whole.Sub(whole, big.NewInt(1))
	}
	return whole.Int64()
}

// owe adds what has to be paid for parts of a bill. The tax is rounded once for each rate.
func (l *ledger) owe(now time.Time, parts ...part) {
	nets := map[int64]int64{}
	for _, p := range parts {
		nets[p.rate] += p.net
	}
	var total int64
	for rate, net := range nets {
		total += net + halfEven(big.NewRat(net*rate, 100_000))
	}
	if total != 0 {
		l.bills = append(l.bills, bill{total: total, due: l.due(now)})
	}
}

// due returns when a bill of a moment is late: after 14 days of the issuer's calendar, when the day of the account
// ends.
func (l *ledger) due(now time.Time) time.Time {
	y, m, d := now.In(invoice.ZoneOf(issuer)).Date()
	return l.midnight(time.Date(y, m, d+15, 12, 0, 0, 0, time.UTC))
}

// buy adds packs that were paid.
func (l *ledger) buy(p packs) {
	l.mark(p.pack.ID, false)
	for i := range l.packs {
		if l.packs[i].pack == p.pack && l.packs[i].rate == p.rate {
			l.packs[i].quantity += p.quantity
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

// again leaves out the packs that end, and returns what the others cost for a cycle. They are paid at today's rate.
func (l *ledger) again(tax int64) (cost int64) {
	kept := l.packs
	l.packs = nil
	for _, p := range kept {
		if !p.ending {
			cost += p.price()
			p.rate = tax
			l.buy(p)
		}
	}
	return cost
}

// over ends the subscription with its packs.
func (l *ledger) over() { l.state, l.packs = subscription.Over, nil }

// begin begins cycles of a plan on a day. Packs that were paid after the end of the subscription before are
// not paid a second time.
func (l *ledger) begin(p subscription.Plan, day time.Time, tax int64) part {
	cost := int64(0)
	if l.state != subscription.Over {
		cost = l.again(tax)
	} else {
		l.packs = slices.DeleteFunc(l.packs, func(p packs) bool { return p.ending })
	}
	l.rate, l.plan, l.began, l.from, l.cycle, l.next = tax, p, day, day, 0, nil
	l.state = subscription.Active
	l.until = l.months(l.term())
	return part{l.rest(day) + cost, tax}
}

// changeNow changes to a plan within a cycle.
func (l *ledger) changeNow(p subscription.Plan, now time.Time, tax int64) {
	today, old := l.today(now), l.plan.Offer
	var parts []part
	if !old.Free {
		parts = append(parts, part{-l.rest(today), l.rate})
	}
	if old.Free || old.Term != p.Offer.Term {
		for _, unused := range l.packs {
			parts = append(parts, part{-l.share(unused.price(), today), unused.rate})
		}
		l.owe(now, append(parts, l.begin(p, today, tax))...)
		return
	}
	l.plan, l.rate = p, tax
	l.owe(now, append(parts, part{l.rest(today), tax})...)
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
func (l *ledger) advance(now time.Time, tax int64) {
	for l.step(now, tax) {
	}
	for i := range l.bills {
		if b := &l.bills[i]; !b.settled && !b.due.After(now) {
			b.late = true
		}
	}
}

// step does the first thing that is due.
func (l *ledger) step(now time.Time, tax int64) bool {
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
		l.owe(now, l.begin(l.plan, l.leaveUntil, tax))
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
		l.from, l.until, l.rate = l.until, l.months((l.cycle+1)*l.term()), tax
		l.owe(now, part{l.rest(l.from) + l.again(tax), tax})
	case l.next.kind == subscription.Cancel:
		l.over()
	case l.next.kind == subscription.Leave:
		l.state, l.leaveUntil, l.next = subscription.OnLeave, l.next.until, nil
	case l.next.plan.Offer.Term != l.plan.Offer.Term:
		l.owe(now, l.begin(l.next.plan, l.until, tax))
	default:
		l.plan, l.next = l.next.plan, nil
		l.cycle++
		l.from, l.until, l.rate = l.until, l.months((l.cycle+1)*l.term()), tax
		l.owe(now, part{l.rest(l.from) + l.again(tax), tax})
	}
	return true
}
