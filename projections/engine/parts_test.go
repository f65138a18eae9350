package engine_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/projections/engine"
)

// process is a runner that names itself.
func (f *fixture) process(t *testing.T, name string) *engine.Runner {
	t.Helper()
	reg := codec.NewRegistry()
	codec.Register[put](reg, putType, 1)
	reg.Add(operations.Streams.Events...)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	store, err := eventlog.Open(t.Context(), eventlog.Config{DSN: f.dsn, Registry: reg, Logger: log, Process: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	r, err := engine.New(t.Context(), engine.Config{DSN: f.dsn, Store: store, Logger: log}, projection(nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// holders counts the parts that each process has.
func (f *fixture) holders(t *testing.T) map[string]int {
	t.Helper()
	leases, err := lease.New(f.store, nil).List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]int{}
	for _, l := range leases {
		if l.Held && strings.HasPrefix(l.Name, "projection tally ") {
			has[l.Holder]++
		}
	}
	return has
}

func TestStreamsSpreadOverProcessesAreAppliedOnceEach(t *testing.T) { // BY-004 BY-009
	t.Parallel() // it mostly waits
	f := setup(t, projection(nil), nil)
	one := f.process(t, "one")
	f.runner = one
	run(t, one)
	quit := make(chan struct{})
	var writers sync.WaitGroup
	var written [8]atomic.Int64
	streams := make([]uuid.UUID, len(written))
	for w := range written {
		streams[w] = uuid.New()
		writers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-quit:
					return
				default:
				}
				f.append(t, streams[w], 2*i, put{Kind: "k", Mode: "upsert", N: i}, put{Kind: "counted", Mode: "count"})
				written[w].Add(1)
				// Slower and slower: a rebuild on a busy machine must be able to catch up with the writers.
				<-time.After(time.Duration(40+i) * time.Millisecond)
			}
		})
	}
	verify := func() {
		t.Helper()
		if r, err := one.Verify(t.Context(), "tally"); err != nil || !r.Same() {
			t.Errorf("verify: %+v, %v", r, err)
		}
	}
	spread := func(parts int) {
		t.Helper()
		eventually(t, fmt.Sprintf("the streams are spread over %d parts", parts), func() bool {
			err := one.Spread(t.Context(), "tally", parts)
			if err != nil && !errors.Is(err, engine.ErrBehind) {
				t.Fatal(err)
			}
			return err == nil
		})
	}
	spread(4)
	eventually(t, "one process runs all parts", func() bool { return f.holders(t)["one"] == 4 })
	verify()

	stop := run(t, f.process(t, "two"))
	eventually(
		t, "each process runs two parts", func() bool { h := f.holders(t); return h["one"] == 2 && h["two"] == 2 },
	)
	verify()
	if r, err := one.Rebuild(t.Context(), "tally", engine.RebuildOptions{}); err != nil || !r.Same() ||
		!r.Swapped {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
	stop()
	eventually(t, "who stays runs all parts", func() bool { return f.holders(t)["one"] == 4 })
	spread(3)
	eventually(t, "three parts run", func() bool { return f.holders(t)["one"] == 3 })
	verify()
	spread(1)
	close(quit)
	writers.Wait()
	head, err := f.store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.caughtUp(t, head)
	verify()
	for w, stream := range streams {
		if got, want := query[int64](
			t, f.dsn, "select n from tally where id = $1 and kind = 'counted'", stream,
		), written[w].Load(); got != want {
			t.Errorf("%d of %d events were applied", got, want)
		}
		if got, want := query[int64](
			t, f.dsn, "select n from tally where id = $1 and kind = 'k'", stream,
		), written[w].Load()-1; got != want {
			t.Errorf("the last event was not applied last: %d, want %d", got, want)
		}
	}
}

func TestAProjectionOfWhichAPartHasNotBegunIsComparedWhereItsPartsAre(t *testing.T) { // BY-013
	f := setup(t, projection(nil), nil)
	if err := f.runner.Spread(t.Context(), "tally", 4); err != nil {
		t.Fatal(err)
	}
	stream := uuid.New()
	head := f.append(t, stream, 0, put{Kind: "k", Mode: "upsert", N: 1}).Position
	idle := (eventlog.PartOf(stream, 4) + 1) % 4 // a part of other streams, which has seen the whole log
	if err := exec(
		t.Context(), f.dsn, "update checkpoints set position = $1 where name = 'tally' and part = $2", head, idle,
	); err != nil {
		t.Fatal(err)
	}
	if r, err := f.runner.Verify(t.Context(), "tally"); err != nil || !r.Same() {
		t.Errorf("verify: %+v, %v", r, err)
	}
}

func TestEachPartParksAndSkipsForItsOwnStreams(t *testing.T) { // BY-008 BY-017
	var broken atomic.Bool
	broken.Store(true)
	f := setup(t, projection(&broken), nil)
	run(t, f.runner)
	if err := f.runner.Spread(t.Context(), "tally", 4); err != nil {
		t.Fatal(err)
	}
	var last int64
	const n = 12
	for range n {
		stream := uuid.New()
		f.append(t, stream, 0, put{Kind: "k", Mode: "upsert", N: 1}, put{Kind: "k", Mode: "fail"})
		last = f.append(t, stream, 2, put{Kind: "k", Mode: "upsert", N: 3}).Position
	}
	f.caughtUp(t, last)
	status := func() engine.Status {
		t.Helper()
		all, err := f.runner.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return all[0]
	}
	if s := status(); len(s.Parked) != n || s.Parts != 4 || !s.Running {
		t.Fatalf("%d streams are parked, want %d: %+v", len(s.Parked), n, s)
	}
	if a, err := f.runner.Autopsy(t.Context(), "tally", status().Parked[0].Stream); err != nil || a.Retry.Works ||
		a.Retry.FailsAt != a.Parked.Position {
		t.Errorf("autopsy of a part's stream: %+v, %v", a, err)
	}
	broken.Store(false)
	if err := f.runner.RetryParked(t.Context(), "tally"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "all parts have applied what they had parked", func() bool { return len(status().Parked) == 0 })
	if got := query[int](t, f.dsn, "select count(*) from tally where n = 3"); got != n {
		t.Errorf("%d of %d rows have their last value", got, n)
	}
}

func TestSpreadingIsRefusedWhereItCannotBe(t *testing.T) {
	f := setup(t, projection(nil), nil)
	for _, parts := range []int{-1, 0, engine.MaxParts + 1} {
		if err := f.runner.Spread(t.Context(), "tally", parts); !errors.Is(err, engine.ErrParts) {
			t.Errorf("%d parts: %v", parts, err)
		}
	}
	if err := f.runner.Spread(t.Context(), "nothing", 2); !errors.Is(err, engine.ErrUnknownProjection) {
		t.Errorf("an unknown projection: %v", err)
	}
	if err := f.runner.Spread(t.Context(), "tally", 2); err != nil {
		t.Fatal(err)
	}
	stream := uuid.New()
	for i := range 6 {
		f.append(t, stream, 100*i, make([]put, 100)...)
	}
	if err := exec(
		t.Context(), f.dsn, "update checkpoints set position = 600 where name = 'tally' and part = 1",
	); err != nil {
		t.Fatal(err)
	}
	if err := f.runner.Spread(t.Context(), "tally", 3); !errors.Is(err, engine.ErrBehind) {
		t.Errorf("parts that stand 600 events apart: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := f.runner.WaitFor(ctx, "tally", 600); err == nil {
		t.Error("a position counts as reached though one part is behind it")
	}
}
