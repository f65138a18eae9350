package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
)

// Notify adds messages to an inbox. Only the system may send it. The Cause of its request must be the position of
// the last event that the news are about.
type Notify struct {
	Person uuid.UUID `stream:"inbox"`
	News   []inbox.News
}

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
	Person uuid.UUID `stream:"inbox"`
	Which  inbox.Which
}

func (c *ReadMessages) handle(ctx context.Context, w *work) error {
	i, err := w.ownInbox(ctx, c.Person)
	if err != nil {
		return err
	}
	return i.MarkRead(c.Which, w.at)
}

// DeleteMessages deletes notifications from an inbox.
type DeleteMessages struct {
	Person uuid.UUID `stream:"inbox"`
	Which  inbox.Which
}

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
