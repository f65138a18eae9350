package program

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded"
)

const (
	// reserve is what stays free on the disk of the embedded database. Without space for its log PostgreSQL ends, and takes
	// reading along; until then what follows the log and the database's own upkeep need some.
	reserve    = 64 << 20
	lookAtRoom = 100 * time.Millisecond
)

// filesReserve is what uploads and zips leave free on that disk, so that they never take what commands need.
const filesReserve = 4 * reserve

// roomForFiles refuses files that the disk of the embedded gateway has no room for; nil where the store is not ours.
func (p *Program) roomForFiles() func(bytes int64) error {
	if p.cfg.S3.Endpoint != "" {
		return nil
	}
	return func(bytes int64) error { return roomFor(p.cfg.Data, bytes, freeSpace) }
}

func roomFor(folder string, bytes int64, free func(string) (float64, bool)) error {
	return leaves(folder, bytes, filesReserve, free)
}

// roomForUpload refuses what is sent to the embedded gateway. The server's own writes are small, and some belong to commands (keys of
// people): they go on as long as commands do.
func roomForUpload(folder string, u embedded.Upload, free func(string) (float64, bool)) error {
	if u.Form {
		return leaves(folder, u.Bytes, filesReserve, free)
	}
	return leaves(folder, u.Bytes, reserve, free)
}

// leaves refuses bytes after which less than a reserve would be free.
func leaves(folder string, bytes int64, reserve float64, free func(string) (float64, bool)) error {
	if left, known := free(folder); known && left-float64(bytes) < reserve {
		return domain.ErrStorageFull
	}
	return nil
}

// firstStart is what an empty database and the log it begins with take, and some room to work in.
const firstStart = 4 * reserve

// roomToBegin refuses to make a database where there is no room for one; one that is there starts with less, so that it can be read.
func roomToBegin(folder string, free func(string) (float64, bool)) error {
	if _, err := os.Stat(filepath.Join(folder, "data", "PG_VERSION")); err == nil {
		return nil
	}
	at := folder
	for { // the part of the path that is there
		if _, err := os.Stat(at); err == nil || filepath.Dir(at) == at {
			break
		}
		at = filepath.Dir(at)
	}
	if left, known := free(at); known && left < firstStart {
		return fmt.Errorf(
			"the disk of the data folder %s is full: %.0f MB are free, a first start needs %d MB; make room or choose another folder with --data",
			filepath.Dir(folder),
			left/(1<<20),
			firstStart>>20,
		)
	}
	return nil
}

// room refuses commands before the disk of the embedded database is full. The zero value refuses none.
type room struct {
	folder string
	free   func(folder string) (bytes float64, known bool)
	next   atomic.Int64 // when to look again, ns
	full   atomic.Bool
}

func newRoom(folder string) *room { return &room{folder: folder, free: freeSpace} }

// refuse is domain.ErrStorageFull while there is no room.
func (r *room) refuse() error {
	if r == nil {
		return nil
	}
	now := time.Now().UnixNano()
	if next := r.next.Load(); now >= next && r.next.CompareAndSwap(next, now+int64(lookAtRoom)) {
		free, known := r.free(r.folder)
		r.full.Store(known && free < reserve)
	}
	if r.full.Load() {
		return domain.ErrStorageFull
	}
	return nil
}
