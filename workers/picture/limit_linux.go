package picture

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// maxServed is the number of files that one child draws.
const maxServed = 50

// processTime is the CPU time of a child. The parent ends it earlier: after MaxCPU for one file, and
// between two files if it might not have that much left.
const processTime = 10 * MaxCPU

func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limitResources sets kernel limits: private writable memory, CPU time, no written files and no
// core dump.
func limitResources() error {
	for what, most := range map[int]uint64{
		syscall.RLIMIT_DATA:  maxData,
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

// memory returns the bytes of a process that count against maxData, or false if this is unknown.
// Address space that the Go runtime has once taken counts for ever.
func memory(pid int) (int64, bool) {
	statm, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	fields := bytes.Fields(statm)
	if err != nil || len(fields) < 6 {
		return 0, false
	}
	pages, err := strconv.ParseInt(string(fields[5]), 10, 64)
	return pages * int64(os.Getpagesize()), err == nil
}

// tick is the unit of /proc/PID/stat.
const tick = 10 * time.Millisecond

// cpuTime returns the CPU time that a process has used, or false if this is unknown.
func cpuTime(pid int) (time.Duration, bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	_, after, _ := bytes.Cut(stat, []byte(") ")) // the name before may contain anything
	fields := bytes.Fields(after)
	if len(fields) < 13 {
		return 0, false
	}
	user, err := strconv.ParseInt(string(fields[11]), 10, 64)
	if err != nil {
		return 0, false
	}
	system, err := strconv.ParseInt(string(fields[12]), 10, 64)
	return time.Duration(user+system) * tick, err == nil
}
