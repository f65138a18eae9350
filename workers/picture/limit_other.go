//go:build !linux

package picture

import (
	"syscall"
	"time"
)

// maxServed is the number of files that one child draws. The CPU time of a file is that of its
// process here.
const maxServed = 1

const processTime = MaxCPU

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitResources limits CPU time and forbids written files and core dumps. These systems cannot
// limit a process's memory reliably, so the parent's time limit and the pixel budget apply instead.
func limitResources() error {
	for what, most := range map[int]uint64{
		syscall.RLIMIT_CPU:   uint64(processTime / time.Second),
		syscall.RLIMIT_FSIZE: 0,
		syscall.RLIMIT_CORE:  0,
	} {
		if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}

// memory is unknown on these systems.
func memory(int) (int64, bool) { return 0, false }

// cpuTime is unknown on these systems while a process runs.
func cpuTime(int) (time.Duration, bool) { return 0, false }
