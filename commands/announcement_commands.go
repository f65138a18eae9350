package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/announcement"
)

// managed locks and returns the announcement if the sender may do this to announcements.
func (w *work) managedAnnouncement(
	ctx context.Context,
	id uuid.UUID,
	action policy.Action,
) (*announcement.Announcement, error) {
	if err := policy.Check(w.by, action, policy.ManageAnnouncements); err != nil {
		return nil, err
	}
	return take(ctx, w, announcement.Streams, id)
}

// PublishAnnouncement announces something. The id must be new.
type PublishAnnouncement struct {
	Announcement uuid.UUID            `stream:"announcement"`
	Content      announcement.Content // its html must be sanitised
}

func (c *PublishAnnouncement) handle(ctx context.Context, w *work) error {
	a, err := w.managedAnnouncement(ctx, c.Announcement, policy.Create)
	if err != nil {
		return err
	}
	return a.Publish(c.Content, w.at)
}

// ChangeAnnouncement replaces what an announcement says.
type ChangeAnnouncement struct {
	Announcement uuid.UUID            `stream:"announcement"`
	Content      announcement.Content // its html must be sanitised
}

func (c *ChangeAnnouncement) handle(ctx context.Context, w *work) error {
	a, err := w.managedAnnouncement(ctx, c.Announcement, policy.Update)
	if err != nil {
		return err
	}
	return a.Change(c.Content, w.at)
}

// WithdrawAnnouncement ends an announcement for good.
type WithdrawAnnouncement struct {
	Announcement uuid.UUID `stream:"announcement"`
}

func (c *WithdrawAnnouncement) handle(ctx context.Context, w *work) error {
	a, err := w.managedAnnouncement(ctx, c.Announcement, policy.Remove)
	if err != nil {
		return err
	}
	return a.Withdraw(w.at)
}
