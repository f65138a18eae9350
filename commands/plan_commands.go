package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/plan"
)

// onPlan is embedded by every command on a plan. It provides the aggregate id and type.
type onPlan struct{ Plan uuid.UUID }

// AggregateID returns the id of the plan.
func (c onPlan) AggregateID() uuid.UUID { return c.Plan }

// AggregateType implements eventhorizon.Command.
func (onPlan) AggregateType() eh.AggregateType { return plan.AggregateType }

// sold locks and returns a plan that the sender's client sells. Other plans do not exist for them.
func (c onPlan) sold(ctx context.Context, w *work) (*plan.Plan, error) {
	p, err := take(ctx, w, plan.Streams, c.Plan)
	switch {
	case err != nil:
		return nil, err
	case !p.Exists():
		return nil, domain.ErrNotFound
	}
	return p, policy.Sells(w.by, p.Seller)
}

// CreatePlan creates a plan.
type CreatePlan struct {
	onPlan
	Seller string
	Offer  billing.Offer
}

// NewCreatePlan returns the command for a new plan that a client sells.
func NewCreatePlan(id uuid.UUID, seller string, o billing.Offer) *CreatePlan {
	return &CreatePlan{onPlan{id}, seller, o}
}

// CommandType implements eventhorizon.Command.
func (*CreatePlan) CommandType() eh.CommandType { return "CreatePlan" }

func (c *CreatePlan) handle(ctx context.Context, w *work) error {
	if err := policy.Sells(w.by, c.Seller); err != nil {
		return err
	}
	if _, err := w.openClient(ctx, c.Seller); err != nil {
		return err
	}
	if err := w.orderable(ctx, c.Offer.Services); err != nil {
		return err
	}
	p, err := take(ctx, w, plan.Streams, c.Plan)
	if err != nil {
		return err
	}
	return p.Create(c.Seller, c.Offer, w.at)
}

// orderable returns an error unless each service can be ordered.
func (w *work) orderable(ctx context.Context, services []uuid.UUID) error {
	for _, id := range services {
		if _, err := w.bus.People.Service(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// RevisePlan makes a new edition of a plan. Subscriptions keep theirs until their next cycle (D-53).
type RevisePlan struct {
	onPlan
	Offer billing.Offer
}

// NewRevisePlan returns the command for a plan.
func NewRevisePlan(id uuid.UUID, o billing.Offer) *RevisePlan { return &RevisePlan{onPlan{id}, o} }

// CommandType implements eventhorizon.Command.
func (*RevisePlan) CommandType() eh.CommandType { return "RevisePlan" }

func (c *RevisePlan) handle(ctx context.Context, w *work) error {
	if err := w.orderable(ctx, c.Offer.Services); err != nil {
		return err
	}
	p, err := c.sold(ctx, w)
	if err != nil {
		return err
	}
	return p.Change(c.Offer, w.at)
}

// RetirePlan takes a plan out of the offer. Subscriptions to it go on.
type RetirePlan struct{ onPlan }

// NewRetirePlan returns the command for a plan.
func NewRetirePlan(id uuid.UUID) *RetirePlan { return &RetirePlan{onPlan{id}} }

// CommandType implements eventhorizon.Command.
func (*RetirePlan) CommandType() eh.CommandType { return "RetirePlan" }

func (c *RetirePlan) handle(ctx context.Context, w *work) error {
	p, err := c.sold(ctx, w)
	if err != nil {
		return err
	}
	return p.Retire(w.at)
}

// ReofferPlan takes a retired plan into the offer again.
type ReofferPlan struct{ onPlan }

// NewReofferPlan returns the command for a plan.
func NewReofferPlan(id uuid.UUID) *ReofferPlan { return &ReofferPlan{onPlan{id}} }

// CommandType implements eventhorizon.Command.
func (*ReofferPlan) CommandType() eh.CommandType { return "ReofferPlan" }

func (c *ReofferPlan) handle(ctx context.Context, w *work) error {
	p, err := c.sold(ctx, w)
	if err != nil {
		return err
	}
	return p.Reoffer(w.at)
}

// SetSelling replaces the terms on which a client sells: tax, days to pay, bank details.
type SetSelling struct {
	onClient
	Selling client.Selling
}

// NewSetSelling returns the command for a client.
func NewSetSelling(name string, s client.Selling) *SetSelling { return &SetSelling{onClient{name}, s} }

// CommandType implements eventhorizon.Command.
func (*SetSelling) CommandType() eh.CommandType { return "SetSelling" }

func (c *SetSelling) handle(ctx context.Context, w *work) error {
	if err := policy.Sells(w.by, c.Client); err != nil {
		return err
	}
	of, err := take(ctx, w, client.Streams, client.StreamOf(c.Client))
	if err != nil {
		return err
	}
	return of.SetSelling(c.Selling, w.at)
}
