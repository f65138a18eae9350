package eventstore_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/eventstore"
	"github.com/proofboard/proofboard/eventstore/eventstoretest"
)

// Two stores on one log behave like this model, whatever is appended in whatever order (BY-003, BY-005, BY-006).
func TestAnyOrderOfAppendsBehavesAsTheModel(t *testing.T) {
	dsn := database(t)
	stores := []*eventstore.Store{eventstoretest.Open(t, dsn), eventstoretest.Open(t, dsn)}
	head := int64(0)
	rapid.Check(t, func(rt *rapid.T) {
		streams := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
		versions := map[uuid.UUID]int{}
		commands := []uuid.UUID{uuid.New(), uuid.New(), uuid.New(), uuid.New()}
		done := map[uuid.UUID]eventstore.Result{}
		for range rapid.IntRange(1, 20).Draw(rt, "appends") {
			a := eventstore.Append{
				Stream:     rapid.SampledFrom(streams).Draw(rt, "stream"),
				StreamType: eventstoretest.StreamType,
				Events:     eventstoretest.Events("model", rapid.IntRange(1, 12).Draw(rt, "events")),
			}
			wrong := rapid.SampledFrom([]int{0, 0, 0, 0, 1, 3}).Draw(rt, "too high by")
			a.Expected = versions[a.Stream] + wrong
			stale := wrong != 0
			if rapid.Bool().Draw(rt, "named") {
				a.CommandID = rapid.SampledFrom(commands).Draw(rt, "command")
			}
			if other := rapid.SampledFrom(streams).Draw(rt, "guarded"); other != a.Stream && rapid.Bool().Draw(rt, "guard") {
				wrong := rapid.SampledFrom([]int{0, 0, 1}).Draw(rt, "guard too high by")
				a.Guards = []eventstore.Guard{{Stream: other, Version: versions[other] + wrong}}
				stale = stale || wrong != 0
			}
			res, err := rapid.SampledFrom(stores).Draw(rt, "store").Append(t.Context(), a)
			first, repeated := done[a.CommandID]
			switch {
			case repeated:
				if err != nil || res != first {
					rt.Fatalf("repeated: %+v, %v, want %+v", res, err, first)
				}
			case stale:
				if !errors.Is(err, eventstore.ErrConflict) {
					rt.Fatalf("stale: %+v, %v", res, err)
				}
			default:
				head += int64(len(a.Events))
				versions[a.Stream] += len(a.Events)
				want := eventstore.Result{Stream: a.Stream, Position: head, Version: versions[a.Stream]}
				if err != nil || res != want {
					rt.Fatalf("append: %+v, %v, want %+v", res, err, want)
				}
				if want.Duplicate = true; a.CommandID != uuid.Nil {
					done[a.CommandID] = want
				}
			}
		}
	})
	if n := len(eventstoretest.CheckLog(t, stores[0])); int64(n) != head {
		t.Errorf("%d events, want %d", n, head)
	}
}
