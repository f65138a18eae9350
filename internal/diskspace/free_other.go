//go:build !linux && !darwin

package diskspace

// Free does not know on this system.
func Free(string) (bytes float64, known bool) { return 0, false }
