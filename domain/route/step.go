// Package route has the values of approval workflows that workflows, orders and proofs share: steps, and
// how far a version has come on them.
package route

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Rule says how many approvers of a step have to approve.
type Rule string

const (
	Any    Rule = "any"
	All    Rule = "all"
	Quorum Rule = "quorum"
)

// Rules lists every rule.
var Rules = []Rule{Any, All, Quorum}

// Limits of a route.
const (
	MaxSteps     = 10
	MaxApprovers = 20 // of a step
	MaxName      = 60 // characters
	MaxDue       = 90 * 24
)

// Step is one step of a route. Each approver has a seat: their place in the list. A seat keeps its
// decision when somebody else takes it.
type Step struct {
	Name      string      `json:"name"`
	Approvers []uuid.UUID `json:"approvers"`
	Rule      Rule        `json:"rule"`
	Quorum    int         `json:"quorum,omitempty"`   // approvals needed; for the rule quorum only
	Due       int         `json:"due,omitempty"`      // hours from the step's begin; 0 for none
	Reminder  int         `json:"reminder,omitempty"` // hours before it is due; 0 for none
}

// Needs returns how many approvals pass the step.
func (s Step) Needs() int {
	switch s.Rule {
	case Any:
		return 1
	case Quorum:
		return s.Quorum
	default:
		return len(s.Approvers)
	}
}

// Outcome is what the decisions of a step lead to.
type Outcome string

const (
	Waiting Outcome = "waiting"
	Passed  Outcome = "passed"
	Failed  Outcome = "failed" // so many rejected it that it cannot be passed any more
)

// Outcome returns what a number of approvals and rejections lead to.
func (s Step) Outcome(approved, rejected int) Outcome {
	switch {
	case approved >= s.Needs():
		return Passed
	case len(s.Approvers)-rejected < s.Needs():
		return Failed
	}
	return Waiting
}

// Errors of steps. Their messages name the step's number in front.
var (
	ErrSteps = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.steps",
		Message: "A workflow has 1 to 10 steps.",
	}
	ErrStepName = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.step_name",
		Message: "Give each step a name of 1 to 60 characters.",
	}
	ErrStepEmpty = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.step_empty",
		Message: "Each step needs 1 to 20 approvers, nobody twice.",
	}
	ErrStepRule = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.step_rule",
		Message: "A step is passed by any approver, by all, or by a number of them.",
	}
	ErrStepQuorum = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.step_quorum",
		Message: "A step cannot need more approvals than it has approvers.",
	}
	ErrStepDue = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.step_due",
		Message: "A step is due within 90 days, and its reminder comes before that.",
	}
	ErrStepImpassable = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.step_impassable",
		Message: "A step has too few active approvers to be passed.",
	}
	ErrNotOfTheTeam = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "workflow.not_of_the_team",
		Message: "Only members of the account's team can approve.",
	}
)

// Normal returns the step without blanks around its name, and without a quorum that its rule ignores.
func (s Step) Normal() Step {
	s.Name = strings.TrimSpace(s.Name)
	s.Approvers = append([]uuid.UUID{}, s.Approvers...) // never null in JSON
	if s.Rule != Quorum {
		s.Quorum = 0
	}
	return s
}

// Form returns why the step could not even be stored as a draft. A draft may be unfinished.
func (s Step) Form() *domain.Error {
	switch {
	case !Named(s.Name, 0):
		return ErrStepName
	case !slices.Contains(Rules, s.Rule):
		return ErrStepRule
	case len(s.Approvers) > MaxApprovers || twice(s.Approvers) || slices.Contains(s.Approvers, uuid.Nil):
		return ErrStepEmpty
	case s.Quorum < 0 || s.Quorum > MaxApprovers:
		return ErrStepQuorum
	case s.Due < 0 || s.Due > MaxDue || s.Reminder < 0 || s.Reminder > 0 && s.Reminder >= s.Due:
		return ErrStepDue
	}
	return nil
}

// Check returns why nobody could work with the step. active reports whether a person can approve now.
func (s Step) Check(active func(uuid.UUID) bool) *domain.Error {
	if err := s.Form(); err != nil {
		return err
	}
	able := 0
	for _, a := range s.Approvers {
		if active(a) {
			able++
		}
	}
	switch {
	case !Named(s.Name, 1):
		return ErrStepName
	case len(s.Approvers) == 0:
		return ErrStepEmpty
	case s.Needs() < 1 || s.Needs() > len(s.Approvers):
		return ErrStepQuorum
	case able < s.Needs():
		return ErrStepImpassable
	}
	return nil
}

// Named reports whether a text can be a name: with a least number of characters, and not too long.
func Named(name string, least int) bool {
	n := utf8.RuneCountInString(name)
	return n >= least && n <= MaxName && (name == "" || domain.Legible(name) == nil)
}

func twice(people []uuid.UUID) bool {
	seen := map[uuid.UUID]bool{}
	for _, p := range people {
		if seen[p] {
			return true
		}
		seen[p] = true
	}
	return false
}
