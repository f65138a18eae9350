package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/webhook"
)

// onWebhook is embedded by every command on an endpoint. It provides the aggregate id and type.
type onWebhook struct {
	Home     webhook.Home
	Endpoint uuid.UUID
}

// AggregateID returns the id of the stream with the endpoints of the home.
func (c onWebhook) AggregateID() uuid.UUID { return webhook.StreamOf(c.Home) }

// AggregateType implements eventhorizon.Command.
func (onWebhook) AggregateType() eh.AggregateType { return webhook.AggregateType }

// edited locks and returns the endpoints of a home that the sender may change.
func (c onWebhook) edited(ctx context.Context, w *work) (*webhook.Webhooks, error) {
	if err := policy.EditsWebhooks(w.by, c.Home); err != nil {
		return nil, err
	}
	if c.Home.Customer != uuid.Nil {
		if err := w.notFrozen(ctx, c.Home.Customer); err != nil {
			return nil, err
		}
	}
	return take(ctx, w, webhook.Streams, webhook.StreamOf(c.Home))
}

// AddWebhook opens an endpoint.
type AddWebhook struct {
	onWebhook
	Content webhook.Content
}

// NewAddWebhook returns the command for a new endpoint of a home.
func NewAddWebhook(h webhook.Home, id uuid.UUID, c webhook.Content) *AddWebhook {
	return &AddWebhook{onWebhook{h, id}, c}
}

// CommandType implements eventhorizon.Command.
func (*AddWebhook) CommandType() eh.CommandType { return "AddWebhook" }

func (c *AddWebhook) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Add(c.Home, c.Endpoint, c.Content, w.at)
}

// ChangeWebhook stores another target or a choice of other events.
type ChangeWebhook struct {
	onWebhook
	Content webhook.Content
}

// NewChangeWebhook returns the command for an endpoint.
func NewChangeWebhook(h webhook.Home, id uuid.UUID, c webhook.Content) *ChangeWebhook {
	return &ChangeWebhook{onWebhook{h, id}, c}
}

// CommandType implements eventhorizon.Command.
func (*ChangeWebhook) CommandType() eh.CommandType { return "ChangeWebhook" }

func (c *ChangeWebhook) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Change(c.Endpoint, c.Content, w.at)
}

// RotateWebhook notes that an endpoint has a new secret.
type RotateWebhook struct{ onWebhook }

// NewRotateWebhook returns the command for an endpoint.
func NewRotateWebhook(h webhook.Home, id uuid.UUID) *RotateWebhook {
	return &RotateWebhook{onWebhook{h, id}}
}

// CommandType implements eventhorizon.Command.
func (*RotateWebhook) CommandType() eh.CommandType { return "RotateWebhook" }

func (c *RotateWebhook) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Rotate(c.Endpoint, w.at)
}

// PauseWebhook ends the deliveries of an endpoint until somebody resumes them. The product itself sends it
// when nothing could be delivered for a long time.
type PauseWebhook struct {
	onWebhook
	Cause webhook.Cause
}

// NewPauseWebhook returns the command for an endpoint.
func NewPauseWebhook(h webhook.Home, id uuid.UUID, why webhook.Cause) *PauseWebhook {
	return &PauseWebhook{onWebhook{h, id}, why}
}

// CommandType implements eventhorizon.Command.
func (*PauseWebhook) CommandType() eh.CommandType { return "PauseWebhook" }

func (c *PauseWebhook) handle(ctx context.Context, w *work) (err error) {
	var all *webhook.Webhooks
	switch system := w.by.Role == domain.System; {
	case system == (c.Cause == webhook.ByPerson):
		return domain.ErrForbidden
	case system:
		all, err = take(ctx, w, webhook.Streams, webhook.StreamOf(c.Home))
	default:
		all, err = c.edited(ctx, w)
	}
	if err != nil {
		return err
	}
	return all.Pause(c.Endpoint, c.Cause, w.at)
}

// ResumeWebhook lets the deliveries of an endpoint go on where they stopped.
type ResumeWebhook struct{ onWebhook }

// NewResumeWebhook returns the command for an endpoint.
func NewResumeWebhook(h webhook.Home, id uuid.UUID) *ResumeWebhook {
	return &ResumeWebhook{onWebhook{h, id}}
}

// CommandType implements eventhorizon.Command.
func (*ResumeWebhook) CommandType() eh.CommandType { return "ResumeWebhook" }

func (c *ResumeWebhook) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Resume(c.Endpoint, w.at)
}

// ReplayWebhook sends an endpoint everything after a position of the log again.
type ReplayWebhook struct {
	onWebhook
	After int64
	Head  int64 // the end of the log
}

// NewReplayWebhook returns the command for an endpoint.
func NewReplayWebhook(h webhook.Home, id uuid.UUID, after, head int64) *ReplayWebhook {
	return &ReplayWebhook{onWebhook{h, id}, after, head}
}

// CommandType implements eventhorizon.Command.
func (*ReplayWebhook) CommandType() eh.CommandType { return "ReplayWebhook" }

func (c *ReplayWebhook) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Replay(c.Endpoint, c.After, c.Head, w.at)
}

// RemoveWebhook closes an endpoint.
type RemoveWebhook struct{ onWebhook }

// NewRemoveWebhook returns the command for an endpoint.
func NewRemoveWebhook(h webhook.Home, id uuid.UUID) *RemoveWebhook {
	return &RemoveWebhook{onWebhook{h, id}}
}

// CommandType implements eventhorizon.Command.
func (*RemoveWebhook) CommandType() eh.CommandType { return "RemoveWebhook" }

func (c *RemoveWebhook) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Remove(c.Endpoint, w.at)
}
