package topic

import (
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of topics: a comment thread pinned to a version of a proof, or a
// message of an order's conversation with its replies.
const AggregateType eh.AggregateType = "topic"

// Stored names of the events; they never change.
const (
	OpenedType            eh.EventType = "topic.opened"
	RepliedType           eh.EventType = "topic.replied"
	MessageEditedType     eh.EventType = "topic.message_edited"
	CommentEditedType     eh.EventType = "topic.comment_edited"
	CommentDeletedType    eh.EventType = "topic.comment_deleted"
	AnnotationUpdatedType eh.EventType = "topic.annotation_updated"
	ResolvedType          eh.EventType = "topic.resolved"
	ReopenedType          eh.EventType = "topic.reopened"
	DeletedType           eh.EventType = "topic.deleted"
)

// Opened creates a topic with its first message and, if there is one, its mark on the page. For a
// message of the order's conversation, Proof is the order's id and Version is Nil. A build that knows
// no conversations looks for that proof, does not find it, and hides internal messages from customers
// (D-312).
type Opened struct {
	Order      uuid.UUID   `json:"order"`
	Proof      uuid.UUID   `json:"proof"`
	Version    uuid.UUID   `json:"version"`
	Public     bool        `json:"public"`
	Message    string      `json:"message"`
	Mentions   []uuid.UUID `json:"mentions,omitempty"`
	Annotation string      `json:"annotation,omitempty"`
	Page       int         `json:"page,omitempty"`
}

// InConversation reports whether the topic is a message of its order's conversation.
func (d *Opened) InConversation() bool { return d.Proof == d.Order }

// Restates are the events that change what a version was checked with, with a word for each. An
// approval before one of them is stale (BY-030). Replies and resolving do not count.
var Restates = map[eh.EventType]string{
	OpenedType:            "opened",
	MessageEditedType:     "edited",
	AnnotationUpdatedType: "moved",
	ReopenedType:          "reopened",
	DeletedType:           "deleted",
}

// Replied adds a comment.
type Replied struct {
	Comment  uuid.UUID   `json:"comment"`
	Message  string      `json:"message"`
	Mentions []uuid.UUID `json:"mentions,omitempty"`
}

// MessageEdited changes the topic's own message.
type MessageEdited struct {
	Message  string      `json:"message"`
	Mentions []uuid.UUID `json:"mentions,omitempty"`
}

// CommentEdited changes a comment.
type CommentEdited struct {
	Comment  uuid.UUID   `json:"comment"`
	Message  string      `json:"message"`
	Mentions []uuid.UUID `json:"mentions,omitempty"`
}

// Texts returns what people wrote in an event. It is encrypted before it is stored (D-33).
func (d *Opened) Texts() []*string        { return []*string{&d.Message} }
func (d *Replied) Texts() []*string       { return []*string{&d.Message} }
func (d *MessageEdited) Texts() []*string { return []*string{&d.Message} }
func (d *CommentEdited) Texts() []*string { return []*string{&d.Message} }

// CommentDeleted deletes a comment.
type CommentDeleted struct {
	Comment uuid.UUID `json:"comment"`
}

// AnnotationUpdated moves or reshapes the mark, silently (BD-196).
type AnnotationUpdated struct {
	Annotation string `json:"annotation"`
	Page       int    `json:"page,omitempty"`
}

// Changes of a topic's state.
type (
	Resolved struct{}
	Reopened struct{}
	Deleted  struct{} // with its comments and annotation (BD-188)
)

// Streams describes the streams of topics.
var Streams = &domain.Streams[*Topic]{
	Type:     AggregateType,
	Says:     "One stream for each comment thread on a version of a proof, and for each message of an order's conversation.",
	New:      New,
	Snapshot: 1,
	Place:    40,
	Events: []domain.EventType{
		domain.Type[Opened](
			OpenedType,
			"A topic was opened on a version of a proof, or a message was written in an order's conversation.",
		),
		domain.Type[Replied](RepliedType, "A comment was added to the topic."),
		domain.Type[MessageEdited](MessageEditedType, "The topic's message was edited by its author."),
		domain.Type[CommentEdited](CommentEditedType, "A comment was edited by its author."),
		domain.Type[CommentDeleted](CommentDeletedType, "A comment was deleted by its author."),
		domain.Type[AnnotationUpdated](AnnotationUpdatedType, "The topic's mark was moved or reshaped by its author."),
		domain.Type[Resolved](ResolvedType, "The topic was resolved."),
		domain.Type[Reopened](ReopenedType, "The topic was reopened."),
		domain.Type[Deleted](DeletedType, "The topic was deleted with its comments and annotation."),
	},
}
