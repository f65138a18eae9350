package program

import (
	"os"
	"runtime/debug"
)

// CollectLess lets garbage grow to four times the memory in use. A rebuild uses little memory but
// creates much garbage: it is a sixth faster with about 230 MB than with 120 MB. If GOGC is set,
// GOGC applies.
func CollectLess() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}
