package subscription

import (
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// AggregateType names the streams of subscriptions.
const AggregateType eh.AggregateType = "subscription"

// StreamOf returns the id of a customer's subscription. A customer has one, which can end and begin
// again.
func StreamOf(customer uuid.UUID) uuid.UUID {
	return uuid.NewSHA1(customer, []byte("subscription"))
}

// Stored names of the events; they never change.
const (
	StartedType           eh.EventType = "subscription.started"
	RenewedType           eh.EventType = "subscription.renewed"
	PlanChangedType       eh.EventType = "subscription.plan_changed"
	PlanRestoredType      eh.EventType = "subscription.plan_restored"
	ReactivatedType       eh.EventType = "subscription.reactivated"
	ScheduledType         eh.EventType = "subscription.change_scheduled"
	UnscheduledType       eh.EventType = "subscription.change_cancelled"
	LeaveBegunType        eh.EventType = "subscription.leave_begun"
	FellDueType           eh.EventType = "subscription.fell_past_due"
	SettledType           eh.EventType = "subscription.settled"
	SuspendedType         eh.EventType = "subscription.suspended"
	EndedType             eh.EventType = "subscription.ended"
	ResourcesBoughtType   eh.EventType = "subscription.resources_bought"
	ResourcesReturnedType eh.EventType = "subscription.resources_returned"
	AddOnStoppedType      eh.EventType = "subscription.add_on_stopped"
	AddOnKeptType         eh.EventType = "subscription.add_on_kept"
)

// Plan is a plan as a subscription has it: one edition of its offer.
type Plan struct {
	ID      uuid.UUID     `json:"id"`
	Edition int           `json:"edition"`
	Offer   billing.Offer `json:"offer"`
}

// Charge is what the customer has to pay for what an event says. Its invoice is made from it.
type Charge struct {
	Invoice uuid.UUID    `json:"invoice"`
	Bill    billing.Bill `json:"bill"`
}

// Cycle is the time that is paid for at once, with its plan and what it costs.
type Cycle struct {
	Plan   Plan           `json:"plan"`
	Began  billing.Date   `json:"began"` // the day from which the cycles are counted
	Number int            `json:"number"`
	Period billing.Period `json:"period"`
	Trial  bool           `json:"trial,omitempty"`
	Charge *Charge        `json:"charge,omitempty"` // nil: nothing has to be paid
	// TaxRate is that at which the plan is paid until the cycle ends. Earlier events have it in the charge only.
	TaxRate billing.Rate `json:"taxRate,omitzero"`
}

// Started begins a subscription, or begins it again after it has ended or its trial is over.
type Started struct {
	Customer uuid.UUID `json:"customer"`
	Zone     string    `json:"zone"` // of the IANA database; days begin there
	Cycle    Cycle     `json:"cycle"`
}

// Cycles that follow another.
type (
	Renewed struct { // a cycle has ended
		Cycle Cycle `json:"cycle"`
	}
	PlanChanged struct { // within a cycle
		Cycle Cycle `json:"cycle"`
	}
	Reactivated struct { // after a leave
		Cycle Cycle `json:"cycle"`
	}
)

// PlanRestored takes a change of plan back, because its invoice need not be paid. The cycle is that of before.
type PlanRestored struct {
	Invoice uuid.UUID    `json:"invoice"`
	Cycle   Cycle        `json:"cycle"`
	Undone  billing.Date `json:"undone"` // the day on which the cycle began that is taken back
}

// CycleBegan is an event that begins a cycle. A change of plan within a cycle counts too: the rest of the
// cycle has another plan.
type CycleBegan interface{ BeganCycle() Cycle }

// BeganCycle implements CycleBegan.
func (d *Started) BeganCycle() Cycle { return d.Cycle }

// BeganCycle implements CycleBegan.
func (d *Renewed) BeganCycle() Cycle { return d.Cycle }

// BeganCycle implements CycleBegan.
func (d *PlanChanged) BeganCycle() Cycle { return d.Cycle }

// BeganCycle implements CycleBegan.
func (d *Reactivated) BeganCycle() Cycle { return d.Cycle }

// BeganCycle implements CycleBegan.
func (d *PlanRestored) BeganCycle() Cycle { return d.Cycle }

// ChangeKind says what happens when the cycle ends.
type ChangeKind string

// What can be scheduled.
const (
	Upgrade   ChangeKind = "upgrade"
	Downgrade ChangeKind = "downgrade"
	Leave     ChangeKind = "leave"
	Cancel    ChangeKind = "cancel"
)

// Change is what happens on the day after a cycle.
type Change struct {
	Kind  ChangeKind   `json:"kind"`
	On    billing.Date `json:"on"`
	Plan  *Plan        `json:"plan,omitempty"` // of an upgrade or a downgrade
	Until billing.Date `json:"until,omitzero"` // the day on which a leave ends
}

// Scheduled announces a change.
type Scheduled struct {
	Change Change `json:"change"`
}

// Unscheduled takes a scheduled change back.
type Unscheduled struct {
	Kind   ChangeKind `json:"kind"`
	Reason string     `json:"reason,omitempty"` // of the product, if nobody took it back
}

// LeaveBegun begins a leave.
type LeaveBegun struct {
	Until billing.Date `json:"until"`
}

// FellDue says that an invoice was not paid in time.
type FellDue struct {
	Invoice uuid.UUID `json:"invoice"`
	Due     time.Time `json:"due"`
}

// Settled says that an invoice that was past due is paid, or need not be paid.
type Settled struct {
	Invoice uuid.UUID `json:"invoice"`
}

// Suspended says that nothing new can be started until everything is paid.
type Suspended struct{}

// Ended ends the subscription.
type Ended struct {
	Reason EndReason `json:"reason"`
}

// EndReason says why a subscription ended.
type EndReason string

// Why subscriptions end.
const (
	TrialOver      EndReason = "trial"
	WasCancelled   EndReason = "cancelled"
	NotPaid        EndReason = "unpaid"
	AccountDeleted EndReason = "account-deleted"
)

// ResourcesBought adds resources, once they are paid.
type ResourcesBought struct {
	Invoice   uuid.UUID `json:"invoice"`
	Resources Resources `json:"resources"`
	AddOns    []AddOn   `json:"addOns,omitempty"`
}

// ResourcesReturned takes away again what was bought, because it was refunded.
type ResourcesReturned struct {
	Invoice   uuid.UUID `json:"invoice"`
	Resources Resources `json:"resources"`
	AddOns    []AddOn   `json:"addOns,omitempty"`
}

// AddOnStopped says that a pack is not bought with the next cycle.
type AddOnStopped struct {
	Pack uuid.UUID `json:"pack"`
}

// AddOnKept takes that back.
type AddOnKept struct {
	Pack uuid.UUID `json:"pack"`
}

// Streams describes the streams of subscriptions.
var Streams = &domain.Streams[*Subscription]{
	Type:     AggregateType,
	Says:     "One stream for the subscription of each customer. Its id is made from the customer's.",
	New:      New,
	Snapshot: 4,
	Place:    70,
	ID:       domain.IDFrom(StreamOf),
	Events: []domain.EventType{
		domain.Type[Started](StartedType, "A subscription began, with its first cycle."),
		domain.Type[Renewed](RenewedType, "A cycle ended and the next one began."),
		domain.Type[PlanChanged](PlanChangedType, "The plan was changed at once, within a cycle."),
		domain.Type[PlanRestored](
			PlanRestoredType,
			"A change of plan was taken back, because its invoice need not be paid.",
		),
		domain.Type[Reactivated](ReactivatedType, "A leave ended and a new cycle began."),
		domain.Type[Scheduled](ScheduledType, "A change was announced for the end of the cycle."),
		domain.Type[Unscheduled](UnscheduledType, "A change that was announced does not happen."),
		domain.Type[LeaveBegun](LeaveBegunType, "A leave began: nothing is billed and no order is started."),
		domain.Type[FellDue](FellDueType, "An invoice of the subscription was not paid in time."),
		domain.Type[Settled](SettledType, "An invoice that was past due does not have to be paid any more."),
		domain.Type[Suspended](SuspendedType, "Nothing new can be started until everything is paid."),
		domain.Type[Ended](EndedType, "The subscription ended."),
		domain.Type[ResourcesBought](ResourcesBoughtType, "Resources beside the plan were paid for and added."),
		domain.Type[ResourcesReturned](ResourcesReturnedType, "Resources were refunded and taken away again."),
		domain.Type[AddOnStopped](AddOnStoppedType, "A pack is not bought with the next cycle."),
		domain.Type[AddOnKept](AddOnKeptType, "A pack that was to be bought no more is bought with each cycle again."),
	},
}
