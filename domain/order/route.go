package order

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/route"
)

// ErrNoRoute is returned for an order that no workflow approves.
var ErrNoRoute = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "order.no_workflow",
	Message: "This order has no approval workflow.",
}

// Publishes reports whether the recorded events make an order of the draft.
func (o *Order) Publishes() bool {
	return slices.ContainsFunc(o.Pending(), func(r domain.Recorded) bool {
		c, ok := r.Data.(StatusChanger)
		return ok && c.StatusChange().From == Draft && c.StatusChange().To != CancelledOff
	})
}

// PinRoute pins the workflow that the account has chosen for new orders, nil for none. An order that is
// published again with the same edition keeps the approvers who were replaced meanwhile.
func (o *Order) PinRoute(r *route.Route, at time.Time) {
	if r == nil && o.Reviewed.Route == nil || r.Same(o.Reviewed.Route) {
		return
	}
	o.Record(RoutePinnedType, &RoutePinned{r}, at)
}

// ReplaceApprover gives the seat of a person in a step of the workflow to somebody else.
func (o *Order) ReplaceApprover(step int, from, to uuid.UUID, by domain.Actor, at time.Time) error {
	if err := o.writable(by); err != nil {
		return err
	}
	if o.Reviewed.Route == nil {
		return ErrNoRoute
	}
	seat, err := o.Reviewed.Route.Seat(step, from)
	if err != nil {
		return err
	}
	if _, err := o.Reviewed.Route.Seat(step, to); err == nil {
		return route.ErrSeatTaken
	}
	o.Record(ApproverReplacedType, &ApproverReplaced{step, seat, from, to}, at)
	return nil
}

// Conclude does what the approval of a person does without a workflow, or what their request for changes
// does. It does nothing if the order has left the review.
func (o *Order) Conclude(approved bool, at time.Time) {
	if o.Status != InReview || o.Open() != nil || o.Reviewed.Route == nil {
		return
	}
	to := InProgress
	if approved {
		to = Approved
	}
	o.Record(MovedType, &Moved{Change{From: o.Status, To: to, Rank: RankAtEnd(o.ID, at)}}, at)
	o.leaves(to, at)
}

// routeApproves reports whether the order's workflow gives the approval in place of this person. The
// provider's managers keep theirs: they answer for it, as without a workflow (D-29).
func (o *Summary) routeApproves(by domain.Actor) bool {
	return o.Routed && o.Status == InReview && by.Role.IsCustomer()
}
