package e2e

import (
	"net/http"
	"testing"

	"github.com/proofboard/proofboard/domain/order"
)

// A write that first looks something up must find the result of the previous write, even if the
// request contains no log position.
func TestAWriteFindsWhatTheWriteBeforeItMade(t *testing.T) { // D-30
	sc := stage(t, "owner", order.InProgress)
	sc.supplied = attach(t, sc.order, "owner", "suppliedFiles")
	owner := as(t, "owner")
	version := "/order/" + sc.order.String() + "/attachment/" + sc.supplied.attachment.String() + "/version/" + sc.supplied.versions[0].String()
	for range 20 {
		topic := write(t, owner, http.MethodPost, version+"/annotation", map[string]any{"message": says("one")}).Data.ID
		comment := write(
			t, owner, http.MethodPost, version+"/annotation/"+topic.String()+"/comment",
			map[string]any{"message": says("two")},
		).Data.CommentID
		write(
			t, owner, http.MethodPut, version+"/comment/"+comment.String()+"/message",
			map[string]any{"data": says("three")},
		)
		write(t, owner, http.MethodDelete, version+"/comment/"+comment.String(), nil)

		o := write(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Just made"}).Data.OrderID
		write(t, owner, http.MethodPut, "/order/"+o.String()+"/unlock-order", nil)
		upload := map[string]any{"name": "proof.png", "size": 10, "type": "image/png"}
		if a := owner.call(
			t, http.MethodPost, "/upload/upload-token/attachment/"+o.String(), upload,
		); a.status != http.StatusOK {
			t.Fatalf("no upload to an order just made: %d %s", a.status, a.body)
		}
	}
}
