package api

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/api/web"
)

func TestTheGeneratedContractIsUpToDate(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "contract.gen.go")
	out, err := exec.CommandContext(
		t.Context(), "go", "tool", "oapi-codegen", "-config", "oapi.yaml", "-o", fresh, "openapi.yaml",
	).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("contract/contract.gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("api/contract/contract.gen.go is stale: run make generate")
	}
}

func validator(t *testing.T) web.Validator {
	t.Helper()
	spec, err := publish()
	if err != nil {
		t.Fatal(err)
	}
	return spec.check
}

func TestTheContractIsValidAndEveryOperationIsListed(t *testing.T) {
	v := validator(t)
	seen := map[string]bool{}
	for key, r := range v {
		name := strings.ToUpper(r.Operation.OperationID[:1]) + r.Operation.OperationID[1:]
		seen[name] = true
		rule, ok := routes[name]
		if !ok {
			t.Errorf("%s (%s) is not in routes: nobody could call it", name, key)
		}
		if public := r.Operation.Security != nil && len(*r.Operation.Security) == 0; public != rule.Public {
			t.Errorf("%s is public in the contract: %v, in routes: %v", name, public, rule.Public)
		}
	}
	for name := range routes {
		if !seen[name] {
			t.Errorf("routes has %s, the contract does not", name)
		}
	}
}

// An order, and who may see what of it, is read from the board: a read that waited for less could
// miss an order just made.
func TestEveryReadOfAnOrderWaitsForTheBoard(t *testing.T) { // D-30
	v := validator(t)
	for key, r := range v {
		name := strings.ToUpper(r.Operation.OperationID[:1]) + r.Operation.OperationID[1:]
		if name == "WorkingTimeReminder" || name == "RemoveScheduleStopper" { // they show no order
			continue
		}
		if strings.HasPrefix(key, "GET /order") && !slices.Contains(strings.Split(routes[name].Shows, ","), "board") {
			t.Errorf("%s waits for %q", name, routes[name].Shows)
		}
	}
}
