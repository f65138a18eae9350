package benchmark

import (
	"math"
	"slices"
	"time"
)

// quantile is the least figure that a share q of the sorted figures do not exceed; not a number of none.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	i := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}

// median sorts the figures.
func median(figures []float64) float64 {
	slices.Sort(figures)
	return quantile(figures, .5)
}

// ms is a duration in milliseconds.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
