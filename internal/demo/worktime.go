package demo

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// session is working time on an order: the steps that start and stop it.
type session struct {
	designer    string
	start, stop *step
}

// shares of the allocated time that a round of designing takes.
var shares = []float64{.45, .2, .6, .3}

// record gives the designer working time before each version that they upload: it stops with the upload and begins on the same day, after the
// order came into work. The steps are the same on every day that the demo is made; only their times differ.
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
		at(from, "starts", commands.NewStartWork(t.id)),
		at(stop, "stops", commands.NewStopWork(t.id, commands.StopWork{Reason: order.StopPaused})),
	}
}

// allocated is the working time that the service of a kind comes with.
func allocated(k kind) time.Duration {
	for _, s := range Seed().Services {
		if s.Name == k.service() {
			return time.Duration(s.Allocated) * time.Second
		}
	}
	return 0
}

// oneAtATime ends a designer's working time where they begin with another order: a person has one timer.
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
