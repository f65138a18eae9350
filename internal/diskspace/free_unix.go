//go:build linux || darwin

package diskspace

import "syscall"

// Free returns the bytes that this user may still write on the folder's disk.
func Free(folder string) (bytes float64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return float64(s.Bavail) * float64(s.Bsize), true
}
