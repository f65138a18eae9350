package proof_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
)

var (
	anna, ben, carl = domaintest.ID("anna"), domaintest.ID("ben"), domaintest.ID("carl")
	review          = route.Round{
		Route: &route.Route{Workflow: domaintest.ID("labels"), Edition: 1, Name: "Labels", Steps: []route.Step{
			{Name: "Brand", Approvers: []uuid.UUID{anna, ben}, Rule: route.All, Due: 48, Reminder: 24},
			{Name: "Legal", Approvers: []uuid.UUID{carl}, Rule: route.Any},
		}},
		Began: now.Add(-time.Hour), Position: 1,
	}
)

// vote is a decision on review's route.
func vote(step, seat int, yes bool, outcome route.State, next ...uuid.UUID) *proof.VersionDecided {
	d := &proof.VersionDecided{
		Version: v2, SHA256: file("a").SHA256, Workflow: review.Route.Workflow, Edition: 1, Step: step, Seat: seat,
		Approved: yes, Outcome: outcome, Next: next,
	}
	if !yes {
		d.Reason = "too dark"
	}
	return d
}

func decide(v uuid.UUID, r route.Round, by uuid.UUID, yes bool) decision {
	return func(p *proof.Proof) error { return p.Decide(v, r, by, yes, " too dark ", now) }
}

func TestAVersionIsApprovedStepByStep(t *testing.T) { // D-29
	one := vote(0, 0, true, route.Running)
	passed := vote(0, 1, true, route.Running, carl)
	done := vote(1, 0, true, route.Approved)
	two(t).When(decide(v2, review, anna, true)).Then(one)
	two(t, one).When(decide(v2, review, anna, true)).ThenNothing()
	two(t, one).When(decide(v2, review, carl, true)).ThenRefused(proof.ErrNotAsked)
	two(t, one).When(decide(v2, review, ben, true)).Then(passed)
	two(t, one, passed).When(decide(v2, review, ben, true)).ThenRefused(proof.ErrNotAsked)
	two(t, one, passed).When(decide(v2, review, carl, true)).Then(done)
	two(t, one, passed, done).When(decide(v2, review, carl, true)).ThenRefused(proof.ErrRouteEnded)
	two(t, one).When(decide(v2, review, ben, false)).Then(vote(0, 1, false, route.Rejected))
	two(t, one).When(decide(v1, review, ben, true)).ThenRefused(proof.ErrNotNewest)
	two(t).When(func(p *proof.Proof) error { return p.Decide(v2, review, anna, false, " ", now) }).
		ThenRefused(domain.ErrReasonMissing)
	proofs.Given(t, attached(proof.InternalReview), added(v2, 1)).When(decide(v2, review, anna, true)).
		ThenRefused(proof.ErrNotOnRoute)
	proofs.Given(t).When(decide(v2, review, anna, true)).ThenRefused(domain.ErrNotFound)
}

// A decision that waited for the connection counts only in the step that it was made in.
func TestALateDecisionCountsInNoOtherStep(t *testing.T) { // D-288
	late := func(step int) decision {
		return func(p *proof.Proof) error { return p.CheckStep(v2, review, step) }
	}
	all := []any{vote(0, 0, true, route.Running), vote(0, 1, true, route.Running, carl)}
	two(t, all[0]).When(late(0)).ThenNothing()
	two(t, all...).When(late(0)).ThenRefused(proof.ErrStepEnded)
	two(t, all...).When(late(1)).ThenNothing()
	two(t, append(all, vote(1, 0, true, route.Approved))...).When(late(0)).ThenNothing() // Decide says why
	two(t).When(func(p *proof.Proof) error { return p.CheckStep(v1, review, 0) }).ThenRefused(proof.ErrNotNewest)
}

// An approval holds for the bytes that were shown. A version that was rejected is decided anew when the
// order comes back for review, one that was approved only after the order's approval was taken back.
func TestWhichDecisionsCount(t *testing.T) { // D-29, D-15
	one, rejected := vote(0, 0, true, route.Running), vote(0, 1, false, route.Rejected)
	all := []any{one, vote(0, 1, true, route.Running, carl), vote(1, 0, true, route.Approved)}
	later, reopened, edition := review, review, review
	later.Position = 1 << 40
	reopened.Reopened = 1 << 40
	edition.Route = &route.Route{Workflow: review.Route.Workflow, Edition: 2, Steps: review.Route.Steps}
	other := file("b")
	for name, c := range map[string]struct {
		history []any
		round   route.Round
		counts  int
		state   route.State
	}{
		"in the same review":           {[]any{one}, review, 1, route.Running},
		"in a later review":            {[]any{one}, later, 1, route.Running},
		"rejected":                     {[]any{one, rejected}, review, 2, route.Rejected},
		"rejected in an earlier one":   {[]any{one, rejected}, later, 0, route.Running},
		"approved":                     {all, review, 3, route.Approved},
		"approved in an earlier one":   {all, later, 3, route.Approved},
		"approved, and taken back":     {all, reopened, 0, route.Running},
		"of another edition":           {all, edition, 0, route.Running},
		"of another file":              {append(all, &proof.FileReplaced{Version: v2, File: other}), review, 0, route.Running},
		"of another file, and decided": {append(all, &proof.FileReplaced{Version: v2, File: other}, one), review, 1, route.Running},
	} {
		p := proofs.Fold(t, append([]any{attached(proof.CustomerReview), added(v1, 1), added(v2, 2)}, c.history...)...)
		v, err := p.Find(v2)
		if err != nil {
			t.Fatal(err)
		}
		votes, progress := v.Journey.Decided(c.round, v.At)
		if len(votes) != c.counts || progress.State != c.state {
			t.Errorf("%s: %d decisions count, the version is %s", name, len(votes), progress.State)
		}
	}
	anew := vote(0, 0, true, route.Running)
	anew.Anew = true
	out := two(t, one, rejected).When(decide(v2, later, anna, true)).Then(anew)
	v, err := out.State().Find(v2)
	if err != nil || len(v.Journey.Votes) != 1 {
		t.Errorf("after the first decision of the later review %d count: %v", len(v.Journey.Votes), err)
	}
}

func TestApproversAreRemindedOnceBeforeAndOnceAfter(t *testing.T) { // D-29
	newest, err := two(t).When(approve(v2)).State().Find(v2)
	if err != nil {
		t.Fatal(err)
	}
	began := newest.At // the version is newer than the review
	one := vote(0, 0, true, route.Running)
	early := &proof.ApproversReminded{Version: v2, Began: began, People: []uuid.UUID{anna, ben}}
	late := &proof.ApproversReminded{Version: v2, Began: began, Overdue: true, People: []uuid.UUID{ben}}
	for name, c := range map[string]struct {
		history []any
		after   time.Duration
		want    []any
	}{
		"before the reminder":      {nil, 24*time.Hour - time.Second, nil},
		"at the reminder":          {nil, 24 * time.Hour, []any{early}},
		"reminded":                 {[]any{early}, 47 * time.Hour, nil},
		"due, one has decided":     {[]any{early, one}, 48 * time.Hour, []any{late}},
		"reminded twice":           {[]any{early, one, late}, 100 * time.Hour, nil},
		"the next step is not due": {[]any{one, vote(0, 1, true, route.Running, carl)}, 100 * time.Hour, nil},
	} {
		out := two(t, c.history...).When(func(p *proof.Proof) error {
			return p.Remind(v2, review, began.Add(c.after))
		})
		if diff := cmp.Diff(c.want, out.Recorded()); out.Err() != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", name, out.Err(), diff)
		}
	}
}
