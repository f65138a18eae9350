package eventstore

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// Limits of one append.
const (
	MaxEvents    = 1000    // events in one append
	MaxEventSize = 1 << 20 // bytes of one event's data or metadata, encoded
	MaxGuards    = 100     // guards of one append
)

// Record is one event to append. Data is a pointer to the type registered for Type (nil where none is registered).
// OccurredAt is kept in UTC to the microsecond.
type Record struct {
	Type       eh.EventType
	Data       any
	OccurredAt time.Time
}

// Records are what an aggregate decided, ready to append.
func Records(recorded []domain.Recorded) []Record {
	out := make([]Record, len(recorded))
	for i, r := range recorded {
		out[i] = Record{Type: r.Type, Data: r.Data, OccurredAt: r.At}
	}
	return out
}

// Guard makes an append conditional on another stream: it must still be at Version when the append commits.
type Guard struct {
	Stream  uuid.UUID
	Version int
}

// Append adds Events to Stream, which must be at version Expected (0: it must not exist yet).
// With a CommandID the append happens at most once, in any process; without one it gets a random id.
type Append struct {
	Stream     uuid.UUID
	StreamType eh.AggregateType
	Expected   int
	Events     []Record
	Meta       domain.Meta
	CommandID  uuid.UUID
	Guards     []Guard
}

// Result tells where the last event of an append stands.
type Result struct {
	Stream   uuid.UUID
	Position int64 // global
	Version  int   // in the stream
	// Duplicate says that this command id had been appended before: nothing was added, and the other fields are
	// those of the first time.
	Duplicate bool
}

// Command is what the log holds of a command: where its events are and who sent it.
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

// Result is what an append of this command answers from now on.
func (c Command) Result() Result {
	return Result{Stream: c.Stream, Position: c.Position, Version: c.Version, Duplicate: true}
}

// Errors of the event store. Those a person can cause are domain errors.
var (
	// ErrConflict: the stream is not at the expected version, or a guard is stale. It wraps domain.ErrStaleVersion.
	ErrConflict = fmt.Errorf("event store: %w", domain.ErrStaleVersion)
	// ErrUnavailable: the database cannot be reached, or not in time. It wraps domain.ErrUnavailable. Nothing was
	// appended, unless the error is ErrOutcomeUnknown too.
	ErrUnavailable = fmt.Errorf("event store: %w", domain.ErrUnavailable)
	// ErrOutcomeUnknown: the connection broke during the commit and did not come back before the deadline, so the
	// events may or may not be there. Repeating the append with the same CommandID is safe. It wraps ErrUnavailable.
	ErrOutcomeUnknown = fmt.Errorf("outcome of the commit unknown: %w", ErrUnavailable)
	// ErrClosed: the store was closed. It wraps ErrUnavailable.
	ErrClosed = fmt.Errorf("closed: %w", ErrUnavailable)

	ErrTooManyEvents = &domain.Error{
		Code:    domain.TooLarge,
		Reason:  "event.too_many",
		Message: "This changes too much at once. Please do it in smaller steps.",
	}
	ErrEventTooLarge = &domain.Error{
		Code:    domain.TooLarge,
		Reason:  "event.too_large",
		Message: "This is too large to be stored.",
	}

	ErrNoEvents     = errors.New("event store: an append needs at least one event")
	ErrUnregistered = errors.New("event store: event type not registered")
	ErrUndecodable  = errors.New("event store: an event cannot be decoded")
	// ErrForged: the authenticator of an event is missing or wrong, so it was not appended by this product. It wraps ErrUndecodable.
	ErrForged = fmt.Errorf(
		"%w: its authenticator is missing or wrong, so it was not appended by this product", ErrUndecodable,
	)
	ErrGap      = errors.New("event store: positions are not gapless")
	ErrNotFound = fmt.Errorf("event store: %w", domain.ErrNotFound)
)
