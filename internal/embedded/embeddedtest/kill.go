package embeddedtest

import (
	"errors"
	"syscall"

	"github.com/proofboard/proofboard/internal/embedded"
)

// KillPostgres ends a server and its processes as a power cut would.
func KillPostgres(pg *embedded.Postgres) error {
	// Stopped, it starts no process that would outlive this: one left alone waits for ever for locks of those that were killed.
	if err := syscall.Kill(pg.PID(), syscall.SIGSTOP); err != nil {
		return err
	}
	children, err := childrenOf(pg.PID())
	if err != nil {
		return err
	}
	victims := append([]int{pg.PID()}, children...)
	for _, pid := range victims {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	<-pg.Done()
	return nil
}
