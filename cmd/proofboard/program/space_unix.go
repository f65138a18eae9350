//go:build linux || darwin

package program

import "syscall"

// freeSpace is how many bytes the folder's disk has left for us.
func freeSpace(folder string) (bytes float64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return float64(s.Bavail) * float64(s.Bsize), true
}
