// Package workflow decides about the approval workflows of an account: drafts, what is published, and
// which one new orders get.
package workflow

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/route"
)

// Errors of workflows.
var (
	ErrName = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.name",
		Message: "Give the workflow a name of 1 to 60 characters.",
	}
	ErrNameTaken = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "workflow.name_taken",
		Message: "Another workflow has this name.",
	}
	ErrTooMany = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "workflow.too_many",
		Message: "An account has at most 50 workflows. Discard a draft first.",
	}
	ErrRetired = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "workflow.retired",
		Message: "This workflow is retired.",
	}
	ErrNoDraft = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "workflow.no_draft",
		Message: "There is no draft to publish. Change something first.",
	}
	ErrNotPublished = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "workflow.not_published",
		Message: "New orders can use a workflow after it is published.",
	}
)

// MaxWorkflows is the largest number of workflows of an account, retired ones included.
const MaxWorkflows = 50

// Draft is the content of a workflow: a draft, or what was published.
type Draft struct {
	Name  string       `json:"name"`
	Steps []route.Step `json:"steps"`
}

// Normal returns the draft without blanks around names.
func (d Draft) Normal() Draft {
	n := Draft{Name: strings.TrimSpace(d.Name), Steps: make([]route.Step, len(d.Steps))}
	for i, s := range d.Steps {
		n.Steps[i] = s.Normal()
	}
	return n
}

// Check returns why the draft cannot be published. active reports whether a person can approve now. The
// message names the step.
func (d Draft) Check(active func(uuid.UUID) bool) error {
	if !route.Named(d.Name, 1) {
		return ErrName
	}
	if len(d.Steps) == 0 || len(d.Steps) > route.MaxSteps {
		return route.ErrSteps
	}
	for i, s := range d.Steps {
		if err := s.Check(active); err != nil {
			return atStep(i, err)
		}
	}
	return nil
}

// form returns why the draft cannot be stored. It may be unfinished.
func (d Draft) form() error {
	if !route.Named(d.Name, 1) {
		return ErrName
	}
	if len(d.Steps) > route.MaxSteps {
		return route.ErrSteps
	}
	for i, s := range d.Steps {
		if err := s.Form(); err != nil {
			return atStep(i, err)
		}
	}
	return nil
}

// People lists everybody whom the draft asks, each once.
func (d Draft) People() []uuid.UUID {
	var people []uuid.UUID
	for _, s := range d.Steps {
		for _, a := range s.Approvers {
			if !slices.Contains(people, a) {
				people = append(people, a)
			}
		}
	}
	return people
}

func atStep(i int, err *domain.Error) error {
	refusal := *err
	refusal.Message = fmt.Sprintf("Step %d: %s", i+1, refusal.Message)
	return &refusal
}

// Workflow is one workflow of an account.
type Workflow struct {
	ID        uuid.UUID
	Phase     Phase
	Draft     *Draft // of the next edition
	Published *Draft // the newest edition
	Edition   int    // its number, 0 before the first
}

// newest returns the draft, or what is published if there is none.
func (w *Workflow) newest() *Draft {
	if w.Draft != nil {
		return w.Draft
	}
	return w.Published
}

// Workflows are all workflows of an account, folded from their events.
type Workflows struct {
	domain.Base
	Customer uuid.UUID
	All      []Workflow // in the order of their creation
	Chosen   uuid.UUID  // new orders pin it; Nil for none
}

// namespace is the UUID namespace of the streams.
var namespace = uuid.MustParse("5d4e2f0a-6a3c-4b0f-8a38-2b2f9d0a7c11")

// StreamOf returns the id of the stream with an account's workflows.
func StreamOf(customer uuid.UUID) uuid.UUID { return uuid.NewSHA1(namespace, customer[:]) }

// New returns the workflows of an account that has none.
func New(id uuid.UUID) *Workflows { return &Workflows{Base: domain.Base{ID: id}} }

// Find returns a workflow, or domain.ErrNotFound.
func (w *Workflows) Find(id uuid.UUID) (*Workflow, error) {
	for i := range w.All {
		if w.All[i].ID == id {
			return &w.All[i], nil
		}
	}
	return nil, domain.ErrNotFound
}

// Save stores the draft of a workflow, which it creates if the id is new.
func (w *Workflows) Save(customer, id uuid.UUID, d Draft, at time.Time) error {
	d = d.Normal()
	if err := d.form(); err != nil {
		return err
	}
	for i := range w.All {
		if other := &w.All[i]; other.ID != id && other.Phase != OutOfForce &&
			strings.EqualFold(other.newest().Name, d.Name) {
			return ErrNameTaken
		}
	}
	switch found, err := w.Find(id); {
	case err != nil && len(w.All) >= MaxWorkflows:
		return ErrTooMany
	case err == nil && !found.takes(save):
		return ErrRetired
	case err == nil && reflect.DeepEqual(*found.newest(), d):
		return nil
	}
	w.Record(DraftSavedType, &DraftSaved{customer, id, d}, at)
	return nil
}

// Discard throws a draft away. A workflow that was never published is gone then.
func (w *Workflows) Discard(id uuid.UUID, at time.Time) error {
	found, err := w.Find(id)
	if err != nil {
		return err
	}
	if !found.takes(discard) {
		return ErrRetired
	}
	if found.Draft != nil {
		w.Record(DraftDiscardedType, &DraftDiscarded{id}, at)
	}
	return nil
}

// Publish makes the draft the next edition. active reports whether a person can approve now. The first
// workflow that an account publishes is the one of its new orders.
func (w *Workflows) Publish(id uuid.UUID, active func(uuid.UUID) bool, at time.Time) error {
	found, err := w.Find(id)
	switch {
	case err != nil:
		return err
	case !found.takes(publish):
		return ErrRetired
	case found.Draft == nil:
		return ErrNoDraft
	}
	if err := found.Draft.Check(active); err != nil {
		return err
	}
	w.Record(PublishedType, &Published{id, found.Edition + 1, *found.Draft}, at)
	if w.first() {
		w.Record(ChosenType, &Chosen{id}, at)
	}
	return nil
}

// first reports whether no workflow was ever published.
func (w *Workflows) first() bool {
	return !slices.ContainsFunc(w.All, func(w Workflow) bool { return w.Edition > 0 })
}

// Retire ends a published workflow. New orders pin none if it was theirs.
func (w *Workflows) Retire(id uuid.UUID, at time.Time) error {
	found, err := w.Find(id)
	switch {
	case err != nil:
		return err
	case found.Phase == OutOfForce:
		return nil
	case !found.takes(retire):
		return ErrNotPublished
	}
	w.Record(RetiredType, &Retired{id}, at)
	if w.Chosen == id {
		w.Record(ChosenType, &Chosen{}, at)
	}
	return nil
}

// Choose says which workflow new orders pin, Nil for none.
func (w *Workflows) Choose(id uuid.UUID, at time.Time) error {
	if id != uuid.Nil {
		switch found, err := w.Find(id); {
		case err != nil:
			return err
		case found.Phase == OutOfForce:
			return ErrRetired
		case found.Phase != InForce:
			return ErrNotPublished
		}
	}
	if id != w.Chosen {
		w.Record(ChosenType, &Chosen{id}, at)
	}
	return nil
}

// Route returns what an order pins that is published now, or nil.
func (w *Workflows) Route() *route.Route {
	found, err := w.Find(w.Chosen)
	if err != nil {
		return nil
	}
	return &route.Route{
		Workflow: found.ID, Edition: found.Edition, Name: found.Published.Name, Steps: found.Published.Steps,
	}
}

func (w *Workflow) takes(trigger string) bool {
	_, ok := domain.Next(life(), w.Phase, trigger)
	return ok
}

// Apply folds one event.
func (w *Workflows) Apply(e domain.Event) error {
	if err := w.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *DraftSaved:
		w.Customer = d.Customer
		if found, err := w.Find(d.Workflow); err == nil {
			found.Draft = &d.Draft
		} else {
			w.All = append(w.All, Workflow{ID: d.Workflow, Phase: Drafted, Draft: &d.Draft})
		}
	case *DraftDiscarded:
		found, err := w.Find(d.Workflow)
		if err != nil {
			return err
		}
		found.Draft = nil
		if found.Phase, _ = domain.Next(life(), found.Phase, discard); found.Phase == Discarded {
			w.All = slices.DeleteFunc(w.All, func(w Workflow) bool { return w.ID == d.Workflow })
		}
	case *Published:
		found, err := w.Find(d.Workflow)
		if err != nil {
			return err
		}
		found.Phase, found.Draft, found.Published, found.Edition = InForce, nil, &d.Draft, d.Edition
	case *Retired:
		found, err := w.Find(d.Workflow)
		if err != nil {
			return err
		}
		found.Phase, found.Draft = OutOfForce, nil
	case *Chosen:
		w.Chosen = d.Workflow
	default:
		return fmt.Errorf("workflow: unknown event %s", e.Type)
	}
	return nil
}
