// Package billing has the values that plans, subscriptions and invoices share: amounts of money,
// days and periods, what a plan offers, and the lines of a bill.
//
// Money is a whole number of minor units, like cents, of the currency of the plan, bill or account
// that it belongs to. There are no floating-point numbers. A share of an amount that is not whole is
// rounded to the nearest unit, and one in the middle between two units to the even one (D-54).
package billing

import (
	"strings"
	"sync"

	"github.com/shopspring/decimal"
	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/proofboard/proofboard/domain"
)

// MaxAmount is the largest amount, in minor units. Sums and shares of bounded bills stay far below the
// bounds of int64.
const MaxAmount = 1_000_000_000_000

// ErrCurrency refuses what is not the code of a currency.
var ErrCurrency = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "billing.currency_invalid",
	Message: "Choose a currency that is legal tender somewhere, by the three capital letters of its code, like EUR.",
}

// Currency is the ISO 4217 code of a currency.
type Currency string

// past are currencies that ended after the data of golang.org/x/text was made.
var past = []Currency{"ANG", "BGN", "BYR", "CUC", "HRK", "MRO", "SLL", "STD", "VEF", "ZWL"}

// tenders are the currencies that are legal tender today. Codes of metals, of tests, of units of account and of
// currencies of the past are none.
var tenders = sync.OnceValue(func() map[Currency]bool {
	all := map[Currency]bool{}
	for i := currency.Query(); i.Next(); {
		all[Currency(i.Unit().String())] = true
	}
	for _, c := range past {
		delete(all, c)
	}
	return all
})

// Check returns an error unless the currency is legal tender.
func (c Currency) Check() error {
	if !tenders()[c] {
		return ErrCurrency
	}
	return nil
}

// Amount is a sum of money in minor units.
type Amount int64

// Share returns part/whole of the amount, rounded half to even. whole is greater than 0.
func (a Amount) Share(part, whole int64) Amount {
	product := decimal.NewFromInt(int64(a)).Mul(decimal.NewFromInt(part))
	quotient, rest := product.QuoRem(decimal.NewFromInt(whole), 0)
	// rest has the sign of the product. The quotient was cut off towards zero.
	twice := rest.Abs().Mul(decimal.NewFromInt(2)).Cmp(decimal.NewFromInt(whole))
	if twice > 0 || twice == 0 && quotient.IntPart()%2 != 0 {
		quotient = quotient.Add(decimal.NewFromInt(int64(product.Sign())))
	}
	return Amount(quotient.IntPart())
}

// Symbol returns the symbol of the currency, or its code if it has none.
func (c Currency) Symbol() string {
	unit, err := currency.ParseISO(string(c))
	if err != nil {
		return string(c)
	}
	return message.NewPrinter(language.English).Sprint(currency.NarrowSymbol(unit))
}

// Text writes an amount of the currency for people, like "1,234.50 EUR".
func (c Currency) Text(a Amount) string {
	digits := 2
	if unit, err := currency.ParseISO(string(c)); err == nil {
		digits, _ = currency.Standard.Rounding(unit)
	}
	whole, part := decimal.New(int64(a), int32(-digits)).Abs().StringFixed(int32(digits)), ""
	if i := strings.IndexByte(whole, '.'); i >= 0 {
		whole, part = whole[:i], whole[i:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	sign := ""
	if a < 0 {
		sign = "-"
	}
	return sign + whole + part + " " + string(c)
}
