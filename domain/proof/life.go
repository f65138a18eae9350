package proof

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State is the life of a version: open, or checked (internally approved, BD-163), or deleted for good.
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

// life is every turn a version can take. A checked version is not deleted: it is revised first (BD-173).
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

// Diagram is the life of a version in Graphviz's language; docs/states holds it.
func Diagram() string { return life().ToGraph() }
