package eventlog_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
)

// Two stores on one log behave like this model, whatever is appended in whatever order (BY-003,
// BY-005, BY-006).
func TestAnyOrderOfAppendsBehavesAsTheModel(t *testing.T) {
	dsn := database(t)
	stores := []*eventlog.Store{eventstoretest.Open(t, dsn), eventstoretest.Open(t, dsn)}
	head := int64(0)
	rapid.Check(t, func(rt *rapid.T) {
		streams := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
		versions := map[uuid.UUID]int{}
		commands := []uuid.UUID{uuid.New(), uuid.New(), uuid.New(), uuid.New()}
		done := map[uuid.UUID]eventlog.Result{}
		for range rapid.IntRange(1, 20).Draw(rt, "appends") {
			a := eventlog.Append{
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
			if other := rapid.SampledFrom(streams).
				Draw(rt, "guarded"); other != a.Stream &&
				rapid.Bool().Draw(rt, "guard") {
				wrong := rapid.SampledFrom([]int{0, 0, 1}).Draw(rt, "guard too high by")
				a.Guards = []eventlog.Guard{{Stream: other, Version: versions[other] + wrong}}
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
				if !errors.Is(err, eventlog.ErrConflict) {
					rt.Fatalf("stale: %+v, %v", res, err)
				}
			default:
				head += int64(len(a.Events))
				versions[a.Stream] += len(a.Events)
				want := eventlog.Result{Stream: a.Stream, Position: head, Version: versions[a.Stream]}
				if err != nil || res != want {
					rt.Fatalf("append: %+v, %v, want %+v", res, err, want)
				}
				if want.Duplicate = true; a.CommandID != uuid.Nil {
					done[a.CommandID] = want
				}
			}
			after, limit := rapid.Int64Range(0, head).Draw(rt, "after"), rapid.IntRange(1, 40).Draw(rt, "limit")
			f := rapid.SampledFrom([]eventlog.Filter{{}, {Types: []eh.EventType{}}, {Types: []eh.EventType{eventstoretest.CountedType}}}).
				Draw(rt, "filter")
			for _, s := range stores {
				followed(rt, s, after, limit, f)
			}
		}
	})
	if n := len(eventstoretest.CheckLog(t, stores[0])); int64(n) != head {
		t.Errorf("%d events, want %d", n, head)
	}
}

// followed checks that following the log gives what reading it gives, wherever it comes from.
func followed(t *rapid.T, s *eventlog.Store, after int64, limit int, f eventlog.Filter) {
	stored, err := s.ReadPage(t.Context(), after, limit, f)
	if err != nil {
		t.Fatal(err)
	}
	got := eventlog.Page{Last: after}
	for got.Count < stored.Count {
		page, err := s.Next(t.Context(), got.Last, limit-got.Count, f)
		if err != nil || page.Count == 0 || page.Last != got.Last+int64(page.Count) {
			t.Fatalf("next after %d: %+v, %v", got.Last, page, err)
		}
		got.Events, got.Last, got.Count, got.More = append(
			got.Events,
			page.Events...), page.Last, got.Count+page.Count, page.More
	}
	if !reflect.DeepEqual(got, stored) {
		t.Fatalf("after %d: %+v, want %+v", after, got, stored)
	}
}
