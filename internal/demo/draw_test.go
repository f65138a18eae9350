package demo

import "testing"

func BenchmarkDrawing(b *testing.B) {
	for b.Loop() {
		_, drawings := plan(friday)
		if err := drawAll(b.Context(), drawings); err != nil {
			b.Fatal(err)
		}
	}
}
