package orders

import (
	"net/http"
	"testing"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
)

// A write that first looks something up must find the result of the previous write, even if the
// request contains no log position.
func TestAWriteFindsWhatTheWriteBeforeItMade(t *testing.T) { // D-30
	sc := harness.NewScene(t, "owner", order.InProgress)
	sc.Supplied = harness.Attach(t, sc.Order, "owner", "suppliedFiles")
	owner := harness.SignedIn(t, "owner")
	version := "/order/" + sc.Order.String() + "/attachment/" + sc.Supplied.Attachment.String() + "/version/" + sc.Supplied.Versions[0].String()
	for range 20 {
		topic := harness.MustWrite(
			t,
			owner,
			http.MethodPost,
			version+"/annotation",
			map[string]any{"message": harness.Message("one")},
		).Data.ID
		comment := harness.MustWrite(
			t, owner, http.MethodPost, version+"/annotation/"+topic.String()+"/comment",
			map[string]any{"message": harness.Message("two")},
		).Data.CommentID
		harness.MustWrite(
			t, owner, http.MethodPut, version+"/comment/"+comment.String()+"/message",
			map[string]any{"data": harness.Message("three")},
		)
		harness.MustWrite(t, owner, http.MethodDelete, version+"/comment/"+comment.String(), nil)

		o := harness.MustWrite(
			t,
			owner,
			http.MethodPost,
			"/order",
			map[string]any{"orderName": "Just made"},
		).Data.OrderID
		harness.MustWrite(t, owner, http.MethodPut, "/order/"+o.String()+"/unlock-order", nil)
		upload := map[string]any{"name": "proof.png", "size": 10, "type": "image/png"}
		if a := owner.Call(
			t, http.MethodPost, "/upload/upload-token/attachment/"+o.String(), upload,
		); a.Status != http.StatusOK {
			t.Fatalf("no upload to an order just made: %d %s", a.Status, a.Body)
		}
	}
}
