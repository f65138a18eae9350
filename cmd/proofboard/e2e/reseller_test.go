package e2e

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
)

// A reseller can create orders for their own customers only.
func TestAResellerCreatesOrdersForTheirCustomers(t *testing.T) { // D-25
	reseller := as(t, "reseller")
	made := write(
		t, reseller, http.MethodPost, "/order", map[string]any{"orderName": "For a customer", "customerId": resold},
	).Data.OrderID
	published := write(
		t, reseller, http.MethodPut, "/order/"+made.String()+"/action", map[string]any{"action": "published"},
	)
	if published.Data.Order == nil || published.Data.Order.Status == contract.StatusDraft {
		t.Errorf("the order is %+v", published.Data.Order)
	}
	if found := boardOf(t, as(t, "resold")); found[made.String()].OrderName != "For a customer" {
		t.Error("the customer does not see the order that was made for them")
	}
	for _, other := range []uuid.UUID{acme, uuid.New()} {
		refused(
			t, reseller, http.StatusNotFound, "not_found", http.MethodPost, "/order",
			map[string]any{"orderName": "x", "customerId": other},
		)
	}
	refused(
		t, reseller, http.StatusBadRequest, "order.customer_required", http.MethodPost, "/order",
		map[string]any{"orderName": "x"},
	)
}
