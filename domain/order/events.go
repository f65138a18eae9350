package order

import (
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/route"
)

// AggregateType names the streams of orders.
const AggregateType eh.AggregateType = "order"

// Stored names of the events; they never change.
const (
	DraftedType                eh.EventType = "order.drafted"
	DetailsChangedType         eh.EventType = "order.details_changed"
	PublishedType              eh.EventType = "order.published"
	RevertedToDraftType        eh.EventType = "order.reverted_to_draft"
	QueuedType                 eh.EventType = "order.queued"
	ReadiedType                eh.EventType = "order.readied"
	PromotedType               eh.EventType = "order.promoted"
	MovedType                  eh.EventType = "order.moved"
	RepositionedType           eh.EventType = "order.repositioned"
	HeldType                   eh.EventType = "order.held"
	ResumedType                eh.EventType = "order.resumed"
	CancelledType              eh.EventType = "order.cancelled"
	RestoredType               eh.EventType = "order.restored"
	GuestRevisionRequestedType eh.EventType = "order.guest_revision_requested"
	FrozenType                 eh.EventType = "order.frozen"
	UnfrozenType               eh.EventType = "order.unfrozen"
	ArchivedType               eh.EventType = "order.archived"
	UnarchivedType             eh.EventType = "order.unarchived"
	AssignedType               eh.EventType = "order.assigned"
	CollaboratorsSetType       eh.EventType = "order.collaborators_set"
	DeletedType                eh.EventType = "order.deleted"
	WorkStartedType            eh.EventType = "order.work_started"
	WorkStoppedType            eh.EventType = "order.work_stopped"
	WatermarkSetType           eh.EventType = "order.watermark_set"
	EstimateAskedType          eh.EventType = "order.estimate_asked"
	EstimateConfirmedType      eh.EventType = "order.estimate_confirmed"
	EstimateWithdrawnType      eh.EventType = "order.estimate_withdrawn"
	WorkBilledType             eh.EventType = "order.work_billed"
	RoutePinnedType            eh.EventType = "order.route_pinned"
	ApproverReplacedType       eh.EventType = "order.approver_replaced"
)

// Drafted begins an order.
type Drafted struct {
	Client      string    `json:"client"` // tenant (D-25)
	Customer    uuid.UUID `json:"customer"`
	Creator     uuid.UUID `json:"creator"`
	Details     Details   `json:"details"`
	Rank        string    `json:"rank"`
	DuplicateOf uuid.UUID `json:"duplicateOf,omitzero"`
	Number      Number    `json:"number,omitzero"` // none from earlier builds, see NumberAt
}

// Change is a change of status. Rank is the card's place in the zone it enters.
type Change struct {
	From    Status     `json:"from"`
	To      Status     `json:"to"`
	Rank    string     `json:"rank"`
	StartBy *time.Time `json:"startBy,omitempty"` // see Order.Promise
}

// StatusChange makes all events that change the status readable in the same way.
func (c Change) StatusChange() Change { return c }

func (c *Change) promise(start *time.Time) { c.StartBy = start }

// Places reports whether a draft is placed with this change.
func (c Change) Places() bool { return c.From == Draft && c.To.Placed() }

// Waits reports whether an order starts to wait for work with this change, and whether its waiting
// ends. An order waits in the queue and when it is ready to go. The time counts against the
// promised start (D-37).
func (c Change) Waits() (begins, ends bool) {
	waiting := func(s Status) bool { return s == Queue || s == ReadyToGo }
	begins = waiting(c.To) && !waiting(c.From) || c.From == Draft && c.To == InProgress
	return begins, c.To == InProgress && (waiting(c.From) || c.From == Draft)
}

// SetsAside reports whether a person moved an order that was ready to go back into the queue.
// Automatic promotion skips it until another order of the account has freed a slot (D-67).
func (c Change) SetsAside() bool { return c.From == ReadyToGo && c.To == Queue }

// HidesFiles reports whether the provider's files leave the review with this change. Files that
// were shown stay readable (D-68).
func (c Change) HidesFiles() bool { return c.From.ShowsFiles() && !c.To.ShowsFiles() }

// Reopens reports whether the approval of an order is taken back with this change.
func (c Change) Reopens() bool {
	return (c.From == Approved || c.From == Completed) && c.To != Approved && c.To != Completed
}

// StatusChanger is implemented by every event that changes the status.
type StatusChanger interface{ StatusChange() Change }

// There is one event for each intent. All of them change the status.
type (
	Published              struct{ Change }
	RevertedToDraft        struct{ Change }
	Queued                 struct{ Change }
	Readied                struct{ Change }
	Promoted               struct{ Change } // by the system, when a slot freed (D-06)
	Moved                  struct{ Change } // by a drop, the status control or the review screen
	Resumed                struct{ Change }
	Cancelled              struct{ Change }
	Restored               struct{ Change }
	GuestRevisionRequested struct{ Change }
	Held                   struct {
		Change
		Reason string `json:"reason"`
	}
)

// Repositioned changes the manual order inside a zone.
type Repositioned struct {
	Rank string `json:"rank"`
}

// Flags beside the status (D-01).
type (
	Frozen     struct{}
	Unfrozen   struct{}
	Archived   struct{}
	Unarchived struct{}
	Deleted    struct{} // a tombstone: gone from every view, kept in the log
)

// Assigned sets the people who work on the order. Nil means nobody.
type Assigned struct {
	Operator uuid.UUID `json:"operator,omitzero"`
	Manager  uuid.UUID `json:"manager,omitzero"`
}

// WorkStarted starts a person's timer on the order.
type WorkStarted struct {
	By uuid.UUID `json:"by"`
}

// WorkStopped stops the timer. Seconds is the time that counts, Total the order's whole working
// time including it.
type WorkStopped struct {
	By      uuid.UUID  `json:"by"`
	Since   time.Time  `json:"since"`
	Seconds int64      `json:"seconds"`
	Total   int64      `json:"total"`
	Reason  StopReason `json:"reason"`
}

// CollaboratorsSet lists the team members who may act on the order in addition to its creator
// (D-09).
type CollaboratorsSet struct {
	Users []uuid.UUID `json:"users"`
	Added []uuid.UUID `json:"added,omitempty"` // those who were none before
}

// WatermarkSet sets the watermark of downloaded proofs, and the picture of the order's own
// watermark (BD-282).
type WatermarkSet struct {
	Use     WatermarkUse      `json:"use"`
	Picture *domain.Watermark `json:"picture,omitempty"`
}

// EstimateAsked says that the actor asked the owners of the account to confirm the estimate of a draft, which the
// actor may not confirm (D-289).
type EstimateAsked struct{}

// EstimateConfirmed says that the owner of the account accepted what the order's work costs (D-57).
// Before is the work that the estimate does not pay for, or that is billed already, in quarters of an hour.
type EstimateConfirmed struct {
	Estimate
	Customer uuid.UUID `json:"customer"`
	Before   int64     `json:"before,omitempty"`
}

// EstimateWithdrawn says that the work on the order is not paid by the hour after all.
type EstimateWithdrawn struct{}

// WorkBilled bills the work on the order that was not billed before. Until is all that is billed then, in
// quarters of an hour.
type WorkBilled struct {
	Invoice  uuid.UUID    `json:"invoice"`
	Customer uuid.UUID    `json:"customer"`
	Until    int64        `json:"until"`
	Bill     billing.Bill `json:"bill"`
}

// RoutePinned pins the workflow that approves the order's proofs, or none.
type RoutePinned struct {
	Route *route.Route `json:"route,omitempty"`
}

// ApproverReplaced gives a seat of a step to somebody else. What the seat has decided stays.
type ApproverReplaced struct {
	Step int       `json:"step"` // from 0
	Seat int       `json:"seat"` // from 0
	From uuid.UUID `json:"from"`
	To   uuid.UUID `json:"to"`
}

// Streams describes the streams of orders.
var Streams = &domain.Streams[*Order]{
	Type:     AggregateType,
	Says:     "One stream for each order.",
	New:      New,
	Snapshot: 1 + len(AllDetails), // a new detail raises it
	Place:    20,
	Events: []domain.EventType{
		domain.Type[Drafted](DraftedType, "An order was drafted."),
		domain.Type[DetailsChanged](DetailsChangedType, "Details of the order were changed."),
		domain.Type[Published](
			PublishedType, "The draft was published: ready to go, or queued at the maximum of active orders.",
		),
		domain.Type[RevertedToDraft](RevertedToDraftType, "The order was taken back as a draft."),
		domain.Type[Queued](QueuedType, "The order was put back into the queue."),
		domain.Type[Readied](ReadiedType, "The queued order was made ready to go."),
		domain.Type[Promoted](PromotedType, "A slot freed and the queued order became ready to go by itself."),
		domain.Type[Moved](MovedType, "The order was moved to another status."),
		domain.Type[Repositioned](RepositionedType, "The card was put elsewhere in its zone."),
		domain.Type[Held](HeldType, "The order was put on hold, with a reason."),
		domain.Type[Resumed](ResumedType, "The order left hold to the status it was held from."),
		domain.Type[Cancelled](CancelledType, "The order was cancelled."),
		domain.Type[Restored](RestoredType, "The cancelled order came back to the status before."),
		domain.Type[GuestRevisionRequested](GuestRevisionRequestedType, "The order went to guest revision."),
		domain.Type[Frozen](FrozenType, "The order was frozen: it takes no move, upload, approval or comment."),
		domain.Type[Unfrozen](UnfrozenType, "The order was unfrozen."),
		domain.Type[Archived](ArchivedType, "The order was archived."),
		domain.Type[Unarchived](UnarchivedType, "The order came back from the archive."),
		domain.Type[Assigned](AssignedType, "The operator or the manager of the order changed."),
		domain.Type[CollaboratorsSet](CollaboratorsSetType, "The collaborators of the order changed."),
		domain.Type[Deleted](DeletedType, "The order was deleted."),
		domain.Type[WorkStarted](WorkStartedType, "Somebody's working time on the order started."),
		domain.Type[WorkStopped](
			WorkStoppedType, "The running working time stopped: paused, or because of something else.",
		),
		domain.Type[WatermarkSet](WatermarkSetType, "The watermark of downloaded proofs was chosen."),
		domain.Type[EstimateAsked](
			EstimateAskedType, "The owners of the account were asked to confirm what the order costs.",
		),
		domain.Type[EstimateConfirmed](
			EstimateConfirmedType, "The owner of the account accepted what the order costs, paid by the hour.",
		),
		domain.Type[EstimateWithdrawn](
			EstimateWithdrawnType,
			"The work on the order is not paid by the hour any more.",
		),
		domain.Type[WorkBilled](WorkBilledType, "The work on the order that ended was billed."),
		domain.Type[RoutePinned](RoutePinnedType, "The order pinned the approval workflow of its account, or none."),
		domain.Type[ApproverReplaced](
			ApproverReplacedType, "Somebody else was asked to approve in a step of the order's workflow.",
		),
	},
}
