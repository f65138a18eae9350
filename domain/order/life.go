package order

import (
	"context"
	"fmt"
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

// IsNew reports whether the documents call the status a 'new order'.
func (s Status) IsNew() bool { return s == Draft || s == Queue || s == ReadyToGo }

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

// life has a transition wherever one of the tables has a way: dragging (4.2), the status control
// (4.3), the review screen (4.4) or a named action (D-03, D-05). The tables also say who may use a
// way.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Draft)
	for _, from := range Statuses {
		c := m.Configure(from)
		for _, target := range Statuses {
			if target != from && len(Ways(from, target)) > 0 {
				c.Permit(to(target), target)
			}
		}
	}
	back := func(_ context.Context, args ...any) (stateless.State, error) { return args[0], nil }
	m.Configure(OnHold).PermitDynamic(resume, back)
	m.Configure(CancelledOff).PermitDynamic(restore, back)
	return m
})

// next returns the status that a trigger leads to. ok is false if the order cannot move there from
// its status.
func (o *Order) next(trigger string) (status Status, ok bool) {
	earlier := o.HeldFrom
	if trigger == restore {
		earlier = o.CancelledFrom
	}
	return domain.Next(life(), o.Status, trigger, earlier)
}

// Diagram returns the state machine in Graphviz's language, for docs/states. It adds the two
// dynamic transitions, which the library does not draw.
func Diagram() string {
	var back strings.Builder
	for _, edge := range []struct {
		from    Status
		trigger string
	}{{OnHold, resume}, {CancelledOff, restore}} {
		for _, s := range Statuses {
			if _, ok := (&Order{Status: s}).next(to(edge.from)); ok {
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
	return strings.TrimSuffix(life().ToGraph(), "}\n") + back.String() + "}\n"
}
