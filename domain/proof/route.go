package proof

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/route"
)

// Errors of decisions on a workflow.
var (
	ErrNotNewest = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.newer_version",
		Message: "A newer version is up for approval.",
	}
	ErrNotAsked = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "proof.not_asked",
		Message: "You are not asked for this step of the workflow.",
	}
	ErrRouteEnded = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.route_ended",
		Message: "The workflow of this version has ended.",
	}
	ErrStepEnded = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.step_ended",
		Message: "The step that you decided in has ended meanwhile, so nothing was decided. Look at the version again.",
	}
	ErrNotOnRoute = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.not_on_route",
		Message: "Only files for customer review are approved by a workflow.",
	}
)

// Journey is what was decided about a version on the order's workflow.
type Journey struct {
	Workflow uuid.UUID // the edition it was decided on
	Edition  int
	Votes    []route.Vote // oldest first
	Position int64        // of the last decision
	Reminded []Reminder
}

// Reminder says for which step of a version the approvers were reminded.
type Reminder struct {
	Step    int
	Began   time.Time
	Overdue bool
}

// Decided returns the decisions that count in a round, and how far the version has come with them.
// Those of another edition do not count, nor those that rejected the version in an earlier review, nor
// those that approved it before the order's approval was taken back.
func (j Journey) Decided(r route.Round, uploaded time.Time) ([]route.Vote, route.Progress) {
	began := r.Began
	if uploaded.After(began) {
		began = uploaded
	}
	if j.Workflow != r.Route.Workflow || j.Edition != r.Route.Edition {
		return nil, r.Route.Progress(nil, began)
	}
	p := r.Route.Progress(j.Votes, began)
	if p.State == route.Rejected && j.Position < r.Position || p.State == route.Approved && j.Position < r.Reopened {
		return nil, r.Route.Progress(nil, began)
	}
	return j.Votes, p
}

// Decision is one decision about a version, as the log has it.
type Decision struct {
	route.Vote
	Workflow uuid.UUID
	Edition  int
	Anew     bool // earlier decisions do not count any more
	Position int64
}

// With returns the journey after another decision.
func (j Journey) With(d Decision) Journey {
	if d.Anew {
		j.Votes = nil
	}
	j.Workflow, j.Edition, j.Position = d.Workflow, d.Edition, d.Position
	j.Votes = append(slices.Clip(j.Votes), d.Vote)
	return j
}

// After returns the journey after a reminder.
func (j Journey) After(r Reminder) Journey {
	j.Reminded = append(slices.Clip(j.Reminded), r)
	return j
}

// decision returns the decision of an event.
func (d *VersionDecided) decision(e domain.Event) Decision {
	return Decision{
		Vote: route.Vote{
			Step: d.Step, Seat: d.Seat, By: e.Meta.Actor, Approved: d.Approved, At: e.OccurredAt,
		},
		Workflow: d.Workflow, Edition: d.Edition, Anew: d.Anew, Position: e.Position,
	}
}

// Decide records whether a person approves a version, in a step that asks them. They can change it until the
// step ends. The same decision again has no effect.
func (p *Proof) Decide(
	version uuid.UUID, r route.Round, person uuid.UUID, approve bool, reason string, at time.Time,
) error {
	v, err := p.upForDecision(version)
	if err != nil {
		return err
	}
	votes, progress := v.Journey.Decided(r, v.At)
	if progress.State != route.Running {
		return ErrRouteEnded
	}
	seat, err := r.Route.Seat(progress.Step, person)
	if err != nil {
		return ErrNotAsked
	}
	reason = strings.TrimSpace(reason)
	if !approve && !domain.ValidReason(reason) {
		return domain.ErrReasonMissing
	}
	if before, voted := last(votes, progress.Step, seat); voted && before.Approved == approve {
		return nil
	}
	if approve {
		reason = ""
	}
	d := &VersionDecided{
		Version: v.ID, SHA256: v.File.SHA256, Workflow: r.Route.Workflow, Edition: r.Route.Edition,
		Step: progress.Step, Seat: seat, Approved: approve, Reason: reason, Anew: len(votes) < len(v.Journey.Votes),
	}
	votes = append(slices.Clip(votes), route.Vote{Step: d.Step, Seat: seat, By: person, Approved: approve, At: at})
	after := r.Route.Progress(votes, progress.Since)
	if d.Outcome = after.State; after.Step != progress.Step {
		d.Next = r.Route.Asked(votes, after)
	}
	p.Record(VersionDecidedType, d, at)
	return nil
}

// CheckStep returns ErrStepEnded unless a version that is up for decision is in this step. A decision that was made
// about one step, and arrives late, must not count in another one.
func (p *Proof) CheckStep(version uuid.UUID, r route.Round, step int) error {
	v, err := p.upForDecision(version)
	if err != nil {
		return err
	}
	if _, progress := v.Journey.Decided(r, v.At); progress.State == route.Running && progress.Step != step {
		return ErrStepEnded
	}
	return nil
}

// Remind records that the people of the current step are reminded of a version, if it is time and they
// were not yet: once before the step is due, and once after.
func (p *Proof) Remind(version uuid.UUID, r route.Round, at time.Time) error {
	v, err := p.upForDecision(version)
	if err != nil {
		return err
	}
	if due, people := v.Journey.DueToRemind(r, v.At, at); len(people) > 0 {
		p.Record(ApproversRemindedType, &ApproversReminded{v.ID, due.Step, due.Began, due.Overdue, people}, at)
	}
	return nil
}

// DueToRemind returns whom to remind of a version now, if it is time and they were not yet.
func (j Journey) DueToRemind(r route.Round, uploaded, now time.Time) (due Reminder, people []uuid.UUID) {
	votes, p := j.Decided(r, uploaded)
	last, first := r.Route.DueAt(p)
	due = Reminder{p.Step, p.Since, !last.IsZero() && !now.Before(last)}
	if !due.Overdue && (first.IsZero() || now.Before(first)) || j.reminded(due) {
		return due, nil
	}
	return due, r.Route.Asked(votes, p)
}

func (j Journey) reminded(due Reminder) bool {
	return slices.ContainsFunc(j.Reminded, func(r Reminder) bool {
		return r.Step == due.Step && r.Began.Equal(due.Began) && r.Overdue == due.Overdue
	})
}

// upForDecision returns a version if it is the newest one of a file for customer review.
func (p *Proof) upForDecision(version uuid.UUID) (Version, error) {
	v, err := p.Find(version)
	if err != nil {
		return v, err
	}
	if p.Kind != CustomerReview {
		return v, ErrNotOnRoute
	}
	if live := p.Live(); live[len(live)-1].ID != version {
		return v, ErrNotNewest
	}
	return v, nil
}

func last(votes []route.Vote, step, seat int) (found route.Vote, voted bool) {
	for _, v := range votes {
		if v.Step == step && v.Seat == seat {
			found, voted = v, true
		}
	}
	return found, voted
}
