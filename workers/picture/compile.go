package picture

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// leftOver is the age of a file in the cache that is left of a compilation which was interrupted.
const leftOver = time.Hour

// lockFolder waits until no other process compiles into a folder, and keeps others waiting until the
// returned function is called. The kernel releases the lock when the process ends for any reason. A
// folder that cannot be locked is used without.
func lockFolder(folder string) (unlock func()) {
	//nolint:gosec // G304: the operator names the data folder.
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return func() {}
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err == nil {
		clean(folder)
	}
	return func() { _ = f.Close() }
}

// clean removes what interrupted compilations left. Files are renamed when they are complete.
func clean(folder string) {
	parts, _ := filepath.Glob(filepath.Join(folder, "*", "*.tmp"))
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil && time.Since(info.ModTime()) > leftOver {
			_ = os.Remove(part)
		}
	}
}
