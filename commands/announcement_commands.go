package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/announcement"
)

// onAnnouncement is embedded by every command on an announcement. It provides the aggregate id and
// type.
type onAnnouncement struct{ Announcement uuid.UUID }

// AggregateID returns the id of the announcement.
func (c onAnnouncement) AggregateID() uuid.UUID { return c.Announcement }

// AggregateType implements eventhorizon.Command.
func (onAnnouncement) AggregateType() eh.AggregateType { return announcement.AggregateType }

// managed locks and returns the announcement if the sender may do this to announcements.
func (c onAnnouncement) managed(
	ctx context.Context,
	w *work,
	action policy.Action,
) (*announcement.Announcement, error) {
	if err := policy.Check(w.by, action, policy.ManageAnnouncements); err != nil {
		return nil, err
	}
	return take(ctx, w, announcement.Streams, c.Announcement)
}

// PublishAnnouncement announces something. The id must be new.
type PublishAnnouncement struct {
	onAnnouncement
	Content announcement.Content
}

// NewPublishAnnouncement returns the command for a new announcement. Its html must be sanitised.
func NewPublishAnnouncement(id uuid.UUID, c announcement.Content) *PublishAnnouncement {
	return &PublishAnnouncement{onAnnouncement{id}, c}
}

// CommandType implements eventhorizon.Command.
func (*PublishAnnouncement) CommandType() eh.CommandType { return "PublishAnnouncement" }

func (c *PublishAnnouncement) handle(ctx context.Context, w *work) error {
	a, err := c.managed(ctx, w, policy.Create)
	if err != nil {
		return err
	}
	return a.Publish(c.Content, w.at)
}

// ChangeAnnouncement replaces what an announcement says.
type ChangeAnnouncement struct {
	onAnnouncement
	Content announcement.Content
}

// NewChangeAnnouncement returns the command for an announcement. Its html must be sanitised.
func NewChangeAnnouncement(id uuid.UUID, c announcement.Content) *ChangeAnnouncement {
	return &ChangeAnnouncement{onAnnouncement{id}, c}
}

// CommandType implements eventhorizon.Command.
func (*ChangeAnnouncement) CommandType() eh.CommandType { return "ChangeAnnouncement" }

func (c *ChangeAnnouncement) handle(ctx context.Context, w *work) error {
	a, err := c.managed(ctx, w, policy.Update)
	if err != nil {
		return err
	}
	return a.Change(c.Content, w.at)
}

// WithdrawAnnouncement ends an announcement for good.
type WithdrawAnnouncement struct{ onAnnouncement }

// NewWithdrawAnnouncement returns the command for an announcement.
func NewWithdrawAnnouncement(id uuid.UUID) *WithdrawAnnouncement {
	return &WithdrawAnnouncement{onAnnouncement{id}}
}

// CommandType implements eventhorizon.Command.
func (*WithdrawAnnouncement) CommandType() eh.CommandType { return "WithdrawAnnouncement" }

func (c *WithdrawAnnouncement) handle(ctx context.Context, w *work) error {
	a, err := c.managed(ctx, w, policy.Remove)
	if err != nil {
		return err
	}
	return a.Withdraw(w.at)
}
