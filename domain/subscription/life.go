package subscription

import (
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// State says whether an account has a plan, and whether it can use it (D-54).
type State string

const (
	None      State = "none" // the customer never had one
	Trial     State = "trial"
	Active    State = "active"
	PastDue   State = "past-due"
	OnLeave   State = "on-leave"
	Cancelled State = "cancelled" // usable until the cycle ends
	Over      State = "ended"
)

const (
	begin      = "begin"
	beginTrial = "begin trial"
	renew      = "renew"
	changePlan = "change plan"
	goBack     = "go back to the plan before"
	schedule   = "schedule a change"
	takeBack   = "take the change back"
	cancel     = "cancel"
	carryOn    = "continue"
	leave      = "go on leave"
	reactivate = "reactivate"
	fallDue    = "fall past due"
	settle     = "settle"
	suspend    = "suspend"
	end        = "end"
)

// life has every transition of a subscription. The last debt that is settled leads from past due to
// active, and a cancellation that is taken back leads to past due if there are debts. Debts of a subscription
// that is on leave, cancelled or ended do not change its state, and stay (D-86).
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(None)
	m.Configure(None).Permit(beginTrial, Trial).Permit(begin, Active)
	m.Configure(Trial).Permit(begin, Active).Permit(end, Over)
	m.Configure(Active).
		PermitReentry(renew).
		PermitReentry(changePlan).
		PermitReentry(goBack).
		PermitReentry(schedule).
		PermitReentry(takeBack).
		Permit(cancel, Cancelled).
		Permit(leave, OnLeave).
		Permit(fallDue, PastDue).
		Permit(end, Over)
	m.Configure(PastDue).
		PermitReentry(renew).
		PermitReentry(goBack).
		PermitReentry(takeBack).
		PermitReentry(fallDue).
		PermitReentry(suspend).
		Permit(cancel, Cancelled).
		Permit(leave, OnLeave).
		Permit(settle, Active).
		Permit(end, Over)
	m.Configure(OnLeave).
		PermitReentry(fallDue).
		PermitReentry(settle).
		Permit(reactivate, Active).
		Permit(end, Over)
	m.Configure(Cancelled).
		PermitReentry(fallDue).
		PermitReentry(settle).
		PermitReentry(suspend).
		Permit(carryOn, Active).
		Permit(end, Over)
	m.Configure(Over).
		PermitReentry(fallDue).
		PermitReentry(settle).
		Permit(begin, Active)
	return m
})

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }
