package billing_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain/billing"
)

// zones have clock changes of an hour and of half an hour, some of them at midnight, and a day that
// never was (Apia, 30 December 2011).
var zones = []string{
	"UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/Havana", "Asia/Beirut",
	"Asia/Kathmandu", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati", "America/St_Johns",
}

func date(t testing.TB, s string) (d billing.Date) {
	t.Helper()
	if err := d.UnmarshalText([]byte(s)); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAShareIsRoundedHalfToEven(t *testing.T) { // D-54
	for _, c := range []struct{ amount, part, whole, want int64 }{
		{100, 1, 2, 50}, {5, 1, 2, 2}, {7, 1, 2, 4}, {-5, 1, 2, -2}, {-7, 1, 2, -4}, {1, 1, 3, 0}, {2, 1, 3, 1},
		{3000, 17, 31, 1645}, {0, 5, 7, 0}, {999, 0, 30, 0}, {1_000_000_000_000, 365, 366, 997_267_759_563},
	} {
		if got := billing.Amount(c.amount).Share(c.part, c.whole); int64(got) != c.want {
			t.Errorf("%d x %d/%d = %d, want %d", c.amount, c.part, c.whole, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(-billing.MaxAmount, billing.MaxAmount).Draw(t, "amount")
		whole := rapid.Int64Range(1, 100_000).Draw(t, "whole")
		part := rapid.Int64Range(0, whole).Draw(t, "part")
		got := big.NewRat(int64(billing.Amount(amount).Share(part, whole)), 1)
		exact := new(big.Rat).Mul(big.NewRat(amount, 1), big.NewRat(part, whole))
		off := new(big.Rat).Sub(got, exact)
		switch off.Abs(off).Cmp(big.NewRat(1, 2)) {
		case 1:
			t.Fatalf("%d x %d/%d is %s away from %s", amount, part, whole, off, got)
		case 0:
			if got.Num().Bit(0) != 0 {
				t.Fatalf("%d x %d/%d lies in the middle and became %s", amount, part, whole, got)
			}
		}
	})
}

func TestADayBeginsWhereItsZoneSays(t *testing.T) { // D-75
	for _, name := range zones {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for d := date(t, "2010-01-01"); d.Year < 2028; d = d.AddDays(1) {
			begin := d.Begin(zone)
			if billing.DateOf(begin, zone) != d {
				if name == "Pacific/Apia" && d == date(t, "2011-12-30") {
					continue
				}
				t.Fatalf("%s: %s begins at %s", name, d, begin.In(zone))
			}
			for before := range 28 {
				if at := begin.Add(-time.Nanosecond - time.Duration(before)*time.Hour); billing.DateOf(at, zone) == d {
					t.Fatalf("%s: %s begins at %s, but %s belongs to it", name, d, begin.In(zone), at.In(zone))
				}
			}
		}
	}
}

func TestAPeriodIsCountedFromTheDayOnWhichItBegan(t *testing.T) { // D-75
	for _, c := range []struct {
		began string
		term  billing.Term
		want  string // the first days of the following periods
	}{
		{"2026-01-31", billing.Month, "2026-02-28 2026-03-31 2026-04-30 2026-05-31"},
		{"2027-12-31", billing.Month, "2028-01-31 2028-02-29 2028-03-31"},
		{"2026-01-30", billing.Month, "2026-02-28 2026-03-30"},
		{"2028-01-29", billing.Month, "2028-02-29 2028-03-29"},
		{"2026-01-29", billing.Month, "2026-02-28 2026-03-29"},
		{"2028-02-29", billing.Year, "2029-02-28 2030-02-28 2031-02-28 2032-02-29"},
		{"2026-11-25", billing.Year, "2027-11-25"},
		{"2026-11-25", billing.Month, "2026-12-25 2027-01-25"},
	} {
		for n, want := range strings.Fields(c.want) {
			p := c.term.PeriodOf(date(t, c.began), n)
			if p.Until != date(t, want) || n == 0 && p.From != date(t, c.began) {
				t.Errorf("period %d from %s is %s to %s, want it to end on %s", n, c.began, p.From, p.Until, want)
			}
			if next := c.term.PeriodOf(date(t, c.began), n+1); next.From != p.Until {
				t.Errorf("after %s a period begins on %s", p.Until, next.From)
			}
		}
	}
}

func TestThePriceOfADayIsThePriceOfThePeriodDividedByItsDays(t *testing.T) { // D-75
	plan := uuid.New()
	april := billing.Period{From: date(t, "2026-04-01"), Until: date(t, "2026-05-01")}
	offer := billing.Offer{Name: "Studio", Price: 10_000, Currency: "EUR", Term: billing.Month}
	for _, c := range []struct {
		on   string
		want billing.Amount
	}{
		{"2026-04-01", 10_000}, {"2026-04-02", 9_667}, {"2026-04-16", 5_000}, {"2026-04-30", 333},
		{"2026-05-01", 0}, {"2026-05-20", 0}, {"2026-03-20", 10_000},
	} {
		line := billing.PlanLine(plan, offer, april, date(t, c.on))
		unused := billing.UnusedLine(plan, offer, april, date(t, c.on), billing.Rate{})
		if line.Amount != c.want || unused.Amount != -c.want {
			t.Errorf("from %s: %d and %d, want %d", c.on, line.Amount, unused.Amount, c.want)
		}
		if line.Period.Until != april.Until || line.Period.Days() != april.Left(date(t, c.on)) {
			t.Errorf("from %s the line is for %s to %s", c.on, line.Period.From, line.Period.Until)
		}
	}
}

func TestABillIsTheSumOfItsLinesAndTheTaxOnIt(t *testing.T) { // D-58
	b := billing.NewBill("EUR", 19_000, billing.Line{Amount: 10_000}, billing.Line{Amount: -3_333})
	if b.Net != 6_667 || b.Tax != 1_267 || b.Total != 7_934 || b.IsZero() {
		t.Errorf("the bill is %+v", b)
	}
	if b = billing.NewBill("EUR", 8_875, billing.Line{Amount: 1_000}); b.Tax != 89 { // 88.75
		t.Errorf("the tax of 8.875%% is %d", b.Tax)
	}
	if !billing.NewBill("EUR", 19_000, billing.Line{Amount: 5}, billing.Line{Amount: -5}).IsZero() {
		t.Error("a bill of nothing is not zero")
	}
}

// A tax rate that has changed is no rate of what was charged before.
func TestALineHasTheTaxThatItWasChargedWith(t *testing.T) { // D-86
	back := billing.Line{Kind: billing.ForUnused, Amount: -5_005, TaxRate: billing.RateOf(19_000)}
	exempt := billing.Line{Amount: 100, TaxRate: billing.RateOf(0)}
	b := billing.NewBill("EUR", 7_000, billing.Line{Amount: 10_000}, back, exempt, billing.Line{Amount: 10})
	want := []billing.Tax{{7_000, 10_010, 701}, {19_000, -5_005, -951}, {0, 100, 0}}
	if got := b.Taxes(); !slices.Equal(got, want) || b.Tax != 701-951 || b.Total != b.Net+b.Tax {
		t.Errorf("the taxes are %+v of %+v", got, b)
	}
	raw, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var read billing.Bill
	if err := json.Unmarshal(raw, &read); err != nil || !slices.Equal(read.Lines, b.Lines) {
		t.Errorf("read as %+v: %v", read, err)
	}
	// Bills that are in the log without rates of lines have one rate.
	old := `{"currency":"EUR","lines":[{"kind":"plan","name":"","quantity":1,"price":5,"amount":100}],"net":100,` +
		`"taxRate":19000,"tax":19,"total":119}`
	var before billing.Bill
	if err := json.Unmarshal([]byte(old), &before); err != nil {
		t.Fatal(err)
	}
	if got := before.Taxes(); !slices.Equal(got, []billing.Tax{{19_000, 100, 19}}) {
		t.Errorf("the taxes of an earlier bill are %+v", got)
	}
	if raw, err := json.Marshal(before); err != nil || string(raw) != old {
		t.Errorf("an earlier bill is written as %s: %v", raw, err)
	}
}

func TestACurrencyIsLegalTender(t *testing.T) { // D-58
	for _, c := range []billing.Currency{"EUR", "JPY", "KWD"} {
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
	// Test codes, metals, units of account, funds and what was tender once is not taken.
	for _, c := range []billing.Currency{
		"", "eur", "EURO", "ABC", "XXX", "XTS", "XAU", "XDR", "CHE", "USN", "DEM", "HRK", "BGN",
	} {
		if c.Check() == nil {
			t.Errorf("%q is accepted as a currency", c)
		}
	}
}

// The web app offers the currencies that are accepted, and no others.
func TestTheWebAppOffersTheCurrenciesThatAreLegalTender(t *testing.T) { // D-58
	const file = "../../web/src/features/selling/tenders.ts"
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "`\n")
	list, _, _ = strings.Cut(list, "`")
	offered := strings.Fields(list)
	var accepted []string
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			for c := 'A'; c <= 'Z'; c++ {
				if code := string([]rune{a, b, c}); billing.Currency(code).Check() == nil {
					accepted = append(accepted, code)
				}
			}
		}
	}
	if !slices.Equal(offered, accepted) {
		t.Errorf(
			"%s has\n%s\nbut these are accepted:\n%s",
			file,
			strings.Join(offered, " "),
			strings.Join(accepted, " "),
		)
	}
}

func TestAnOfferHasLimits(t *testing.T) { // D-53
	valid := billing.Offer{
		Name: "Studio", Price: 10_000, Currency: "EUR", Term: billing.Month, Hours: 36_000, Orders: 10, ActiveOrders: 2,
		Storage: 1 << 30, TrialDays: 14,
	}
	for name, c := range map[string]struct {
		change func(*billing.Offer)
		want   error
	}{
		"as it is":            {func(*billing.Offer) {}, nil},
		"unlimited":           {func(o *billing.Offer) { o.Hours, o.Orders, o.ActiveOrders, o.Storage = -1, -1, -1, -1 }, nil},
		"free":                {func(o *billing.Offer) { o.Free, o.Price = true, 0 }, nil},
		"free by the hour":    {func(o *billing.Offer) { o.Free, o.Price, o.PAYG, o.HourPrice = true, 0, true, 6000 }, nil},
		"no price of an hour": {func(o *billing.Offer) { o.Free, o.Price, o.PAYG = true, 0, true }, billing.ErrPrice},
		"hours have a quota":  {func(o *billing.Offer) { o.HourPrice = 6000 }, billing.ErrPrice},
		"an hour too dear": {func(o *billing.Offer) {
			o.Free, o.Price, o.PAYG, o.HourPrice = true, 0, true, billing.MaxAmount+1
		}, billing.ErrPrice},
		"no name":            {func(o *billing.Offer) { o.Name = "  " }, billing.ErrOffer},
		"a long name":        {func(o *billing.Offer) { o.Name = strings.Repeat("é", 101) }, billing.ErrOffer},
		"a name in bytes":    {func(o *billing.Offer) { o.Name = "\xff" }, billing.ErrOffer},
		"no term":            {func(o *billing.Offer) { o.Term = "week" }, billing.ErrOffer},
		"too many hours":     {func(o *billing.Offer) { o.Hours = 1e10 }, billing.ErrOffer},
		"too many orders":    {func(o *billing.Offer) { o.Orders = 1e6 }, billing.ErrOffer},
		"too many at a time": {func(o *billing.Offer) { o.ActiveOrders = 1e6 }, billing.ErrOffer},
		"too much storage":   {func(o *billing.Offer) { o.Storage = 1<<50 + 1 }, billing.ErrOffer},
		"a trial of years":   {func(o *billing.Offer) { o.TrialDays = 366 }, billing.ErrOffer},
		"a trial of -1":      {func(o *billing.Offer) { o.TrialDays = -1 }, billing.ErrOffer},
		"too many services":  {func(o *billing.Offer) { o.Services = make([]uuid.UUID, 501) }, billing.ErrOffer},
		"a negative price":   {func(o *billing.Offer) { o.Price = -1 }, billing.ErrPrice},
		"a price too high":   {func(o *billing.Offer) { o.Price = billing.MaxAmount + 1 }, billing.ErrPrice},
		"free with a price":  {func(o *billing.Offer) { o.Free = true }, billing.ErrPrice},
		"paid without price": {func(o *billing.Offer) { o.Price = 0 }, billing.ErrPrice},
		"paid by the hour":   {func(o *billing.Offer) { o.PAYG = true }, billing.ErrPrice},
		"no currency":        {func(o *billing.Offer) { o.Currency = "" }, billing.ErrCurrency},
	} {
		o := valid
		c.change(&o)
		if err := o.Check(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestOffersAreComparedByWhatTheyCostInTheSameTime(t *testing.T) {
	month := func(price billing.Amount) billing.Offer { return billing.Offer{Price: price, Term: billing.Month} }
	year := func(price billing.Amount) billing.Offer { return billing.Offer{Price: price, Term: billing.Year} }
	for _, c := range []struct {
		a, b billing.Offer
		want int
	}{
		{month(100), month(99), 1}, {month(100), month(100), 0}, {month(99), month(100), -1},
		{year(1200), month(100), 0}, {year(1199), month(100), -1}, {month(100), year(1199), 1}, {year(5), year(4), 1},
	} {
		if got := c.a.Above(c.b); got != c.want {
			t.Errorf("%+v above %+v: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestADayIsStoredAsItIsWritten(t *testing.T) {
	var p billing.Period
	raw := `{"from":"2026-02-28","until":"2028-02-29"}`
	if err := json.Unmarshal([]byte(raw), &p); err != nil {
		t.Fatal(err)
	}
	if out, err := json.Marshal(p); err != nil || string(out) != raw || p.Days() != 731 {
		t.Errorf("%s of %d days, %v", out, p.Days(), err)
	}
	for _, wrong := range []string{"2026-02-30", "26-02-03", "tomorrow"} {
		if err := new(billing.Date).UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is accepted as a day", wrong)
		}
	}
}

func FuzzADayIsReadAsItIsWritten(f *testing.F) {
	f.Add("2026-02-28")
	f.Fuzz(func(t *testing.T, text string) {
		var d billing.Date
		if d.UnmarshalText([]byte(text)) != nil || d.IsZero() {
			return
		}
		if out, _ := d.MarshalText(); string(out) != text {
			t.Errorf("%q was read as %q", text, out)
		}
	})
}

func TestAmountsAreWrittenForPeople(t *testing.T) { // D-58
	for _, c := range []struct {
		currency billing.Currency
		amount   billing.Amount
		text     string
		symbol   string
	}{
		{"EUR", 0, "0.00 EUR", "€"}, {"EUR", 5, "0.05 EUR", "€"}, {"EUR", -123_456, "-1,234.56 EUR", "€"},
		{"USD", 100_000_000, "1,000,000.00 USD", "$"}, {"JPY", 1_234, "1,234 JPY", "¥"}, {"BHD", 1_234, "1.234 BHD", "BHD"},
		{"CHF", billing.MaxAmount, "10,000,000,000.00 CHF", "CHF"}, {"?", 100, "1.00 ?", "?"},
	} {
		if text := c.currency.Text(c.amount); text != c.text || c.currency.Symbol() != c.symbol {
			t.Errorf("%d %s: %q, %q", c.amount, c.currency, text, c.currency.Symbol())
		}
	}
}
