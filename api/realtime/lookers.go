package realtime

import (
	"sync"
	"time"
)

// lookers indexes the sockets of this process by the version they show, so that a cursor is sent to
// those alone.
type lookers struct {
	mu sync.RWMutex
	at map[place]map[*socket]struct{}
}

// move sets what a socket shows from now on, nil for nothing. It ignores a closed socket.
func (l *lookers) move(s *socket, to *looking) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.put(s, to)
}

// put does what move does, for a caller that holds the lock. It returns what the socket showed before.
func (l *lookers) put(s *socket, to *looking) (before *looking) {
	before = s.looking
	if s.gone {
		return before
	}
	if before != nil && (to == nil || to.place != before.place) {
		others := l.at[before.place]
		delete(others, s)
		if len(others) == 0 {
			delete(l.at, before.place)
		}
	}
	if to != nil && (before == nil || to.place != before.place) {
		if l.at[to.place] == nil {
			l.at[to.place] = map[*socket]struct{}{}
		}
		l.at[to.place][s] = struct{}{}
	}
	s.looking = to
	return before
}

// leave removes a socket and returns the version that it showed.
func (l *lookers) leave(s *socket) (before *looking) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.put(s, nil)
	s.gone = true
	return before
}

// of returns what a socket shows.
func (l *lookers) of(s *socket) *looking {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return s.looking
}

// each calls do for the sockets that show a version and whose permission was checked after a
// moment.
func (l *lookers) each(p place, since time.Time, visit func(*socket)) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for s := range l.at[p] {
		if s.looking.trusted.After(since) {
			visit(s)
		}
	}
}
