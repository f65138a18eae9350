package approvals

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/projections/approvals"
)

// Workflows lists the workflows of the caller's account.
func (s *API) Workflows(
	ctx context.Context,
	_ contract.WorkflowsRequest,
) (*contract.WorkflowsAnswer, error) {
	by := web.Actor(ctx)
	if err := policy.SeesWorkflows(by, by.CustomerID); err != nil {
		return nil, err
	}
	found, err := s.Ports.Workflows.Of(ctx, by.CustomerID)
	if err != nil {
		return nil, err
	}
	list := make([]contract.Workflow, len(found))
	for i, w := range found {
		list[i] = show(w)
	}
	return &contract.WorkflowsAnswer{Data: list}, nil
}

// Workflow returns a workflow of the caller's account.
func (s *API) Workflow(
	ctx context.Context,
	r contract.WorkflowRequest,
) (*contract.WorkflowAnswer, error) {
	by := web.Actor(ctx)
	if err := policy.SeesWorkflows(by, by.CustomerID); err != nil {
		return nil, err
	}
	w, err := s.Ports.Workflows.One(ctx, by.CustomerID, r.WorkflowId)
	if err != nil {
		return nil, err
	}
	return &contract.WorkflowAnswer{Data: show(w)}, nil
}

// SaveWorkflow saves the draft of a workflow.
func (s *API) SaveWorkflow(
	ctx context.Context,
	r contract.SaveWorkflowRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.SaveWorkflow{Customer: web.Actor(ctx).CustomerID, Workflow: r.WorkflowId, Draft: draft(r.Body)}
	return s.do(ctx, r.IdempotencyKey, cmd, approvals.Name, "The draft is saved")
}

// RetireWorkflow retires a published workflow.
func (s *API) RetireWorkflow(
	ctx context.Context,
	r contract.RetireWorkflowRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.RetireWorkflow{Customer: web.Actor(ctx).CustomerID, Workflow: r.WorkflowId}
	return s.do(ctx, r.IdempotencyKey, cmd, approvals.Name, "The workflow is retired")
}

// DiscardWorkflow discards the draft of a workflow.
func (s *API) DiscardWorkflow(
	ctx context.Context,
	r contract.DiscardWorkflowRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.DiscardWorkflow{Customer: web.Actor(ctx).CustomerID, Workflow: r.WorkflowId}
	return s.do(ctx, r.IdempotencyKey, cmd, approvals.Name, "The draft is discarded")
}

// PublishWorkflow publishes the draft of a workflow.
func (s *API) PublishWorkflow(
	ctx context.Context,
	r contract.PublishWorkflowRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.PublishWorkflow{Customer: web.Actor(ctx).CustomerID, Workflow: r.WorkflowId}
	return s.do(ctx, r.IdempotencyKey, cmd, approvals.Name, "The workflow is published")
}

// ChooseWorkflow says which workflow new orders get.
func (s *API) ChooseWorkflow(
	ctx context.Context,
	r contract.ChooseWorkflowRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.ChooseWorkflow{Customer: web.Actor(ctx).CustomerID, Workflow: web.Value(r.Body.WorkflowId)}
	return s.do(ctx, r.IdempotencyKey, cmd, approvals.Name, "New orders follow your choice")
}

func show(w approvals.Workflow) contract.Workflow {
	return contract.Workflow{
		Id: w.ID, Phase: contract.WorkflowPhase(w.Phase), Edition: w.Edition, Chosen: w.Chosen, ChangedAt: w.ChangedAt,
		Draft: content(w.Draft), Published: content(w.Published),
	}
}

func content(d *workflow.Draft) *contract.WorkflowContent {
	if d == nil {
		return nil
	}
	c := &contract.WorkflowContent{Name: d.Name, Steps: make([]contract.WorkflowStep, len(d.Steps))}
	for i, s := range d.Steps {
		c.Steps[i] = contract.WorkflowStep{
			Name: s.Name, Approvers: s.Approvers, Rule: contract.WorkflowStepRule(s.Rule),
			Quorum: positive(s.Quorum), Due: positive(s.Due), Reminder: positive(s.Reminder),
		}
	}
	return c
}

func draft(c *contract.WorkflowContent) workflow.Draft {
	d := workflow.Draft{Name: c.Name, Steps: make([]route.Step, len(c.Steps))}
	for i, s := range c.Steps {
		d.Steps[i] = route.Step{
			Name: s.Name, Approvers: s.Approvers, Rule: route.Rule(s.Rule),
			Quorum: web.Value(s.Quorum), Due: web.Value(s.Due), Reminder: web.Value(s.Reminder),
		}
	}
	return d
}

// positive returns nil for 0.
func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
