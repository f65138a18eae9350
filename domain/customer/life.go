package customer

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State is the state of a customer's account.
type State string

const (
	Active  State = "active"
	Leaving State = "deletion-requested" // readable, and deleted when the grace period ends
	Deleted State = "deleted"
)

const (
	requestDeletion  = "request deletion"
	takeBackDeletion = "take back deletion"
	remove           = "delete"
)

// life has every transition of a customer's account.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Active)
	m.Configure(Active).Permit(requestDeletion, Leaving)
	m.Configure(Leaving).Permit(takeBackDeletion, Active).Permit(remove, Deleted)
	m.Configure(Deleted)
	return m
})

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
