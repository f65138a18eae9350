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

// workers are the roles that work on orders.
var workers = join(customers, operators, managers)

// Actions lists every named action, in the order of their table.
func Actions() []Action {
	list := make([]Action, len(actions))
	for i := range actions {
		list[i] = actions[i].action
	}
	return list
}

// actions is the table of named actions: who may use them, from which statuses (D-05). Every other
// combination is refused.
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

// Label returns the text of the action's button (D-05).
func (a Action) Label() string {
	for _, row := range actions {
		if row.action == a {
			return row.label
		}
	}
	return ""
}

// permits reports whether the table has this action for this role and status.
func permits(a Action, role domain.Role, from Status) bool {
	for _, row := range actions {
		if row.action == a {
			return slices.Contains(row.who, role) && slices.Contains(row.from, from)
		}
	}
	return false
}

// open reports whether the flags of this order allow the action. An archived order can only be
// restored or copied, a frozen one only be unfrozen.
func (o *Summary) open(a Action) bool {
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

// Can reports whether this person may use this action on this order now.
func (o *Summary) Can(a Action, by domain.Actor) bool {
	if a == Delete && by.Role == domain.Staff && by.ID != o.Creator { // staff may delete only their own orders
		return false
	}
	return o.ActsOn(by) && o.open(a) &&
		(permits(a, by.Role, o.Status) || o.Archived && a == Restore && slices.Contains(workers, by.Role))
}

// Actions lists the named actions that a person may use now.
func (o *Summary) Actions(by domain.Actor) []Action {
	var can []Action
	for _, row := range actions {
		if o.Can(row.action, by) {
			can = append(can, row.action)
		}
	}
	return can
}

func (o *Summary) actionRoles(a Action) []domain.Role {
	if !o.open(a) {
		return nil
	}
	return rolesThat(func(r domain.Role) bool {
		return permits(a, r, o.Status) || o.Archived && a == Restore && slices.Contains(workers, r)
	})
}
