//go:build !linux

package picture

import "syscall"

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitResources limits CPU time and forbids written files and core dumps. These systems cannot
// limit a process's memory reliably, so the parent's time limit and the pixel budget apply instead.
func limitResources() error {
	for what, most := range map[int]uint64{syscall.RLIMIT_CPU: cpuTime, syscall.RLIMIT_FSIZE: 0, syscall.RLIMIT_CORE: 0} {
		if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}
