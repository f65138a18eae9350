package billing_test

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/billing"
)

// A subscription that began on a 31st renews on the 31st again after a shorter month.
func ExampleTerm_PeriodOf() {
	began := billing.Date{Year: 2026, Month: time.January, Day: 31}
	for n := range 3 {
		p := billing.Month.PeriodOf(began, n)
		fmt.Println(p.From, "until", p.Until, p.Days(), "days")
	}
	// Output:
	// 2026-01-31 until 2026-02-28 28 days
	// 2026-02-28 until 2026-03-31 31 days
	// 2026-03-31 until 2026-04-30 30 days
}

// A plan that begins in the middle of a period is paid for by the day. Amounts are in minor units, here cents.
func ExampleNewBill() {
	period := billing.Month.PeriodOf(billing.Date{Year: 2026, Month: time.June, Day: 1}, 0)
	offer := billing.Offer{Name: "Studio", Price: 9_000, Currency: "EUR", Term: billing.Month}
	line := billing.PlanLine(uuid.Nil, offer, period, billing.Date{Year: 2026, Month: time.June, Day: 21})
	bill := billing.NewBill("EUR", 19_000, line)
	fmt.Println(bill.Net, bill.Tax, bill.Total)
	// Output: 3000 570 3570
}
