package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/webhook"
)

// edited locks and returns the endpoints of a home that the sender may change.
func (w *work) editedWebhooks(ctx context.Context, home webhook.Home) (*webhook.Webhooks, error) {
	if err := policy.EditsWebhooks(w.by, home); err != nil {
		return nil, err
	}
	if home.Customer != uuid.Nil {
		if err := w.notFrozen(ctx, home.Customer); err != nil {
			return nil, err
		}
	}
	return take(ctx, w, webhook.Streams, webhook.StreamOf(home))
}

// AddWebhook opens an endpoint.
type AddWebhook struct {
	Home     webhook.Home `stream:"webhooks"`
	Endpoint uuid.UUID
	Content  webhook.Content
}

func (c *AddWebhook) handle(ctx context.Context, w *work) error {
	all, err := w.editedWebhooks(ctx, c.Home)
	if err != nil {
		return err
	}
	return all.Add(c.Home, c.Endpoint, c.Content, w.at)
}

// ChangeWebhook stores another target or a choice of other events.
type ChangeWebhook struct {
	Home     webhook.Home `stream:"webhooks"`
	Endpoint uuid.UUID
	Content  webhook.Content
}

func (c *ChangeWebhook) handle(ctx context.Context, w *work) error {
	all, err := w.editedWebhooks(ctx, c.Home)
	if err != nil {
		return err
	}
	return all.Change(c.Endpoint, c.Content, w.at)
}

// RotateWebhook notes that an endpoint has a new secret.
type RotateWebhook struct {
	Home     webhook.Home `stream:"webhooks"`
	Endpoint uuid.UUID
}

func (c *RotateWebhook) handle(ctx context.Context, w *work) error {
	all, err := w.editedWebhooks(ctx, c.Home)
	if err != nil {
		return err
	}
	return all.Rotate(c.Endpoint, w.at)
}

// PauseWebhook ends the deliveries of an endpoint until somebody resumes them. The product itself sends it
// when nothing could be delivered for a long time.
type PauseWebhook struct {
	Home     webhook.Home `stream:"webhooks"`
	Endpoint uuid.UUID
	Cause    webhook.Cause
}

func (c *PauseWebhook) handle(ctx context.Context, w *work) (err error) {
	var all *webhook.Webhooks
	switch system := w.by.Role == domain.System; {
	case system == (c.Cause == webhook.ByPerson):
		return domain.ErrForbidden
	case system:
		all, err = take(ctx, w, webhook.Streams, webhook.StreamOf(c.Home))
	default:
		all, err = w.editedWebhooks(ctx, c.Home)
	}
	if err != nil {
		return err
	}
	return all.Pause(c.Endpoint, c.Cause, w.at)
}

// ResumeWebhook lets the deliveries of an endpoint go on where they stopped.
type ResumeWebhook struct {
	Home     webhook.Home `stream:"webhooks"`
	Endpoint uuid.UUID
}

func (c *ResumeWebhook) handle(ctx context.Context, w *work) error {
	all, err := w.editedWebhooks(ctx, c.Home)
	if err != nil {
		return err
	}
	return all.Resume(c.Endpoint, w.at)
}

// ReplayWebhook sends an endpoint everything after a position of the log again.
type ReplayWebhook struct {
	Home     webhook.Home `stream:"webhooks"`
	Endpoint uuid.UUID
	After    int64
	Head     int64 // the end of the log
}

func (c *ReplayWebhook) handle(ctx context.Context, w *work) error {
	all, err := w.editedWebhooks(ctx, c.Home)
	if err != nil {
		return err
	}
	return all.Replay(c.Endpoint, c.After, c.Head, w.at)
}

// RemoveWebhook closes an endpoint.
type RemoveWebhook struct {
	Home     webhook.Home `stream:"webhooks"`
	Endpoint uuid.UUID
}

func (c *RemoveWebhook) handle(ctx context.Context, w *work) error {
	all, err := w.editedWebhooks(ctx, c.Home)
	if err != nil {
		return err
	}
	return all.Remove(c.Endpoint, w.at)
}
