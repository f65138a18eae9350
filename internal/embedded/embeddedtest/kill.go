package embeddedtest

import (
	"errors"
	"syscall"

	"github.com/proofboard/proofboard/internal/embedded"
)

// KillPostgres kills a server and its processes, as a power failure would.
func KillPostgres(pg *embedded.Postgres) error {
	// The server is suspended first, so that it starts no further process. A process left alone
	// would wait forever for locks of the killed ones.
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
