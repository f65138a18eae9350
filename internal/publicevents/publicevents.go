// Package publicevents translates events of the log into the form that other software reads, and
// decides who may see which. A public event keeps its name and its fields when those in the log change. It has
// ids and no texts that people wrote, so nothing that was deleted or erased is in it.
package publicevents

import (
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

// Type is the public name of a kind of event.
type Type string

// The public types. They never change their meaning.
const (
	OrderCreated              Type = "order.created"
	OrderDetailsChanged       Type = "order.details_changed"
	OrderStatusChanged        Type = "order.status_changed"
	OrderFrozen               Type = "order.frozen"
	OrderUnfrozen             Type = "order.unfrozen"
	OrderArchived             Type = "order.archived"
	OrderUnarchived           Type = "order.unarchived"
	OrderAssigned             Type = "order.assigned"
	OrderCollaboratorsChanged Type = "order.collaborators_changed"
	AttachmentAdded           Type = "attachment.added"
	AttachmentDeleted         Type = "attachment.deleted"
	VersionAdded              Type = "version.added"
	VersionReplaced           Type = "version.replaced"
	VersionDeleted            Type = "version.deleted"
	VersionApproved           Type = "version.approved"
	VersionRevised            Type = "version.revised"
	VersionReviewRequested    Type = "version.review_requested"
	VersionDecided            Type = "version.decided"
	TopicOpened               Type = "topic.opened"
	TopicEdited               Type = "topic.edited"
	TopicResolved             Type = "topic.resolved"
	TopicReopened             Type = "topic.reopened"
	TopicDeleted              Type = "topic.deleted"
	CommentAdded              Type = "comment.added"
	CommentEdited             Type = "comment.edited"
	CommentDeleted            Type = "comment.deleted"
)

// named has the public type of every event of the log that has one. Not public are: the place of a
// card in its column, working times, estimates and bills, watermarks, the settings of tabs, moved
// marks, invitations of guests, who is asked by workflows, and everything about accounts and sales. The deletion of an order is
// not, because nobody may see the order then.
var named = map[eh.EventType]Type{
	order.DraftedType:                OrderCreated,
	order.DetailsChangedType:         OrderDetailsChanged,
	order.PublishedType:              OrderStatusChanged,
	order.RevertedToDraftType:        OrderStatusChanged,
	order.QueuedType:                 OrderStatusChanged,
	order.ReadiedType:                OrderStatusChanged,
	order.PromotedType:               OrderStatusChanged,
	order.MovedType:                  OrderStatusChanged,
	order.HeldType:                   OrderStatusChanged,
	order.ResumedType:                OrderStatusChanged,
	order.CancelledType:              OrderStatusChanged,
	order.RestoredType:               OrderStatusChanged,
	order.GuestRevisionRequestedType: OrderStatusChanged,
	order.FrozenType:                 OrderFrozen,
	order.UnfrozenType:               OrderUnfrozen,
	order.ArchivedType:               OrderArchived,
	order.UnarchivedType:             OrderUnarchived,
	order.AssignedType:               OrderAssigned,
	order.CollaboratorsSetType:       OrderCollaboratorsChanged,
	proof.AttachmentAddedType:        AttachmentAdded,
	proof.AttachmentDeletedType:      AttachmentDeleted,
	proof.VersionAddedType:           VersionAdded,
	proof.FileReplacedType:           VersionReplaced,
	proof.VersionDeletedType:         VersionDeleted,
	proof.VersionApprovedType:        VersionApproved,
	proof.VersionRevisedType:         VersionRevised,
	proof.ReviewRequestedType:        VersionReviewRequested,
	proof.VersionDecidedType:         VersionDecided,
	topic.OpenedType:                 TopicOpened,
	topic.MessageEditedType:          TopicEdited,
	topic.ResolvedType:               TopicResolved,
	topic.ReopenedType:               TopicReopened,
	topic.DeletedType:                TopicDeleted,
	topic.RepliedType:                CommentAdded,
	topic.CommentEditedType:          CommentEdited,
	topic.CommentDeletedType:         CommentDeleted,
}

// Stored returns the types of the events of the log that have a public form.
func Stored() []eh.EventType {
	all := make([]eh.EventType, 0, len(named))
	for t := range named {
		all = append(all, t)
	}
	return all
}

// Types returns every public type, sorted.
func Types() []Type {
	return slices.Compact(slices.Sorted(maps.Values(named)))
}

// Event is an event in its public form.
type Event struct {
	Position int64
	ID       uuid.UUID // the same each time the event is translated, in no other installation
	Type     Type
	At       time.Time
	Order    uuid.UUID
	Actor    uuid.UUID // Nil if the product itself did it
	Data     Data
}

// Data is what the type of an event has. Fields that it does not have are zero.
type Data struct {
	From, To          order.Status
	Customer          uuid.UUID
	Fields            []string // names of the details that changed
	Operator, Manager uuid.UUID
	Collaborators     []uuid.UUID // not nil if the event sets them
	Attachment        uuid.UUID
	Kind              proof.Kind // of the attachment
	Version           uuid.UUID
	Number            int    // of the version
	SHA256            string // of the version's file
	Step              int    // of the order's workflow, from 1; 0 for none
	Approved          *bool  // in that step
	Topic, Comment    uuid.UUID
	Public            *bool // whether the topic is on the public tab
	Page              int   // of the file, 0 if it has none
}

// public returns the public form of an event as far as the event tells. It returns false if the event
// has none, or if it cannot be read.
func public(e domain.Event) (Event, bool) {
	t, ok := named[e.Type]
	if !ok {
		return Event{}, false
	}
	data, ok := dataOf(e.Data)
	return Event{
		Position: e.Position, ID: idOf(e), Type: t, At: e.OccurredAt, Actor: e.Meta.Actor, Data: data,
	}, ok
}

// idOf derives the id of an event from its place in its stream.
func idOf(e domain.Event) uuid.UUID {
	return uuid.NewSHA1(e.Stream, binary.BigEndian.AppendUint64(nil, uint64(e.Version)))
}

func dataOf(data any) (Data, bool) {
	switch d := data.(type) {
	case order.StatusChanger:
		c := d.StatusChange()
		return Data{From: c.From, To: c.To}, true
	case *order.Drafted:
		return Data{Customer: d.Customer, To: order.Draft}, true
	case *order.DetailsChanged:
		return Data{Fields: d.Fields()}, true
	case *order.Assigned:
		return Data{Operator: d.Operator, Manager: d.Manager}, true
	case *order.CollaboratorsSet:
		return Data{Collaborators: append([]uuid.UUID{}, d.Users...)}, true
	case *proof.AttachmentAdded:
		return Data{Kind: d.Kind}, true
	case *proof.VersionAdded:
		return Data{Version: d.Version, Number: d.Number, SHA256: d.File.SHA256}, true
	case *proof.FileReplaced:
		return Data{Version: d.Version, SHA256: d.File.SHA256}, true
	case *proof.VersionApproved:
		return Data{Version: d.Version, SHA256: d.SHA256}, true
	case *proof.VersionRevised:
		return Data{Version: d.Version}, true
	case *proof.VersionDeleted:
		return Data{Version: d.Version}, true
	case *proof.ReviewRequested:
		return Data{Version: d.Version}, true
	case *proof.VersionDecided:
		return Data{Version: d.Version, SHA256: d.SHA256, Step: d.Step + 1, Approved: &d.Approved}, true
	case *topic.Opened:
		return Data{Page: d.Page}, true
	case *topic.Replied:
		return Data{Comment: d.Comment}, true
	case *topic.CommentEdited:
		return Data{Comment: d.Comment}, true
	case *topic.CommentDeleted:
		return Data{Comment: d.Comment}, true
	case *order.Frozen, *order.Unfrozen, *order.Archived, *order.Unarchived, *proof.AttachmentDeleted,
		*topic.MessageEdited, *topic.Resolved, *topic.Reopened, *topic.Deleted:
		return Data{}, true
	}
	return Data{}, false
}
