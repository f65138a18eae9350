//go:build !linux

package embedded

import (
	"errors"
	"syscall"
)

// endWithParent does nothing: these systems send no signal when the parent dies. The next start
// stops an orphaned child.
func endWithParent(*syscall.SysProcAttr, syscall.Signal) {}

func prepareThread(*syscall.SysProcAttr) error { return nil }

func grantEntry(*syscall.SysProcAttr) bool { return false }

func findProcess(func(args []string) bool) int { return 0 }

func looksLikePostgres(int) bool { return true }

func stopOrphan(pid int) error {
	if err := syscall.Kill(pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

func smallSharedMemory() bool { return false }
