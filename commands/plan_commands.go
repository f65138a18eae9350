package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/plan"
)

// sold locks and returns a plan that the sender's client sells. Other plans do not exist for them.
func (w *work) soldPlan(ctx context.Context, id uuid.UUID) (*plan.Plan, error) {
	p, err := take(ctx, w, plan.Streams, id)
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
	Plan   uuid.UUID `stream:"plan"`
	Seller string
	Offer  billing.Offer
}

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
		if _, err := w.bus.Services.Service(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// RevisePlan makes a new edition of a plan. Subscriptions keep theirs until their next cycle (D-53).
type RevisePlan struct {
	Plan  uuid.UUID `stream:"plan"`
	Offer billing.Offer
}

func (c *RevisePlan) handle(ctx context.Context, w *work) error {
	if err := w.orderable(ctx, c.Offer.Services); err != nil {
		return err
	}
	p, err := w.soldPlan(ctx, c.Plan)
	if err != nil {
		return err
	}
	return p.Change(c.Offer, w.at)
}

// RetirePlan takes a plan out of the offer. Subscriptions to it go on.
type RetirePlan struct {
	Plan uuid.UUID `stream:"plan"`
}

func (c *RetirePlan) handle(ctx context.Context, w *work) error {
	p, err := w.soldPlan(ctx, c.Plan)
	if err != nil {
		return err
	}
	return p.Retire(w.at)
}

// ReofferPlan takes a retired plan into the offer again.
type ReofferPlan struct {
	Plan uuid.UUID `stream:"plan"`
}

func (c *ReofferPlan) handle(ctx context.Context, w *work) error {
	p, err := w.soldPlan(ctx, c.Plan)
	if err != nil {
		return err
	}
	return p.Reoffer(w.at)
}

// SetSelling replaces the terms on which a client sells: tax, days to pay, bank details.
type SetSelling struct {
	Client  string `stream:"client"`
	Selling client.Selling
}

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
