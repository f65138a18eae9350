package member

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State is the state of a membership.
type State string

const (
	Invited     State = "invited"     // has not followed the link of the invitation yet
	Active      State = "active"      // may sign in
	Deactivated State = "deactivated" // may not sign in until somebody reactivates them
	Deleted     State = "deleted"     // removed for good; their personal data is erased 30 days later
)

const (
	join       = "join"
	deactivate = "deactivate"
	reactivate = "reactivate"
	remove     = "remove"
)

// life has every transition of a membership.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Invited)
	m.Configure(Invited).Permit(join, Active).Permit(remove, Deleted)
	m.Configure(Active).Permit(deactivate, Deactivated).Permit(remove, Deleted)
	m.Configure(Deactivated).Permit(reactivate, Active).Permit(remove, Deleted)
	m.Configure(Deleted)
	return m
})

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
