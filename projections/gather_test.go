package projections_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/projections"
)

func TestAGatheringProjectionAppliesManyEventsAtOnceAndAtOnceForWhoWaits(t *testing.T) {
	var commits, events atomic.Int64
	p := projection(nil)
	p.Gather = time.Minute // far longer than anybody waits
	f := setup(t, p, func(_ context.Context, c projections.Commit) {
		if len(c.Events) > 0 {
			commits.Add(1)
			events.Add(int64(len(c.Events)))
		}
	})
	run(t, f.runner)
	stream := uuid.New()
	f.caughtUp(t, f.append(t, stream, 0, put{Mode: "upsert", Kind: "a", N: 1}).Position)
	commits.Store(0)
	events.Store(0)
	var last int64
	for n := range 20 {
		last = f.append(t, stream, n+1, put{Mode: "upsert", Kind: "a", N: n}).Position
	}
	if err := f.runner.WaitFor(t.Context(), "tally", last); err != nil {
		t.Fatal(err)
	}
	// One more if somebody had asked for what came before only now.
	if c, n := commits.Load(), events.Load(); n != 20 || c > 2 {
		t.Errorf("%d events in %d commits", n, c)
	}
}
