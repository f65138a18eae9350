package eventlog

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

const MaxEvents = 1000 // events in one append

const MaxGuards = 100 // guards of one append

// Record is an event to append. Data is a pointer to the type registered for Type, nil if none is
// registered. OccurredAt is stored in UTC to the microsecond.
type Record struct {
	Type       eh.EventType
	Data       any
	OccurredAt time.Time
}

// Records turns what an aggregate recorded into events to append.
func Records(recorded []domain.Recorded) []Record {
	out := make([]Record, len(recorded))
	for i, r := range recorded {
		out[i] = Record{Type: r.Type, Data: r.Data, OccurredAt: r.At}
	}
	return out
}

// Guard makes an append conditional on another stream, which must still have this version when the
// append commits.
type Guard struct {
	Stream  uuid.UUID
	Version int
}

// Append adds Events to Stream, which must have the version Expected (0: it must not exist yet).
// With a CommandID the append happens at most once, in any process. Without one it gets a random
// id.
type Append struct {
	Stream     uuid.UUID
	StreamType eh.AggregateType
	Expected   int
	Events     []Record
	Meta       domain.Meta
	CommandID  uuid.UUID
	Guards     []Guard
	// Until is the last position that the log may have reached before these events. 0 is any.
	Until int64
}

// Result is the position of the last event of an append.
type Result struct {
	Stream   uuid.UUID
	Position int64 // global
	Version  int   // in the stream
	// Duplicate reports that this command id was appended before. Nothing was added, and the other
	// fields are those of the first time.
	Duplicate bool
}

// Command is what the log holds of a command: its events and its sender.
type Command struct {
	ID         uuid.UUID
	Stream     uuid.UUID
	StreamType eh.AggregateType
	First      int64 // position of its first event
	Position   int64 // position of its last event
	Version    int   // version of its last event
	Meta       domain.Meta
	OccurredAt time.Time
}

// Result returns what an append of this command returns from now on.
func (c Command) Result() Result {
	return Result{Stream: c.Stream, Position: c.Position, Version: c.Version, Duplicate: true}
}

// ErrConflict means that the stream is not at the expected version, or that a guard is stale. It
// wraps domain.ErrStaleVersion.
var ErrConflict = fmt.Errorf("event store: %w", domain.ErrStaleVersion)

// ErrPassed means that the log has more events already than the append allows. It wraps
// domain.ErrStaleVersion.
var ErrPassed = fmt.Errorf("event store: the log has passed the position: %w", domain.ErrStaleVersion)

// ErrUnavailable means that the database cannot be reached, or not in time. It wraps
// domain.ErrUnavailable. Nothing was appended, unless the error is ErrOutcomeUnknown too.
var ErrUnavailable = fmt.Errorf("event store: %w", domain.ErrUnavailable)

// ErrOutcomeUnknown means that the connection broke during the commit and did not come back before
// the deadline, so the events may or may not be stored. Repeating the append with the same
// CommandID is safe. It wraps ErrUnavailable.
var ErrOutcomeUnknown = fmt.Errorf("outcome of the commit unknown: %w", ErrUnavailable)

// ErrClosed means that the store was closed. It wraps ErrUnavailable.
var ErrClosed = fmt.Errorf("closed: %w", ErrUnavailable)

var ErrTooManyEvents = &domain.Error{
	Code:    domain.TooLarge,
	Reason:  "event.too_many",
	Message: "This changes too much at once. Please do it in smaller steps.",
}

var ErrNoEvents = errors.New("event store: an append needs at least one event")

// ErrForged means that the authenticator of an event is missing or wrong, so this product did not
// append it. It wraps codec.ErrUndecodable.
var ErrForged = fmt.Errorf(
	"%w: its authenticator is missing or wrong, so it was not appended by this product", codec.ErrUndecodable,
)

var ErrGap = errors.New("event store: positions are not gapless")

var ErrNotFound = fmt.Errorf("event store: %w", domain.ErrNotFound)
