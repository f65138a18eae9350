package subscription_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/subscription"
)

// ledger calculates what an account has to pay in another way than the product: it lists which plan
// was used from which day to which, within which paid period, and prices each stretch by fractions.
type ledger struct {
	stretches []stretch
}

type stretch struct {
	price       int64
	from, until time.Time // days, at noon
	of          int       // days of the whole period
	rate        int64     // of the tax when it was paid
}

// part is what a bill has of one tax rate.
type part struct{ net, rate int64 }

// total is what has to be paid for parts of a bill: the tax is rounded once for each rate.
func total(parts []part) (sum int64) {
	nets := map[int64]int64{}
	for _, p := range parts {
		nets[p.rate] += p.net
	}
	for rate, net := range nets {
		sum += net + halfEven(big.NewRat(net*rate, 100_000))
	}
	return sum
}

func noon(d billing.Date) time.Time { return time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, time.UTC) }

func days(from, until time.Time) int { return int(until.Sub(from).Hours() / 24) }

// halfEven rounds to a whole number.
func halfEven(r *big.Rat) int64 {
	twice := new(big.Int).Add(new(big.Int).Mul(r.Num(), big.NewInt(2)), r.Denom())
	twiceDenom := new(big.Int).Mul(r.Denom(), big.NewInt(2))
	whole, rest := new(big.Int).DivMod(twice, twiceDenom, new(big.Int))
	if rest.Sign() == 0 && whole.Bit(0) == 1 {
		whole.Sub(whole, big.NewInt(1))
	}
	return whole.Int64()
}

func (l *ledger) value(s stretch, from time.Time) int64 {
	return halfEven(big.NewRat(s.price*int64(days(from, s.until)), int64(s.of)))
}

// bill is what has to be paid when a plan begins: its whole stretch.
func (l *ledger) begin(s stretch) part {
	l.stretches = append(l.stretches, s)
	return part{l.value(s, s.from), s.rate}
}

// cut gives back what is left of the last stretch on a day.
func (l *ledger) cut(on time.Time) part {
	last := &l.stretches[len(l.stretches)-1]
	back := l.value(*last, on)
	last.until = on
	return part{-back, last.rate}
}

// random plans of one currency: cheap and dear, monthly and yearly, and a free one.
func somePlans(t *rapid.T) []subscription.Plan {
	plans := []subscription.Plan{plan("free", 0, billing.Month)}
	for i := range rapid.IntRange(1, 6).Draw(t, "plans") {
		term := rapid.SampledFrom([]billing.Term{billing.Month, billing.Year}).Draw(t, "term")
		price := rapid.Int64Range(1, 5_000_000).Draw(t, "price")
		plans = append(plans, plan(fmt.Sprint("plan ", i), billing.Amount(price), term))
	}
	return plans
}

// TestTheBillsOfRandomLivesEqualAnIndependentLedger lets accounts live for 36 months with random
// changes of plan, leaves, cancellations, late payments and tax rates. BY-053 D-86
func TestTheBillsOfRandomLivesEqualAnIndependentLedger(t *testing.T) {
	zones := []string{
		"UTC",
		"Europe/Berlin",
		"America/Havana",
		"Pacific/Kiritimati",
		"America/St_Johns",
		"Asia/Kathmandu",
	}
	rapid.Check(t, func(t *rapid.T) {
		plans := somePlans(t)
		h := tell(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		h.now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 900).Draw(t, "begin"))
		l := &ledger{}
		var expected []int64
		bill := func(parts ...part) {
			if sum := total(parts); sum != 0 {
				expected = append(expected, sum)
			}
		}
		tax := 0
		// whole is the stretch of a full period, by the calendar of the standard library.
		whole := func(p subscription.Plan, from time.Time, began time.Time, n int) stretch {
			months := map[billing.Term]int{billing.Month: 1, billing.Year: 12}[p.Offer.Term]
			until := clamped(began, (n+1)*months)
			return stretch{int64(p.Offer.Price), from, until, days(clamped(began, n*months), until), int64(tax)}
		}
		end := h.now.AddDate(3, 0, 0)
		for h.now.Before(end) {
			if rapid.IntRange(0, 3).Draw(t, "law") == 0 {
				tax = rapid.SampledFrom([]int{0, 7_000, 8_875, 19_000, 25_500}).Draw(t, "tax")
			}
			today := noon(billing.DateOf(h.now, h.zone))
			p := rapid.SampledFrom(plans).Draw(t, "plan")
			before := h.s.Cycle
			_, atOnce := h.s.Kind(p)
			switch rapid.IntRange(0, 9).Draw(t, "decision") {
			case 0, 1:
				if h.try(h.s.Start(customer, h.zone.String(), p, tax, h.now, h.now)) == nil {
					bill(l.begin(whole(p, today, today, 0)))
				}
			case 2, 3, 4:
				if h.try(h.s.ChangeNow(p, tax, h.now, h.now)) != nil {
					break
				}
				if !atOnce {
					t.Fatal("changed at once to a plan that has to wait")
				}
				old := before.Plan.Offer
				back := l.cut(today)
				if old.Free || old.Term != p.Offer.Term {
					bill(back, l.begin(whole(p, today, today, 0)))
				} else {
					bill(back, l.begin(whole(p, today, noon(before.Began), before.Number)))
				}
			case 5:
				_ = h.try(h.s.ChangeLater(p, subscription.Usage{}, h.now))
			case 6:
				_ = h.try(h.s.CancelAtEnd(h.now))
				if rapid.Bool().Draw(t, "continue") {
					_ = h.try(h.s.Continue(h.now))
				}
			case 7:
				if h.try(h.s.GoOnLeave(billing.DateOf(h.now, h.zone).AddDays(60), h.now)) == nil &&
					h.s.State == subscription.OnLeave {
					l.cut(today) // free
				}
			case 8:
				if h.try(h.s.Reactivate(h.s.Cycle.Plan, tax, h.now)) == nil {
					bill(l.begin(whole(h.s.Cycle.Plan, today, today, 0)))
				}
			case 9:
				late := domaintest.ID(fmt.Sprint("late ", len(h.facts)))
				_ = h.try(h.s.FallDue(late, h.now, h.now))
				if rapid.Bool().Draw(t, "settle") {
					_ = h.try(h.s.Settle(late, h.now))
				}
			}
			h.now = h.now.Add(time.Duration(rapid.IntRange(0, 70*24*60).Draw(t, "minutes")) * time.Minute)
			for {
				cycle, next, leave, n := h.s.Cycle, h.s.Next, h.s.LeaveUntil, len(h.facts)
				h.s.Step(subscription.Newest{Plan: cycle.Plan, TaxRate: tax}, h.now)
				h.do(nil)
				if len(h.facts) == n {
					break
				}
				switch h.facts[n] {
				case "renewed":
					to, began, number := cycle.Plan, noon(cycle.Began), cycle.Number+1
					if next != nil {
						to = *next.Plan
					}
					if to.Offer.Term != cycle.Plan.Offer.Term {
						began, number = noon(cycle.Period.Until), 0
					}
					bill(l.begin(whole(to, noon(cycle.Period.Until), began, number)))
				case "reactivated":
					bill(l.begin(whole(cycle.Plan, noon(leave), noon(leave), 0)))
				}
			}
		}
		got := make([]int64, len(h.bills))
		for i, b := range h.bills {
			got[i] = int64(b.Total)
			var sum billing.Amount
			for _, line := range b.Lines {
				sum += line.Amount
			}
			if sum != b.Net || b.Total <= 0 {
				t.Fatalf("the lines of %+v are %d", b, sum)
			}
		}
		if !slices.Equal(got, expected) {
			t.Fatalf("billed %v, the ledger says %v", got, expected)
		}
		// No day is paid for twice.
		for i, s := range l.stretches[min(1, len(l.stretches)):] {
			if before := l.stretches[i]; s.from.Before(before.until) && before.price > 0 {
				t.Fatalf("the plan from %s was still paid until %s when the next began", s.from, before.until)
			}
		}
	})
}

// clamped adds months to a day, and stays in the month that is meant.
func clamped(d time.Time, months int) time.Time {
	to := d.AddDate(0, months, 0)
	for to.Day() != d.Day() && to.Day() < 4 {
		to = to.AddDate(0, 0, -1)
	}
	return to
}
