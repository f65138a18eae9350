package embeddedtest

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// home is the temporary folder of one test binary. The binary locks it until it ends.
type home struct {
	dir  string
	lock *os.File
}

const (
	homePrefix = "proofboard-test-"
	// A folder younger than this may have no lock yet.
	youngest = time.Minute
)

// makeHome creates a home. It also removes the homes of killed test binaries.
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
	// The database's user must be able to enter the folder. The data inside is private.
	if err := errors.Join(err, os.Chmod(dir, 0o755)); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return h, nil
}

func (h *home) remove() error { return errors.Join(os.RemoveAll(h.dir), h.lock.Close()) }

// sweep removes the unused homes in tmp. It ignores errors, because some belong to other users.
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
