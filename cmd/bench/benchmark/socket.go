package benchmark

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Delays before a socket reconnects, as in web/src/api/live/realtime.ts. Each delay varies randomly
// by up to a quarter.
const (
	firstDelay   = 500 * time.Millisecond
	longestDelay = 15 * time.Second
)

// socket behaves like a browser's websocket: it signs in, records when each move arrives, and
// reconnects after a lost connection.
type socket struct {
	as *session

	mu       sync.Mutex
	joined   int
	joinedAt time.Time
	told     map[int64]time.Time // arrival time by the log position of the move
}

func (s *socket) run(ctx context.Context) {
	delay := firstDelay
	for ctx.Err() == nil {
		if s.listen(ctx) {
			delay = firstDelay
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(float64(delay) * (0.75 + rand.Float64()/2))):
		}
		delay = min(2*delay, longestDelay)
	}
}

// listen reads one connection until it closes and reports whether the socket had signed in.
func (s *socket) listen(ctx context.Context) (in bool) {
	dial, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	//nolint:bodyclose // the socket owns it
	conn, _, err := websocket.Dial(dial, strings.Replace(s.as.base, "http", "ws", 1)+"/api/realtime",
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {s.as.base}}})
	if err != nil {
		return false
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(1 << 20)
	kind := "customer"
	if s.as.desk {
		kind = "user"
	}
	if err := conn.Write(
		dial,
		websocket.MessageText,
		fmt.Appendf(nil, `{"event":"login","data":{"userType":%q,"token":%q}}`, kind, s.as.token),
	); err != nil {
		return false
	}
	for {
		_, text, err := conn.Read(ctx)
		if err != nil {
			return in
		}
		in = s.take(text, time.Now()) || in
	}
}

var (
	loginEvent = []byte(`{"event":"login"`)
	moveEvent  = []byte(`{"event":"reload-order"`)
)

// take records a message and reports whether it is the answer to signing in.
func (s *socket) take(text []byte, at time.Time) (in bool) {
	switch {
	case bytes.HasPrefix(text, loginEvent):
		s.mu.Lock()
		defer s.mu.Unlock()
		s.joined, s.joinedAt = s.joined+1, at
		return true
	case bytes.HasPrefix(text, moveEvent): // not reload-order-list, which does not identify a move
		var m struct {
			Event    string `json:"event"`
			Position int64  `json:"position"`
		}
		if json.Unmarshal(text, &m) != nil {
			return false
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, again := s.told[m.Position]; !again {
			s.told[m.Position] = at
		}
	}
	return false
}

// joins returns how often the socket has signed in, and when it last did.
func (s *socket) joins() (int, time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.joined, s.joinedAt
}

// knows returns how many of the moves have arrived at the socket.
func (s *socket) knows(moves map[int64]time.Time) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for position := range moves {
		if _, told := s.told[position]; told {
			n++
		}
	}
	return n
}

// at returns when the move at a log position arrived.
func (s *socket) at(position int64) (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, told := s.told[position]
	return at, told
}
