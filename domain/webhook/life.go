package webhook

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State is the state of an endpoint.
type State string

// States of an endpoint.
const (
	Active State = "active"
	Halted State = "paused"
	Gone   State = "removed"
)

const (
	change = "change"
	rotate = "rotate secret"
	pause  = "pause"
	resume = "resume"
	replay = "replay"
	remove = "remove"
)

// life has every transition of an endpoint.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Active)
	m.Configure(Active).PermitReentry(change).PermitReentry(rotate).PermitReentry(replay).
		Permit(pause, Halted).Permit(remove, Gone)
	m.Configure(Halted).PermitReentry(change).PermitReentry(rotate).PermitReentry(replay).
		Permit(resume, Active).Permit(remove, Gone)
	m.Configure(Gone)
	return m
})

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
