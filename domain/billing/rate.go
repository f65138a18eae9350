package billing

import "strconv"

// taxWhole is the tax rate of 100%: rates are thousandths of a percent.
const taxWhole = 100_000

// MaxTaxRate is the highest tax rate, in thousandths of a percent.
const MaxTaxRate = taxWhole

// Rate is a tax rate that is written down with what it was charged for. A rate of 0% is another value than no rate,
// which everything has that was written down before rates were (D-86).
type Rate struct {
	known bool
	rate  int
}

// RateOf writes a tax rate down, in thousandths of a percent.
func RateOf(rate int) Rate { return Rate{true, rate} }

// Or returns the rate, or another one if there is none.
func (r Rate) Or(other int) int {
	if r.known {
		return r.rate
	}
	return other
}

// Equal reports whether two rates are the same.
func (r Rate) Equal(o Rate) bool { return r == o }

// IsZero reports whether there is no rate. It leaves the rate out of JSON then.
func (r Rate) IsZero() bool { return !r.known }

// MarshalJSON implements json.Marshaler.
func (r Rate) MarshalJSON() ([]byte, error) {
	if !r.known {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(r.rate), 10), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rate) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*r = Rate{}
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err == nil {
		*r = RateOf(n)
	}
	return err
}
