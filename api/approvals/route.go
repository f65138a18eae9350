package approvals

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
)

// OrderRoute returns the workflow of an order, and how far each file that the caller sees has come on it.
func (s *API) OrderRoute(
	ctx context.Context,
	r contract.OrderRouteRequest,
) (*contract.OrderRouteAnswer, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	shown := contract.OrderRoute{Steps: []contract.RouteStep{}, Files: []contract.RouteFile{}}
	if o.Reviewed.Route == nil || by.Role == domain.Guest {
		return &contract.OrderRouteAnswer{Data: shown}, nil
	}
	reviews, err := s.Proofs.Reviews(ctx, []uuid.UUID{o.ID})
	if err != nil {
		return nil, err
	}
	shown.Name, shown.Edition = o.Reviewed.Route.Name, o.Reviewed.Route.Edition
	shown.InReview = o.Status == order.InReview && o.Open() == nil
	shown.Replaces = policy.EditsWorkflows(by, o.Customer) == nil && o.ActsOn(by) && o.Open() == nil
	var w accounts.Wanted
	for _, step := range o.Reviewed.Route.Steps {
		w.People = append(w.People, step.Approvers...)
	}
	able, err := s.Accounts.Approvers(ctx, o.Customer, w.People)
	if err != nil {
		return nil, err
	}
	for i := range reviews {
		f := policy.File{
			ID:         reviews[i].Attachment,
			Kind:       proof.CustomerReview,
			ByCustomer: reviews[i].ByCustomer,
			Since:      reviews[i].Since,
		}
		if !policy.SeesFile(by, f, &o.Summary) {
			continue
		}
		file, err := s.file(ctx, by, &o, &reviews[i])
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decisions {
			w.People = append(w.People, d.PersonId)
		}
		shown.Files = append(shown.Files, file)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	shown.Steps = steps(o.Reviewed.Route, names, able)
	for i := range shown.Files {
		for k := range shown.Files[i].Decisions {
			d := &shown.Files[i].Decisions[k]
			d.Name = nameOf(names, d.PersonId)
		}
	}
	return &contract.OrderRouteAnswer{Data: shown}, nil
}

func nameOf(names accounts.Names, person uuid.UUID) string {
	if p, known := names.People[person]; known {
		return p.Name()
	}
	return "Somebody who left"
}

func steps(r *route.Route, names accounts.Names, able map[uuid.UUID]bool) []contract.RouteStep {
	list := make([]contract.RouteStep, len(r.Steps))
	for i, step := range r.Steps {
		list[i] = contract.RouteStep{
			Name: step.Name, Rule: contract.RouteStepRule(step.Rule), Needs: step.Needs(), Due: positive(step.Due),
			Approvers: make([]contract.RouteApprover, len(step.Approvers)),
		}
		for seat, person := range step.Approvers {
			list[i].Approvers[seat] = contract.RouteApprover{
				Id: person, Name: nameOf(names, person), Avatar: avatar(names, person), Able: able[person],
			}
		}
	}
	return list
}

func avatar(names accounts.Names, person uuid.UUID) *string {
	if p := names.People[person]; p.Avatar != "" {
		return &p.Avatar
	}
	return nil
}

// file shows how far the newest version of a file has come. The decisions have no names yet.
func (s *API) file(
	ctx context.Context, by domain.Actor, o *order.Order, r *proofs.Review,
) (contract.RouteFile, error) {
	votes, progress := r.Journey.Decided(o.Reviewed, r.Uploaded)
	due, _ := o.Reviewed.Route.DueAt(progress)
	file := contract.RouteFile{
		AttachmentId: r.Attachment,
		VersionId:    r.Version,
		Name:         r.Name,
		Number:       r.Number,
		State:        contract.RouteFileState(progress.State),
		Step:         progress.Step,
		Since:        progress.Since,
		Asked:        append([]uuid.UUID{}, o.Reviewed.Route.Asked(votes, progress)...),
		Decisions:    make([]contract.RouteDecision, len(votes)),
	}
	if !due.IsZero() {
		file.DueAt = &due
	}
	if progress.State == route.Running && o.Status == order.InReview && o.Open() == nil && !by.ViewOnly {
		_, err := o.Reviewed.Route.Seat(progress.Step, by.ID)
		file.Mine = err == nil
	}
	for i, v := range votes {
		file.Decisions[i] = contract.RouteDecision{
			Step: v.Step, Seat: v.Seat, PersonId: v.By, Approved: v.Approved, At: v.At,
		}
		if why, rejected := r.Reasons[r.Positions[i]]; rejected {
			if err := s.Texts.Open(ctx, &why.Text); err != nil {
				return file, err
			}
			file.Decisions[i].Reason = &why.Text
		}
	}
	return file, nil
}

// ReplaceApprover asks somebody else in a step of an order's workflow.
func (s *API) ReplaceApprover(
	ctx context.Context,
	r contract.ReplaceApproverRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.ReplaceApprover{Order: r.OrderId, Step: r.Body.Step, From: r.Body.From, To: r.Body.To}
	return s.do(ctx, r.IdempotencyKey, cmd, board.Name, "Somebody else is asked now")
}

// DecideStep approves or rejects a version in the step that asks the caller.
func (s *API) DecideStep(
	ctx context.Context,
	r contract.DecideStepRequest,
) (*contract.AccountChangedResponse, error) {
	message := "You have rejected this version"
	if r.Body.Approved {
		message = "You have approved this version"
	}
	cmd := &commands.DecideStep{
		Order:      r.OrderId,
		Attachment: r.AttachmentId,
		Version:    r.Body.VersionId,
		Approve:    r.Body.Approved,
		Reason:     web.Value(r.Body.Reason),
	}
	cmd.Step = r.Body.Step
	return s.do(ctx, r.IdempotencyKey, cmd, proofs.Name, message)
}
