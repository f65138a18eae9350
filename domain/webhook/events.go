package webhook

import (
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of webhooks: one for each account and one for the provider.
const AggregateType eh.AggregateType = "webhooks"

// Stored names of the events; they never change.
const (
	AddedType    eh.EventType = "webhook.added"
	ChangedType  eh.EventType = "webhook.changed"
	RotatedType  eh.EventType = "webhook.secret_rotated"
	PausedType   eh.EventType = "webhook.paused"
	ResumedType  eh.EventType = "webhook.resumed"
	ReplayedType eh.EventType = "webhook.replayed"
	RemovedType  eh.EventType = "webhook.removed"
)

// Ref says which endpoint an event is about.
type Ref struct {
	Endpoint uuid.UUID `json:"endpoint"`
	Home     Home      `json:"home"`
	Host     string    `json:"host"` // of its address after the event
}

// About implements Event.
func (r Ref) About() Ref { return r }

// Event is the data of an event of webhooks.
type Event interface{ About() Ref }

// Added opens an endpoint: from here on it is sent the events that its home may see.
type Added struct {
	Ref
	Types []string `json:"types,omitempty"` // public types of events; none for all
}

// Changed stores another target or a choice of other events.
type Changed struct {
	Ref
	Types []string `json:"types,omitempty"`
}

// Rotated says that the endpoint has a new secret.
type Rotated struct{ Ref }

// Paused ends the deliveries until somebody resumes them.
type Paused struct {
	Ref
	Cause Cause `json:"cause"`
}

// Resumed lets deliveries go on where they stopped.
type Resumed struct{ Ref }

// Replayed sends the events after a position of the log again.
type Replayed struct {
	Ref
	After int64 `json:"after"`
}

// Removed closes an endpoint.
type Removed struct{ Ref }

// Streams describes the streams of webhooks.
var Streams = &domain.Streams[*Webhooks]{
	Type:     AggregateType,
	Says:     "One stream for the webhooks of each account, each reseller and the provider. Its id is made from theirs.",
	New:      New,
	Snapshot: 1,
	Place:    130,
	ID:       domain.IDFrom(StreamOf),
	Events: []domain.EventType{
		domain.Type[Added](AddedType, "A webhook was added: what happens is sent to an address of other software."),
		domain.Type[Changed](ChangedType, "A webhook has another address, or is sent other events."),
		domain.Type[Rotated](RotatedType, "A webhook has a new secret. The old one signs for another day."),
		domain.Type[Paused](PausedType, "A webhook was paused, by a person or because it failed for three days."),
		domain.Type[Resumed](ResumedType, "A paused webhook is sent events again, from where it was paused."),
		domain.Type[Replayed](ReplayedType, "A webhook is sent all events after a position again."),
		domain.Type[Removed](RemovedType, "A webhook was removed."),
	},
}
