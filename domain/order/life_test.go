package order_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// The state machine's edges are the union of tables 4.2 and 4.3, the review moves of 4.4 and the
// named actions (D-03).
func TestTheStateMachineIsTheUnionOfTheTables(t *testing.T) { // BD-026, D-03
	want := map[string]bool{}
	add := func(from, to string) {
		if from != to { // a drop where the card stands only re-orders
			want[from+" > "+to] = true
		}
	}
	for _, from := range everyStatus {
		for _, r := range domain.Roles {
			for _, to := range statusesOf(dropsOf(r, from)) {
				add(from, to)
			}
			for _, to := range changesOf(r, true, from) {
				add(from, to)
			}
		}
	}
	for _, to := range reviewMoves {
		add("in-review", to)
	}
	for a, row := range tableD05 {
		for from := range strings.FieldsSeq(row.from) {
			switch {
			case a == "published":
				add(from, "ready-to-go")
				add(from, "queue")
			case row.to != unchanged && row.to != "" && a != "resume" && a != "restore":
				add(from, row.to)
			}
		}
	}
	for edge := range maps.Clone(want) { // back to wherever it came from
		from, to, _ := strings.Cut(edge, " > ")
		if to == "on-hold" || to == "cancelled" {
			add(to, from)
		}
	}
	got := map[string]bool{}
	for _, e := range regexp.MustCompile(`(?m)^\t"?([\w-]+)"? -> "?([\w-]+)"? \[`).FindAllStringSubmatch(order.Diagram(), -1) {
		got[e[1]+" > "+e[2]] = true
	}
	if w, g := slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)); !slices.Equal(w, g) {
		t.Errorf("the machine has\n%s\nwant\n%s", strings.Join(g, "\n"), strings.Join(w, "\n"))
	}
}
