package api

import (
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
