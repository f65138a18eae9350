// Package order decides what may happen to a design order. Its tables are in moves.go and
// actions.go, its state machine in life.go.
package order

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/route"
)

// Errors of an order.
var (
	ErrMoveNotAllowed   = &domain.Error{Code: domain.Conflict, Reason: "order.move_not_allowed"}
	ErrActionNotAllowed = &domain.Error{Code: domain.Conflict, Reason: "order.action_not_allowed"}
	ErrNotYours         = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "order.not_yours",
		Message: "Only the account owner, the order's creator and its collaborators can change this order.",
	}
	ErrFrozen = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.frozen",
		Message: "This order is frozen. A manager can unfreeze it.",
	}
	ErrArchived = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.archived",
		Message: "This order is archived. Restore it first.",
	}
	ErrActiveLimit = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.active_limit_reached",
		Message: "All slots for active orders are taken. The order can wait in the queue.",
	}
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.exists",
		Message: "An order with this id exists already.",
	}
	ErrBillingFixed = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.billing_fixed",
		Message: "How an order is billed can be changed while it is a draft.",
	}
	ErrTooManyInTeam = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "order.too_many_collaborators",
		Message: "An order takes at most 50 collaborators.",
	}
	ErrTargetUnknown = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "order.target_unknown",
		Message: "There is no such place to move an order to.",
	}
	ErrSurfaceUnknown = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "order.surface_unknown",
		Message: "Orders are moved on the board, with the status control or on the review screen.",
	}
	ErrActionUnknown = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "order.action_unknown",
		Message: "There is no such action.",
	}
	ErrRankExhausted = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.no_room_between",
		Message: "There is no room between these two cards. Drop it somewhere else.",
	}
)

// Order is a design order, folded from its events.
type Order struct {
	Summary
	Brief      string       // see Details
	References []string     // see Details
	Watermark  WatermarkSet // watermark of downloaded proofs; the zero value is the client's
	Billing    Billing
	Reviewed   route.Round // with the workflow that was pinned at publication
}

// New returns an order without events.
func New(id uuid.UUID) *Order { return &Order{Summary: Summary{Base: domain.Base{ID: id}}} }

// Draft creates the order.
func (o *Order) Draft(d Drafted, at time.Time) error {
	if o.Exists() {
		return ErrExists
	}
	d.Details.Name = strings.TrimSpace(d.Details.Name)
	if err := d.Details.Check(); err != nil {
		return err
	}
	d.Rank = RankAtEnd(o.ID, at)
	o.Record(DraftedType, &d, at)
	return nil
}

// Move is a request to move an order on one of the surfaces.
type Move struct {
	To         Status
	Via        Via    // empty for the board (D-07)
	Reason     string // for on-hold, 1 to 255 characters
	After      string // rank of the card right before the dropped one, empty for none
	Before     string // rank of the card right after the dropped one, empty for none
	Placed     bool   // the place among the neighbours was chosen; otherwise it is the end of the zone
	SlotIsFree bool   // the account has room for another active order (D-06)
	Jitter     uint32
}

// Move moves the order by the table of the surface (D-03).
func (o *Order) Move(m Move, by domain.Actor, at time.Time) error {
	if m.Via == "" {
		m.Via = Board
	}
	if m.Via != Board && m.Via != StatusControl && m.Via != Review {
		return ErrSurfaceUnknown
	}
	if !slices.Contains(Statuses, m.To) || m.To == Draft || m.To == CancelledOff {
		return ErrTargetUnknown
	}
	allowed, roles := o.targets(m, by)
	if err := o.movable(m.Via, by); err != nil {
		return o.closed(err, string(m.To), roles, by)
	}
	if m.To == o.Status && slices.Contains(allowed, m.To) {
		return o.reposition(m, at)
	}
	if _, ok := (attempt{order: &o.Summary, by: by, via: m.Via}).next(to(m.To)); !ok {
		return o.refuse(ErrMoveNotAllowed, string(m.Via), string(m.To), texts(o.offered(m.Via, by)), roles, by)
	}
	if m.To == OnHold && !domain.ValidReason(m.Reason) {
		return domain.ErrReasonMissing
	}
	if o.TakesSlot(m.To) && !m.SlotIsFree {
		return o.refuse(ErrActiveLimit, "active orders", string(m.To), texts(without(allowed, ReadyToGo)), nil, by)
	}
	rank, err := m.rank(RankAtEnd(o.ID, at))
	if err != nil {
		return err
	}
	change := Change{From: o.Status, To: m.To, Rank: rank}
	switch {
	case m.To == OnHold:
		o.Record(HeldType, &Held{change, strings.TrimSpace(m.Reason)}, at)
	case o.Status == Draft && (m.To == ReadyToGo || m.To == Queue):
		o.Record(PublishedType, &Published{change}, at)
	default:
		o.Record(MovedType, &Moved{change}, at)
	}
	o.leaves(m.To, at)
	return nil
}

// movable returns why this person cannot move the order on a surface now. An approver of the team
// may move approved and completed orders with the status control, and approve on the review screen,
// without being the creator or a collaborator (BD-039, BD-296).
func (o *Summary) movable(via Via, by domain.Actor) error {
	err := o.writable(by)
	if errors.Is(err, ErrNotYours) && by.Role == domain.Staff && by.IsApprover && !by.ViewOnly && o.sameAccount(by) &&
		(via == Review || via == StatusControl && (o.Status == Approved || o.Status == Completed)) {
		return o.Open()
	}
	return err
}

// targets lists the statuses this person may move to on a surface now, and the roles that may make
// this move.
func (o *Summary) targets(m Move, by domain.Actor) ([]Status, []domain.Role) {
	switch m.Via {
	case StatusControl:
		return o.offered(StatusControl, by), changeRoles(o.Status, m.To)
	case Review:
		return o.offered(Review, by), customers
	default:
		return o.offered(Board, by), dropRoles(o.Status, m.To)
	}
}

func dropRoles(from, to Status) []domain.Role {
	for _, t := range Targets {
		if t.Status() == to {
			return DropRoles(from, t)
		}
	}
	return nil
}

// offered lists the statuses a surface offers this person for this order.
func (o *Summary) offered(via Via, by domain.Actor) []Status {
	to := o.tabled(via, by)
	if o.routeApproves(by) {
		to = without(to, Approved)
	}
	return to
}

// tabled lists the statuses that the table of a surface has for this person.
func (o *Summary) tabled(via Via, by domain.Actor) []Status {
	switch via {
	case StatusControl:
		return Changes(by.Role, by.IsApprover, o.Status)
	case Review:
		var to []Status
		for _, a := range o.ReviewActions(by) {
			if s, ok := reviewTargets[a]; ok {
				to = append(to, s)
			}
		}
		return to
	case Board:
		var to []Status
		for _, t := range Drops(by.Role, o.Status) {
			to = append(to, t.Status())
		}
		return to
	}
	return nil
}

// TakesSlot reports whether the order would take one more of its account's slots with a status (D-06).
func (o *Summary) TakesSlot(to Status) bool { return to == ReadyToGo && !o.Status.IsActive() }

// Offers is what a person may do with an order now.
type Offers struct {
	Drops    []Target // where the card can be dropped
	Statuses []Status // of the status control
	Actions  []Action
}

// Offers lists what this person may do with the order now, as if a slot were free for it.
func (o *Summary) Offers(by domain.Actor) Offers {
	return Offers{o.Drops(by), o.StatusTargets(by), o.Actions(by)}
}

// OffersSlot reports whether this person may now let the order take one more slot, if one is free.
func (o *Summary) OffersSlot(by domain.Actor) bool {
	return o.TakesSlot(ReadyToGo) && (o.Can(MakeReady, by) || slices.Contains(o.Drops(by), ToActive))
}

// WithoutSlot returns the offers for an order that is not active while all slots are taken. It can still be published,
// because it goes to the queue then.
func (f Offers) WithoutSlot() Offers {
	f.Drops, f.Actions = without(f.Drops, ToActive), without(f.Actions, MakeReady)
	return f
}

// without returns a list without one of its values.
func without[T comparable](list []T, out T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(t T) bool { return t == out })
}

// Drops lists where this person may drop this card now. It is empty if they may not move it at all.
func (o *Summary) Drops(by domain.Actor) []Target {
	if o.writable(by) != nil {
		return nil
	}
	to := Drops(by.Role, o.Status)
	if o.routeApproves(by) {
		to = without(to, ToApproved)
	}
	return to
}

// StatusTargets lists what the status control offers this person now.
func (o *Summary) StatusTargets(by domain.Actor) []Status {
	if o.movable(StatusControl, by) != nil {
		return nil
	}
	return o.offered(StatusControl, by)
}

// rank returns the order's new place: between the given neighbours, else at the end of the zone.
func (m Move) rank(end string) (string, error) {
	if !m.Placed || m.Before == "" && end > m.After {
		return end, nil
	}
	between := RankBetween
	if m.Before == "" {
		between = rankBehind
	}
	r, ok := between(m.After, m.Before, m.Jitter)
	if !ok {
		return "", ErrRankExhausted
	}
	return r, nil
}

func (o *Order) reposition(m Move, at time.Time) error {
	if !m.Placed {
		return nil
	}
	rank, err := m.rank(RankAtEnd(o.ID, at))
	if err != nil {
		return err
	}
	o.Record(RepositionedType, &Repositioned{rank}, at)
	return nil
}

// Act executes a named action (D-05). Duplicate creates another order, see Duplicated.
func (o *Order) Act(a Action, reason string, slotIsFree bool, by domain.Actor, at time.Time) error {
	if a.Label() == "" || a == Duplicate {
		return ErrActionUnknown
	}
	if o.Deleted || !o.Exists() {
		return domain.ErrNotFound
	}
	if !o.ActsOn(by) {
		return o.refuse(ErrNotYours, "acting on an order", string(a), nil, o.actionRoles(a), by)
	}
	if !o.Can(a, by) {
		return o.refuse(ErrActionNotAllowed, "named actions", string(a), texts(o.Actions(by)), o.actionRoles(a), by)
	}
	change := Change{From: o.Status, Rank: RankAtEnd(o.ID, at)}
	record := func(trigger string, t eh.EventType, data func() any) error {
		to, ok := attempt{order: &o.Summary, by: by, action: a}.next(trigger)
		if !ok {
			return o.refuse(ErrActionNotAllowed, "life", string(a), texts(o.Actions(by)), o.actionRoles(a), by)
		}
		change.To = to
		o.Record(t, data(), at)
		o.leaves(to, at)
		return nil
	}
	switch a {
	case Publish:
		target := Queue
		if slotIsFree {
			target = ReadyToGo
		}
		return record(to(target), PublishedType, func() any { return &Published{change} })
	case RevertToDraft:
		return record(to(Draft), RevertedToDraftType, func() any { return &RevertedToDraft{change} })
	case MoveToQueue:
		return record(to(Queue), QueuedType, func() any { return &Queued{change} })
	case MakeReady:
		if !slotIsFree {
			return o.refuse(
				ErrActiveLimit,
				"active orders",
				string(a),
				texts(o.Offers(by).WithoutSlot().Actions),
				nil,
				by,
			)
		}
		return record(to(ReadyToGo), ReadiedType, func() any { return &Readied{change} })
	case Hold:
		if !domain.ValidReason(reason) {
			return domain.ErrReasonMissing
		}
		return record(to(OnHold), HeldType, func() any { return &Held{change, strings.TrimSpace(reason)} })
	case Resume:
		return record(resume, ResumedType, func() any { return &Resumed{change} })
	case Cancel:
		return record(to(CancelledOff), CancelledType, func() any { return &Cancelled{change} })
	case AskGuest:
		return record(
			to(GuestRevision), GuestRevisionRequestedType, func() any { return &GuestRevisionRequested{change} },
		)
	case Restore:
		if o.Archived {
			o.Record(UnarchivedType, &Unarchived{}, at)
			return nil
		}
		return record(restore, RestoredType, func() any { return &Restored{change} })
	case Freeze:
		o.Record(FrozenType, &Frozen{}, at)
		if !o.Work.Paused() {
			o.stopWork(StopFrozen, at, at)
		}
	case Unfreeze:
		o.Record(UnfrozenType, &Unfrozen{}, at)
	case Archive:
		o.Record(ArchivedType, &Archived{}, at)
	case Delete:
		o.Record(DeletedType, &Deleted{}, at)
	}
	return nil
}

// Promote makes a queued order ready to go because the event at position freed has freed a slot
// (D-06). It does nothing if the order has left the queue, or was set aside by that event or later
// (D-67).
func (o *Order) Promote(freed int64, at time.Time) {
	if o.Status != Queue || o.SetAside >= freed || o.Frozen || o.Archived || o.Deleted {
		return
	}
	o.Record(PromotedType, &Promoted{Change{From: o.Status, To: ReadyToGo, Rank: RankAtEnd(o.ID, at)}}, at)
}

// Duplicated returns the first event of a copy: a draft with the same details (D-05).
func (o *Order) Duplicated(by domain.Actor) (Drafted, error) {
	if !o.Can(Duplicate, by) {
		return Drafted{}, o.refuse(
			ErrActionNotAllowed, "named actions", string(Duplicate), texts(o.Actions(by)), o.actionRoles(Duplicate), by,
		)
	}
	return Drafted{Client: o.Client, Customer: o.Customer, Creator: by.ID, Details: o.Details(), DuplicateOf: o.ID}, nil
}

// Assign sets the people who work on the order.
func (o *Order) Assign(a Assigned, by domain.Actor, at time.Time) error {
	if err := o.writable(by); err != nil {
		return err
	}
	if a.Operator != o.Operator || a.Manager != o.Manager {
		o.Record(AssignedType, &a, at)
	}
	return nil
}

const maxCollaborators = 50

// SetCollaborators sets the team members who may act on the order besides its creator (D-09).
func (o *Order) SetCollaborators(users []uuid.UUID, by domain.Actor, at time.Time) error {
	if err := o.writable(by); err != nil {
		return err
	}
	if len(users) > maxCollaborators {
		return ErrTooManyInTeam
	}
	users = append([]uuid.UUID{}, users...) // never null in JSON
	slices.SortFunc(users, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	if users = slices.Compact(users); !slices.Equal(users, o.Collaborators) {
		added := slices.DeleteFunc(slices.Clone(users), func(u uuid.UUID) bool {
			return slices.Contains(o.Collaborators, u)
		})
		if len(added) == 0 {
			added = nil
		}
		o.Record(CollaboratorsSetType, &CollaboratorsSet{users, added}, at)
	}
	return nil
}

// Apply folds one event.
func (o *Order) Apply(e domain.Event) error {
	if err := o.Advance(e); err != nil {
		return err
	}
	if c, ok := e.Data.(StatusChanger); ok {
		o.waits(c.StatusChange(), e.OccurredAt)
		o.SetAside = 0
		if c.StatusChange().SetsAside() {
			o.SetAside = e.Position
		}
		if c.StatusChange().HidesFiles() {
			o.ShownUntil = e.Position
		}
		if c.StatusChange().To == InReview {
			o.Reviewed.Began, o.Reviewed.Position = e.OccurredAt, e.Position
		}
		if c.StatusChange().Reopens() {
			o.Reviewed.Reopened = e.Position
		}
	}
	switch d := e.Data.(type) {
	case *Drafted:
		o.Number, o.Client, o.Customer, o.Creator = d.NumberAt(e.Position), d.Client, d.Customer, d.Creator
		o.Describe(d.Details)
		o.Status, o.Rank, o.CreatedAt = Draft, d.Rank, e.OccurredAt
	case *DetailsChanged:
		o.Describe(o.Details().With(*d))
		if d.Terms != nil {
			o.StartBy = moment(d.StartBy)
		}
	case *Held:
		o.HeldFrom, o.HoldReason = d.From, d.Reason
		o.Status, o.Rank = d.To, d.Rank
	case *Cancelled: // an order cancelled on hold keeps its reason and earlier status, for a later restore
		o.CancelledFrom = d.From
		o.Status, o.Rank = d.To, d.Rank
	case StatusChanger:
		o.Status, o.Rank = d.StatusChange().To, d.StatusChange().Rank
		if o.Status != OnHold && o.Status != CancelledOff { // a cancelled order may be restored to on hold
			o.HeldFrom, o.HoldReason = "", ""
		}
	case *Repositioned:
		o.Rank = d.Rank
	case *Frozen:
		o.Frozen = true
	case *Unfrozen:
		o.Frozen = false
	case *Archived:
		o.Archived = true
	case *Unarchived:
		o.Archived = false
	case *Assigned:
		o.Operator, o.Manager = d.Operator, d.Manager
	case *CollaboratorsSet:
		o.Collaborators = d.Users
	case *WatermarkSet:
		o.Watermark = *d
	case *Deleted:
		o.Deleted = true
	case *WorkStarted:
		o.Work.By, o.Work.Since = d.By, e.OccurredAt
	case *WorkStopped:
		o.Work = Work{Finished: time.Duration(d.Total) * time.Second}
	case *EstimateAsked:
		o.Billing.Asked = e.OccurredAt
	case *EstimateConfirmed:
		o.Billing, o.PAYG = Billing{Estimate: &d.Estimate, Quarters: d.Before}, true
	case *EstimateWithdrawn:
		o.Billing.Estimate, o.PAYG = nil, false
	case *WorkBilled:
		o.Billing.Quarters = d.Until
	case *RoutePinned:
		o.Reviewed.Route, o.Routed = d.Route, d.Route != nil
	case *ApproverReplaced:
		o.Reviewed.Route = o.Reviewed.Route.Replaced(d.Step, d.Seat, d.To)
	default:
		return fmt.Errorf("order: unknown event %s", e.Type)
	}
	return nil
}

func moment(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func (o *Order) waits(c Change, at time.Time) {
	begins, ends := c.Waits()
	if begins {
		o.PublishedAt, o.StartedAt, o.StartBy = at, time.Time{}, moment(c.StartBy)
	}
	if ends {
		o.StartedAt = at
	}
}
