package reports

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
)

// A path has a step for each change of an order's status since it was placed: a letter for the status
// and the second at which the order entered it, as 32 bits, which last until 2106. The paths of many
// orders are read as one value, because a row for each stay takes ten times as long.
const stepSize = 5

// maxSteps bounds a path. When an order changes more often, each further step replaces the one before it.
const maxSteps = 1000

// letters are the statuses in paths. A letter never changes its meaning.
var letters = map[order.Status]byte{
	order.Draft: 'd', order.Queue: 'q', order.ReadyToGo: 'r', order.InProgress: 'p', order.GuestRevision: 'g',
	order.InReview: 'v', order.OnHold: 'h', order.Approved: 'a', order.Completed: 'c', order.CancelledOff: 'x',
}

// indexes are the places in order.Statuses of the statuses of letters.
var indexes = func() (of [256]uint8) {
	for i, s := range order.Statuses {
		of[letters[s]] = uint8(i)
	}
	return of
}()

// stepped returns a path with one more step.
func stepped(path []byte, to order.Status, at time.Time) []byte {
	path = path[:min(len(path), (maxSteps-1)*stepSize)]
	next := append(slices.Clone(path), letters[to])
	return binary.BigEndian.AppendUint32(next, uint32(at.Unix()))
}

// step reads the step at the begin of a path.
func step(path []byte) (letter byte, at int64) {
	return path[0], int64(binary.BigEndian.Uint32(path[1:stepSize]))
}

// pathEnd separates paths that are read as one value. No letter is 0.
const pathEnd = 0

// paths calls do with each of some paths that are read as one value.
func paths(all []byte, do func(path []byte)) {
	for from, at := 0, 0; at <= len(all); {
		if at == len(all) || all[at] == pathEnd {
			if at > from {
				do(all[from:at])
			}
			at++
			from = at
			continue
		}
		at += stepSize
	}
}

// spent is how long an order stayed in a status.
type spent struct {
	stayed  bool
	seconds int64
}

// life is what the path of an order says about its time.
type life struct {
	stays [10]spent // by index of order.Statuses
	whole int64     // open seconds
	end   int64     // in seconds since 1970
}

// livedBy reads a path.
func livedBy(path []byte, tally *client.Tally) (l life) {
	letter, begin := step(path)
	since := begin
	for path = path[stepSize:]; len(path) > 0; path = path[stepSize:] {
		next, at := step(path)
		of := &l.stays[indexes[letter]]
		of.stayed = true
		of.seconds += tally.Between(since, at)
		letter, since = next, at
	}
	l.whole, l.end = tally.Between(begin, since), since
	return l
}
