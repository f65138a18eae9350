// Package domaintest tests decisions of aggregates as scenarios: given these events, when somebody
// makes this decision, then these events or this refusal follow.
package domaintest

import (
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// Now is the time of every decision in a scenario. The given events happened before it, one second
// apart.
var Now = time.Date(2026, 3, 14, 9, 26, 53, 589793000, time.UTC)

// ID returns an id that depends on the name only.
func ID(name string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)) }

// TB is the part of *testing.T that a scenario uses. Property tests pass their own.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Streams are the streams that a scenario is about.
type Streams[A domain.Aggregate] struct{ *domain.Streams[A] }

// Of returns scenarios about streams.
func Of[A domain.Aggregate](s *domain.Streams[A]) Streams[A] { return Streams[A]{s} }

// Happening is a given event with the actor who caused it.
type Happening struct {
	Data any
	By   uuid.UUID
}

// By returns a given event with its actor. Without By the actor is Somebody.
func By(person uuid.UUID, data any) Happening { return Happening{data, person} }

// Somebody is the default actor of given events.
var Somebody = ID("somebody")

// Stream is the id of the stream of every scenario.
var Stream = ID("stream")

// Event returns the next event of a stream. happening is a Happening, or a pointer to the event's
// data.
func (s Streams[A]) Event(t TB, version int, happening any) domain.Event {
	t.Helper()
	h, ok := happening.(Happening)
	if !ok {
		h = Happening{happening, Somebody}
	}
	return domain.Event{
		Position:   int64(1000 + version),
		Stream:     Stream,
		Version:    version,
		StreamType: s.Type,
		Type:       s.typeOf(t, h.Data),
		Data:       h.Data,
		Meta:       domain.Meta{Actor: h.By},
		OccurredAt: Now.Add(time.Duration(version-1000) * time.Second),
	}
}

func (s Streams[A]) typeOf(t TB, data any) eh.EventType {
	t.Helper()
	for _, e := range s.Events {
		if reflect.TypeOf(e.New()) == reflect.TypeOf(data) {
			return e.Type
		}
	}
	t.Fatalf("%T is no event of a %s", data, s.Type)
	return ""
}

// Fold returns the aggregate after the given events.
func (s Streams[A]) Fold(t TB, history ...any) A {
	t.Helper()
	a := s.New(Stream)
	for i, h := range history {
		if err := a.Apply(s.Event(t, i+1, h)); err != nil {
			t.Fatalf("given event %d: %v", i+1, err)
		}
	}
	return a
}

// Given returns a scenario that starts after the given events.
func (s Streams[A]) Given(t TB, history ...any) *Scenario[A] {
	t.Helper()
	return &Scenario[A]{t: t, streams: s, history: history}
}

// Scenario is an aggregate with a history. A test makes a decision on it.
type Scenario[A domain.Aggregate] struct {
	t       TB
	streams Streams[A]
	history []any
}

// When makes the decision twice: on the folded aggregate, and on one that was restored from a
// snapshot. Both results must be equal.
func (s *Scenario[A]) When(decide func(A) error) *Outcome[A] {
	s.t.Helper()
	o := &Outcome[A]{Scenario: s, agg: s.streams.Fold(s.t, s.history...)}
	restored := s.streams.New(Stream)
	state, err := json.Marshal(o.agg)
	if err == nil {
		err = json.Unmarshal(state, restored)
	}
	if err != nil {
		s.t.Fatalf("snapshot: %v", err)
	}
	o.err = decide(o.agg)
	o.recorded = o.agg.Root().TakeRecorded()
	again := decide(restored)
	if diff := cmp.Diff(text(o.err), text(again)); diff != "" {
		s.t.Errorf("a snapshot decides otherwise (-folded +restored):\n%s", diff)
	}
	if diff := cmp.Diff(o.recorded, restored.Root().TakeRecorded()); diff != "" {
		s.t.Errorf("a snapshot records otherwise (-folded +restored):\n%s", diff)
	}
	return o
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Outcome is the result of a decision.
type Outcome[A domain.Aggregate] struct {
	*Scenario[A]
	agg      A
	err      error
	recorded []domain.Recorded
}

// Then fails the test unless the decision recorded exactly these events. They are given as pointers
// to their data.
func (o *Outcome[A]) Then(events ...any) *Outcome[A] {
	o.t.Helper()
	if o.err != nil {
		o.t.Fatalf("refused: %v", o.err)
	}
	got := make([]any, len(o.recorded))
	for i, r := range o.recorded {
		got[i] = r.Data
		if want := o.streams.typeOf(o.t, r.Data); r.Type != want {
			o.t.Errorf("event %d is recorded as %s, want %s", i+1, r.Type, want)
		}
		if !r.At.Equal(Now) {
			o.t.Errorf("event %d is dated %s, want %s", i+1, r.At, Now)
		}
	}
	if diff := cmp.Diff(events, got); diff != "" {
		o.t.Errorf("events (-want +got):\n%s", diff)
	}
	return o
}

// ThenNothing fails the test if the decision recorded an event or was refused.
func (o *Outcome[A]) ThenNothing() {
	o.t.Helper()
	o.Then([]any{}...)
}

// Refused is a refusal that the test can examine.
type Refused struct {
	Code    domain.Code
	Message string
	Why     *domain.Refusal // nil if neither a state machine nor the policy refused
}

// ThenRefused fails the test unless the decision was refused with the reason of this error and
// recorded no event.
func (o *Outcome[A]) ThenRefused(want error) Refused {
	o.t.Helper()
	if !errors.Is(o.err, want) {
		o.t.Fatalf("got %v, want a refusal as %v", o.err, want)
	}
	if len(o.recorded) > 0 {
		o.t.Errorf("refused, and yet recorded %d events", len(o.recorded))
	}
	var e *domain.Error
	if !errors.As(o.err, &e) {
		o.t.Fatalf("%v is not a domain.Error", o.err)
	}
	if e.Message == "" {
		o.t.Errorf("the refusal %s says nothing to a person", e.Reason)
	}
	return Refused{e.Code, e.Message, e.Refusal}
}

// Err returns the refusal, or nil.
func (o *Outcome[A]) Err() error { return o.err }

// Recorded returns the data of the recorded events.
func (o *Outcome[A]) Recorded() []any {
	var data []any
	for _, r := range o.recorded {
		data = append(data, r.Data)
	}
	return data
}

// State returns the aggregate after the recorded events, each of them encoded and decoded as the
// log does.
func (o *Outcome[A]) State() A {
	o.t.Helper()
	for i, r := range o.recorded {
		e := o.streams.Event(o.t, len(o.history)+i+1, By(Somebody, stored(o.t, r.Data, o.streams)))
		e.OccurredAt = r.At
		if err := o.agg.Apply(e); err != nil {
			o.t.Fatalf("apply %s: %v", r.Type, err)
		}
	}
	o.recorded = nil
	return o.agg
}

// stored encodes an event as JSON and decodes it, as the log does.
func stored[A domain.Aggregate](t TB, data any, s Streams[A]) any {
	t.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatalf("encode %T: %v", data, err)
	}
	for _, e := range s.Events {
		if fresh := e.New(); reflect.TypeOf(fresh) == reflect.TypeOf(data) {
			if err := json.Unmarshal(raw, fresh); err != nil {
				t.Fatalf("decode %T: %v", data, err)
			}
			return fresh
		}
	}
	t.Fatalf("%T is no event of a %s", data, s.Type)
	return nil
}
