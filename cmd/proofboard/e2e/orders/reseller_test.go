package orders

import (
	"fmt"
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

// The orders of one client leave no holes among those of another, and are found by their numbers.
func TestEachClientHasItsOwnNumbers(t *testing.T) { // D-87
	reseller := harness.SignedIn(t, "reseller")
	place := func(by *harness.Person, body map[string]any) (id uuid.UUID, number string) {
		t.Helper()
		id = harness.MustWrite(t, by, http.MethodPost, "/order", body).Data.OrderID
		return id, by.Order(t, id).OrderId
	}
	resold := map[string]any{"orderName": "Numbered", "customerId": harness.Resold}
	_, first := place(reseller, resold)
	place(harness.SignedIn(t, "owner"), map[string]any{"orderName": "Of another client"})
	id, second := place(reseller, resold)
	var n int
	if _, err := fmt.Sscanf(first, "PB-%d", &n); err != nil || second != fmt.Sprintf("PB-%d", n+1) {
		t.Errorf("after %s comes %s", first, second)
	}
	found := harness.MustCall[contract.FoundOrdersAnswer](
		t, reseller, http.MethodGet, "/order/search?customSearch="+second, nil,
	).Data.Orders
	if len(found) == 0 || found[0].Id != id {
		t.Errorf("%s finds %+v", second, found)
	}
}
