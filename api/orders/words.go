package orders

import (
	"fmt"
	"strings"

	"github.com/proofboard/proofboard/domain/order"
)

// statusDone has the words for a move to a status, after the order's name.
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

// actionDone has the words for what a named action did, after the order's name. For other actions
// the words of the new status are used.
var actionDone = map[order.Action]string{
	order.Resume:    "goes on: it %s",
	order.Restore:   "is restored: it %s",
	order.Freeze:    "is frozen",
	order.Unfreeze:  "is not frozen any more",
	order.Archive:   "is in the archive",
	order.Delete:    "is deleted",
	order.Duplicate: "is a new draft with the same details",
}

// movedTo returns the sentence about a move.
func movedTo(o *order.Summary) string {
	return sentenceOf(o, statusDone[o.Status])
}

// acted returns the sentence about a named action.
func acted(a order.Action, o *order.Summary) string {
	done, special := actionDone[a]
	switch {
	case !special:
		return movedTo(o)
	case strings.Contains(done, "%s"):
		return sentenceOf(o, fmt.Sprintf(done, statusDone[o.Status]))
	}
	return sentenceOf(o, done)
}

func sentenceOf(o *order.Summary, done string) string { return "'" + o.Name + "' " + done + "." }
