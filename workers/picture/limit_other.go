//go:build !linux

package picture

import "syscall"

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitResources does what other systems can: their kernels do not hold a process to an amount of memory, the parent's clock
// and the budget of pixels do.
func limitResources() error {
	for what, most := range map[int]uint64{syscall.RLIMIT_CPU: cpuTime, syscall.RLIMIT_FSIZE: 0, syscall.RLIMIT_CORE: 0} {
		if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}
