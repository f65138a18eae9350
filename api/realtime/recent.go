package realtime

import (
	"slices"
	"time"
)

const (
	// remembered is how long changes are remembered for pages that have just loaded.
	remembered = 30 * time.Second
	// slack covers what a page has read from a process whose read models were behind.
	slack = 2 * time.Second
	// mostRecent is the largest number of changes that are remembered.
	mostRecent = 4096
)

// latecomer is a socket whose page has read its data before it could be told of changes.
type latecomer struct {
	socket *socket
	since  time.Time
}

// recent has the changes of the last moments, the oldest first.
type recent struct{ all []timed }

type timed struct {
	at time.Time
	Change
}

// add remembers a change, and forgets old ones.
func (r *recent) add(c Change, now time.Time) {
	old := 0
	for old < len(r.all) && (now.Sub(r.all[old].at) > remembered || len(r.all)-old >= mostRecent) {
		old++
	}
	clear(r.all[:old])
	r.all = append(r.all[old:], timed{now, c}) // append moves the rest only when its array is full
}

// since returns the changes since a moment, merged into one of each projection. So a page that loads while
// much happens gets few messages.
func (r *recent) since(moment time.Time) []Change {
	var merged []Change
	for _, c := range r.all {
		if c.at.Before(moment) {
			continue
		}
		i := slices.IndexFunc(merged, func(m Change) bool { return m.Projection == c.Projection })
		if i < 0 {
			i = len(merged)
			merged = append(merged, Change{Projection: c.Projection})
		}
		m := &merged[i]
		m.Position = max(m.Position, c.Position)
		if m.Many = m.Many || c.Many || len(m.Events)+len(c.Events) > maxEvents; m.Many {
			m.Events = nil
			continue
		}
		m.Events = append(m.Events, c.Events...)
	}
	return merged
}
