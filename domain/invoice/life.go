package invoice

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State says whether an invoice has its number, and whether it has to be paid (D-58).
type State string

const (
	Draft     State = "draft"
	Open      State = "open"
	PastDue   State = "past-due"
	Settled   State = "paid"
	Void      State = "void"
	GivenBack State = "refunded"
)

const (
	issue   = "issue"
	fallDue = "fall past due"
	fail    = "fail to be paid"
	pay     = "pay"
	correct = "correct the payment"
	void    = "void"
	refund  = "refund"
	credit  = "get a credit note"
)

// life has every transition of an invoice. One that was issued keeps its number for good.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Draft)
	m.Configure(Draft).Permit(issue, Open)
	m.Configure(Open).PermitReentry(fail).Permit(fallDue, PastDue).Permit(pay, Settled).Permit(void, Void)
	m.Configure(PastDue).PermitReentry(fail).Permit(pay, Settled).Permit(void, Void)
	m.Configure(Settled).PermitReentry(correct).Permit(refund, GivenBack)
	m.Configure(Void)
	m.Configure(GivenBack).PermitReentry(credit)
	return m
})

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
