package harness

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// FullChaos reports whether the checks run with their full counts (make chaos). Otherwise they run
// with small counts.
func FullChaos() bool { return os.Getenv("PROOFBOARD_CHAOS") == "full" }

// Parallel makes a test with servers of its own run in parallel with similar tests. With full
// counts the test measures times, so it runs alone.
func Parallel(t *testing.T) {
	t.Helper()
	if !FullChaos() {
		t.Parallel()
	}
}

// Repeats returns how often a test repeats something: the small count, or the full count from
// checks.md.
func Repeats(small, all int) int {
	if FullChaos() {
		return all
	}
	return small
}

// InTime reports whether a duration is within its bound. Only runs with full counts fail because of
// it: otherwise other tests load the machine, and the result is only printed.
func InTime(took, bound time.Duration) bool { return took < bound || !FullChaos() }

// Report prints one line of the report.
func Report(t *testing.T, check string, held bool, format string, v ...any) {
	t.Helper()
	word := "held"
	if !held {
		word = "NOT HELD"
		t.Fail()
	}
	t.Logf("check %s: %s: %s", check, fmt.Sprintf(format, v...), word)
}

// Wait waits, or ends the test if its context ends first.
func Wait(t *testing.T, d time.Duration) {
	t.Helper()
	select {
	case <-t.Context().Done():
		t.Fatal(t.Context().Err())
	case <-time.After(d):
	}
}
