// Package diskspace keeps room on the disk of the embedded services. PostgreSQL stops when it has
// no space for its log, and then nothing can be read either. So uploads are refused first, then
// commands, while some space is left for what follows the log and for the database's own upkeep.
package diskspace

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/proofboard/proofboard/domain"
)

// Bytes that stay free.
const (
	commandsReserve = 64 << 20            // below it commands are refused
	filesReserve    = 4 * commandsReserve // below it uploads and zip files are refused
	firstStart      = 4 * commandsReserve // needed by an empty database, the start of its log, and some work
)

// checkEvery is how long a Guard trusts its last look at the disk.
const checkEvery = 100 * time.Millisecond

// freeFunc returns the free bytes of a folder's disk. known is false where the system does not say.
type freeFunc func(folder string) (bytes float64, known bool)

// ForFiles returns domain.ErrStorageFull if a file of that many bytes would use what commands need.
func ForFiles(folder string, bytes int64) error { return leaves(folder, bytes, filesReserve, Free) }

// ForObject returns domain.ErrStorageFull if the embedded gateway must not store an object of that
// many bytes. browser is true for a browser's upload. The server's own objects are small, and commands
// depend on some of them (keys of people), so they are stored as long as commands are accepted.
func ForObject(folder string, bytes int64, browser bool) error {
	if browser {
		return ForFiles(folder, bytes)
	}
	return leaves(folder, bytes, commandsReserve, Free)
}

func leaves(folder string, bytes int64, reserve float64, free freeFunc) error {
	if left, known := free(folder); known && left-float64(bytes) < reserve {
		return domain.ErrStorageFull
	}
	return nil
}

// ToStart returns an error if the disk has no room for a new database in folder. An existing
// database may start with less, so that its content can be read.
func ToStart(folder string) error { return toStart(folder, Free) }

func toStart(folder string, free freeFunc) error {
	if _, err := os.Stat(filepath.Join(folder, "data", "PG_VERSION")); err == nil {
		return nil
	}
	existing := folder
	for {
		if _, err := os.Stat(existing); err == nil || filepath.Dir(existing) == existing {
			break
		}
		existing = filepath.Dir(existing)
	}
	if left, known := free(existing); known && left < firstStart {
		return fmt.Errorf(
			"the disk of the data folder %s is full: %.0f MB are free, a first start needs %d MB; "+
				"make room or choose another folder with --data",
			filepath.Dir(folder), left/(1<<20), firstStart>>20,
		)
	}
	return nil
}

// Guard refuses commands before the disk of the embedded database is full. A nil Guard refuses
// none.
type Guard struct {
	folder    string
	free      freeFunc
	nextCheck atomic.Int64 // ns since 1970
	full      atomic.Bool
}

// NewGuard returns a Guard of the disk that holds folder.
func NewGuard(folder string) *Guard { return &Guard{folder: folder, free: Free} }

// Check returns domain.ErrStorageFull while the disk is full. It looks at the disk at most every
// 100 ms.
func (g *Guard) Check() error {
	if g == nil {
		return nil
	}
	now := time.Now().UnixNano()
	if next := g.nextCheck.Load(); now >= next && g.nextCheck.CompareAndSwap(next, now+int64(checkEvery)) {
		free, known := g.free(g.folder)
		g.full.Store(known && free < commandsReserve)
	}
	if g.full.Load() {
		return domain.ErrStorageFull
	}
	return nil
}
