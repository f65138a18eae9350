package route_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/route"
)

func TestADraftIsTriedOnPastReviews(t *testing.T) { // BY-043
	p := people(3)
	by := func(person int, hours int) route.Approval {
		return route.Approval{Person: p[person], After: time.Duration(hours) * time.Hour}
	}
	past := []route.Past{
		{Order: uuid.UUID{1}, Took: 8 * time.Hour, By: []route.Approval{by(0, 2), by(1, 8)}},
		{Order: uuid.UUID{2}, Took: 4 * time.Hour, By: []route.Approval{by(0, 4)}},
		{Order: uuid.UUID{3}, Took: 6 * time.Hour, By: []route.Approval{by(0, 6)}},
	}
	steps := []route.Step{
		{Approvers: p[:1], Rule: route.All},
		{Approvers: p[1:], Rule: route.Any},
	}
	// The first person takes 4 hours, the second 8, and the third, who approved nothing, as long as the team: 4.
	want := route.Trial{
		Orders: []route.Tried{
			{Order: uuid.UUID{1}, Took: 8 * time.Hour, Estimated: 8 * time.Hour, Step: -1},
			{Order: uuid.UUID{2}, Took: 4 * time.Hour, Estimated: 8 * time.Hour, Step: 1, Missing: p[1:]},
			{Order: uuid.UUID{3}, Took: 6 * time.Hour, Estimated: 8 * time.Hour, Step: 1, Missing: p[1:]},
		},
		Differ: 2, Took: 6 * time.Hour, Estimated: 8 * time.Hour,
	}
	if diff := cmp.Diff(want, route.Try(steps, past)); diff != "" {
		t.Error(diff)
	}
	steps[1].Rule = route.All
	got := route.Try(steps, past)
	if got.Differ != 3 || got.Estimated != 12*time.Hour || len(got.Orders[0].Missing) != 1 {
		t.Errorf("if the second step needs both: %+v", got)
	}
	if got := route.Try(steps, nil); got.Differ != 0 || got.Took != 0 || got.Estimated != 0 {
		t.Errorf("without past reviews: %+v", got)
	}
	if got := route.Try(nil, past); got.Differ != 0 || got.Estimated != 0 {
		t.Errorf("without steps: %+v", got)
	}
}
