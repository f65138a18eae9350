package order_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/route"
)

var (
	lawyer = domaintest.ID("lawyer")
	labels = &route.Route{Workflow: domaintest.ID("labels"), Edition: 1, Name: "Labels", Steps: []route.Step{
		{Name: "Brand", Approvers: []uuid.UUID{mate, lawyer}, Rule: route.All},
	}}
	pinned = &order.RoutePinned{Route: labels}
)

func TestAnOrderPinsTheWorkflowAtPublication(t *testing.T) { // D-29
	publish := func(r *route.Route) func(*order.Order) error {
		return func(o *order.Order) error {
			err := o.Act(order.Publish, "", true, anOwner, now)
			if o.Publishes() {
				o.PinRoute(r, now)
			}
			return err
		}
	}
	published := &order.Published{Change: order.Change{From: order.Draft, To: order.ReadyToGo, Rank: endRank}}
	given(t, order.Draft).When(publish(labels)).Then(published, pinned)
	given(t, order.Draft).When(publish(nil)).Then(published)
	given(t, order.Draft, pinned).When(publish(labels)).Then(published)
	given(t, order.Draft, pinned).When(publish(nil)).Then(published, &order.RoutePinned{})
	newer := *labels
	newer.Edition = 2
	given(t, order.Draft, pinned).When(publish(&newer)).Then(published, &order.RoutePinned{Route: &newer})
	given(t, order.ReadyToGo).When(func(o *order.Order) error {
		err := o.Act(order.MoveToQueue, "", true, anOwner, now)
		if o.Publishes() {
			t.Error("an order that was published before is published")
		}
		return err
	})
}

// The workflow gives the approval in place of the account's people. The provider's managers keep theirs.
func TestTheWorkflowApprovesInPlaceOfTheAccountsPeople(t *testing.T) { // D-29
	o := orderIn(t, order.InReview, pinned)
	for _, by := range []domain.Actor{anOwner, carla, mateOf, approving(mateOf), approver} {
		if slices.Contains(o.Drops(by), order.ToApproved) || slices.Contains(o.StatusTargets(by), order.Approved) ||
			slices.Contains(o.ReviewActions(by), order.OrderApproved) {
			t.Errorf("%s is offered the approval", by.Role)
		}
		for _, via := range []order.Via{order.Board, order.StatusControl, order.Review} {
			if err := orderIn(
				t,
				order.InReview,
				pinned,
			).Move(order.Move{To: order.Approved, Via: via}, by, now); err == nil {
				t.Errorf("%s approves on the surface %s", by.Role, via)
			}
		}
	}
	if !slices.Contains(o.ReviewActions(anOwner), order.MakeChanges) {
		t.Error("the owner cannot ask for changes")
	}
	toApproved := &order.Moved{Change: order.Change{From: order.InReview, To: order.Approved, Rank: endRank}}
	given(t, order.InReview, pinned).When(move(order.Approved, order.Board, aManager)).Then(toApproved)
	given(t, order.InReview).When(move(order.Approved, order.Board, anOwner)).Then(toApproved)
	if !slices.Contains(orderIn(t, order.Completed, pinned).StatusTargets(anOwner), order.Approved) {
		t.Error("a completed order cannot go back to approved")
	}
}

func TestTheEndOfTheWorkflowMovesTheOrder(t *testing.T) { // D-29
	conclude := func(approved bool) func(*order.Order) error {
		return func(o *order.Order) error { o.Conclude(approved, now); return nil }
	}
	given(t, order.InReview, pinned).When(conclude(true)).
		Then(&order.Moved{Change: order.Change{From: order.InReview, To: order.Approved, Rank: endRank}})
	given(t, order.InReview, pinned).When(conclude(false)).
		Then(&order.Moved{Change: order.Change{From: order.InReview, To: order.InProgress, Rank: endRank}})
	given(t, order.InReview).When(conclude(true)).ThenNothing()
	given(t, order.InReview, pinned, &order.Frozen{}).When(conclude(true)).ThenNothing()
	for _, s := range order.Statuses {
		if s != order.InReview {
			given(t, s, pinned).When(conclude(true)).ThenNothing()
		}
	}
}

func TestSomebodyElseTakesASeat(t *testing.T) { // D-29
	replace := func(step int, from, to uuid.UUID, by domain.Actor) func(*order.Order) error {
		return func(o *order.Order) error { return o.ReplaceApprover(step, from, to, by, now) }
	}
	replaced := &order.ApproverReplaced{Step: 0, Seat: 1, From: lawyer, To: creator}
	out := given(t, order.InReview, pinned).When(replace(0, lawyer, creator, anOwner)).Then(replaced)
	if got := out.State().Reviewed.Route.Steps[0].Approvers; !slices.Equal(got, []uuid.UUID{mate, creator}) {
		t.Errorf("the step asks %v", got)
	}
	given(t, order.InReview, pinned).When(replace(0, lawyer, mate, anOwner)).ThenRefused(route.ErrSeatTaken)
	given(t, order.InReview, pinned).When(replace(0, creator, mate, anOwner)).ThenRefused(route.ErrSeatUnknown)
	given(t, order.InReview, pinned).When(replace(1, lawyer, creator, anOwner)).ThenRefused(route.ErrSeatUnknown)
	given(t, order.InReview, pinned).When(replace(0, lawyer, creator, stranger)).ThenRefused(order.ErrNotYours)
	given(t, order.InReview).When(replace(0, lawyer, creator, anOwner)).ThenRefused(order.ErrNoRoute)
}

func TestAnOrderKnowsItsReviews(t *testing.T) {
	o := orderIn(t, order.InReview, pinned)
	first := o.Reviewed.Position
	if first == 0 || o.Reviewed.Began.IsZero() || o.Reviewed.Reopened != 0 {
		t.Errorf("in review: %+v", o.Reviewed)
	}
	back := orderIn(t, order.Approved, pinned, &order.Moved{Change: change(order.Approved, order.InReview)})
	if back.Reviewed.Position <= first || back.Reviewed.Reopened != back.Reviewed.Position {
		t.Errorf("after the approval was taken back: %+v", back.Reviewed)
	}
}
