package harness

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// LiveMessage is a message on the websocket.
type LiveMessage struct {
	Event    string          `json:"event"`
	Data     json.RawMessage `json:"data"`
	Position int64           `json:"position"`
	Trace    string          `json:"trace"`
}

// Browser is an open websocket of a person and the messages that it has received.
type Browser struct {
	conn *websocket.Conn
	mu   sync.Mutex
	all  []LiveMessage
	done chan struct{}
}

// Dial opens a websocket. It returns the status of the answer to the handshake.
func Dial(t *testing.T, origin string) (conn *websocket.Conn, status int, err error) {
	t.Helper()
	return dialAt(t, World.Base, origin)
}

func dialAt(t *testing.T, base, origin string) (conn *websocket.Conn, status int, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	h := http.Header{}
	if origin != "" {
		h.Set("Origin", origin)
	}
	conn, res, err := websocket.Dial( //nolint:bodyclose // the socket owns it
		ctx, strings.Replace(base, "http", "ws", 1)+"/api/realtime", &websocket.DialOptions{HTTPHeader: h})
	if err == nil {
		conn.SetReadLimit(1 << 20)
		t.Cleanup(func() { _ = conn.CloseNow() })
	}
	if res != nil {
		status = res.StatusCode
	}
	return conn, status, err
}

// Send sends a message on a websocket.
func Send(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// Login returns the first message of a websocket.
func Login(userType, token string) string {
	b, _ := json.Marshal(
		map[string]any{"event": "login", "data": map[string]string{"userType": userType, "token": token}},
	)
	return string(b)
}

func (p *Person) kind() string {
	if p.desk {
		return "user"
	}
	return "customer"
}

// Listen opens a websocket for a person and signs in.
func Listen(t *testing.T, p *Person) *Browser {
	t.Helper()
	conn, _, err := dialAt(t, p.Site.Base, p.Site.Base)
	if err != nil {
		t.Fatal(err)
	}
	Send(t, conn, Login(p.kind(), p.Token))
	b := &Browser{conn: conn, done: make(chan struct{})}
	go func() {
		defer close(b.done)
		for {
			_, text, err := conn.Read(context.Background())
			if err != nil {
				return
			}
			var m LiveMessage
			if json.Unmarshal(text, &m) != nil {
				m.Event = "not JSON: " + string(text)
			}
			b.mu.Lock()
			b.all = append(b.all, m)
			b.mu.Unlock()
		}
	}()
	b.Expect(t, "login", "success")
	return b
}

// Told returns the messages that the browser has received.
func (b *Browser) Told() []LiveMessage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.all)
}

// Expect waits for an event whose data contains all the given texts.
func (b *Browser) Expect(t *testing.T, event string, holds ...string) LiveMessage {
	t.Helper()
	var found LiveMessage
	Eventually(t, event+" "+strings.Join(holds, " "), func() bool {
		for _, m := range b.Told() {
			if m.Event == event &&
				!slices.ContainsFunc(holds, func(s string) bool { return !strings.Contains(string(m.Data), s) }) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}
