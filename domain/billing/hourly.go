package billing

import "github.com/google/uuid"

// Quarter is the unit in which work is billed, in seconds (D-57).
const Quarter = 15 * 60

const quartersOfAnHour = 4

// Hourly is the price of work that is paid by the hour, after the work.
type Hourly struct {
	Price    Amount   `json:"price"` // of an hour, without tax
	Currency Currency `json:"currency"`
}

// Quarters returns how many quarters of an hour are billed for seconds of work: every one that has begun.
func Quarters(seconds int64) int64 { return (max(seconds, 0) + Quarter - 1) / Quarter }

// Bill returns what is to be paid for the work on an order, beside what was billed before. Both are whole
// quarters of an hour. The bills of an order add up to the price of all its work.
func (h Hourly) Bill(taxRate int, order uuid.UUID, name string, before, until int64) Bill {
	return NewBill(h.Currency, taxRate, Line{
		Kind: ForWork, Name: name, Product: order, Quantity: until - before, Size: Quarter, Price: h.Price,
		Amount: h.Price.Share(until, quartersOfAnHour) - h.Price.Share(before, quartersOfAnHour),
	})
}
