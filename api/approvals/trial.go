package approvals

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/trials"
	"github.com/proofboard/proofboard/projections/approvals"
)

// TryWorkflow asks for a trial of a workflow on past reviews. A worker makes it.
func (s *API) TryWorkflow(
	ctx context.Context,
	r contract.TryWorkflowRequest,
) (*contract.AccountChangedResponse, error) {
	by := web.Actor(ctx)
	if err := policy.EditsWorkflows(by, by.CustomerID); err != nil {
		return nil, err
	}
	w, err := s.Ports.Workflows.One(ctx, by.CustomerID, r.WorkflowId)
	if err != nil {
		return nil, err
	}
	err = s.Trials.Ask(ctx, trials.Trial{
		Customer: by.CustomerID, Workflow: w.ID, Content: newest(w),
		AskedAt: s.Clock().UTC().Truncate(time.Microsecond),
	})
	return &contract.AccountChangedResponse{
		Body: contract.Plain{Message: "The workflow is tried on past orders"},
	}, err
}

// newest returns the draft of a workflow, or what is published if there is none.
func newest(w approvals.Workflow) workflow.Draft {
	if w.Draft != nil {
		return *w.Draft
	}
	return *w.Published
}

// shownTried is the largest number of orders in an answer.
const shownTried = 50

// WorkflowTrial returns the newest trial of a workflow.
func (s *API) WorkflowTrial(
	ctx context.Context,
	r contract.WorkflowTrialRequest,
) (*contract.WorkflowTrialAnswer, error) {
	by := web.Actor(ctx)
	if err := policy.SeesWorkflows(by, by.CustomerID); err != nil {
		return nil, err
	}
	w, err := s.Ports.Workflows.One(ctx, by.CustomerID, r.WorkflowId)
	if err != nil {
		return nil, err
	}
	shown := contract.WorkflowTrial{State: contract.WorkflowTrialStateNone, Orders: []contract.TriedOrder{}}
	t, err := s.Trials.Find(ctx, by.CustomerID, r.WorkflowId)
	if errors.Is(err, domain.ErrNotFound) {
		return &contract.WorkflowTrialAnswer{Data: shown}, nil
	}
	if err != nil {
		return nil, err
	}
	shown.State, shown.AskedAt = contract.WorkflowTrialStateWaiting, &t.AskedAt
	shown.Current = web.Some(reflect.DeepEqual(newest(w), t.Content))
	if t.Result != nil {
		shown.State, shown.Total, shown.Differing = contract.WorkflowTrialStateDone, len(
			t.Result.Orders,
		), t.Result.Differ
		shown.Took, shown.Estimated = seconds(t.Result.Took), seconds(t.Result.Estimated)
		if shown.Orders, err = s.tried(ctx, by, t.Result.Orders); err != nil {
			return nil, err
		}
	}
	return &contract.WorkflowTrialAnswer{Data: shown}, nil
}

// tried shows past orders that the caller still sees, those that differ first.
func (s *API) tried(ctx context.Context, by domain.Actor, all []route.Tried) ([]contract.TriedOrder, error) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b route.Tried) int {
		switch {
		case a.Differs() == b.Differs():
			return 0
		case a.Differs():
			return -1
		}
		return 1
	})
	all = all[:min(len(all), shownTried)]
	var w accounts.Wanted
	ids := make([]uuid.UUID, len(all))
	for i, t := range all {
		ids[i], w.People = t.Order, append(w.People, t.Missing...)
	}
	orders, err := s.Board.Find(ctx, by, ids)
	if err != nil {
		return nil, err
	}
	able, err := s.Accounts.Approvers(ctx, by.CustomerID, w.People)
	if err != nil {
		return nil, err
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	called := map[uuid.UUID]string{}
	for _, o := range orders {
		called[o.ID] = o.Name
	}
	shown := make([]contract.TriedOrder, 0, len(all))
	for _, t := range all {
		name, seen := called[t.Order]
		if !seen {
			continue
		}
		c := contract.TriedOrder{
			OrderId: t.Order, Name: name, Took: int64(t.Took.Seconds()), Estimated: seconds(t.Estimated),
			Differs: t.Differs(), Missing: make([]contract.RouteApprover, len(t.Missing)),
		}
		if t.Differs() {
			c.Step = &t.Step
		}
		for i, person := range t.Missing {
			c.Missing[i] = contract.RouteApprover{
				Id: person, Name: nameOf(names, person), Avatar: avatar(names, person), Able: able[person],
			}
		}
		shown = append(shown, c)
	}
	return shown, nil
}

// seconds returns nil for no time.
func seconds(d time.Duration) *int64 { return web.Some(int64(d.Seconds())) }
