package embedded

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

func endWithParent(attr *syscall.SysProcAttr, s syscall.Signal) { attr.Pdeathsig = s }

// enterFolders lists the capabilities that let a process enter folders without permission, the
// weaker one first.
var enterFolders = []uintptr{2 /* CAP_DAC_READ_SEARCH */, 1 /* CAP_DAC_OVERRIDE */}

// grantEntry lets the child pass through parent folders that its user may not enter, such as /root.
// It reports whether this process has such a capability to grant.
func grantEntry(attr *syscall.SysProcAttr) bool {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(status)) {
		hex, ok := strings.CutPrefix(line, "CapEff:")
		if !ok {
			continue
		}
		have, err := strconv.ParseUint(strings.TrimSpace(hex), 16, 64)
		if err != nil {
			return false
		}
		for _, c := range enterFolders {
			if have&(1<<c) != 0 {
				attr.AmbientCaps = []uintptr{c}
				return true
			}
		}
	}
	return false
}

// prepareThread makes granted capabilities survive the change of user. They then also apply to
// access(2), with which PostgreSQL checks its own programs.
func prepareThread(attr *syscall.SysProcAttr) error {
	if len(attr.AmbientCaps) == 0 {
		return nil
	}
	const setSecurebits, noSetuidFixup = 28, 1 << 2 // PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setSecurebits, noSetuidFixup, 0); errno != 0 {
		return fmt.Errorf(
			"%w: the server's user may not enter the folders of its programs or its data, and cannot be allowed to (%w): run as a normal user, or use a place that everybody may enter",
			ErrNotReachable,
			errno,
		)
	}
	return nil
}

// findProcess returns the id of the first living process whose command line satisfies is, or 0.
// Zombies have no command line and are skipped.
func findProcess(is func(args []string) bool) (pid int) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		b, err := os.ReadFile(f) //nolint:gosec // G304: a file of the kernel.
		if err != nil || len(b) == 0 {
			continue
		}
		if is(strings.Split(string(bytes.TrimRight(b, "\x00")), "\x00")) {
			pid, _ = strconv.Atoi(filepath.Base(filepath.Dir(f)))
			return pid
		}
	}
	return 0
}

// looksLikePostgres reports whether a process is a PostgreSQL server. PostgreSQL cannot check this
// for the process id in a stale postmaster.pid.
func looksLikePostgres(pid int) bool {
	comm, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/comm")
	if err != nil {
		return false
	}
	cmdline, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	return strings.TrimSpace(string(comm)) == "postgres" && len(cmdline) > 0
}

// stopOrphan does nothing on Linux, because the kernel has already signalled the orphan.
func stopOrphan(int) error { return nil }

// smallSharedMemory reports whether /dev/shm is too small for parallel queries, as it is in
// containers.
func smallSharedMemory() bool {
	var st syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &st); err != nil {
		return true
	}
	return st.Bavail*uint64(st.Bsize) < 256<<20
}
