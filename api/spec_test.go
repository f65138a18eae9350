package api

import (
	"slices"
	"strings"
	"testing"
)

func TestTheContractIsValidAndEveryOperationIsListed(t *testing.T) {
	v, err := newValidator(Spec)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for key, r := range v {
		name := strings.ToUpper(r.Operation.OperationID[:1]) + r.Operation.OperationID[1:]
		seen[name] = true
		if _, ok := routes[name]; !ok {
			t.Errorf("%s (%s) is not in routes: nobody could call it", name, key)
		}
	}
	for name := range routes {
		if !seen[name] {
			t.Errorf("routes has %s, the contract does not", name)
		}
	}
}

// An order, and who may see what of it, is read from the board: a read that waited for less could miss an order just made.
func TestEveryReadOfAnOrderWaitsForTheBoard(t *testing.T) { // D-30
	v, err := newValidator(Spec)
	if err != nil {
		t.Fatal(err)
	}
	for key, r := range v {
		name := strings.ToUpper(r.Operation.OperationID[:1]) + r.Operation.OperationID[1:]
		if name == "WorkingTimeReminder" || name == "RemoveScheduleStopper" { // they show no order
			continue
		}
		if strings.HasPrefix(key, "GET /order") && !slices.Contains(strings.Split(routes[name].shows, ","), "board") {
			t.Errorf("%s waits for %q", name, routes[name].shows)
		}
	}
}
