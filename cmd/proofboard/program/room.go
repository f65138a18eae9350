package program

import (
	"sync/atomic"
	"time"

	"github.com/proofboard/proofboard/domain"
)

const (
	// reserve is what stays free on the disk of the embedded database. Without space for its log PostgreSQL ends, and takes
	// reading along; until then what follows the log and the database's own upkeep need some.
	reserve    = 64 << 20
	lookAtRoom = 100 * time.Millisecond
)

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
