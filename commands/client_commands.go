package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
)

// onClient is embedded by every command on a client. It provides the aggregate id and type.
type onClient struct{ Client string }

// AggregateID returns the id of the client's stream.
func (c onClient) AggregateID() uuid.UUID { return client.StreamOf(c.Client) }

// AggregateType implements eventhorizon.Command.
func (onClient) AggregateType() eh.AggregateType { return client.AggregateType }

// settings locks and returns a client whose branding and settings the sender may change.
func (c onClient) settings(ctx context.Context, w *work) (*client.Client, error) {
	if err := policy.ManagesClient(w.by, c.Client); err != nil {
		return nil, err
	}
	return take(ctx, w, client.Streams, client.StreamOf(c.Client))
}

// CreateClient creates a tenant.
type CreateClient struct {
	onClient
	Kind client.Kind
}

// NewCreateClient returns the command for a new client.
func NewCreateClient(name string, k client.Kind) *CreateClient {
	return &CreateClient{onClient{name}, k}
}

// CommandType implements eventhorizon.Command.
func (*CreateClient) CommandType() eh.CommandType { return "CreateClient" }

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
	onClient
	Branding client.Branding
}

// NewChangeBranding returns the command for a client.
func NewChangeBranding(name string, b client.Branding) *ChangeBranding {
	return &ChangeBranding{onClient{name}, b}
}

// CommandType implements eventhorizon.Command.
func (*ChangeBranding) CommandType() eh.CommandType { return "ChangeBranding" }

func (c *ChangeBranding) handle(ctx context.Context, w *work) error {
	of, err := c.settings(ctx, w)
	if err != nil {
		return err
	}
	return of.ChangeBranding(c.Branding, w.at)
}

// SetHosts replaces the host names that lead to a client's sign-in page. Only the provider's admin
// may, because a host name must lead to the server first.
type SetHosts struct {
	onClient
	Hosts []string
}

// NewSetHosts returns the command for a client.
func NewSetHosts(name string, hosts []string) *SetHosts { return &SetHosts{onClient{name}, hosts} }

// CommandType implements eventhorizon.Command.
func (*SetHosts) CommandType() eh.CommandType { return "SetHosts" }

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
	onClient
	Open bool
}

// NewSwitchSignUp returns the command for the client of the direct customers.
func NewSwitchSignUp(open bool) *SwitchSignUp {
	return &SwitchSignUp{onClient{domain.DirectClient}, open}
}

// CommandType implements eventhorizon.Command.
func (*SwitchSignUp) CommandType() eh.CommandType { return "SwitchSignUp" }

func (c *SwitchSignUp) handle(ctx context.Context, w *work) error {
	of, err := c.settings(ctx, w)
	if err != nil {
		return err
	}
	return of.SwitchSignUp(c.Open, w.at)
}

// RequireSecondFactor says whether a client's people need a second factor.
type RequireSecondFactor struct {
	onClient
	Required bool
}

// NewRequireSecondFactor returns the command for a client.
func NewRequireSecondFactor(name string, required bool) *RequireSecondFactor {
	return &RequireSecondFactor{onClient{name}, required}
}

// CommandType implements eventhorizon.Command.
func (*RequireSecondFactor) CommandType() eh.CommandType { return "RequireSecondFactor" }

func (c *RequireSecondFactor) handle(ctx context.Context, w *work) error {
	of, err := c.settings(ctx, w)
	if err != nil {
		return err
	}
	return of.RequireSecondFactor(c.Required, w.at)
}

// SetHours replaces the provider's business hours.
type SetHours struct {
	onClient
	Hours client.Hours
}

// NewSetHours returns the command for the provider.
func NewSetHours(h client.Hours) *SetHours { return &SetHours{onClient{domain.ProviderClient}, h} }

// CommandType implements eventhorizon.Command.
func (*SetHours) CommandType() eh.CommandType { return "SetHours" }

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
