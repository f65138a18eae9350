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

func contractOf(t *testing.T) published {
	t.Helper()
	spec, err := publish()
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func validator(t *testing.T) web.Validator {
	t.Helper()
	return contractOf(t).check
}

func TestTheContractSaysOfEveryOperationWhoMayCallIt(t *testing.T) { // check 14
	spec := contractOf(t)
	for key, r := range spec.check {
		if _, listed := spec.routes[web.NameOf(r.Operation)]; !listed {
			t.Errorf("%s has no x-access and is not public: nobody could call it", key)
		}
	}
}

// An order, and who may see what of it, is read from the board: a read that waited for less could
// miss an order just made.
func TestEveryReadOfAnOrderWaitsForTheBoard(t *testing.T) { // D-30
	spec := contractOf(t)
	for key, r := range spec.check {
		name := web.NameOf(r.Operation)
		if name == "WorkingTimeReminder" || name == "RemoveScheduleStopper" { // they show no order
			continue
		}
		if shows := spec.routes[name].Shows; strings.HasPrefix(key, "GET /order") && !slices.Contains(shows, "board") {
			t.Errorf("%s waits for %q", name, shows)
		}
	}
}
