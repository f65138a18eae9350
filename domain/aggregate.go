package domain

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
)

// Recorded is an event that an aggregate has decided and that is not stored yet.
type Recorded struct {
	Type eh.EventType
	Data any
	At   time.Time
}

// Base is embedded by every aggregate. It has the aggregate's id, the last event applied, and the
// events just decided.
type Base struct {
	ID       uuid.UUID
	Version  int       // of the last event applied
	Position int64     // of the last event applied
	At       time.Time // of the last event applied
	recorded []Recorded
}

// Root returns the base of an aggregate.
func (b *Base) Root() *Base { return b }

// Record keeps an event until it is stored. It does not change the state; Apply does that once the
// event is stored.
func (b *Base) Record(t eh.EventType, data any, at time.Time) {
	b.recorded = append(b.recorded, Recorded{t, data, at.UTC().Truncate(time.Microsecond)})
}

// TakeRecorded returns the recorded events and removes them.
func (b *Base) TakeRecorded() []Recorded {
	r := b.recorded
	b.recorded = nil
	return r
}

// Pending returns the recorded events. Their data can still be completed.
func (b *Base) Pending() []Recorded { return b.recorded }

// HasRecorded reports whether there are recorded events.
func (b *Base) HasRecorded() bool { return len(b.recorded) > 0 }

// Advance checks that e is the next event of this stream, and stores its version.
func (b *Base) Advance(e Event) error {
	if e.Stream != b.ID || e.Version != b.Version+1 {
		return fmt.Errorf("stream %s at version %d cannot apply version %d of %s", b.ID, b.Version, e.Version, e.Stream)
	}
	b.Version, b.Position, b.At = e.Version, e.Position, e.OccurredAt
	return nil
}

// Exists reports whether the stream has any event.
func (b *Base) Exists() bool { return b.Version > 0 }

// EventType describes one type of event for the registry and the generated documentation.
type EventType struct {
	Type    eh.EventType
	New     func() any // returns a pointer to a zero value
	Version int        // schema version, from 1
	Says    string     // one sentence that describes the event
}

// Type describes an event whose data is a T, at schema version 1.
func Type[T any](name eh.EventType, says string) EventType {
	return EventType{Type: name, New: func() any { return new(T) }, Version: 1, Says: says}
}
