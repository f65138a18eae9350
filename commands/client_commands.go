package commands

import (
	"context"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
)

// settings locks and returns a client whose branding and settings the sender may change.
func (w *work) clientSettings(ctx context.Context, name string) (*client.Client, error) {
	if err := policy.ManagesClient(w.by, name); err != nil {
		return nil, err
	}
	return take(ctx, w, client.Streams, client.StreamOf(name))
}

// CreateClient creates a tenant.
type CreateClient struct {
	Client string `stream:"client"`
	Kind   client.Kind
}

func (c *CreateClient) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		if err := policy.Check(w.by, policy.Create, policy.ManageClients); err != nil {
			return err
		}
	}
	of, err := take(ctx, w, client.Streams, client.StreamOf(c.Client))
	if err != nil {
		return err
	}
	return of.Create(c.Client, c.Kind, w.at)
}

// ChangeBranding changes what people see of a client.
type ChangeBranding struct {
	Client   string `stream:"client"`
	Branding client.Branding
}

func (c *ChangeBranding) handle(ctx context.Context, w *work) error {
	of, err := w.clientSettings(ctx, c.Client)
	if err != nil {
		return err
	}
	return of.ChangeBranding(c.Branding, w.at)
}

// SetHosts replaces the host names that lead to a client's sign-in page. Only the provider's admin
// may, because a host name must lead to the server first.
type SetHosts struct {
	Client string `stream:"client"`
	Hosts  []string
}

func (c *SetHosts) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		if err := policy.Check(w.by, policy.Update, policy.ManageClients); err != nil {
			return err
		}
	}
	of, err := take(ctx, w, client.Streams, client.StreamOf(c.Client))
	if err != nil {
		return err
	}
	return of.SetHosts(c.Hosts, w.at)
}

// SwitchSignUp says whether people may register themselves as direct customers.
type SwitchSignUp struct {
	Client string `stream:"client"` // domain.DirectClient
	Open   bool
}

func (c *SwitchSignUp) handle(ctx context.Context, w *work) error {
	of, err := w.clientSettings(ctx, c.Client)
	if err != nil {
		return err
	}
	return of.SwitchSignUp(c.Open, w.at)
}

// RequireSecondFactor says whether a client's people need a second factor.
type RequireSecondFactor struct {
	Client   string `stream:"client"`
	Required bool
}

func (c *RequireSecondFactor) handle(ctx context.Context, w *work) error {
	of, err := w.clientSettings(ctx, c.Client)
	if err != nil {
		return err
	}
	return of.RequireSecondFactor(c.Required, w.at)
}

// SetHours replaces the provider's business hours.
type SetHours struct {
	Client string `stream:"client"` // domain.ProviderClient
	Hours  client.Hours
}

func (c *SetHours) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		if err := policy.Check(w.by, policy.Update, policy.ManageBusinessHours); err != nil {
			return err
		}
	}
	of, err := take(ctx, w, client.Streams, client.StreamOf(c.Client))
	if err != nil {
		return err
	}
	return of.SetHours(c.Hours, w.at)
}
