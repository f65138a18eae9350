package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
)

// onWorkflows is embedded by every command on the workflows of an account. It provides the aggregate id
// and type.
type onWorkflows struct {
	Customer uuid.UUID
	Workflow uuid.UUID
}

// AggregateID returns the id of the stream with the account's workflows.
func (c onWorkflows) AggregateID() uuid.UUID { return workflow.StreamOf(c.Customer) }

// AggregateType implements eventhorizon.Command.
func (onWorkflows) AggregateType() eh.AggregateType { return workflow.AggregateType }

// edited locks and returns the workflows that the sender may edit.
func (c onWorkflows) edited(ctx context.Context, w *work) (*workflow.Workflows, error) {
	if err := policy.EditsWorkflows(w.by, c.Customer); err != nil {
		return nil, err
	}
	if err := w.notFrozen(ctx, c.Customer); err != nil {
		return nil, err
	}
	return take(ctx, w, workflow.Streams, workflow.StreamOf(c.Customer))
}

// SaveWorkflow stores the draft of a workflow, which it creates if the id is new.
type SaveWorkflow struct {
	onWorkflows
	Draft workflow.Draft
}

// NewSaveWorkflow returns the command for a workflow of an account.
func NewSaveWorkflow(customer, id uuid.UUID, d workflow.Draft) *SaveWorkflow {
	return &SaveWorkflow{onWorkflows{customer, id}, d}
}

// CommandType implements eventhorizon.Command.
func (*SaveWorkflow) CommandType() eh.CommandType { return "SaveWorkflow" }

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
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Save(c.Customer, c.Workflow, c.Draft, w.at)
}

// DiscardWorkflow throws the draft of a workflow away.
type DiscardWorkflow struct{ onWorkflows }

// NewDiscardWorkflow returns the command for a workflow of an account.
func NewDiscardWorkflow(customer, id uuid.UUID) *DiscardWorkflow {
	return &DiscardWorkflow{onWorkflows{customer, id}}
}

// CommandType implements eventhorizon.Command.
func (*DiscardWorkflow) CommandType() eh.CommandType { return "DiscardWorkflow" }

func (c *DiscardWorkflow) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Discard(c.Workflow, w.at)
}

// PublishWorkflow makes the draft of a workflow its next edition.
type PublishWorkflow struct{ onWorkflows }

// NewPublishWorkflow returns the command for a workflow of an account.
func NewPublishWorkflow(customer, id uuid.UUID) *PublishWorkflow {
	return &PublishWorkflow{onWorkflows{customer, id}}
}

// CommandType implements eventhorizon.Command.
func (*PublishWorkflow) CommandType() eh.CommandType { return "PublishWorkflow" }

func (c *PublishWorkflow) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
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
type RetireWorkflow struct{ onWorkflows }

// NewRetireWorkflow returns the command for a workflow of an account.
func NewRetireWorkflow(customer, id uuid.UUID) *RetireWorkflow {
	return &RetireWorkflow{onWorkflows{customer, id}}
}

// CommandType implements eventhorizon.Command.
func (*RetireWorkflow) CommandType() eh.CommandType { return "RetireWorkflow" }

func (c *RetireWorkflow) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
	if err != nil {
		return err
	}
	return all.Retire(c.Workflow, w.at)
}

// ChooseWorkflow says which workflow the account's new orders pin. Workflow is uuid.Nil for none.
type ChooseWorkflow struct{ onWorkflows }

// NewChooseWorkflow returns the command for a workflow of an account.
func NewChooseWorkflow(customer, id uuid.UUID) *ChooseWorkflow {
	return &ChooseWorkflow{onWorkflows{customer, id}}
}

// CommandType implements eventhorizon.Command.
func (*ChooseWorkflow) CommandType() eh.CommandType { return "ChooseWorkflow" }

func (c *ChooseWorkflow) handle(ctx context.Context, w *work) error {
	all, err := c.edited(ctx, w)
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
	onOrder
	Step int // from 0
	From uuid.UUID
	To   uuid.UUID
}

// NewReplaceApprover returns the command for an order.
func NewReplaceApprover(id uuid.UUID, step int, from, to uuid.UUID) *ReplaceApprover {
	return &ReplaceApprover{onOrder{id}, step, from, to}
}

// CommandType implements eventhorizon.Command.
func (*ReplaceApprover) CommandType() eh.CommandType { return "ReplaceApprover" }

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
	onProof
	Version uuid.UUID
	Approve bool
	Reason  string // of a rejection
	Step    *int   // the step that the sender saw, nil for the current one
}

// NewDecideStep returns the command for a version.
func NewDecideStep(orderID, attachment, version uuid.UUID, approve bool, reason string) *DecideStep {
	return &DecideStep{onProof{orderID, attachment}, version, approve, reason, nil}
}

// CommandType implements eventhorizon.Command.
func (*DecideStep) CommandType() eh.CommandType { return "DecideStep" }

func (c *DecideStep) redacted() any {
	return DecideStep{onProof: c.onProof, Version: c.Version, Approve: c.Approve, Step: c.Step}
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
	onProof
	Version uuid.UUID
}

// NewRemindApprovers returns the command for a version.
func NewRemindApprovers(orderID, attachment, version uuid.UUID) *RemindApprovers {
	return &RemindApprovers{onProof{orderID, attachment}, version}
}

// CommandType implements eventhorizon.Command.
func (*RemindApprovers) CommandType() eh.CommandType { return "RemindApprovers" }

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
	onOrder
	Files []uuid.UUID // for customer review
}

// NewConcludeReview returns the command for an order with these files for customer review.
func NewConcludeReview(id uuid.UUID, files []uuid.UUID) *ConcludeReview {
	return &ConcludeReview{onOrder{id}, files}
}

// CommandType implements eventhorizon.Command.
func (*ConcludeReview) CommandType() eh.CommandType { return "ConcludeReview" }

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
