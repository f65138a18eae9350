package billing

import (
	"slices"

	"github.com/google/uuid"
)

// LineKind says what a line of a bill is for.
type LineKind string

// The kinds of lines.
const (
	ForPlan   LineKind = "plan"   // a plan, for a period
	ForUnused LineKind = "unused" // less for days of the plan before that were paid and not used
	ForWork   LineKind = "work"   // hours of work on an order, after the work (D-57)
	ForHours  LineKind = "hours"  // a pack of hours
	ForOrders LineKind = "orders" // a pack of orders
	// ForActiveOrders is a pack of orders that can be active at a time.
	ForActiveOrders LineKind = "active-orders"
	ForBytes        LineKind = "bytes" // a pack of storage
)

// Line is one line of a bill. Its amount is what it adds to the sum.
type Line struct {
	Kind     LineKind  `json:"kind"`
	Name     string    `json:"name"` // of the plan or product
	Product  uuid.UUID `json:"product,omitzero"`
	Quantity int64     `json:"quantity"`
	Size     int64     `json:"size,omitempty"` // of one pack: seconds, orders or bytes; of one unit of work: seconds
	Price    Amount    `json:"price"`          // of one, and of an hour of work
	Amount   Amount    `json:"amount"`
	Period   Period    `json:"period,omitzero"`
	Each     bool      `json:"each,omitempty"` // from now on the pack is bought with each cycle
	TaxRate  Rate      `json:"taxRate,omitzero"`
}

// Bill is what is to be paid: lines, and the tax on their sum. It is made once, for one instant, and
// is the same when it is shown, confirmed, sent and charged (D-75).
type Bill struct {
	Currency Currency `json:"currency"`
	Lines    []Line   `json:"lines"`
	Net      Amount   `json:"net"`
	TaxRate  int      `json:"taxRate,omitempty"` // when it was made, in thousandths of a percent
	Tax      Amount   `json:"tax"`
	Total    Amount   `json:"total"`
}

// NewBill sums the lines and adds the tax at today's rate, or at that of the line: what is given back has the rate
// at which it was charged (D-86).
func NewBill(currency Currency, taxRate int, lines ...Line) Bill {
	b := Bill{Currency: currency, TaxRate: taxRate, Lines: slices.Clone(lines)}
	for i := range b.Lines {
		b.Net += b.Lines[i].Amount
		b.Lines[i].TaxRate = RateOf(b.RateOf(b.Lines[i]))
	}
	for _, t := range b.Taxes() {
		b.Tax += t.Tax
	}
	b.Total = b.Net + b.Tax
	return b
}

// RateOf returns the tax rate of a line of the bill. Bills of earlier versions have one for all lines.
func (b Bill) RateOf(l Line) int { return l.TaxRate.Or(b.TaxRate) }

// Tax is the tax of all lines of a bill that have the same rate.
type Tax struct {
	Rate int // in thousandths of a percent
	Net  Amount
	Tax  Amount
}

// Taxes returns the tax of a bill by rate, the rate of the first line first. It is rounded once for each rate.
func (b Bill) Taxes() (all []Tax) {
	for _, l := range b.Lines {
		rate := b.RateOf(l)
		at := slices.IndexFunc(all, func(t Tax) bool { return t.Rate == rate })
		if at < 0 {
			at, all = len(all), append(all, Tax{Rate: rate})
		}
		all[at].Net += l.Amount
	}
	for i := range all {
		all[i].Tax = all[i].Net.Share(int64(all[i].Rate), taxWhole)
	}
	return all
}

// IsZero reports whether the bill has nothing to pay or to give back.
func (b Bill) IsZero() bool { return b.Total == 0 }

// PlanLine bills a plan for the days that are left of a period on a day, which counts itself. The
// price of a day is the price of the plan divided by the whole period (D-75).
func PlanLine(plan uuid.UUID, o Offer, of Period, on Date) Line {
	left := Period{of.Until.AddDays(-of.Left(on)), of.Until}
	return Line{
		Kind: ForPlan, Name: o.Name, Product: plan, Quantity: 1, Price: o.Price, Period: left,
		Amount: o.Price.Share(int64(left.Days()), int64(of.Days())),
	}
}

// UnusedLine gives back the days of a plan that are left of a period on a day, with the tax that was paid for them.
func UnusedLine(plan uuid.UUID, o Offer, of Period, on Date, paid Rate) Line {
	return PlanLine(plan, o, of, on).back(paid)
}
