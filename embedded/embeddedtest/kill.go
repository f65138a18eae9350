package embeddedtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/proofboard/proofboard/embedded"
)

// KillPostgres ends a server and its processes as a power cut would.
func KillPostgres(pg *embedded.Postgres) error {
	// Stopped, it starts no process that would outlive this: one left alone waits for ever for locks of those that were killed.
	if err := syscall.Kill(pg.PID(), syscall.SIGSTOP); err != nil {
		return err
	}
	victims := []int{pg.PID()}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return err
	}
	for _, name := range stats {
		raw, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		var pid, parent int
		var state string
		_, after, _ := strings.Cut(string(raw), ") ")
		if _, err := fmt.Sscan(after, &state, &parent); err != nil || parent != pg.PID() {
			continue
		}
		if _, err := fmt.Sscan(string(raw), &pid); err == nil {
			victims = append(victims, pid)
		}
	}
	for _, pid := range victims {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	<-pg.Done()
	return nil
}
