package benchmark

import (
	"math"
	"slices"
	"time"
)

// quantile returns the smallest figure that is at least as large as the share q of the sorted
// figures. It returns NaN if there are no figures.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	i := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}

// median sorts the figures and returns the middle one.
func median(figures []float64) float64 {
	slices.Sort(figures)
	return quantile(figures, .5)
}

// ms converts a duration to milliseconds.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
