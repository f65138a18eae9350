package route

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State is how a version stands on its route.
type State string

const (
	Running  State = "running"
	Approved State = "approved"
	Rejected State = "rejected"
)

const (
	passes     = "a step is passed"
	passesLast = "the last step is passed"
	fails      = "a step fails"
)

// journey has every transition of a version on its route. A new file, or another review after a
// rejection, begins another journey.
var journey = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Running)
	m.Configure(Running).PermitReentry(passes).Permit(passesLast, Approved).Permit(fails, Rejected)
	m.Configure(Approved)
	m.Configure(Rejected)
	return m
})

// after returns the state that the outcome of a step leads to.
func (s State) after(o Outcome, last bool) State {
	trigger := passes
	switch {
	case o == Failed:
		trigger = fails
	case last:
		trigger = passesLast
	}
	next, _ := domain.Next(journey(), s, trigger)
	return next
}

// Diagram returns the state machine of a version on its route in Graphviz's language, for docs/states.
func Diagram() string { return journey().ToGraph() }
