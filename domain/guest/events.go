package guest

import (
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of guests. A guest is invited to review attachments of one order
// without an account. The stream's id is the guest's id, under which they act. Names are stored in
// the accounts (D-33).
const AggregateType eh.AggregateType = "guest"

// Stored names of the events; they never change.
const (
	InvitedType eh.EventType = "guest.invited"
	EnteredType eh.EventType = "guest.entered"
	RevokedType eh.EventType = "guest.revoked"
)

// Invited begins the invitation. The actor is the inviter.
type Invited struct {
	Order        uuid.UUID   `json:"order"`
	Attachments  []uuid.UUID `json:"attachments"`
	Expires      time.Time   `json:"expires"`
	WithPassword bool        `json:"withPassword,omitempty"`
}

// Turns of an invitation's life.
type (
	Entered struct{} // the guest followed their link for the first time
	Revoked struct{}
)

// Streams describes the streams of guests.
var Streams = &domain.Streams[*Guest]{
	Type:     AggregateType,
	Says:     "One stream for each invitation to review without an account. Its id is the guest's.",
	New:      New,
	Snapshot: 1,
	Events: []domain.EventType{
		domain.Type[Invited](InvitedType, "A guest was invited to review attachments of an order."),
		domain.Type[Entered](EnteredType, "The guest followed their link for the first time."),
		domain.Type[Revoked](RevokedType, "The invitation was revoked: its link is dead."),
	},
}
