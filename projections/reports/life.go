package reports

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
)

// life is all that a report counts of an order. The lives of many orders are read as one value, because a row for
// each of their parts takes ten times as long.
//
// Its bytes are, with the highest byte of each number first: the ids of the order, its creator and its service
// (16 each); the promised work and the work, in seconds (8 each); the numbers of steps and of pieces (2 each);
// each step as the letter of the status (1) and the second since 1970 at which the order entered it (4, which last
// until 2106); each piece as the quarter of an hour since 1970 (4) and seconds of work (4).
type life struct {
	order, creator    uuid.UUID
	service           uuid.UUID // or Nil
	allocated, worked int64
	steps             steps  // changes of the status since it was placed
	pieces            pieces // of work, by the time when the timer stopped
}

// steps and pieces are parts of a life as bytes.
type (
	steps  []byte
	pieces []byte
)

const (
	headSize  = 68
	stepSize  = 5
	pieceSize = 8

	// quarter is the time for which pieces are counted together. Every day of a calendar begins with one, because the
	// clocks of all time zones differ by whole quarters of an hour.
	quarter = 15 * 60

	// most bounds the steps and the pieces. Each further one replaces the last one or is counted with it.
	most = 1000

	statuses = 10 // in order.Statuses
)

// letters are the statuses in steps. A letter never changes its meaning.
var letters = map[order.Status]byte{
	order.Draft: 'd', order.Queue: 'q', order.ReadyToGo: 'r', order.InProgress: 'p', order.GuestRevision: 'g',
	order.InReview: 'v', order.OnHold: 'h', order.Approved: 'a', order.Completed: 'c', order.CancelledOff: 'x',
}

var letterCompleted, letterCancelled = letters[order.Completed], letters[order.CancelledOff]

// indexes are the places in order.Statuses of the statuses of letters.
var indexes = func() (of [256]uint8) {
	for i, s := range order.Statuses {
		of[letters[s]] = uint8(i)
	}
	return of
}()

// bytes returns the life as it is stored.
func (l life) bytes() []byte {
	all := make([]byte, 0, headSize+len(l.steps)+len(l.pieces))
	all = append(append(append(all, l.order[:]...), l.creator[:]...), l.service[:]...)
	all = binary.BigEndian.AppendUint64(all, uint64(l.allocated))
	all = binary.BigEndian.AppendUint64(all, uint64(l.worked))
	all = binary.BigEndian.AppendUint16(all, uint16(len(l.steps)/stepSize))
	all = binary.BigEndian.AppendUint16(all, uint16(len(l.pieces)/pieceSize))
	return append(append(all, l.steps...), l.pieces...)
}

var errLife = errors.New("the life of an order is cut off")

// readLife reads the life at the begin of some bytes, without a copy. It returns the bytes after it.
func readLife(all []byte) (l life, rest []byte, err error) {
	if len(all) < headSize {
		return l, nil, errLife
	}
	l.order, l.creator, l.service = uuid.UUID(all), uuid.UUID(all[16:]), uuid.UUID(all[32:])
	l.allocated = int64(binary.BigEndian.Uint64(all[48:]))
	l.worked = int64(binary.BigEndian.Uint64(all[56:]))
	ofSteps := int(binary.BigEndian.Uint16(all[64:])) * stepSize
	ofPieces := int(binary.BigEndian.Uint16(all[66:])) * pieceSize
	all = all[headSize:]
	if len(all) < ofSteps+ofPieces {
		return l, nil, errLife
	}
	l.steps, l.pieces = steps(all[:ofSteps:ofSteps]), pieces(all[ofSteps:ofSteps+ofPieces:ofSteps+ofPieces])
	return l, all[ofSteps+ofPieces:], nil
}

// eachLife calls do with each of some lives that are one value.
func eachLife(all []byte, do func(life)) error {
	for len(all) > 0 {
		l, rest, err := readLife(all)
		if err != nil {
			return err
		}
		do(l)
		all = rest
	}
	return nil
}

// step reads the step at the begin of some.
func (s steps) step() (letter byte, at int64) { return s[0], int64(binary.BigEndian.Uint32(s[1:])) }

// last reads the last step.
func (s steps) last() (letter byte, at int64) { return s[len(s)-stepSize:].step() }

// with returns steps with one more.
func (s steps) with(to order.Status, at time.Time) steps {
	next := append(slices.Clone(s[:min(len(s), (most-1)*stepSize)]), letters[to])
	return binary.BigEndian.AppendUint32(next, uint32(at.Unix()))
}

// piece reads the piece at the begin of some: the second at which its quarter of an hour begins, and seconds.
func (p pieces) piece() (at, seconds int64) {
	return int64(binary.BigEndian.Uint32(p)) * quarter, int64(binary.BigEndian.Uint32(p[4:]))
}

// with returns pieces with one more.
func (p pieces) with(at time.Time, seconds int64) pieces {
	next := slices.Clone(p)
	when := uint32(at.Unix() / quarter)
	if n := len(next); n > 0 {
		if at, before := next[n-pieceSize:].piece(); at/quarter == int64(when) || n >= most*pieceSize {
			seconds += before
			next = next[:n-pieceSize]
		}
	}
	next = binary.BigEndian.AppendUint32(next, when)
	return binary.BigEndian.AppendUint32(next, uint32(min(max(seconds, 0), math.MaxUint32)))
}

// completed returns the part of a period in which an order was completed, if it was and still is.
func (l life) completed(in parts) (int, bool) {
	if len(l.steps) == 0 {
		return 0, false
	}
	status, at := l.steps.last()
	if status != letterCompleted {
		return 0, false
	}
	return in.of(at)
}

// span returns the times of the first and the last part of a life, or nil if it has none.
func (l life) span() (began, touched *time.Time) {
	var first, last int64
	add := func(at int64) {
		if first == 0 || at < first {
			first = at
		}
		last = max(last, at)
	}
	if n := len(l.steps); n > 0 {
		_, at := l.steps.step()
		add(at)
		_, at = l.steps.last()
		add(at)
	}
	if n := len(l.pieces); n > 0 {
		at, _ := l.pieces.piece()
		add(at)
		at, _ = l.pieces[n-pieceSize:].piece()
		add(at)
	}
	if first == 0 {
		return nil, nil
	}
	from, to := time.Unix(first, 0), time.Unix(last, 0)
	return &from, &to
}

// spent is how long an order stayed in a status.
type spent struct {
	stayed  bool
	seconds int64
}

// stays returns the open seconds in each status, by index of order.Statuses, and those from the first step to the
// last.
func (s steps) stays(tally *client.Tally) (in [statuses]spent, whole int64) {
	letter, at := s.step()
	begin := tally.Until(at)
	since := begin
	for s = s[stepSize:]; len(s) > 0; s = s[stepSize:] {
		next, at := s.step()
		until := tally.Until(at)
		of := &in[indexes[letter]]
		of.stayed = true
		of.seconds += max(until-since, 0)
		letter, since = next, until
	}
	return in, max(since-begin, 0)
}
