package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/projections/engine"
)

func TestAGatheringProjectionAppliesManyEventsAtOnceAndAtOnceForWhoWaits(t *testing.T) {
	commits := make(chan engine.Commit, 100)
	p := projection(nil)
	p.Gather = time.Minute // far longer than anybody waits
	f := setup(t, p, func(_ context.Context, c engine.Commit) { commits <- c })
	run(t, f.runner)
	// The runner reports a commit after it has answered those who wait for its position.
	until := func(position int64) (events, count int) {
		for {
			select {
			case c := <-commits:
				if len(c.Events) > 0 {
					events += len(c.Events)
					count++
				}
				if c.Position >= position {
					return events, count
				}
			case <-t.Context().Done():
				t.Fatal(context.Cause(t.Context()))
			}
		}
	}
	stream := uuid.New()
	first := f.append(t, stream, 0, put{Mode: "upsert", Kind: "a", N: 1}).Position
	f.caughtUp(t, first)
	until(first)
	var last int64
	for n := range 20 {
		last = f.append(t, stream, n+1, put{Mode: "upsert", Kind: "a", N: n}).Position
	}
	if err := f.runner.WaitFor(t.Context(), "tally", last); err != nil {
		t.Fatal(err)
	}
	// One more if somebody had asked for what came before only now.
	if n, c := until(last); n != 20 || c > 2 {
		t.Errorf("%d events in %d commits", n, c)
	}
}
