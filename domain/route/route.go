package route

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Route is the published version of a workflow that an order has pinned.
type Route struct {
	Workflow uuid.UUID `json:"workflow"`
	Edition  int       `json:"edition"`
	Name     string    `json:"name"`
	Steps    []Step    `json:"steps"`
}

// Same reports whether two routes are the same edition of a route.
func (r *Route) Same(other *Route) bool {
	return r != nil && other != nil && r.Workflow == other.Workflow && r.Edition == other.Edition
}

// Round is the review in which the versions of an order are decided.
type Round struct {
	Route    *Route    // nil for none
	Began    time.Time // when the order last came to review
	Position int64     // of that event, 0 for never
	Reopened int64     // position of the event that last took the order's approval back, 0 for never
}

// Vote is the decision of one seat of a step.
type Vote struct {
	Step     int       `json:"step"`
	Seat     int       `json:"seat"`
	By       uuid.UUID `json:"by"`
	Approved bool      `json:"approved"`
	At       time.Time `json:"at"`
}

// Progress is how far a version has come on its route.
type Progress struct {
	State State
	Step  int       // the current step; the last one that was decided when the route has ended
	Since time.Time // when the current step began, or the route ended
}

// Progress goes through the votes on one version, oldest first. A later vote of a seat replaces its
// earlier one. began is when the first step began.
func (r *Route) Progress(votes []Vote, began time.Time) Progress {
	p := Progress{State: Running, Since: began}
	seats := map[int]bool{}
	for _, v := range votes {
		if p.State != Running || v.Step != p.Step {
			continue
		}
		seats[v.Seat] = v.Approved
		outcome := r.Steps[p.Step].outcome(seats)
		if outcome == Waiting {
			continue
		}
		p.Since = v.At
		if p.State = p.State.after(outcome, p.Step == len(r.Steps)-1); p.State == Running {
			p.Step++
			seats = map[int]bool{}
		}
	}
	return p
}

func (s Step) outcome(seats map[int]bool) Outcome {
	approved := 0
	for _, yes := range seats {
		if yes {
			approved++
		}
	}
	return s.Outcome(approved, len(seats)-approved)
}

// Asked lists the people of the current step whose decision is missing, in the order of their seats.
func (r *Route) Asked(votes []Vote, p Progress) []uuid.UUID {
	if p.State != Running {
		return nil
	}
	var asked []uuid.UUID
	for seat, person := range r.Steps[p.Step].Approvers {
		if !slices.ContainsFunc(votes, func(v Vote) bool { return v.Step == p.Step && v.Seat == seat }) {
			asked = append(asked, person)
		}
	}
	return asked
}

// DueAt returns when the current step is due, and when its people are reminded. Each is zero for never.
func (r *Route) DueAt(p Progress) (due, reminder time.Time) {
	if p.State != Running {
		return due, reminder
	}
	s := r.Steps[p.Step]
	if s.Due > 0 {
		due = p.Since.Add(time.Duration(s.Due) * time.Hour)
	}
	if s.Due > 0 && s.Reminder > 0 {
		reminder = due.Add(-time.Duration(s.Reminder) * time.Hour)
	}
	return due, reminder
}

// Errors of seats.
var (
	ErrSeatUnknown = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "workflow.seat_unknown",
		Message: "This step does not ask this person.",
	}
	ErrSeatTaken = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "workflow.seat_taken",
		Message: "This step asks this person already.",
	}
)

// Seat returns the seat of a person in a step, or ErrSeatUnknown.
func (r *Route) Seat(step int, person uuid.UUID) (int, error) {
	if step < 0 || step >= len(r.Steps) {
		return 0, ErrSeatUnknown
	}
	if seat := slices.Index(r.Steps[step].Approvers, person); seat >= 0 {
		return seat, nil
	}
	return 0, ErrSeatUnknown
}

// Replaced returns the route with another person in a seat. The route itself stays as it is.
func (r *Route) Replaced(step, seat int, person uuid.UUID) *Route {
	next := *r
	next.Steps = slices.Clone(r.Steps)
	next.Steps[step].Approvers = slices.Clone(r.Steps[step].Approvers)
	next.Steps[step].Approvers[seat] = person
	return &next
}
