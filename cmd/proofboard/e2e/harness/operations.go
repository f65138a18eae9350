package harness

import (
	"net/http"
	"slices"
	"testing"

	"github.com/proofboard/proofboard/api/contract"
)

// Machinery returns what the operations page shows.
func Machinery(t *testing.T) contract.OperationsAnswer {
	t.Helper()
	return MustCall[contract.OperationsAnswer](t, SignedIn(t, "admin"), http.MethodGet, "/operations", nil)
}

// Projection returns the state of a projection.
func Projection(t *testing.T, name string) contract.ProjectionStatus {
	t.Helper()
	all := Machinery(t).Data.Projections
	i := slices.IndexFunc(all, func(p contract.ProjectionStatus) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("no projection %s", name)
	}
	return all[i]
}
