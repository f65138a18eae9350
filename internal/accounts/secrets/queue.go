package secrets

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/proofboard/proofboard/domain"
)

const (
	longestWait = 5 * time.Second // of somebody in a queue
	mostWaiting = 50              // hashes of about 100 ms in two slots: half of longestWait
	mostKnown   = 10_000          // networks of which a queue knows when they were served
)

// ErrBusy refuses a hash because more people wait than can be served soon.
var ErrBusy = &domain.Error{
	Code:    domain.Unavailable,
	Reason:  "signin.busy",
	Message: "Too many sign-ins come from your network right now. Please try again in a few seconds.",
}

// queue lets a few callers at a time go on. Of the networks that wait, the one comes next whose last
// turn is the longest ago, so that a network with many callers delays only itself.
type queue struct {
	mu      sync.Mutex
	free    int
	waiting int
	lines   map[string][]chan error // of each network, the first one comes next
	served  map[string]int          // when each network had its last turn, by a count of turns
	turns   int
}

func newQueue(slots int) *queue {
	return &queue{free: slots, lines: map[string][]chan error{}, served: map[string]int{}}
}

// enter waits for a slot. It returns ErrBusy after longestWait, and at once if the queue is full and
// no other network has a longer line. Call leave afterwards.
func (q *queue) enter(ctx context.Context, network string) error {
	ready, err := q.join(network)
	if err != nil || ready == nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longestWait, ErrBusy)
	defer cancel()
	select {
	case err := <-ready:
		return err
	case <-ctx.Done():
	}
	if !q.withdraw(network, ready) && <-ready == nil {
		q.leave() // the slot came at the same moment
	}
	return context.Cause(ctx)
}

// join takes a slot at once, or a place in the line of a network. ready is nil if it took a slot.
func (q *queue) join(network string) (ready chan error, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free > 0 {
		q.free--
		q.turn(network)
		return nil, nil
	}
	if q.waiting == mostWaiting && !q.makeRoom(network) {
		return nil, ErrBusy
	}
	ready = make(chan error, 1)
	q.lines[network] = append(q.lines[network], ready)
	q.waiting++
	return ready, nil
}

// makeRoom turns away the last one of the longest line, unless that of this network would be as long.
func (q *queue) makeRoom(network string) bool {
	longest := network
	for other, line := range q.lines {
		if len(line) > len(q.lines[longest]) {
			longest = other
		}
	}
	line := q.lines[longest]
	if len(line) <= len(q.lines[network])+1 {
		return false
	}
	q.remove(longest, len(line)-1) <- ErrBusy
	return true
}

// remove takes somebody out of a line.
func (q *queue) remove(network string, i int) chan error {
	line := q.lines[network]
	ready := line[i]
	q.waiting--
	if len(line) > 1 {
		q.lines[network] = slices.Delete(line, i, i+1)
		return ready
	}
	delete(q.lines, network)
	return ready
}

// withdraw leaves a line. It reports false if the caller was told something already.
func (q *queue) withdraw(network string, ready chan error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.lines[network], ready)
	if i >= 0 {
		q.remove(network, i)
	}
	return i >= 0
}

// leave hands the slot to the next network.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting == 0 {
		q.free++
		return
	}
	next, longest := "", q.turns+1
	for network := range q.lines {
		if turn := q.served[network]; turn < longest || turn == longest && network < next {
			next, longest = network, turn
		}
	}
	q.turn(next)
	q.remove(next, 0) <- nil
}

// turn notes that a network has its turn.
func (q *queue) turn(network string) {
	if len(q.served) >= mostKnown {
		clear(q.served)
	}
	q.turns++
	q.served[network] = q.turns
}
