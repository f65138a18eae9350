package order

import (
	"slices"

	"github.com/proofboard/proofboard/domain"
)

// Via is the surface a move is made on; each has its own table (D-03).
type Via string

const (
	Board         Via = "board"  // dragging (BD-054..BD-070)
	StatusControl Via = "status" // the status control (BD-028..BD-039)
	Review        Via = "review" // the proof review screen (BD-286..BD-291)
)

// Column is a column of the board (BD-045).
type Column string

const (
	ColumnNew       Column = "new-order"
	ColumnProgress  Column = "in-progress"
	ColumnReview    Column = "in-review"
	ColumnHold      Column = "on-hold"
	ColumnApproved  Column = "approved"
	ColumnCancelled Column = "cancelled"
)

// Columns lists the board's columns from left to right.
var Columns = []Column{ColumnNew, ColumnProgress, ColumnReview, ColumnHold, ColumnApproved, ColumnCancelled}

// Column is where a card of this status stands (D-02).
func (s Status) Column() Column {
	switch s {
	case Draft, Queue, ReadyToGo:
		return ColumnNew
	case InProgress, GuestRevision:
		return ColumnProgress
	case Approved, Completed:
		return ColumnApproved
	case InReview:
		return ColumnReview
	case OnHold:
		return ColumnHold
	default:
		return ColumnCancelled
	}
}

// Zone is where a card of this status stands inside its column (D-02). A column without headings is
// one zone with the column's name.
func (s Status) Zone() string {
	switch s {
	case ReadyToGo:
		return string(ToActive)
	case GuestRevision:
		return string(ColumnProgress)
	}
	return string(s)
}

// Target is where a card can be dropped. 'active' and 'queue' are zones of New Order (D-04).
type Target string

const (
	ToActive   Target = "active"
	ToQueue    Target = "queue"
	ToProgress Target = "in-progress"
	ToReview   Target = "in-review"
	ToHold     Target = "on-hold"
	ToApproved Target = "approved"
)

// Targets lists every place a card can be dropped.
var Targets = []Target{ToActive, ToQueue, ToProgress, ToReview, ToHold, ToApproved}

// Status is what a drop there makes of an order.
func (t Target) Status() Status {
	if t == ToActive {
		return ReadyToGo
	}
	return Status(t)
}

// Column returns the column that contains the target.
func (t Target) Column() Column { return t.Status().Column() }

// row is a from-row of table 4.2: new order, in progress, in review, on hold, approved, any other.
type row string

const (
	rowNew      row = "new order"
	rowProgress row = "in progress"
	rowReview   row = "in review"
	rowHold     row = "on hold"
	rowApproved row = "approved"
	rowOther    row = "any other" // gr-revision, completed, cancelled (D-04)
)

func rowOf(s Status) row {
	switch s {
	case Draft, Queue, ReadyToGo:
		return rowNew
	case InProgress:
		return rowProgress
	case InReview:
		return rowReview
	case OnHold:
		return rowHold
	case Approved:
		return rowApproved
	default:
		return rowOther
	}
}

var (
	customers = []domain.Role{domain.Owner, domain.Staff}
	// managers are all who drag as a manager does (D-04). An admin may do what a manager may (D-26).
	managers  = []domain.Role{domain.Manager, domain.CreativeManager, domain.ProductionManager, domain.Admin}
	operators = []domain.Role{domain.Operator}
)

func join(roles ...[]domain.Role) []domain.Role { return slices.Concat(roles...) }

// drops is table 4.2, letter by letter: the roles that may drop a card, from which row to which
// targets of the board.
var drops = []struct {
	who  []domain.Role
	from row
	to   []Target
}{
	{customers, rowNew, []Target{ToActive, ToQueue}},
	{customers, rowProgress, []Target{ToReview}},
	{customers, rowReview, []Target{ToReview, ToApproved}},
	{customers, rowHold, []Target{ToActive, ToProgress, ToReview, ToHold}},
	{customers, rowApproved, []Target{ToReview}},
	{customers, rowOther, []Target{ToActive, ToProgress, ToReview, ToHold}},
	{operators, rowProgress, []Target{ToActive, ToProgress}},
	{operators, rowReview, []Target{ToProgress}},
	{operators, rowHold, []Target{ToActive, ToProgress, ToHold}},
	{managers, rowProgress, []Target{ToActive, ToReview}},
	{managers, rowReview, []Target{ToProgress, ToApproved}},
	{managers, rowHold, []Target{ToActive, ToProgress, ToReview}},
	{managers, rowApproved, []Target{ToReview}},
	{managers, rowOther, []Target{ToActive, ToProgress, ToReview, ToHold}},
}

// changes is table 4.3, letter by letter: the roles that may move an order with the status control.
var changes = []struct {
	from []Status
	who  []domain.Role
	to   []Status
}{
	{[]Status{Draft, Queue, ReadyToGo}, join(operators, managers), []Status{InProgress}},
	{[]Status{InProgress}, join(operators, managers), []Status{InReview}},
	{[]Status{GuestRevision}, join(managers, []domain.Role{domain.Owner}), []Status{InReview}},
	{[]Status{InReview}, join(managers, customers), []Status{InProgress, Approved}},
	{[]Status{Approved}, operators, []Status{Completed}},
	{[]Status{Approved}, join(managers, []domain.Role{domain.Owner}), []Status{InReview, Completed}},
	{[]Status{Approved}, []domain.Role{domain.Staff}, []Status{InReview}},
	{[]Status{Completed}, join(managers, []domain.Role{domain.Owner}), []Status{Approved}},
}

// Drops lists where a role may drop a card of this status; the board asks the same table for every
// card.
func Drops(role domain.Role, from Status) []Target {
	for _, d := range drops {
		if d.from == rowOf(from) && slices.Contains(d.who, role) {
			return d.to
		}
	}
	return nil
}

// Changes lists the statuses that a role may choose. A staff member who is an approver has the
// owner's rights on approved and completed orders (BD-039, D-05).
func Changes(role domain.Role, isApprover bool, from Status) []Status {
	if role == domain.Staff && isApprover && (from == Approved || from == Completed) {
		role = domain.Owner
	}
	for _, c := range changes {
		if slices.Contains(c.from, from) && slices.Contains(c.who, role) {
			return c.to
		}
	}
	return nil
}

// DropRoles lists the roles that may drop a card of this status there.
func DropRoles(from Status, to Target) []domain.Role {
	return rolesThat(func(r domain.Role) bool { return slices.Contains(Drops(r, from), to) })
}

func changeRoles(from, to Status) []domain.Role {
	return rolesThat(func(r domain.Role) bool { return slices.Contains(Changes(r, false, from), to) })
}

func rolesThat(may func(domain.Role) bool) []domain.Role {
	var can []domain.Role
	for _, r := range domain.Roles {
		if may(r) {
			can = append(can, r)
		}
	}
	return can
}

// AcceptedFrom lists the columns whose cards a role may drop into a column (BD-047).
func AcceptedFrom(role domain.Role, into Column) []Column {
	var from []Column
	for _, s := range Statuses {
		for _, t := range Drops(role, s) {
			if t.Column() == into && !slices.Contains(from, s.Column()) {
				from = append(from, s.Column())
			}
		}
	}
	return from
}

// ReviewAction is an action of the review screen (BD-286).
type ReviewAction string

const (
	MakeChanges   ReviewAction = "make-changes"
	PutOnHold     ReviewAction = "put-on-hold"
	StayInReview  ReviewAction = "stay-in-review"
	OrderApproved ReviewAction = "order-approved"
)

// reviewTargets says where each action sends an order in review (BD-286..BD-291). 'Stay In Review'
// only leaves the screen.
var reviewTargets = map[ReviewAction]Status{MakeChanges: InProgress, PutOnHold: OnHold, OrderApproved: Approved}

// ReviewActions lists the review actions open to a person of the customer's team
// (BD-293..BD-298).
func (o *Summary) ReviewActions(by domain.Actor) []ReviewAction {
	if o.Status != InReview || o.movable(Review, by) != nil || !o.sameAccount(by) {
		return nil
	}
	can := o.reviewActions(by)
	if o.routeApproves(by) {
		can = slices.DeleteFunc(can, func(a ReviewAction) bool { return a == OrderApproved })
	}
	return can
}

func (o *Summary) reviewActions(by domain.Actor) []ReviewAction {
	all := []ReviewAction{MakeChanges, PutOnHold, StayInReview, OrderApproved}
	collaborates := o.Collaborates(by.ID)
	switch {
	case by.Role == domain.Owner:
		return all
	case by.Role != domain.Staff:
		return nil
	case o.Creator == by.ID, by.IsApprover && collaborates:
		return all
	case by.IsApprover:
		return []ReviewAction{OrderApproved}
	case collaborates:
		return []ReviewAction{MakeChanges, PutOnHold, StayInReview}
	}
	return nil
}
