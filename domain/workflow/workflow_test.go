package workflow_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
)

var streams = domaintest.Of(workflow.Streams)

var (
	now      = domaintest.Now
	customer = uuid.UUID{0xc}
	labels   = uuid.UUID{0x1a}
	other    = uuid.UUID{0x1b}
	draft    = workflow.Draft{Name: "Labels", Steps: []route.Step{
		{Name: "Brand", Approvers: people(2), Rule: route.Any},
	}}
	saved     = &workflow.DraftSaved{Customer: customer, Workflow: labels, Draft: draft}
	published = &workflow.Published{Workflow: labels, Edition: 1, Draft: draft}
	chosen    = &workflow.Chosen{Workflow: labels}
	retired   = &workflow.Retired{Workflow: labels}
	discarded = &workflow.DraftDiscarded{Workflow: labels}
)

type decision = func(*workflow.Workflows) error

func save(id uuid.UUID, d workflow.Draft) decision {
	return func(w *workflow.Workflows) error { return w.Save(customer, id, d, now) }
}

func publish(id uuid.UUID) decision {
	return func(w *workflow.Workflows) error { return w.Publish(id, everybody, now) }
}
func discard(w *workflow.Workflows) error { return w.Discard(labels, now) }
func retire(w *workflow.Workflows) error  { return w.Retire(labels, now) }
func choose(id uuid.UUID) decision {
	return func(w *workflow.Workflows) error { return w.Choose(id, now) }
}

// people returns n ids.
func people(n int) []uuid.UUID {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = uuid.UUID{byte(i + 1)}
	}
	return ids
}

func everybody(uuid.UUID) bool { return true }

func named(name string) workflow.Draft {
	d := draft
	d.Name = name
	return d
}

func TestADraftIsSavedUnfinishedAndPublishedWhole(t *testing.T) { // D-29
	streams.Given(t).When(save(labels, named(" Labels "))).Then(saved)
	unfinished := workflow.Draft{Name: "Labels", Steps: []route.Step{{Rule: route.All, Approvers: []uuid.UUID{}}}}
	begun := &workflow.DraftSaved{Customer: customer, Workflow: labels, Draft: unfinished}
	streams.Given(t).When(save(labels, unfinished)).Then(begun)
	streams.Given(t, begun).When(publish(labels)).ThenRefused(route.ErrStepName)
	streams.Given(t, saved).When(save(labels, draft)).ThenNothing()
	streams.Given(t, saved, published).When(save(labels, draft)).ThenNothing()
	streams.Given(t, saved).When(publish(labels)).Then(published, chosen)
	streams.Given(t, saved, published).When(publish(labels)).ThenRefused(workflow.ErrNoDraft)
	streams.Given(t).When(publish(labels)).ThenRefused(domain.ErrNotFound)
}

func TestAPublishedWorkflowGetsAnotherEdition(t *testing.T) { // D-29
	again := &workflow.DraftSaved{Customer: customer, Workflow: labels, Draft: named("Labels, stricter")}
	streams.Given(t, saved, published, chosen).When(save(labels, again.Draft)).Then(again)
	out := streams.Given(t, saved, published, chosen, again).When(publish(labels)).
		Then(&workflow.Published{Workflow: labels, Edition: 2, Draft: again.Draft})
	if r := out.State().Route(); r == nil || r.Edition != 2 || r.Name != "Labels, stricter" {
		t.Errorf("new orders pin %+v", r)
	}
	streams.Given(t, saved, published, again).When(discard).Then(discarded)
	if w := streams.Fold(t, saved, published, again, discarded); len(w.All) != 1 || w.All[0].Draft != nil {
		t.Errorf("after the draft was thrown away: %+v", w.All)
	}
	if w := streams.Fold(t, saved, discarded); len(w.All) != 0 {
		t.Errorf("a workflow that was never published is still there: %+v", w.All)
	}
	streams.Given(t, saved, published).When(discard).ThenNothing()
}

func TestNewOrdersPinTheChosenWorkflow(t *testing.T) { // D-29
	second := &workflow.DraftSaved{Customer: customer, Workflow: other, Draft: named("Boxes")}
	both := []any{saved, published, chosen, second}
	streams.Given(t, both...).When(publish(other)).
		Then(&workflow.Published{Workflow: other, Edition: 1, Draft: second.Draft})
	streams.Given(t, both...).When(choose(other)).ThenRefused(workflow.ErrNotPublished)
	streams.Given(t, both...).When(choose(labels)).ThenNothing()
	streams.Given(t, both...).When(choose(uuid.Nil)).Then(&workflow.Chosen{})
	streams.Given(t, both...).When(choose(uuid.UUID{9})).ThenRefused(domain.ErrNotFound)
	streams.Given(t, both...).When(retire).Then(retired, &workflow.Chosen{})
	streams.Given(t, saved).When(retire).ThenRefused(workflow.ErrNotPublished)
	gone := append(slices.Clone(both), retired, &workflow.Chosen{})
	streams.Given(t, gone...).When(retire).ThenNothing()
	for _, refused := range []decision{choose(labels), save(labels, named("Anew")), publish(labels), discard} {
		streams.Given(t, gone...).When(refused).ThenRefused(workflow.ErrRetired)
	}
	for what, c := range map[string]struct {
		w    *workflow.Workflows
		pins bool
	}{
		"none":              {streams.Fold(t), false},
		"a draft":           {streams.Fold(t, saved), false},
		"the chosen one":    {streams.Fold(t, saved, published, chosen), true},
		"none any more":     {streams.Fold(t, saved, published, chosen, &workflow.Chosen{}), false},
		"one that is ended": {streams.Fold(t, gone...), false},
	} {
		if pins := c.w.Route() != nil; pins != c.pins {
			t.Errorf("%s: an order pins it: %v", what, pins)
		}
	}
}

func TestNamesAndNumbersOfWorkflowsAreLimited(t *testing.T) {
	streams.Given(t, saved).When(save(other, named("LABELS"))).ThenRefused(workflow.ErrNameTaken)
	streams.Given(t, saved, published, retired).When(save(other, draft)).
		Then(&workflow.DraftSaved{Customer: customer, Workflow: other, Draft: draft})
	var many []any
	for i := range workflow.MaxWorkflows {
		many = append(many, &workflow.DraftSaved{
			Customer: customer, Workflow: uuid.UUID{1, byte(i)}, Draft: named(fmt.Sprint("Workflow ", i)),
		})
	}
	streams.Given(t, many...).When(save(labels, draft)).ThenRefused(workflow.ErrTooMany)
}

// A step that nobody can pass is not published, and nothing that is too large is stored.
func TestWrongDraftsAreRefused(t *testing.T) { // D-29
	step := func(change func(*route.Step)) workflow.Draft {
		s := draft.Steps[0]
		change(&s)
		return workflow.Draft{Name: "Labels", Steps: []route.Step{s}}
	}
	quorum := func(n int) func(*route.Step) {
		return func(s *route.Step) { s.Rule, s.Quorum = route.Quorum, n }
	}
	first := func(p uuid.UUID) bool { return p == people(1)[0] }
	for name, c := range map[string]struct {
		d        workflow.Draft
		active   func(uuid.UUID) bool
		saving   error
		checking error
	}{
		"no name":        {workflow.Draft{Name: " "}, everybody, workflow.ErrName, workflow.ErrName},
		"a long name":    {named(strings.Repeat("x", 61)), everybody, workflow.ErrName, workflow.ErrName},
		"no steps":       {workflow.Draft{Name: "Labels"}, everybody, nil, route.ErrSteps},
		"11 steps":       {workflow.Draft{Name: "L", Steps: make([]route.Step, 11)}, everybody, route.ErrSteps, route.ErrSteps},
		"an empty step":  {step(func(s *route.Step) { s.Approvers = nil }), everybody, nil, route.ErrStepEmpty},
		"21 approvers":   {step(func(s *route.Step) { s.Approvers = people(21) }), everybody, route.ErrStepEmpty, route.ErrStepEmpty},
		"somebody twice": {step(func(s *route.Step) { s.Approvers = append(people(1), people(1)...) }), everybody, route.ErrStepEmpty, route.ErrStepEmpty},
		"nobody":         {step(func(s *route.Step) { s.Approvers = make([]uuid.UUID, 1) }), everybody, route.ErrStepEmpty, route.ErrStepEmpty},
		"no rule":        {step(func(s *route.Step) { s.Rule = "most" }), everybody, route.ErrStepRule, route.ErrStepRule},
		"quorum 0":       {step(quorum(0)), everybody, nil, route.ErrStepQuorum},
		"quorum 3 of 2":  {step(quorum(3)), everybody, nil, route.ErrStepQuorum},
		"quorum 21":      {step(quorum(21)), everybody, route.ErrStepQuorum, route.ErrStepQuorum},
		"a late due":     {step(func(s *route.Step) { s.Due = route.MaxDue + 1 }), everybody, route.ErrStepDue, route.ErrStepDue},
		"only a reminder": {
			step(func(s *route.Step) { s.Reminder = 1 }), everybody, route.ErrStepDue, route.ErrStepDue,
		},
		"a reminder at once": {
			step(func(s *route.Step) { s.Due, s.Reminder = 5, 5 }), everybody, route.ErrStepDue, route.ErrStepDue,
		},
		"one of two can": {draft, first, nil, nil},
		"one of two can, both needed": {
			step(func(s *route.Step) { s.Rule = route.All }), first, nil, route.ErrStepImpassable,
		},
		"a step without a name": {step(func(s *route.Step) { s.Name = " " }), everybody, nil, route.ErrStepName},
	} {
		err := streams.Fold(t).Save(customer, labels, c.d, now)
		if !errors.Is(err, c.saving) || (err == nil) != (c.saving == nil) {
			t.Errorf("%s is saved: %v, want %v", name, err, c.saving)
		}
		err = c.d.Normal().Check(c.active)
		if !errors.Is(err, c.checking) || (err == nil) != (c.checking == nil) {
			t.Errorf("%s is published: %v, want %v", name, err, c.checking)
		}
	}
	second := draft
	second.Steps = append(slices.Clone(draft.Steps), route.Step{Name: "Legal", Rule: route.All})
	err := second.Check(everybody)
	if err == nil || !strings.Contains(err.Error(), " Step 2: ") {
		t.Errorf("the refusal does not name the step: %v", err)
	}
}
