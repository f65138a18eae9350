package commands

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

// TopicPath identifies a topic by its id and its parents' ids. Attachment and Version are Nil for a
// message of an order's conversation. Commands on a stored topic return domain.ErrNotFound if one of
// the ids does not match it.
type TopicPath struct {
	Order      uuid.UUID
	Attachment uuid.UUID
	Version    uuid.UUID
	Topic      uuid.UUID `stream:"topic"`
}

// proof returns what the topic's events name as its proof.
func (p TopicPath) proof() uuid.UUID {
	if p.Attachment == uuid.Nil {
		return p.Order
	}
	return p.Attachment
}

// OpenTopic starts a topic on a version of an attachment, or writes a message in an order's
// conversation. What customers and guests write is always on the public tab (D-16).
type OpenTopic struct {
	TopicPath
	Public     *bool // the public or the internal tab; nil for the starting tab
	Message    string
	Annotation string
}

func (c *OpenTopic) redacted() any {
	d := *c
	d.Message = lengthOf(c.Message)
	return &d
}

func (c *OpenTopic) handle(ctx context.Context, w *work) error {
	o, p, err := w.discussed(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	if p != nil {
		if _, err := p.Find(c.Version); err != nil {
			return err
		}
	}
	tab := startingTab(w.by, p, c.Public)
	if err := w.mayWrite(o, p, tab); err != nil {
		return err
	}
	if err := w.mayMention(c.Message); err != nil {
		return err
	}
	t, err := take(ctx, w, topic.Streams, c.Topic)
	if err != nil {
		return err
	}
	return t.Open(
		topic.Opened{
			Order:      o.ID,
			Proof:      c.proof(),
			Version:    c.Version,
			Public:     tab == proof.Public,
			Message:    c.Message,
			Annotation: c.Annotation,
		},
		w.at,
	)
}

// discussed locks and returns what a topic is about, as far as the sender may see it: an order and its
// proof, or an order alone whose conversation it belongs to.
func (w *work) discussed(ctx context.Context, path TopicPath) (*order.Order, *proof.Proof, error) {
	if path.Attachment != uuid.Nil {
		return w.visibleProof(ctx, path.Order, path.Attachment)
	}
	o, err := w.visibleOrder(ctx, path.Order)
	if err == nil && (path.Version != uuid.Nil || !policy.SeesConversation(w.by)) {
		err = domain.ErrNotFound
	}
	return o, nil, err
}

// startingTab returns the tab on which the sender's topic starts. p is nil for a conversation, where
// nothing is shown to the customer unasked.
func startingTab(by domain.Actor, p *proof.Proof, public *bool) proof.Tab {
	switch {
	case by.Role.IsCustomer() || by.Role == domain.Guest:
		return proof.Public
	case public != nil && *public:
		return proof.Public
	case public != nil || p == nil:
		return proof.Internal
	default:
		return p.StartingTab
	}
}

// mayWrite returns an error if the sender may not write on a tab of a proof now (BD-234..BD-237). If p
// is nil, the tab is that of a conversation, where people may write although the proofs are read-only.
func (w *work) mayWrite(o *order.Order, p *proof.Proof, tab proof.Tab) error {
	if p == nil {
		return policy.CheckMessage(w.by, &o.Summary, tab)
	}
	if err := policy.CheckComment(w.by, &o.Summary, tab); err != nil {
		return err
	}
	switch {
	case policy.ProofsAreReadOnly(o.Status):
		return ErrReadOnly
	case p.TabDisabled(tab):
		return ErrTabDisabled
	}
	return nil
}

// visibleTopic locks and returns a topic that the sender may see and write to. It returns
// domain.ErrNotFound if they may not see it, or if an id of the path does not match the topic.
func (w *work) visibleTopic(ctx context.Context, path TopicPath) (*topic.Topic, error) {
	o, p, err := w.discussed(ctx, path)
	if err != nil {
		return nil, err
	}
	t, err := take(ctx, w, topic.Streams, path.Topic)
	if err != nil {
		return nil, err
	}
	tab := proof.Internal
	if t.Public {
		tab = proof.Public
	}
	if !t.Exists() || t.State == topic.Gone || t.Order != o.ID || t.Proof != path.proof() || t.On != path.Version ||
		!policy.SeesTab(w.by, tab) {
		return nil, domain.ErrNotFound
	}
	return t, w.mayWrite(o, p, tab)
}

// AddComment replies to a topic.
type AddComment struct {
	TopicPath
	Comment uuid.UUID
	Message string
}

func (c *AddComment) redacted() any {
	d := *c
	d.Message = lengthOf(c.Message)
	return &d
}

func (c *AddComment) handle(ctx context.Context, w *work) error {
	t, err := w.visibleTopic(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	if err := w.mayMention(c.Message); err != nil {
		return err
	}
	return t.Reply(c.Comment, c.Message, w.at)
}

// EditTopicMessage changes the first message of a topic.
type EditTopicMessage struct {
	TopicPath
	Message string
}

func (c *EditTopicMessage) redacted() any {
	d := *c
	d.Message = lengthOf(c.Message)
	return &d
}

func (c *EditTopicMessage) handle(ctx context.Context, w *work) error {
	t, err := w.visibleTopic(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	if err := w.mayMention(c.Message); err != nil {
		return err
	}
	return t.EditMessage(c.Message, w.by, w.at)
}

// UpdateAnnotation moves or reshapes the annotation of a topic without notifying anybody (BD-196).
type UpdateAnnotation struct {
	TopicPath
	Annotation string
}

func (c *UpdateAnnotation) handle(ctx context.Context, w *work) error {
	t, err := w.visibleTopic(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	return t.UpdateAnnotation(c.Annotation, w.by, w.at)
}

// EditComment changes the message of a comment.
type EditComment struct {
	TopicPath
	Comment uuid.UUID
	Message string
}

func (c *EditComment) redacted() any {
	d := *c
	d.Message = lengthOf(c.Message)
	return &d
}

func (c *EditComment) handle(ctx context.Context, w *work) error {
	t, err := w.visibleTopic(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	if err := w.mayMention(c.Message); err != nil {
		return err
	}
	return t.EditComment(c.Comment, c.Message, w.by, w.at)
}

// DeleteComment deletes a comment from a topic.
type DeleteComment struct {
	TopicPath
	Comment uuid.UUID
}

func (c *DeleteComment) handle(ctx context.Context, w *work) error {
	t, err := w.visibleTopic(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	return t.DeleteComment(c.Comment, w.by, w.at)
}

// ResolveTopic resolves (true) or reopens (false) a topic (BD-193).
type ResolveTopic struct {
	TopicPath
	Resolved bool
}

func (c *ResolveTopic) handle(ctx context.Context, w *work) error {
	t, err := w.visibleTopic(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	if c.Resolved {
		return t.Resolve(w.by, w.at)
	}
	return t.Reopen(w.by, w.at)
}

// DeleteTopic deletes a topic with its comments and annotation (BD-188).
type DeleteTopic struct{ TopicPath }

func (c *DeleteTopic) handle(ctx context.Context, w *work) error {
	t, err := w.visibleTopic(ctx, c.TopicPath)
	if err != nil {
		return err
	}
	return t.Delete(w.by, w.at)
}

// lengthOf returns the length of a text in bytes. Fingerprints contain it in place of the text,
// which must not be stored (D-33).
func lengthOf(text string) string { return strconv.Itoa(len(text)) }
