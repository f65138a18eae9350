// Package eventstoretest has the conformance suite of the event log, and the tests with golden
// files of all versions of events.
package eventstoretest

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Counted is the event that the suite appends. It has its writer, and the number of events that
// this writer appended before.
type Counted struct {
	Writer string `json:"writer"`
	N      int    `json:"n"`
	Text   string `json:"text,omitempty"`
}

// Names that the suite uses.
const (
	CountedType eh.EventType     = "test.counted"
	StreamType  eh.AggregateType = "test"
)

// Registry returns a registry with the suite's event.
func Registry() *codec.Registry {
	r := codec.NewRegistry()
	codec.Register[Counted](r, CountedType, 1)
	return r
}

var epoch = time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC)

// Events returns n records.
func Events(writer string, n int) []eventlog.Record {
	out := make([]eventlog.Record, n)
	for i := range out {
		out[i] = eventlog.Record{
			Type:       CountedType,
			Data:       &Counted{Writer: writer, N: i},
			OccurredAt: epoch.Add(time.Duration(i) * time.Second),
		}
	}
	return out
}

// One returns an append of one event.
func One(stream uuid.UUID, expected int) eventlog.Append {
	return eventlog.Append{Stream: stream, StreamType: StreamType, Expected: expected, Events: Events("one", 1)}
}

// Open opens a store and closes it after the test.
func Open(t testing.TB, dsn string) *eventlog.Store {
	t.Helper()
	return OpenWith(t, eventlog.Config{DSN: dsn})
}

// OpenWith is Open with settings. Registry and logger have defaults.
func OpenWith(t testing.TB, cfg eventlog.Config) *eventlog.Store {
	t.Helper()
	if cfg.Registry == nil {
		cfg.Registry = Registry()
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	s, err := eventlog.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// CheckLog reads the whole log and returns the events. It fails unless positions have no gap,
// versions in each stream count from 1, and the events of each append are adjacent.
func CheckLog(t testing.TB, s *eventlog.Store) []domain.Event {
	t.Helper()
	var all []domain.Event
	versions := map[uuid.UUID]int{}
	for {
		page, err := s.Read(context.Background(), int64(len(all)), 5000)
		if err != nil {
			t.Fatalf("read the log: %v", err)
		}
		if len(page) == 0 {
			return all
		}
		for _, e := range page {
			if e.Position != int64(len(all))+1 {
				t.Fatalf("position %d follows %d", e.Position, len(all))
			}
			if versions[e.Stream]++; e.Version != versions[e.Stream] {
				t.Fatalf("position %d: version %d of its stream, want %d", e.Position, e.Version, versions[e.Stream])
			}
			if e.CommandID == uuid.Nil && (len(all) == 0 || all[len(all)-1].Stream != e.Stream) {
				t.Fatalf("position %d: the events of an append do not stand together", e.Position)
			}
			all = append(all, e)
		}
	}
}

// ack is an acknowledged append.
type ack struct {
	Command  uuid.UUID
	Position int64
	Version  int
}

// checkAcks fails unless the log has each acknowledged command exactly once, at the acknowledged
// position.
func checkAcks(t testing.TB, log []domain.Event, acks []ack) {
	t.Helper()
	at := map[uuid.UUID][]int64{}
	for i, e := range log {
		if e.CommandID == uuid.Nil {
			continue
		}
		last := e.Position
		for _, next := range log[i+1:] {
			if next.CommandID != uuid.Nil {
				break
			}
			last = next.Position
		}
		at[e.CommandID] = append(at[e.CommandID], last)
	}
	for _, a := range acks {
		if !slices.Equal(at[a.Command], []int64{a.Position}) {
			t.Errorf("command %s was acknowledged at %d, the log has it at %v", a.Command, a.Position, at[a.Command])
		}
	}
	for c, p := range at {
		if len(p) != 1 {
			t.Errorf("command %s is in the log %d times: %v", c, len(p), p)
		}
	}
}

// follow reads the growing log, like a projection, until stop, and returns the events. A skipped
// position is an error.
func follow(t testing.TB, s *eventlog.Store, stop <-chan struct{}) (seen func() []domain.Event) {
	var got []domain.Event
	done := make(chan error, 1)
	wake, cancel := s.Subscribe()
	go func() {
		defer cancel()
		last := int64(0)
		for {
			stopping := false
			select {
			case <-stop:
				stopping = true // read the rest, which was appended before the stop
			default:
			}
			page, err := s.Next(context.Background(), last, 1000, eventlog.Filter{})
			if err != nil {
				done <- err
				return
			}
			got, last = append(got, page.Events...), page.Last
			if page.Count > 0 {
				continue
			}
			if stopping {
				done <- nil
				return
			}
			select {
			case <-stop:
			case <-wake:
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() []domain.Event {
		t.Helper()
		if err := <-done; err != nil {
			t.Fatalf("follow the log: %v", err)
		}
		return got
	}
}

// eventually polls until ok returns true. It fails the test after a while.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("not within 20 s: %s", what)
		}
		<-time.After(5 * time.Millisecond)
	}
}

func text(n int) string { return strings.Repeat("x", n) }
