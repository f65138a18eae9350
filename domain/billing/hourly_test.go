package billing_test

import (
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain/billing"
)

// Work is billed by the quarter of an hour that has begun (D-57).
func TestWorkIsRoundedUpToQuartersOfAnHour(t *testing.T) { // D-57
	for seconds, want := range map[int64]int64{-1: 0, 0: 0, 1: 1, 899: 1, 900: 1, 901: 2, 3600: 4, 3601: 5} {
		if got := billing.Quarters(seconds); got != want {
			t.Errorf("%d seconds are %d quarters, want %d", seconds, got, want)
		}
	}
	h := billing.Hourly{Price: 6001, Currency: "EUR"}
	b := h.Bill(25_000, uuid.UUID{1}, "Order 7", 0, billing.Quarters(80*60))
	// 80 minutes are six quarters: 1.5 x 60.01 = 90.015, which is rounded to the even 90.02.
	want := billing.Line{
		Kind:     billing.ForWork,
		Name:     "Order 7",
		Product:  uuid.UUID{1},
		Quantity: 6,
		Size:     900,
		Price:    6001,
		Amount:   9002,
		TaxRate:  billing.RateOf(25_000),
	}
	if b.Lines[0] != want || b.Net != 9002 || b.Tax != 2250 || b.Total != 11252 || b.Currency != "EUR" {
		t.Errorf("%+v", b)
	}
}

// However often the work on an order is billed, the bills add up to the price of all of it.
func TestBillsOfAnOrderAddUp(t *testing.T) { // D-57
	rapid.Check(t, func(t *rapid.T) {
		h := billing.Hourly{
			Price: billing.Amount(rapid.Int64Range(1, 1_000_000).Draw(t, "price")), Currency: "EUR",
		}
		var sum billing.Amount
		var until int64
		for _, more := range rapid.SliceOfN(rapid.Int64Range(1, 100), 1, 10).Draw(t, "quarters") {
			sum += h.Bill(0, uuid.Nil, "", until, until+more).Net
			until += more
		}
		if whole := h.Bill(0, uuid.Nil, "", 0, until).Net; sum != whole {
			t.Errorf("the bills add up to %d, and the work costs %d", sum, whole)
		}
	})
}
