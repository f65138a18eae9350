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

// Delays before a browser comes back, as in web/src/api/realtime.ts; each is spread by a quarter to either side.
const (
	firstDelay   = 500 * time.Millisecond
	longestDelay = 15 * time.Second
)

// socket is a browser's: it signs in, notes when it is told of a move, and comes back when it is cut off.
type socket struct {
	as *session

	mu       sync.Mutex
	joined   int
	joinedAt time.Time
	told     map[int64]time.Time // by the move's position
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

// listen reads one connection to its end and says whether it got as far as being signed in.
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

// take notes a message and says whether it is the answer to signing in.
func (s *socket) take(text []byte, at time.Time) (in bool) {
	switch {
	case bytes.HasPrefix(text, loginEvent):
		s.mu.Lock()
		defer s.mu.Unlock()
		s.joined, s.joinedAt = s.joined+1, at
		return true
	case bytes.HasPrefix(text, moveEvent): // not reload-order-list, which names no move
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

// joins is how often it has signed in, and when last.
func (s *socket) joins() (int, time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.joined, s.joinedAt
}

// knows counts the moves that it was told of.
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

// at is when it was told of a move.
func (s *socket) at(position int64) (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, told := s.told[position]
	return at, told
}
