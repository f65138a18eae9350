package embeddedtest

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// home is the temporary folder of one test binary, held by a lock for as long as it lives.
type home struct {
	dir  string
	lock *os.File
}

const (
	homePrefix = "proofboard-test-"
	// A folder without a lock may be one that is just being made.
	youngest = time.Minute
)

// makeHome also removes what killed predecessors left.
func makeHome() (*home, error) {
	sweep(os.TempDir())
	dir, err := os.MkdirTemp("", homePrefix)
	if err != nil {
		return nil, err
	}
	h := &home{dir: dir}
	if h.lock, err = os.Create(filepath.Join(dir, "lock")); err == nil {
		err = syscall.Flock(int(h.lock.Fd()), syscall.LOCK_EX)
	}
	// The database's user has to pass; its data is private.
	if err := errors.Join(err, os.Chmod(dir, 0o755)); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return h, nil
}

func (h *home) remove() error { return errors.Join(os.RemoveAll(h.dir), h.lock.Close()) }

// sweep removes what it can; what belongs to others stays.
func sweep(tmp string) {
	locks, _ := filepath.Glob(filepath.Join(tmp, homePrefix+"*", "lock"))
	for _, path := range locks {
		lock, err := os.Open(path)
		if err != nil {
			continue
		}
		info, err := lock.Stat()
		if err == nil && time.Since(info.ModTime()) > youngest &&
			syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = os.RemoveAll(filepath.Dir(path))
		}
		_ = lock.Close()
	}
}
