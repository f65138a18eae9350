package demo

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// session is working time on an order: a step that starts the timer and a step that stops it.
type session struct {
	designer    string
	start, stop *step
}

// shares lists the share of the allocated time that each design round takes.
var shares = []float64{.45, .2, .6, .3}

// record adds working time of the designer before each version that they upload. It starts on the
// day of the upload, after work on the order has begun, and ends with the upload. Every run of the
// demo has the same steps; only their times differ.
func (t *tale) record() []session {
	var since time.Time
	var sessions []session
	var steps []*step
	for i := range t.steps {
		s := &t.steps[i]
		if s.wants == order.InProgress {
			since = s.at
		} else if s.wants != "" {
			since = time.Time{}
		}
		if s.store != nil && s.by.ID == t.cast[t.designer].ID && !since.IsZero() {
			w := t.session(len(sessions), since, s.at)
			sessions = append(sessions, w)
			steps = append(steps, w.start, w.stop)
			since = s.at
		}
		steps = append(steps, s)
	}
	t.told = steps
	return sessions
}

func (t *tale) session(n int, since, upload time.Time) session {
	stop := upload.Add(-time.Second)
	from := stop.Add(-time.Duration(float64(allocated(t.kind)) * shares[(t.no+n)%len(shares)])).Truncate(time.Second)
	for _, earliest := range []time.Time{since.Add(time.Second), stop.Truncate(day).Add(dayBegins)} {
		if from.Before(earliest) {
			from = earliest
		}
	}
	if from.After(stop) {
		from = stop
	}
	at := func(when time.Time, what string, c commands.Command) *step {
		return &step{
			at:      when,
			by:      t.cast[t.designer].Actor(),
			via:     "form",
			command: func() commands.Command { return c },
			order:   t.id,
			says:    fmt.Sprintf("%s: %s %s the working time", t.name, t.designer, what),
			id:      uuid.NewSHA1(t.id, fmt.Appendf(nil, "working time %d %s", n, what)),
		}
	}
	return session{
		t.designer,
		at(from, "starts", &commands.StartWork{Order: t.id}),
		at(stop, "stops", &commands.StopWork{Order: t.id, Reason: order.StopPaused}),
	}
}

// allocated returns the working time that the service for a kind includes.
func allocated(k kind) time.Duration {
	for _, s := range Seed().Offers.Services {
		if s.Name == k.service() {
			return time.Duration(s.Allocated) * time.Second
		}
	}
	return 0
}

// oneAtATime ends a designer's session when they start the next one, because a person has only one
// timer.
func oneAtATime(all []session) {
	slices.SortStableFunc(all, func(a, b session) int { return a.start.at.Compare(b.start.at) })
	next := map[string]time.Time{}
	for _, w := range slices.Backward(all) {
		if begins, known := next[w.designer]; known && !w.stop.at.Before(begins) {
			w.stop.at = begins.Add(-time.Millisecond)
		}
		next[w.designer] = w.start.at
	}
}
