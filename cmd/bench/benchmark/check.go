package benchmark

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Check compares measured figures with the bounds that the project promises. It passes if every
// part passes.
type Check struct {
	Name  string // "check 26", or the name of the benchmark
	What  string // the measured object: "1,000 sockets"
	Parts []Part
}

// Part is one figure with its bound.
type Part struct {
	What   string
	Figure float64
	Unit   string // "ms", "kB", "x"; empty for a count
	Bound  float64
	Least  bool // the bound is a minimum, not a maximum
}

// Held reports whether the figure is within its bound. NaN is never within a bound.
func (p Part) Held() bool {
	if p.Least {
		return p.Figure >= p.Bound
	}
	return p.Figure <= p.Bound
}

func (p Part) bound() string {
	if p.Least {
		return "at least " + amount(p.Bound, p.Unit)
	}
	return amount(p.Bound, p.Unit)
}

// Held reports whether every part is within its bound.
func (c Check) Held() bool {
	for _, p := range c.Parts {
		if !p.Held() {
			return false
		}
	}
	return true
}

// String returns one line with every figure, its bound, and whether the check passed.
func (c Check) String() string {
	parts := make([]string, len(c.Parts))
	for i, p := range c.Parts {
		parts[i] = fmt.Sprintf("%s %s (bound %s)", p.What, amount(p.Figure, p.Unit), p.bound())
	}
	return fmt.Sprintf("%s: %s: %s : %s", c.Name, c.What, strings.Join(parts, ", "), held(c.Held()))
}

func held(yes bool) string {
	if yes {
		return "held"
	}
	return "NOT HELD"
}

// Table writes checks as a table with one row for each figure.
func Table(w io.Writer, checks []Check) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "benchmark\t| figure\t| bound\t| held")
	fmt.Fprintln(t, "---\t| ---\t| ---\t| ---")
	for _, c := range checks {
		for _, p := range c.Parts {
			fmt.Fprintf(
				t, "%s: %s, %s\t| %s\t| %s\t| %s\n", c.Name, c.What, p.What, amount(p.Figure, p.Unit), p.bound(),
				held(p.Held()),
			)
		}
	}
	return t.Flush()
}

// amount formats a figure with three significant digits, or with all digits before the decimal
// point if there are more.
func amount(v float64, unit string) string {
	decimals := 0
	switch size := math.Abs(v); {
	case v == math.Trunc(v):
	case size < 10:
		decimals = 2
	case size < 100:
		decimals = 1
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	whole, fraction, broken := strings.Cut(text, ".")
	if broken {
		fraction = "." + fraction
	}
	text = grouped(whole) + fraction
	if unit == "" {
		return text
	}
	return text + " " + unit
}

// count formats a whole number with separators between the thousands.
func count(n int) string { return grouped(strconv.Itoa(n)) }

func grouped(digits string) string {
	first := 0
	if strings.HasPrefix(digits, "-") {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
