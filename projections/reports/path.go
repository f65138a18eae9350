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

// lifeEnd separates lives that are read as one value. No letter is 0.
const lifeEnd = 0

// headSize is the length of what a life has before its path: the promised work and the work, each in seconds.
const headSize = 16

// lived is an order as a report reads it.
type lived struct {
	allocated, worked int64
	path              []byte
}

// begin returns when the order was placed, in seconds since 1970.
func (l lived) begin() int64 {
	_, at := step(l.path)
	return at
}

// end returns the letter of the status that the order has now, and since when.
func (l lived) end() (letter byte, at int64) { return step(l.path[len(l.path)-stepSize:]) }

// lives calls do with each of some lives that are read as one value.
func lives(all []byte, do func(lived)) {
	for len(all) > headSize {
		l := lived{int64(binary.BigEndian.Uint64(all)), int64(binary.BigEndian.Uint64(all[8:])), all[headSize:]}
		n := 0
		for n < len(l.path) && l.path[n] != lifeEnd {
			n += stepSize
		}
		all = l.path[min(n+1, len(l.path)):]
		if l.path = l.path[:n]; n > 0 {
			do(l)
		}
	}
}

// spent is how long an order stayed in a status.
type spent struct {
	stayed  bool
	seconds int64
}

// stays returns the open seconds in each status, by index of order.Statuses, and those from the first step to the
// last.
func (l lived) stays(tally *client.Tally) (in [10]spent, whole int64) {
	letter, at := step(l.path)
	begin := tally.Until(at)
	since := begin
	for path := l.path[stepSize:]; len(path) > 0; path = path[stepSize:] {
		next, at := step(path)
		until := tally.Until(at)
		of := &in[indexes[letter]]
		of.stayed = true
		of.seconds += max(until-since, 0)
		letter, since = next, until
	}
	return in, max(since-begin, 0)
}
