package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
)

// onInbox is what every command on a person's notifications has.
type onInbox struct {
	Person uuid.UUID
}

// AggregateID is the person.
func (c onInbox) AggregateID() uuid.UUID { return c.Person }

// AggregateType is that of inboxes.
func (onInbox) AggregateType() eh.AggregateType { return inbox.AggregateType }

// Notify puts messages into an inbox; for the system only.
type Notify struct {
	onInbox
	News []inbox.News
}

// NewNotify names the person. The request's cause must be the last of what the news are about.
func NewNotify(person uuid.UUID, news ...inbox.News) *Notify { return &Notify{onInbox{person}, news} }

// CommandType names the command.
func (*Notify) CommandType() eh.CommandType { return "Notify" }

func (c *Notify) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	i, err := w.inbox(ctx, c.Person)
	if err != nil {
		return err
	}
	i.Notify(c.News, w.at)
	return nil
}

// ReadMessages marks notifications as read.
type ReadMessages struct {
	onInbox
	Which inbox.Which
}

// NewReadMessages picks from a person's notifications.
func NewReadMessages(person uuid.UUID, which inbox.Which) *ReadMessages {
	return &ReadMessages{onInbox{person}, which}
}

// CommandType names the command.
func (*ReadMessages) CommandType() eh.CommandType { return "ReadMessages" }

func (c *ReadMessages) handle(ctx context.Context, w *work) error {
	i, err := w.ownInbox(ctx, c.Person)
	if err != nil {
		return err
	}
	return i.MarkRead(c.Which, w.at)
}

// DeleteMessages takes notifications out.
type DeleteMessages struct {
	onInbox
	Which inbox.Which
}

// NewDeleteMessages picks from a person's notifications.
func NewDeleteMessages(person uuid.UUID, which inbox.Which) *DeleteMessages {
	return &DeleteMessages{onInbox{person}, which}
}

// CommandType names the command.
func (*DeleteMessages) CommandType() eh.CommandType { return "DeleteMessages" }

func (c *DeleteMessages) handle(ctx context.Context, w *work) error {
	i, err := w.ownInbox(ctx, c.Person)
	if err != nil {
		return err
	}
	return i.Delete(c.Which, w.at)
}

// ownInbox is the sender's own: nobody reads another's notifications.
func (w *work) ownInbox(ctx context.Context, person uuid.UUID) (*inbox.Inbox, error) {
	if w.by.ID != person {
		return nil, domain.ErrNotFound
	}
	return w.inbox(ctx, person)
}
