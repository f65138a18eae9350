package orders

import (
	"fmt"
	"strings"

	"github.com/proofboard/proofboard/domain/order"
)

// statusDone say where an order has come to, after its name.
var statusDone = map[order.Status]string{
	order.Draft:         "is a draft again",
	order.Queue:         "waits in the queue",
	order.ReadyToGo:     "is ready to go",
	order.InProgress:    "is in progress",
	order.GuestRevision: "is in guest revision",
	order.InReview:      "is in review",
	order.OnHold:        "is on hold",
	order.Approved:      "is approved",
	order.Completed:     "is completed",
	order.CancelledOff:  "is cancelled",
}

// actionDone say what a named action has done, after the order's name; where there is none, its new status says it.
var actionDone = map[order.Action]string{
	order.Resume:    "goes on: it %s",
	order.Restore:   "is restored: it %s",
	order.Freeze:    "is frozen",
	order.Unfreeze:  "is not frozen any more",
	order.Archive:   "is in the archive",
	order.Delete:    "is deleted",
	order.Duplicate: "is a new draft with the same details",
}

// movedTo says in a sentence what a move came to.
func movedTo(o *order.Order) string {
	return sentenceOf(o, statusDone[o.Status])
}

// acted says in a sentence what a named action came to.
func acted(a order.Action, o *order.Order) string {
	done, special := actionDone[a]
	switch {
	case !special:
		return movedTo(o)
	case strings.Contains(done, "%s"):
		return sentenceOf(o, fmt.Sprintf(done, statusDone[o.Status]))
	}
	return sentenceOf(o, done)
}

func sentenceOf(o *order.Order, done string) string { return "'" + o.Details.Name + "' " + done + "." }
