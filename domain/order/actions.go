package order

import (
	"slices"

	"github.com/proofboard/proofboard/domain"
)

// Action is a named action on an order (BD-040, D-05).
type Action string

const (
	Publish       Action = "published"
	RevertToDraft Action = "draft"
	MoveToQueue   Action = "queue"
	MakeReady     Action = "ready-to-go"
	Hold          Action = "on-hold"
	Resume        Action = "resume"
	Cancel        Action = "cancelled"
	Restore       Action = "restore"
	AskGuest      Action = "gr-revision"
	Freeze        Action = "freeze"
	Unfreeze      Action = "unfreeze"
	Archive       Action = "archive"
	Delete        Action = "delete"
	Duplicate     Action = "duplicate"
)

// everybody who works orders: owner, staff, operator, managers, admin.
var workers = join(customers, operators, managers)

// actions is the table of D-05: who may do what from where. Every other combination is refused.
var actions = []struct {
	action Action
	label  string
	who    []domain.Role
	from   []Status
}{
	{Publish, "Create Order", join(customers, []domain.Role{domain.Admin}), []Status{Draft}},
	{RevertToDraft, "Revert as Draft", join(customers, []domain.Role{domain.Admin}), []Status{Queue, ReadyToGo}},
	{MoveToQueue, "Move to Queue", join(customers, managers), []Status{ReadyToGo}},
	{MakeReady, "Ready To Go", join(customers, managers), []Status{Queue}},
	{Hold, "Hold Order", workers, []Status{Queue, ReadyToGo, InProgress, GuestRevision, InReview}},
	{Resume, "Resume Order", workers, []Status{OnHold}},
	{Cancel, "Cancel Order", workers, []Status{Draft, Queue, ReadyToGo, InProgress, GuestRevision, InReview, OnHold}},
	{Restore, "Restore Order", workers, []Status{CancelledOff}},
	{AskGuest, "Guest Revision", join([]domain.Role{domain.Owner}, managers), []Status{InReview}},
	{Freeze, "Freeze Order", managers, Statuses},
	{Unfreeze, "Unfreeze Order", managers, Statuses},
	{
		Archive,
		"Archive Order",
		join([]domain.Role{domain.Owner}, managers),
		[]Status{Approved, Completed, CancelledOff},
	},
	{Delete, "Delete Order", join(customers, []domain.Role{domain.Admin}), []Status{Draft, CancelledOff}},
	{Duplicate, "Duplicate Order", customers, Statuses},
}

// Label is the wording of the action's button (D-05).
func (a Action) Label() string {
	for _, row := range actions {
		if row.action == a {
			return row.label
		}
	}
	return ""
}

// permits says whether the table has this action for this role and status.
func permits(a Action, role domain.Role, from Status) bool {
	for _, row := range actions {
		if row.action == a {
			return slices.Contains(row.who, role) && slices.Contains(row.from, from)
		}
	}
	return false
}

// open says whether the action makes sense for the flags of this order: an archived order only comes back (or is
// copied), a frozen one only thaws.
func (o *Order) open(a Action) bool {
	switch {
	case a == Duplicate:
		return true
	case o.Archived:
		return a == Restore
	case o.Frozen:
		return a == Unfreeze
	default:
		return a != Unfreeze
	}
}

// Can says whether this person may do this action on this order now, and why not.
func (o *Order) Can(a Action, by domain.Actor) bool {
	if a == Delete && by.Role == domain.Staff && by.ID != o.Creator { // own orders only
		return false
	}
	return o.ActsOn(by) && o.open(a) &&
		(permits(a, by.Role, o.Status) || o.Archived && a == Restore && slices.Contains(workers, by.Role))
}

// Actions lists the named actions open to a person now.
func (o *Order) Actions(by domain.Actor) []Action {
	var can []Action
	for _, row := range actions {
		if o.Can(row.action, by) {
			can = append(can, row.action)
		}
	}
	return can
}

func (o *Order) actionRoles(a Action) []domain.Role {
	if !o.open(a) {
		return nil
	}
	return rolesThat(func(r domain.Role) bool {
		return permits(a, r, o.Status) || o.Archived && a == Restore && slices.Contains(workers, r)
	})
}
