package order

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// Status is the one status of an order (D-01); frozen, archived and locked are flags beside it.
type Status string

const (
	Draft         Status = "draft"
	Queue         Status = "queue"
	ReadyToGo     Status = "ready-to-go"
	InProgress    Status = "in-progress"
	GuestRevision Status = "gr-revision"
	InReview      Status = "in-review"
	OnHold        Status = "on-hold"
	Approved      Status = "approved"
	Completed     Status = "completed"
	CancelledOff  Status = "cancelled"
)

// Statuses lists every status in the order of an order's life.
var Statuses = []Status{
	Draft,
	Queue,
	ReadyToGo,
	InProgress,
	GuestRevision,
	InReview,
	OnHold,
	Approved,
	Completed,
	CancelledOff,
}

// IsNew reports whether the documents call the status a 'new order' (D-01).
func (s Status) IsNew() bool { return s == Draft || s == Queue || s == ReadyToGo }

// Placed reports whether an order with the status was placed. One that is on hold or cancelled may have been a draft
// before.
func (s Status) Placed() bool { return s != Draft && s != OnHold && s != CancelledOff }

// IsActive reports whether the order counts against the maximum of active orders (D-06).
func (s Status) IsActive() bool {
	return s == ReadyToGo || s == InProgress || s == GuestRevision || s == InReview
}

// ShowsFiles reports whether the customer's people see the files that others uploaded for them
// (BD-019).
func (s Status) ShowsFiles() bool { return s == InReview || s == Approved || s == Completed }

// An order's state machine has a trigger for each status, and two that lead back to an earlier
// status.
const (
	resume  = "resume"
	restore = "restore"
)

// to returns the trigger that moves an order to a status.
func to(s Status) string { return "to " + string(s) }

// attempt is a person's wish to move an order on a surface, or to use a named action.
type attempt struct {
	order  *Summary
	by     domain.Actor
	via    Via    // of a move
	action Action // of an action
}

// leadsTo reports whether the tables give the person this way to a status now.
func (a attempt) leadsTo(target Status) bool {
	if a.action != "" {
		return slices.Contains(leads[a.action], target) && a.order.Can(a.action, a.by)
	}
	return slices.Contains(a.order.offered(a.via, a.by), target)
}

// life has a transition wherever one of the tables has a way: dragging (4.2), the status control
// (4.3), the review screen (4.4) or a named action (D-03, D-05). The guard of each transition asks
// the tables whether the person of the attempt may use it.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Draft)
	for _, from := range Statuses {
		c := m.Configure(from)
		for _, target := range Statuses {
			if target != from && len(Ways(from, target)) > 0 {
				c.Permit(to(target), target, func(_ context.Context, args ...any) bool {
					return args[0].(attempt).leadsTo(target)
				})
			}
		}
	}
	allowed := func(_ context.Context, args ...any) bool {
		a := args[0].(attempt)
		return a.order.Can(a.action, a.by)
	}
	m.Configure(OnHold).PermitDynamic(resume, func(_ context.Context, args ...any) (stateless.State, error) {
		return args[0].(attempt).order.HeldFrom, nil
	}, allowed)
	m.Configure(CancelledOff).PermitDynamic(restore, func(_ context.Context, args ...any) (stateless.State, error) {
		return args[0].(attempt).order.CancelledFrom, nil
	}, allowed)
	return m
})

// next returns the status that a trigger leads to. ok is false if the order cannot move there from
// its status, or if the person of the attempt may not move it there.
func (a attempt) next(trigger string) (status Status, ok bool) {
	return domain.Next(life(), a.order.Status, trigger, a)
}

// guards matches the guards that the library writes into a drawing. They are all alike.
var guards = regexp.MustCompile(` \[[\w.]+\](</TD>)`)

// Diagram returns the state machine in Graphviz's language, for docs/states. It adds the two
// dynamic transitions, which the library does not draw.
func Diagram() string {
	var back strings.Builder
	for _, edge := range []struct {
		from    Status
		trigger string
	}{{OnHold, resume}, {CancelledOff, restore}} {
		for _, s := range Statuses {
			if s != edge.from && len(Ways(s, edge.from)) > 0 {
				fmt.Fprintf(
					&back,
					"\t%q -> %q [style=dashed, label=<<TABLE BORDER=\"0\"><TR><TD ALIGN=\"LEFT\">%s</TD></TR></TABLE>>];\n",
					edge.from,
					s,
					edge.trigger,
				)
			}
		}
	}
	return guards.ReplaceAllString(strings.TrimSuffix(life().ToGraph(), "}\n"), "$1") + back.String() + "}\n"
}
