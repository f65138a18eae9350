package picture

import "syscall"

func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limitResources sets kernel limits: private writable memory, CPU time, no written files and no
// core dump.
func limitResources() error {
	for what, most := range map[int]uint64{syscall.RLIMIT_DATA: maxData, syscall.RLIMIT_CPU: cpuTime, syscall.RLIMIT_FSIZE: 0, syscall.RLIMIT_CORE: 0} {
		if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}
