package domain

import (
	"encoding/json"

	eh "github.com/looplab/eventhorizon"
)

// Omitted replaces the data of an unreadable event that an operator has skipped. It changes nothing
// when it is applied.
type Omitted struct {
	Type   eh.EventType
	Reason string // why it cannot be read
}

// MarshalJSON writes null.
func (Omitted) MarshalJSON() ([]byte, error) { return json.Marshal(struct{}{}) }

// ErrUnreadable refuses a command because the stream has an unreadable event that no operator has
// skipped yet.
var ErrUnreadable = &Error{
	Code:    Conflict,
	Reason:  "event.unreadable",
	Message: "This cannot be changed or shown in full at the moment, because an event of its history cannot be read.",
}

// Apply folds an event into an aggregate. An omitted event only raises the aggregate's version.
func Apply(a interface{ Apply(e Event) error }, e Event) error {
	if _, omitted := e.Data.(*Omitted); omitted {
		if b, ok := a.(interface{ Advance(e Event) error }); ok {
			return b.Advance(e)
		}
	}
	return a.Apply(e)
}
