package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
)

// onInbox is embedded by every command on a person's inbox. It provides the aggregate id and type.
type onInbox struct {
	Person uuid.UUID
}

// AggregateID returns the person's id, which is also the id of their inbox.
func (c onInbox) AggregateID() uuid.UUID { return c.Person }

// AggregateType implements eventhorizon.Command.
func (onInbox) AggregateType() eh.AggregateType { return inbox.AggregateType }

// Notify adds messages to an inbox. Only the system may send it.
type Notify struct {
	onInbox
	News []inbox.News
}

// NewNotify returns the command that adds news to the person's inbox. The Cause of the request must
// be the position of the last event the news are about.
func NewNotify(person uuid.UUID, news ...inbox.News) *Notify { return &Notify{onInbox{person}, news} }

// CommandType implements eventhorizon.Command.
func (*Notify) CommandType() eh.CommandType { return "Notify" }

func (c *Notify) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	i, err := take(ctx, w, inbox.Streams, c.Person)
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

// NewReadMessages returns the command that marks the chosen messages in the person's inbox as read.
func NewReadMessages(person uuid.UUID, which inbox.Which) *ReadMessages {
	return &ReadMessages{onInbox{person}, which}
}

// CommandType implements eventhorizon.Command.
func (*ReadMessages) CommandType() eh.CommandType { return "ReadMessages" }

func (c *ReadMessages) handle(ctx context.Context, w *work) error {
	i, err := w.ownInbox(ctx, c.Person)
	if err != nil {
		return err
	}
	return i.MarkRead(c.Which, w.at)
}

// DeleteMessages deletes notifications from an inbox.
type DeleteMessages struct {
	onInbox
	Which inbox.Which
}

// NewDeleteMessages returns the command that deletes the chosen messages from the person's inbox.
func NewDeleteMessages(person uuid.UUID, which inbox.Which) *DeleteMessages {
	return &DeleteMessages{onInbox{person}, which}
}

// CommandType implements eventhorizon.Command.
func (*DeleteMessages) CommandType() eh.CommandType { return "DeleteMessages" }

func (c *DeleteMessages) handle(ctx context.Context, w *work) error {
	i, err := w.ownInbox(ctx, c.Person)
	if err != nil {
		return err
	}
	return i.Delete(c.Which, w.at)
}

// ownInbox locks and returns the sender's inbox. It returns domain.ErrNotFound for the inbox of
// another person.
func (w *work) ownInbox(ctx context.Context, person uuid.UUID) (*inbox.Inbox, error) {
	if w.by.ID != person {
		return nil, domain.ErrNotFound
	}
	return take(ctx, w, inbox.Streams, person)
}
