package orders

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// The priority of an order appears on its card, in the list, in search results and in the CSV file.
// The list can be filtered and sorted by it.
func TestThePriorityOfAnOrderShowsFiltersAndSorts(t *testing.T) { // D-73
	mine := map[string]order.Priority{}
	tag := "priorityword"
	for _, p := range []order.Priority{order.Urgent, order.Normal, order.High, ""} {
		o, name := harness.Draft(t, "owner"), tag+" "+string(p)
		change := order.DetailsChanged{Name: &name}
		if p != "" {
			change.Priority = &p
		}
		harness.Do(t, "owner", &commands.ChangeOrderDetails{Order: o, Change: change})
		mine[o.String()] = p
		if p == "" {
			mine[o.String()] = order.Normal
		}
	}
	owner := harness.SignedIn(t, "owner")
	list := func(query string) (got []string) {
		t.Helper()
		for _, c := range harness.Value(harness.MustCall[contract.OrdersAnswer](t, owner, http.MethodGet, "/order?view=list&limit=100&customSearch="+tag+query, nil).Data.Orders) {
			if string(c.Priority) != string(mine[c.Id.String()]) {
				t.Errorf("the list says that %s is %s, not %s", c.OrderName, c.Priority, mine[c.Id.String()])
			}
			got = append(got, string(c.Priority))
		}
		return got
	}
	if got := list("&sort=priority&sortAsc=false"); !slices.Equal(got, []string{"urgent", "high", "normal", "normal"}) {
		t.Errorf("sorted by priority: %v", got)
	}
	if got := list("&sort=priority&sortAsc=true"); !slices.Equal(got, []string{"normal", "normal", "high", "urgent"}) {
		t.Errorf("sorted the other way: %v", got)
	}
	for filter, want := range map[string]int{"urgent": 1, "high,urgent": 2, "normal": 2} {
		if got := list("&priority=" + url.QueryEscape(filter)); len(got) != want {
			t.Errorf("filtered by %s: %v", filter, got)
		}
	}
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "filter.invalid", http.MethodGet, "/order?view=list&priority=sometime", nil,
	)
	for id, p := range mine {
		if p == order.Normal {
			continue
		}
		harness.Do(t, "owner", &commands.ActOnOrder{Order: uuid.MustParse(id), Action: order.Cancel})
		harness.Do(t, "owner", &commands.ActOnOrder{Order: uuid.MustParse(id), Action: order.Archive})
	}
	archived := harness.Value(
		harness.MustCall[contract.OrdersAnswer](
			t, owner, http.MethodGet, "/order?view=archived&priority=urgent&customSearch="+tag, nil,
		).Data.Orders,
	)
	if len(archived) != 1 || archived[0].Priority != "urgent" {
		t.Errorf("the archive filtered by urgent has %v", archived)
	}
	for id, p := range mine {
		if p != order.Normal {
			// Takes it out of the archive first.
			harness.Do(t, "owner", &commands.ActOnOrder{Order: uuid.MustParse(id), Action: order.Restore})
			harness.Do(t, "owner", &commands.ActOnOrder{Order: uuid.MustParse(id), Action: order.Restore})
		}
	}
	board := harness.BoardOf(t, owner)
	for id, p := range mine {
		if string(board[id].Priority) != string(p) {
			t.Errorf("the board says %s, not %s", board[id].Priority, p)
		}
	}
	for _, c := range harness.MustCall[contract.FoundOrdersAnswer](t, owner, http.MethodGet, "/order/search?customSearch="+tag, nil).Data.Orders {
		if string(c.Priority) != string(mine[c.Id.String()]) {
			t.Errorf("the search says that %s is %s", c.OrderName, c.Priority)
		}
	}
	file := string(owner.Get(t, "/order/export?format=csv&sort=priority&columns=name,priority&customSearch="+tag).Body)
	if lines := strings.Split(strings.TrimSpace(file), "\r\n"); len(lines) != 5 || lines[1] != tag+" urgent,Urgent" ||
		lines[2] != tag+" high,High" {
		t.Errorf("the file is %q", file)
	}
}
