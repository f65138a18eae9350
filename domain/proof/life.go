package proof

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State is the state of a version: open, checked (internally approved, BD-163), or deleted.
type State string

const (
	Open    State = "open"
	Checked State = "checked"
	Gone    State = "deleted"
)

const (
	approve = "approve"
	revise  = "revise"
	remove  = "delete"
	replace = "replace file"
)

// life has every transition of a version. A checked version cannot be deleted: it has to be revised
// first (BD-173).
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Open)
	m.Configure(Open).Permit(approve, Checked).Permit(remove, Gone).PermitReentry(replace)
	m.Configure(Checked).Permit(revise, Open).Permit(replace, Open)
	m.Configure(Gone)
	return m
})

// takes reports whether the state machine has a transition for a trigger from this state.
func (s State) takes(trigger string) bool {
	_, ok := domain.Next(life(), s, trigger)
	return ok
}

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
