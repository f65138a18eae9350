package eventlog_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
)

func TestTheLastPositionAtATimeIsFoundThoughClocksDiffer(t *testing.T) { // BY-019
	s := eventstoretest.Open(t, database(t))
	r := rand.New(rand.NewPCG(1, 2))
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var times []time.Time
	for i := range 400 {
		a := eventstoretest.One(uuid.New(), 0)
		at := begin.Add(time.Duration(i)*time.Second + time.Duration(r.IntN(4_900))*time.Millisecond)
		a.Events[0].OccurredAt = at
		if _, err := s.Append(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		times = append(times, at)
	}
	check := func(at time.Time) {
		t.Helper()
		var want int64
		for i, o := range times {
			if !o.After(at) {
				want = int64(i + 1)
			}
		}
		if got, err := s.PositionAt(t.Context(), at); err != nil || got != want {
			t.Errorf("at %v: %d, want %d (%v)", at.Sub(begin), got, want, err)
		}
	}
	check(begin.Add(-time.Hour))
	check(begin.Add(time.Hour))
	for _, at := range times {
		check(at)
		check(at.Add(-time.Microsecond))
	}
}
