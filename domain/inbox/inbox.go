// Package inbox decides about one person's notifications: which arrived, were read, were deleted.
package inbox

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of inboxes. A stream has the id of its person.
const AggregateType eh.AggregateType = "inbox"

// Stored names of the events; they never change.
const (
	NotifiedType eh.EventType = "inbox.notified"
	ReadType     eh.EventType = "inbox.read"
	DeletedType  eh.EventType = "inbox.deleted"
)

// ErrMessageUnknown refuses a message that is not in this inbox.
var ErrMessageUnknown = &domain.Error{
	Code:    domain.NotFound,
	Reason:  "inbox.message_unknown",
	Message: "This notification does not exist or was deleted.",
}

// Kind is the kind of a notification. Its words are made from ids when it is read (D-33).
type Kind string

const (
	OrderMoved      Kind = "order-moved"
	OrderApproved   Kind = "order-approved"
	OrderReturned   Kind = "order-returned" // from review, for changes
	OrderHeld       Kind = "order-held"
	OrderPublished  Kind = "order-published"
	OrderPromoted   Kind = "order-promoted"
	Assigned        Kind = "assigned"
	VersionAdded    Kind = "version-added"
	VersionApproved Kind = "version-approved"
	VersionRevised  Kind = "version-revised"
	ReviewRequested Kind = "review-requested"
	Commented       Kind = "commented"
	MessageWritten  Kind = "message-written" // in the order's conversation
	Mentioned       Kind = "mentioned"
	TopicResolved   Kind = "topic-resolved"
	ApprovalAsked   Kind = "approval-asked"   // by a step of the order's workflow
	ApprovalDue     Kind = "approval-due"     // soon
	ApprovalOverdue Kind = "approval-overdue" // since now
	VersionRejected Kind = "version-rejected" // by the order's workflow

	EstimateAsked     Kind = "estimate-asked" // of the owners of an account that pays by the hour
	CollaboratorAdded Kind = "collaborator-added"

	OrderDue     Kind = "order-due"     // soon
	OrderOverdue Kind = "order-overdue" // since now
)

// ToldOfNewOrders are the roles whose people can be notified of every new order, as they or an admin
// choose (D-78).
var ToldOfNewOrders = []domain.Role{domain.Manager, domain.CreativeManager, domain.ProductionManager, domain.Admin}

// Notified adds a message to the inbox. Group is the order whose messages are shown together
// (SH-197).
type Notified struct {
	Message uuid.UUID `json:"message"`
	Kind    Kind      `json:"kind"`
	Group   string    `json:"group"`
	Order   uuid.UUID `json:"order"`
	Proof   uuid.UUID `json:"proof,omitzero"`
	Version uuid.UUID `json:"version,omitzero"`
	Topic   uuid.UUID `json:"topic,omitzero"`
	Comment uuid.UUID `json:"comment,omitzero"`
	Public  bool      `json:"public,omitempty"`
	By      uuid.UUID `json:"by,omitzero"`      // the person who caused it
	Status  string    `json:"status,omitempty"` // the order's new status
}

// Read and Deleted list their messages.
type (
	Read struct {
		Messages []uuid.UUID `json:"messages"`
	}
	Deleted struct {
		Messages []uuid.UUID `json:"messages"`
	}
)

// Streams describes the streams of inboxs.
var Streams = &domain.Streams[*Inbox]{
	Type:     AggregateType,
	Says:     "One stream for each person, with their notifications. Its id is the person's.",
	New:      New,
	Snapshot: 2,
	Place:    50,
	Events: []domain.EventType{
		domain.Type[Notified](NotifiedType, "A person was notified."),
		domain.Type[Read](ReadType, "Notifications were read."),
		domain.Type[Deleted](DeletedType, "Notifications were deleted."),
	},
}

// limit is the number of messages in an inbox. New messages replace the oldest.
const limit = 1000

type message struct {
	ID    uuid.UUID
	Group string
	Read  bool
}

// Inbox is one person's notifications, oldest first.
type Inbox struct {
	domain.Base
	Messages []message
	Through  int64 // position of the last event that this person was notified of, or that was left out later
}

// New returns the inbox of a person without notifications.
func New(person uuid.UUID) *Inbox { return &Inbox{Base: domain.Base{ID: person}} }

// News is a message about the event at a position.
type News struct {
	About int64
	Notified
}

// Notify adds messages, in the order of the events they are about. It ignores messages about events
// that this person was already notified of, so repeating it changes nothing, even if some were
// deleted since.
func (i *Inbox) Notify(news []News, at time.Time) {
	there := make(map[uuid.UUID]bool, len(i.Messages)+len(news))
	for _, m := range i.Messages {
		there[m.ID] = true
	}
	all := slices.Clip(i.Messages)
	for _, n := range news {
		if there[n.Message] || n.About != 0 && n.About <= i.Through {
			continue
		}
		there[n.Message] = true
		all = append(all, message{ID: n.Message})
		i.Record(NotifiedType, &n.Notified, at)
	}
	if surplus := len(all) - limit; surplus > 0 && i.HasRecorded() {
		oldest := make([]uuid.UUID, surplus)
		for k := range oldest {
			oldest[k] = all[k].ID
		}
		i.Record(DeletedType, &Deleted{oldest}, at)
	}
}

// Which selects messages: one, a group, or all.
type Which struct {
	Message uuid.UUID
	Group   string
}

func (w Which) matches(m message) bool {
	switch {
	case w.Message != uuid.Nil:
		return m.ID == w.Message
	case w.Group != "":
		return m.Group == w.Group
	}
	return true
}

// MarkRead marks messages as read. Those that are read already do not change.
func (i *Inbox) MarkRead(w Which, at time.Time) error {
	if w.Message != uuid.Nil && i.find(w.matches) == nil {
		return ErrMessageUnknown
	}
	if ids := i.find(func(m message) bool { return !m.Read && w.matches(m) }); ids != nil {
		i.Record(ReadType, &Read{ids}, at)
	}
	return nil
}

// Delete removes messages.
func (i *Inbox) Delete(w Which, at time.Time) error {
	ids := i.find(w.matches)
	if ids == nil && w.Message != uuid.Nil {
		return ErrMessageUnknown
	}
	if ids != nil {
		i.Record(DeletedType, &Deleted{ids}, at)
	}
	return nil
}

func (i *Inbox) find(is func(message) bool) []uuid.UUID {
	var ids []uuid.UUID
	for _, m := range i.Messages {
		if is(m) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// Apply folds one event.
func (i *Inbox) Apply(e domain.Event) error {
	if err := i.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Notified:
		i.Messages = append(i.Messages, message{ID: d.Message, Group: d.Group})
		i.Through = max(i.Through, e.Meta.Cause)
	case *Read:
		for n := range i.Messages {
			if slices.Contains(d.Messages, i.Messages[n].ID) {
				i.Messages[n].Read = true
			}
		}
	case *Deleted:
		gone := make(map[uuid.UUID]bool, len(d.Messages))
		for _, id := range d.Messages {
			gone[id] = true
		}
		i.Messages = slices.DeleteFunc(i.Messages, func(m message) bool { return gone[m.ID] })
	default:
		return fmt.Errorf("inbox: unknown event %s", e.Type)
	}
	return nil
}
