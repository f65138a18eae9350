// Package topic decides what may happen to a comment thread on a proof, and to a message of an
// order's conversation with its replies.
package topic

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// Errors of a topic.
var (
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "topic.exists",
		Message: "A topic with this id exists already.",
	}
	ErrNotAuthor = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "topic.not_author",
		Message: "Only the author can edit or delete this.",
	}
	ErrNotOpener = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "topic.not_opener",
		Message: "Guests can resolve and reopen only the topics they opened.",
	}
	ErrCommentExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "topic.comment_exists",
		Message: "A comment with this id exists already.",
	}
	ErrCommentUnknown = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "topic.comment_unknown",
		Message: "This comment does not exist or was deleted.",
	}
	ErrResolved = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "topic.resolved",
		Message: "This topic is resolved. Reopen it to go on.",
	}
	ErrConversation = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "topic.conversation",
		Message: "A message of a conversation has no mark, and it is not resolved.",
	}
	ErrTooMany = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "topic.too_many_comments",
		Message: "This thread has 500 messages already. Please open a new one.",
	}
)

const maxComments = 499 // in addition to the first message (D-71)

// State is the state of a topic: open, resolved, deleted.
type State string

const (
	Open   State = "open"
	Closed State = "resolved"
	Gone   State = "deleted"
)

const (
	resolve = "resolve"
	reopen  = "reopen"
	reply   = "reply"
	remove  = "delete"
)

// life has every transition of a topic. A reply does not reopen a resolved topic.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Open)
	m.Configure(Open).Permit(resolve, Closed).Permit(remove, Gone).PermitReentry(reply)
	m.Configure(Closed).Permit(reopen, Open).Permit(remove, Gone)
	m.Configure(Gone)
	return m
})

func (s State) takes(trigger string) bool {
	_, ok := domain.Next(life(), s, trigger)
	return ok
}

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }

// Comment is a reply in a topic.
type Comment struct {
	ID     uuid.UUID
	Author uuid.UUID
}

// Topic is a thread, folded from its events. It has no texts, because no decision depends on them.
type Topic struct {
	domain.Base
	Order    uuid.UUID
	Proof    uuid.UUID // the order for a message of its conversation (D-96)
	On       uuid.UUID // the version of the proof
	Public   bool
	Author   uuid.UUID
	State    State
	Comments []Comment
	Talked   []uuid.UUID // everybody who wrote in it, each once
}

// New returns a topic without events.
func New(id uuid.UUID) *Topic { return &Topic{Base: domain.Base{ID: id}} }

// Open creates the topic. Mentions are read from the message.
func (t *Topic) Open(o Opened, at time.Time) error {
	if t.Exists() {
		return ErrExists
	}
	m, err := ParseMessage(o.Message)
	if err != nil {
		return err
	}
	o.Message, o.Mentions = m.JSON, m.Mentions
	if o.Annotation, o.Page, err = ParseAnnotation(o.Annotation); err != nil {
		return err
	}
	if o.InConversation() && o.Annotation != "" {
		return ErrConversation
	}
	t.Record(OpenedType, &o, at)
	return nil
}

// Reply adds a comment.
func (t *Topic) Reply(comment uuid.UUID, message string, at time.Time) error {
	if err := t.alive(); err != nil {
		return err
	}
	if !t.State.takes(reply) {
		return ErrResolved
	}
	if slices.ContainsFunc(t.Comments, func(c Comment) bool { return c.ID == comment }) {
		return ErrCommentExists
	}
	if len(t.Comments) >= maxComments {
		return ErrTooMany
	}
	m, err := ParseMessage(message)
	if err != nil {
		return err
	}
	t.Record(RepliedType, &Replied{comment, m.JSON, m.Mentions}, at)
	return nil
}

// EditMessage changes the topic's own message. Only its author may do so (BD-186).
func (t *Topic) EditMessage(message string, by domain.Actor, at time.Time) error {
	if err := t.authored(by); err != nil {
		return err
	}
	m, err := ParseMessage(message)
	if err != nil {
		return err
	}
	t.Record(MessageEditedType, &MessageEdited{m.JSON, m.Mentions}, at)
	return nil
}

// UpdateAnnotation moves or reshapes the mark. Only its author may do so (BD-187).
func (t *Topic) UpdateAnnotation(annotation string, by domain.Actor, at time.Time) error {
	if err := t.authored(by); err != nil {
		return err
	}
	if t.Proof == t.Order {
		return ErrConversation
	}
	text, page, err := ParseAnnotation(annotation)
	if err != nil {
		return err
	}
	if text == "" {
		return ErrAnnotationInvalid
	}
	t.Record(AnnotationUpdatedType, &AnnotationUpdated{text, page}, at)
	return nil
}

// EditComment changes a comment. Only its author may do so.
func (t *Topic) EditComment(comment uuid.UUID, message string, by domain.Actor, at time.Time) error {
	if err := t.wrote(comment, by); err != nil {
		return err
	}
	m, err := ParseMessage(message)
	if err != nil {
		return err
	}
	t.Record(CommentEditedType, &CommentEdited{comment, m.JSON, m.Mentions}, at)
	return nil
}

// DeleteComment deletes a comment. Only its author may do so.
func (t *Topic) DeleteComment(comment uuid.UUID, by domain.Actor, at time.Time) error {
	if err := t.wrote(comment, by); err != nil {
		return err
	}
	t.Record(CommentDeletedType, &CommentDeleted{comment}, at)
	return nil
}

// Resolve closes the topic. Repeating it has no effect. Guests may close only topics that they
// opened (D-17).
func (t *Topic) Resolve(by domain.Actor, at time.Time) error {
	return t.turn(resolve, Closed, by, func() { t.Record(ResolvedType, &Resolved{}, at) })
}

// Reopen opens a resolved topic again. Repeating it has no effect.
func (t *Topic) Reopen(by domain.Actor, at time.Time) error {
	return t.turn(reopen, Open, by, func() { t.Record(ReopenedType, &Reopened{}, at) })
}

func (t *Topic) turn(trigger string, into State, by domain.Actor, record func()) error {
	if err := t.alive(); err != nil {
		return err
	}
	if t.Proof == t.Order {
		return ErrConversation
	}
	if by.Role == domain.Guest && by.ID != t.Author {
		return ErrNotOpener
	}
	if t.State != into && t.State.takes(trigger) {
		record()
	}
	return nil
}

// Delete deletes the topic with its comments and its mark. Only its author may do so (BD-188,
// BD-189).
func (t *Topic) Delete(by domain.Actor, at time.Time) error {
	if err := t.authored(by); err != nil {
		return err
	}
	if t.State.takes(remove) {
		t.Record(DeletedType, &Deleted{}, at)
	}
	return nil
}

func (t *Topic) alive() error {
	if !t.Exists() || t.State == Gone {
		return domain.ErrNotFound
	}
	return nil
}

func (t *Topic) authored(by domain.Actor) error {
	if err := t.alive(); err != nil {
		return err
	}
	if by.ID != t.Author {
		return ErrNotAuthor
	}
	return nil
}

func (t *Topic) wrote(comment uuid.UUID, by domain.Actor) error {
	if err := t.alive(); err != nil {
		return err
	}
	for _, c := range t.Comments {
		if c.ID == comment {
			if c.Author != by.ID {
				return ErrNotAuthor
			}
			return nil
		}
	}
	return ErrCommentUnknown
}

// Apply folds one event.
func (t *Topic) Apply(e domain.Event) error {
	if err := t.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Opened:
		t.Order, t.Proof, t.On, t.Public, t.Author, t.State = d.Order, d.Proof, d.Version, d.Public, e.Meta.Actor, Open
		t.talked(e.Meta.Actor)
	case *Replied:
		t.Comments = append(t.Comments, Comment{d.Comment, e.Meta.Actor})
		t.talked(e.Meta.Actor)
	case *CommentDeleted:
		for i, c := range t.Comments {
			if c.ID == d.Comment {
				t.Comments = append(t.Comments[:i], t.Comments[i+1:]...)
				break
			}
		}
	case *Resolved:
		t.State = Closed
	case *Reopened:
		t.State = Open
	case *Deleted:
		t.State = Gone
	case *MessageEdited, *CommentEdited, *AnnotationUpdated:
	default:
		return fmt.Errorf("topic: unknown event %s", e.Type)
	}
	return nil
}

func (t *Topic) talked(user uuid.UUID) {
	if !slices.Contains(t.Talked, user) {
		t.Talked = append(t.Talked, user)
	}
}
