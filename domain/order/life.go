package order

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/qmuntal/stateless"
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

// IsNew says whether the documents call the status a 'new order'.
func (s Status) IsNew() bool { return s == Draft || s == Queue || s == ReadyToGo }

// IsActive says whether the order counts against the maximum of active orders (D-06).
func (s Status) IsActive() bool {
	return s == ReadyToGo || s == InProgress || s == GuestRevision || s == InReview
}

// ShowsFiles says whether the customer's people see the files that others uploaded for them (BD-019).
func (s Status) ShowsFiles() bool { return s == InReview || s == Approved || s == Completed }

// The life of an order has an edge for each status it can be sent to, and two that lead back to where it was.
const (
	resume  = "resume"
	restore = "restore"
)

// to is the trigger that sends an order to a status.
func to(s Status) string { return "to " + string(s) }

type subject struct {
	at            Status
	heldFrom      Status
	cancelledFrom Status
}

type subjectKey struct{}

// subjectOf is the order at hand; a drawing of the machine has none and starts at the draft.
func subjectOf(ctx context.Context) *subject {
	if s, ok := ctx.Value(subjectKey{}).(*subject); ok {
		return s
	}
	return &subject{at: Draft}
}

// life is every move an order can make: the union of tables 4.2 and 4.3, the review moves of 4.4 and the named
// actions (D-03). Who may make which stands in moves.go and actions.go. The machine holds no order: the order at hand
// travels in the context.
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := stateless.NewStateMachineWithExternalStorage(
		func(ctx context.Context) (stateless.State, error) { return subjectOf(ctx).at, nil },
		func(ctx context.Context, s stateless.State) error { subjectOf(ctx).at = s.(Status); return nil },
		stateless.FiringImmediate)
	edges := map[Status][]Status{
		Draft:         {ReadyToGo, Queue, InProgress, CancelledOff},
		Queue:         {ReadyToGo, Draft, InProgress, OnHold, CancelledOff},
		ReadyToGo:     {Queue, Draft, InProgress, OnHold, CancelledOff},
		InProgress:    {ReadyToGo, InReview, OnHold, CancelledOff},
		GuestRevision: {ReadyToGo, InProgress, InReview, OnHold, CancelledOff},
		InReview:      {InProgress, GuestRevision, Approved, OnHold, CancelledOff},
		OnHold:        {ReadyToGo, InProgress, InReview, CancelledOff},
		Approved:      {InReview, Completed},
		Completed:     {ReadyToGo, InProgress, InReview, OnHold, Approved},
		CancelledOff:  {ReadyToGo, InProgress, InReview, OnHold},
	}
	for from, targets := range edges {
		c := m.Configure(from)
		for _, t := range targets {
			c.Permit(to(t), t)
		}
	}
	m.Configure(OnHold).PermitDynamic(resume, func(ctx context.Context, _ ...any) (stateless.State, error) {
		return subjectOf(ctx).heldFrom, nil
	})
	m.Configure(CancelledOff).PermitDynamic(restore, func(ctx context.Context, _ ...any) (stateless.State, error) {
		return subjectOf(ctx).cancelledFrom, nil
	})
	return m
})

// next asks the state machine where a trigger leads from here.
func (o *Order) next(trigger string) (Status, bool) {
	s := &subject{o.Status, o.HeldFrom, o.CancelledFrom}
	ctx := context.WithValue(context.Background(), subjectKey{}, s)
	if err := life().FireCtx(ctx, trigger); err != nil {
		return o.Status, false
	}
	return s.at, true
}

// Diagram is the life of an order in Graphviz's language; docs/states holds it. The library cannot draw the two edges
// that lead back to where the order was.
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
