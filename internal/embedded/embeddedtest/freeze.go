package embeddedtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// FreezePostgres suspends a server and its processes, as if its disk had stopped responding. thaw
// resumes them.
func FreezePostgres(data string) (thaw func() error, err error) {
	raw, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	server, err := strconv.Atoi(first)
	if err != nil {
		return nil, fmt.Errorf("postmaster.pid: %w", err)
	}
	// The server is suspended first, so that it starts no further processes.
	if err := syscall.Kill(server, syscall.SIGSTOP); err != nil {
		return nil, err
	}
	stopped, err := childrenOf(server)
	if err != nil {
		return nil, errors.Join(err, syscall.Kill(server, syscall.SIGCONT))
	}
	stopped = append(stopped, server)
	send := func(s syscall.Signal) error {
		var errs []error
		for _, pid := range stopped {
			if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	}
	return func() error { return send(syscall.SIGCONT) }, send(syscall.SIGSTOP)
}

// childrenOf returns the ids of the child processes of a process.
func childrenOf(parent int) (pids []int, err error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	for _, name := range stats {
		raw, err := os.ReadFile(name)
		if err != nil {
			continue // the process has ended
		}
		var pid, of int
		var state string
		_, after, _ := strings.Cut(string(raw), ") ")
		if _, err := fmt.Sscan(after, &state, &of); err != nil || of != parent {
			continue
		}
		if _, err := fmt.Sscan(string(raw), &pid); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
