package order

import (
	"slices"

	"github.com/proofboard/proofboard/domain"
)

// ByAction is the way of the named actions, in addition to the surfaces.
const ByAction Via = "action"

// Way is a way to bring an order from one status to another: a surface or a named action.
type Way struct {
	Via    Via
	Action Action // only of ByAction
	Roles  []domain.Role
}

// Label returns the text of the way's button.
func (w Way) Label() string {
	switch w.Via {
	case StatusControl:
		return "Change status"
	case Review:
		return "Review"
	case Board:
		return "Drag the card"
	default:
		return w.Action.Label()
	}
}

// leads lists the statuses that each named action leads to. Resuming and restoring lead back to the
// status before, which differs from order to order.
var leads = map[Action][]Status{
	Publish:       {ReadyToGo, Queue},
	RevertToDraft: {Draft},
	MoveToQueue:   {Queue},
	MakeReady:     {ReadyToGo},
	Hold:          {OnHold},
	Cancel:        {CancelledOff},
	AskGuest:      {GuestRevision},
}

// Ways lists the ways from one status to another by the tables: the board (4.2), the status control
// (4.3), the review screen (4.4) and the named actions (D-05). Ways that no role may use are left
// out.
func Ways(from, to Status) []Way {
	ways := []Way{{Board, "", dropRoles(from, to)}, {StatusControl, "", changeRoles(from, to)}}
	if from == InReview &&
		slices.ContainsFunc(
			[]ReviewAction{MakeChanges, PutOnHold, OrderApproved},
			func(a ReviewAction) bool { return reviewTargets[a] == to },
		) {
		ways = append(ways, Way{Review, "", customers})
	}
	for _, row := range actions {
		if slices.Contains(leads[row.action], to) && slices.Contains(row.from, from) {
			ways = append(ways, Way{ByAction, row.action, row.who})
		}
	}
	return slices.DeleteFunc(ways, func(w Way) bool { return len(w.Roles) == 0 })
}

// ways lists the ways of this order to a status: those of the tables, and the way back to its
// earlier status.
func (o *Summary) ways(to Status) []Way {
	ways := Ways(o.Status, to)
	if o.Status == OnHold && o.HeldFrom == to {
		ways = append(ways, Way{ByAction, Resume, workers})
	}
	if o.Status == CancelledOff && o.CancelledFrom == to {
		ways = append(ways, Way{ByAction, Restore, workers})
	}
	return ways
}

// opens reports whether a person may use a way to a status now.
func (o *Summary) opens(w Way, to Status, by domain.Actor) bool {
	if w.Via == ByAction {
		return o.Can(w.Action, by)
	}
	return o.movable(w.Via, by) == nil && slices.Contains(o.offered(w.Via, by), to)
}

// otherWays lists the ways to a status other than the surface that refused the move.
func (o *Summary) otherWays(refused Via, to Status, by domain.Actor) []domain.Way {
	var others []domain.Way
	for _, w := range o.ways(to) {
		if w.Via != refused {
			others = append(others, domain.Way{
				Via:    string(w.Via),
				Action: string(w.Action),
				Label:  w.Label(),
				Roles:  texts(w.Roles),
				Open:   o.opens(w, to, by),
			})
		}
	}
	return others
}
