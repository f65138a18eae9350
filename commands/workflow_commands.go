package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
)

// edited locks and returns the workflows that the sender may edit.
func (w *work) editedWorkflows(ctx context.Context, id uuid.UUID) (*workflow.Workflows, error) {
	if err := policy.EditsWorkflows(w.by, id); err != nil {
		return nil, err
	}
	if err := w.notFrozen(ctx, id); err != nil {
		return nil, err
	}
	return take(ctx, w, workflow.Streams, workflow.StreamOf(id))
}

// SaveWorkflow stores the draft of a workflow, which it creates if the id is new.
type SaveWorkflow struct {
	Customer uuid.UUID `stream:"workflow"`
	Workflow uuid.UUID
	Draft    workflow.Draft
}

func (c *SaveWorkflow) handle(ctx context.Context, w *work) error {
	if err := policy.EditsWorkflows(w.by, c.Customer); err != nil {
		return err
	}
	people := c.Draft.People()
	if len(people) > route.MaxSteps*route.MaxApprovers {
		return route.ErrSteps
	}
	team, err := w.bus.People.Approvers(ctx, c.Customer, people)
	if err != nil {
		return err
	}
	for _, p := range people {
		if _, known := team[p]; !known {
			return route.ErrNotOfTheTeam
		}
	}
	all, err := w.editedWorkflows(ctx, c.Customer)
	if err != nil {
		return err
	}
	return all.Save(c.Customer, c.Workflow, c.Draft, w.at)
}

// DiscardWorkflow throws the draft of a workflow away.
type DiscardWorkflow struct {
	Customer uuid.UUID `stream:"workflow"`
	Workflow uuid.UUID
}

func (c *DiscardWorkflow) handle(ctx context.Context, w *work) error {
	all, err := w.editedWorkflows(ctx, c.Customer)
	if err != nil {
		return err
	}
	return all.Discard(c.Workflow, w.at)
}

// PublishWorkflow makes the draft of a workflow its next edition.
type PublishWorkflow struct {
	Customer uuid.UUID `stream:"workflow"`
	Workflow uuid.UUID
}

func (c *PublishWorkflow) handle(ctx context.Context, w *work) error {
	all, err := w.editedWorkflows(ctx, c.Customer)
	if err != nil {
		return err
	}
	var people []uuid.UUID
	if found, err := all.Find(c.Workflow); err == nil && found.Draft != nil {
		people = found.Draft.People()
	}
	team, err := w.bus.People.Approvers(ctx, c.Customer, people)
	if err != nil {
		return err
	}
	return all.Publish(c.Workflow, func(p uuid.UUID) bool { return team[p] }, w.at)
}

// RetireWorkflow ends a published workflow. Orders that have pinned it go on with it.
type RetireWorkflow struct {
	Customer uuid.UUID `stream:"workflow"`
	Workflow uuid.UUID
}

func (c *RetireWorkflow) handle(ctx context.Context, w *work) error {
	all, err := w.editedWorkflows(ctx, c.Customer)
	if err != nil {
		return err
	}
	return all.Retire(c.Workflow, w.at)
}

// ChooseWorkflow says which workflow the account's new orders pin. Workflow is uuid.Nil for none.
type ChooseWorkflow struct {
	Customer uuid.UUID `stream:"workflow"`
	Workflow uuid.UUID
}

func (c *ChooseWorkflow) handle(ctx context.Context, w *work) error {
	all, err := w.editedWorkflows(ctx, c.Customer)
	if err != nil {
		return err
	}
	return all.Choose(c.Workflow, w.at)
}

// pin adds the workflow that the account has chosen to an order that is published by the recorded
// events. It guards the append, so that the workflows in memory are enough to decide.
func (w *work) pin(ctx context.Context) error {
	o := w.mainOrder()
	if o == nil || !o.Publishes() {
		return nil
	}
	s, all, err := open(ctx, w.bus.Log, workflow.Streams, workflow.StreamOf(o.Customer))
	if err != nil {
		return err
	}
	o.PinRoute(all.Route(), w.at)
	w.guards = append(w.guards, s.Release())
	return nil
}

// ReplaceApprover gives the seat of a person in a step of an order's workflow to somebody else.
type ReplaceApprover struct {
	Order uuid.UUID `stream:"order"`
	Step  int       // from 0
	From  uuid.UUID
	To    uuid.UUID
}

func (c *ReplaceApprover) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if err := policy.EditsWorkflows(w.by, o.Customer); err != nil {
		return err
	}
	team, err := w.bus.People.Approvers(ctx, o.Customer, []uuid.UUID{c.To})
	if err != nil {
		return err
	}
	if !team[c.To] {
		return route.ErrNotOfTheTeam
	}
	return o.ReplaceApprover(c.Step, c.From, c.To, w.by, w.at)
}

// ErrNotInReview is returned for decisions on an order that is not in review.
var ErrNotInReview = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "proof.order_not_in_review",
	Message: "Versions are approved and rejected by the workflow while the order is in review.",
}

// round returns the review that an order is in, or why nobody decides about its versions now.
func round(o *order.Order) (route.Round, error) {
	switch {
	case o.Reviewed.Route == nil:
		return route.Round{}, order.ErrNoRoute
	case o.Status != order.InReview:
		return route.Round{}, ErrNotInReview
	}
	return o.Reviewed, o.Open()
}

// DecideStep approves or rejects a version in the step of the order's workflow that asks the sender.
type DecideStep struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Version    uuid.UUID
	Approve    bool
	Reason     string // of a rejection
	Step       *int   // the step that the sender saw, nil for the current one
}

func (c *DecideStep) redacted() any {
	d := *c
	d.Reason = ""
	return d
}

func (c *DecideStep) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if w.by.ViewOnly {
		return policy.ErrViewOnly
	}
	r, err := round(o)
	if err != nil {
		return err
	}
	if c.Step != nil {
		if err := p.CheckStep(c.Version, r, *c.Step); err != nil {
			return err
		}
	}
	return p.Decide(c.Version, r, w.by.ID, c.Approve, c.Reason, w.at)
}

// RemindApprovers reminds the people whose decision about a version is due, if it is time. Only the
// system may send it.
type RemindApprovers struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Version    uuid.UUID
}

func (c *RemindApprovers) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	r, err := round(o)
	if err != nil {
		return err
	}
	return p.Remind(c.Version, r, w.at)
}

// ConcludeReview moves an order on when its workflow has ended: to approved when the newest version of
// each file is approved, back to work when one is rejected. Only the system may send it.
type ConcludeReview struct {
	Order uuid.UUID   `stream:"order"`
	Files []uuid.UUID // for customer review
}

func (c *ConcludeReview) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	var newest []proof.Version
	for _, id := range c.Files { // read before the order is locked, see work
		err := loadFresh(ctx, w.bus.Log, proof.Streams, id, func(p *proof.Proof) {
			if live := p.Live(); p.Order == c.Order && !p.Deleted && p.Kind == proof.CustomerReview && len(live) > 0 {
				newest = append(newest, live[len(live)-1])
			}
		})
		if err != nil {
			return err
		}
	}
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if o.Reviewed.Route == nil || o.Status != order.InReview || len(newest) == 0 {
		return nil
	}
	all := true
	for _, v := range newest {
		_, p := v.Journey.Decided(o.Reviewed, v.At)
		if p.State == route.Rejected {
			o.Conclude(false, w.at)
			return nil
		}
		all = all && p.State == route.Approved
	}
	if all {
		o.Conclude(true, w.at)
	}
	return nil
}
