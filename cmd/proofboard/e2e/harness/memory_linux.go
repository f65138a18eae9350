package harness

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Resident returns the current and the highest memory use of a process in bytes.
func Resident(t *testing.T, pid int) (now, peak int64) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	value := func(name string) int64 {
		_, after, _ := strings.Cut(string(status), name+":")
		fields := strings.Fields(after)
		if len(fields) == 0 {
			t.Fatalf("no %s in %s", name, status)
		}
		kb, err := strconv.ParseInt(fields[0], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return kb << 10
	}
	return value("VmRSS"), value("VmHWM")
}
