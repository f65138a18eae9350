package domain

import (
	"encoding/json"

	eh "github.com/looplab/eventhorizon"
)

// Omitted is the data of an event that cannot be read and that an operator has skipped: it counts as one that changed nothing.
type Omitted struct {
	Type   eh.EventType
	Reason string // why it cannot be read
}

// MarshalJSON shows nothing: what is stored cannot be read.
func (Omitted) MarshalJSON() ([]byte, error) { return json.Marshal(struct{}{}) }

// ErrUnreadable is the reason of a refusal because of an event that cannot be read and that nobody has skipped yet.
var ErrUnreadable = &Error{
	Code:    Conflict,
	Reason:  "event.unreadable",
	Message: "This cannot be changed or shown in full at the moment, because an event of its history cannot be read.",
}

// Apply folds an event into an aggregate. An omitted one only moves its version on.
func Apply(a interface{ Apply(e Event) error }, e Event) error {
	if _, omitted := e.Data.(*Omitted); omitted {
		if b, ok := a.(interface{ Advance(e Event) error }); ok {
			return b.Advance(e)
		}
	}
	return a.Apply(e)
}
