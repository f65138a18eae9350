package access

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
)

// The answer to every named action and every change of status has a specific sentence with the name
// of the order.
func TestEveryChangeOfAnOrderIsToldInASentenceWithItsName(t *testing.T) { // BY-050 BD-443
	told := map[string]string{}
	tell := func(what, who string, o uuid.UUID, path string, body map[string]any, want string) {
		t.Helper()
		a := harness.MustWrite(t, harness.SignedIn(t, who), http.MethodPut, "/order/"+o.String()+path, body)
		if a.Message != "'Order of owner' "+want {
			t.Errorf("%s says %q, want %q", what, a.Message, want)
		}
		if other, known := told[a.Message]; known && !strings.HasPrefix(other, "to ") {
			t.Errorf("%s and %s say the same: %q", what, other, a.Message)
		}
		told[a.Message] = what
	}
	act := func(o uuid.UUID, a order.Action, who, want string) {
		t.Helper()
		tell(string(a), who, o, "/action", map[string]any{"action": a, "reason": "wait"}, want)
	}
	to := func(o uuid.UUID, s order.Status, who, want string) {
		t.Helper()
		tell("to "+string(s), who, o, "/move-progress", map[string]any{"moveto": s, "via": "status"}, want)
	}
	o := harness.Draft(t, "owner")
	act(o, order.Publish, "owner", "is ready to go.")
	to(o, order.InProgress, "manager", "is in progress.")
	act(o, order.Hold, "owner", "is on hold.")
	act(o, order.Resume, "owner", "goes on: it is in progress.")
	act(o, order.Freeze, "manager", "is frozen.")
	act(o, order.Unfreeze, "manager", "is not frozen any more.")
	to(o, order.InReview, "manager", "is in review.")
	act(o, order.AskGuest, "owner", "is in guest revision.")
	act(o, order.Cancel, "owner", "is cancelled.")
	act(o, order.Restore, "owner", "is restored: it is in guest revision.")
	to(o, order.InReview, "owner", "is in review.")
	to(o, order.Approved, "owner", "is approved.")
	to(o, order.Completed, "owner", "is completed.")
	act(o, order.Archive, "owner", "is in the archive.")
	q := harness.OrderIn(t, "owner", order.ReadyToGo)
	act(q, order.MoveToQueue, "owner", "waits in the queue.")
	act(q, order.RevertToDraft, "owner", "is a draft again.")
	act(q, order.Delete, "owner", "is deleted.")
}
