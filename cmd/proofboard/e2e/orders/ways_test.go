package orders

import (
	"net/http"
	"testing"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
)

// If a card cannot be dropped on a column, the board names another way to do it. The refusal of
// such a move names it too.
func TestARefusedDropNamesTheWayThatWorks(t *testing.T) { // BY-035 D-08
	o := harness.OrderIn(t, "owner", order.ReadyToGo)
	for who, open := range map[string]bool{"manager": true, "operator": true, "owner": false} {
		ways := *harness.MustCall[contract.OrdersAnswer](t, harness.SignedIn(t, who), http.MethodGet, "/order?view=board", nil).Data.Ways
		if w := ways["in-progress"]["ready-to-go"]; len(w) != 1 || w[0].Via != contract.WayStatus ||
			w[0].Label != "Change status" ||
			w[0].Open != open {
			t.Errorf("%s: the ways from Ready To Go to In Progress are %+v", who, w)
		}
		if w := ways["on-hold"]["in-progress"]; len(w) != 1 || harness.Value(w[0].Action) != "on-hold" || !w[0].Open {
			t.Errorf("%s: the ways from In Progress to On Hold are %+v", who, w)
		}
	}
	a := harness.MustRefuse(
		t, harness.SignedIn(t, "manager"), http.StatusConflict, "order.move_not_allowed", http.MethodPut,
		"/order/"+o.String()+"/move-progress", map[string]any{"moveto": "in-progress"},
	)
	if e := a.Envelope(t); harness.Value(
		e.Message,
	) != "You cannot move an order from Ready To Go to In Progress here. Use 'Change status' instead." {
		t.Errorf("it says %q", harness.Value(e.Message))
	}
}
