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

// Settle waits until nothing is left to do about earlier events: every worker and every read model has reached the
// end of the log, no queue has a message, and what they did has caused nothing more.
func Settle(t *testing.T, admin *Person) {
	t.Helper()
	var head int64
	Eventually(t, "all workers, queues and read models have caught up", func() bool {
		m := MustCall[contract.OperationsAnswer](t, admin, http.MethodGet, "/operations", nil).Data
		quiet := m.Head == head
		head = m.Head
		for _, w := range m.Workers {
			quiet = quiet && (w.Lag == nil || *w.Lag == 0)
		}
		for _, p := range m.Projections {
			quiet = quiet && p.Lag == 0
		}
		for _, q := range m.Queues {
			quiet = quiet && q.Waiting+q.InFlight == 0
		}
		return quiet
	})
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
