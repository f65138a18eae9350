package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// lockPatience is the wait for a previous process that is shutting down.
const lockPatience = time.Second

// lockDir locks the folder for this process. The kernel releases the lock when the process ends for
// any reason.
func lockDir(ctx context.Context, dir string) (*os.File, error) {
	path := filepath.Join(dir, "lock")
	//nolint:gosec // G304: the operator names the data folder.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrPermission) {
		return nil, notOwner(dir, err)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	err = poll(ctx, func() (bool, error) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return false, nil
		}
		return err == nil, err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		holder, _ := os.ReadFile(path) //nolint:gosec // G304: as above.
		_ = f.Close()
		return nil, fmt.Errorf(
			"%w: %s is used by another proofboard (process %s): stop it first, or choose another folder with --data",
			ErrInUse,
			dir,
			strings.TrimSpace(string(holder)),
		)
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if err := f.Truncate(0); err == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // only for the error message above
	}
	return f, nil
}

// lockHeld reports whether a living process holds the folder's lock.
func lockHeld(dir string) (bool, error) {
	f, err := os.Open(filepath.Join(dir, "lock")) //nolint:gosec // G304: the operator names the data folder.
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if errors.Is(err, fs.ErrPermission) {
		return false, notOwner(dir, err)
	}
	if err != nil {
		return false, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	_ = f.Close() // also releases the lock
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}

// poll calls done every few milliseconds until it returns true or an error, or ctx ends.
func poll(ctx context.Context, done func() (bool, error)) error {
	tick := time.NewTicker(3 * time.Millisecond)
	defer tick.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func notOwner(dir string, cause error) error {
	return fmt.Errorf(
		"%w: %s cannot be used by uid %d: run as the user that made it, give it away with `sudo chown -R`, or choose another folder with --data: %w",
		ErrNotOwner,
		dir,
		os.Geteuid(),
		cause,
	)
}
