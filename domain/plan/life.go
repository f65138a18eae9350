package plan

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State says whether a plan can be chosen.
type State string

const (
	Offered    State = "offered"
	OutOfOffer State = "retired"
)

const (
	change  = "change"
	retire  = "retire"
	reoffer = "offer again"
)

// life has every transition of a plan.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Offered)
	m.Configure(Offered).PermitReentry(change).Permit(retire, OutOfOffer)
	m.Configure(OutOfOffer).Permit(reoffer, Offered)
	return m
})

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
