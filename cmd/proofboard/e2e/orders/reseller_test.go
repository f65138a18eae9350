package orders

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

// A reseller can create orders for their own customers only.
func TestAResellerCreatesOrdersForTheirCustomers(t *testing.T) { // D-25
	reseller := harness.SignedIn(t, "reseller")
	made := harness.MustWrite(
		t,
		reseller,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "For a customer", "customerId": harness.Resold},
	).Data.OrderID
	published := harness.MustWrite(
		t, reseller, http.MethodPut, "/order/"+made.String()+"/action", map[string]any{"action": "published"},
	)
	if published.Data.Order == nil || published.Data.Order.Status == contract.StatusDraft {
		t.Errorf("the order is %+v", published.Data.Order)
	}
	if found := harness.BoardOf(t, harness.SignedIn(t, "resold")); found[made.String()].OrderName != "For a customer" {
		t.Error("the customer does not see the order that was made for them")
	}
	for _, other := range []uuid.UUID{harness.Acme, uuid.New()} {
		harness.MustRefuse(
			t, reseller, http.StatusNotFound, "not_found", http.MethodPost, "/order",
			map[string]any{"orderName": "x", "customerId": other},
		)
	}
	harness.MustRefuse(
		t, reseller, http.StatusBadRequest, "order.customer_required", http.MethodPost, "/order",
		map[string]any{"orderName": "x"},
	)
}
