package harness

import (
	"testing"

	"github.com/proofboard/proofboard/cmd/proofboard/memory"
)

// WatchMemory waits until the memory of a process and its descendants has settled, and watches it from
// then on.
func WatchMemory(t *testing.T, pid int) *memory.Watch {
	t.Helper()
	w, err := memory.Start(t.Context(), pid)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Stop() })
	return w
}
