package realtime

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
)

func quiet() *Hub {
	return New(Config{Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry()})
}

func (h *Hub) socket(queue int) *socket {
	s := &socket{id: uuid.New(), queue: make(chan []byte, queue), cancel: func() {}, dropped: h.meters.dropped}
	h.add(s)
	return s
}

func presenceAt(t testing.TB, p place) *nats.Msg {
	t.Helper()
	text, err := json.Marshal(looker{look: look{place: p, Cursor: &cursor{1, 0.5, 0.5}}, Viewer: uuid.New()})
	if err != nil {
		t.Fatal(err)
	}
	return &nats.Msg{Data: text}
}

func somewhere() place { return place{uuid.New(), uuid.New(), uuid.New()} }

// Whether a person may see a file is checked when their browser reports that they look at it. When
// it stops reporting, it must not receive the names of the others any more.
func TestWhoHasNotSaidForLongThatHeLooksHearsOfNobody(t *testing.T) { // BY-029 check 15
	h, here := quiet(), somewhere()
	looks, silent := h.socket(queueLength), h.socket(queueLength)
	h.lookers.move(looks, &looking{here, time.Now()})
	h.lookers.move(silent, &looking{here, time.Now().Add(-lookForgot)})
	h.tellLookers(presenceAt(t, here))
	if len(looks.queue) != 1 || len(silent.queue) != 0 {
		t.Errorf("%d and %d messages", len(looks.queue), len(silent.queue))
	}
}

// What a browser said last may still be looked at when its connection ends.
func TestASocketThatIsGoneIsHeldByNothing(t *testing.T) { // BY-029
	h := quiet()
	s := h.socket(1)
	h.lookers.move(s, &looking{somewhere(), time.Now()})
	if before := h.lookers.leave(s); before == nil {
		t.Error("nobody is told that it left")
	}
	h.lookers.move(s, &looking{somewhere(), time.Now()})
	if n := len(h.lookers.at); n != 0 {
		t.Errorf("%d versions are shown by nobody", n)
	}
}

func TestSocketsMoveBetweenVersionsAtOnce(t *testing.T) { // BY-029
	h, places := quiet(), []place{somewhere(), somewhere(), somewhere()}
	var moving sync.WaitGroup
	for range 20 {
		s := h.socket(queueLength)
		moving.Go(func() {
			for i := range 200 {
				h.lookers.move(s, &looking{places[i%3], time.Now()})
				h.tellLookers(presenceAt(t, places[i%3]))
			}
			h.lookers.leave(s)
		})
	}
	moving.Wait()
	if n := len(h.lookers.at); n != 0 {
		t.Errorf("%d versions are shown by nobody", n)
	}
}

// A cursor moves before five sockets, while the others look elsewhere or at no proof.
func BenchmarkACursorIsTold(b *testing.B) {
	for _, sockets := range []int{10, 1_000, 20_000} {
		b.Run(fmt.Sprint(sockets, " sockets"), func(b *testing.B) {
			h, here := quiet(), somewhere()
			for i := range sockets {
				s := h.socket(queueLength)
				switch {
				case i < 5:
					h.lookers.move(s, &looking{here, time.Now().Add(time.Hour)})
				case i%2 == 0:
					h.lookers.move(s, &looking{somewhere(), time.Now()})
				}
			}
			m := presenceAt(b, here)
			for b.Loop() {
				h.tellLookers(m)
			}
		})
	}
}
