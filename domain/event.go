// Package domain holds what every aggregate shares: errors, actors and the shape of an event.
package domain

import (
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
)

// Meta is stored with every event. It has ids and no personal data (D-33).
type Meta struct {
	Actor       uuid.UUID `json:"actor,omitzero"`
	Role        Role      `json:"role,omitempty"`
	Command     string    `json:"command,omitempty"`     // the command's type, for instance MoveOrder
	Fingerprint string    `json:"fingerprint,omitempty"` // of actor and command, to tell a repeated key from a reused one
	Request     string    `json:"request,omitempty"`     // id of the HTTP request
	Via         string    `json:"via,omitempty"`         // the surface: board, status, review, cli, automation
	Cause       int64     `json:"cause,omitempty"`       // position of the event that an automation reacted to
	// Impersonator is the admin who acted as the actor (D-48).
	Impersonator uuid.UUID `json:"impersonator,omitzero"`
	Trace        string    `json:"trace,omitempty"` // W3C traceparent of the command's span, only if it is recorded
}

// Written is event data with texts that people wrote. The log stores them encrypted with the key of
// their author, who is the event's actor (D-33).
type Written interface{ Texts() []*string }

// Event is a fact of the log. Position is global, gapless and in commit order. Version counts in
// the stream from 1.
type Event struct {
	Position   int64
	Stream     uuid.UUID
	Version    int
	StreamType eh.AggregateType
	Type       eh.EventType
	Data       any // a pointer to the registered type
	Meta       Meta
	CommandID  uuid.UUID // set on the first event of a command
	OccurredAt time.Time // UTC, microseconds
}

// ViaImport is the surface of events that bring in what another program knew. Nobody is notified of them,
// because what they say happened before.
const ViaImport = "import"
