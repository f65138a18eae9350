package workflow

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// Phase is the state of a workflow.
type Phase string

const (
	Drafted    Phase = "draft"
	InForce    Phase = "published"
	OutOfForce Phase = "retired"
	Discarded  Phase = "discarded"
)

const (
	save    = "save draft"
	discard = "discard draft"
	publish = "publish"
	retire  = "retire"
)

// life has every transition of a workflow. A published workflow can have a draft of its next edition.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Drafted)
	m.Configure(Drafted).PermitReentry(save).Permit(publish, InForce).Permit(discard, Discarded)
	m.Configure(InForce).PermitReentry(save).PermitReentry(discard).PermitReentry(publish).Permit(retire, OutOfForce)
	m.Configure(OutOfForce)
	m.Configure(Discarded)
	return m
})

// Diagram returns the state machine of a workflow in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
