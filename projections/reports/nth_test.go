package reports

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What is selected is what sorting finds, with many equal values or few, sorted or not.
func TestSelectingFindsWhatSortingFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(65, 1))
	for range 500 {
		all := make([]int32, 1+random.IntN(60))
		for i := range all {
			all[i] = random.Int32N(1 + random.Int32N(100))
		}
		switch random.IntN(4) {
		case 0:
			slices.Sort(all)
		case 1:
			slices.SortFunc(all, func(a, b int32) int { return int(b - a) })
		}
		sorted := slices.Sorted(slices.Values(all))
		for i, want := range sorted {
			if got := nth(slices.Clone(all), i); got != want {
				t.Fatalf("%v: %d at %d, want %d", all, got, i, want)
			}
		}
	}
}
