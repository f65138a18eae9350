package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/publicevents"
)

// PresenceSubject carries who looks at which proof between processes. Nothing is stored: browsers
// repeat it while they look, and forget people they have not heard of for a while (BY-029).
const PresenceSubject = "ui.presence"

// Limits of the messages of browsers.
const (
	lookEvery   = 60 * time.Millisecond // on average; moves of a faster cursor are dropped
	lookBurst   = 30
	lookTrusted = 10 * time.Second // after this the server checks again that the person may see the file
	lookForgot  = 30 * time.Second // a browser that has not repeated its presence for this long receives nothing
)

// place is a version of a proof.
type place struct {
	Order      uuid.UUID `json:"orderId"`
	Attachment uuid.UUID `json:"attachmentId"`
	Version    uuid.UUID `json:"versionId"`
}

// cursor is a point of a page, as fractions of its width and height from the top left.
type cursor struct {
	Page int     `json:"page"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

func (c cursor) valid() bool {
	return c.Page >= 1 && c.Page <= 10_000 && c.X >= 0 && c.X <= 1 && c.Y >= 0 && c.Y <= 1
}

// look is a browser's message: it shows a version, perhaps with its cursor, or has left it.
type look struct {
	place
	Cursor *cursor `json:"cursor,omitempty"`
	Left   bool    `json:"left,omitempty"`
}

// looker is a person who looks at a version, in the form that others receive. Viewer is one browser
// of the person.
type looker struct {
	look
	Viewer uuid.UUID `json:"viewer"`
	Person struct {
		ID     uuid.UUID `json:"id"`
		Name   string    `json:"name"`
		Avatar string    `json:"avatar"`
	} `json:"person"`
}

// looking is what a socket shows, and the rate at which it may send.
type looking struct {
	place
	trusted time.Time
}

var errMessage = errors.New("realtime: not a message")

// listen reads the browser's messages until it disconnects or sends an invalid one.
func (h *Hub) listen(ctx context.Context, s *socket) error {
	said, at := float64(0), time.Now()
	for {
		_, raw, err := s.conn.Read(ctx)
		if err != nil {
			return err
		}
		now := time.Now()
		said = max(0, said-float64(now.Sub(at))/float64(lookEvery)) + 1
		at = now
		l, err := decodeLook(raw)
		if err != nil {
			return err
		}
		if said > lookBurst && !l.Left {
			continue
		}
		if err := h.look(ctx, s, l, now); err != nil {
			h.Logger.Warn("realtime: who looks was not told", "error", err)
		}
	}
}

// decodeLook decodes the only message that a browser may send after its login. It returns
// errMessage for anything else.
func decodeLook(raw []byte) (look, error) {
	var m struct {
		Event string `json:"event"`
		Data  look   `json:"data"`
	}
	if err := domain.Decode(raw, &m); err != nil || m.Event != "look" ||
		m.Data.Cursor != nil && !m.Data.Cursor.valid() {
		return look{}, errMessage
	}
	return m.Data, nil
}

// look announces that a person looks at a version, if they may see its file.
func (h *Hub) look(ctx context.Context, s *socket, l look, now time.Time) error {
	known := h.lookers.of(s)
	if known == nil || known.place != l.place || now.Sub(known.trusted) > lookTrusted {
		if known != nil && known.place != l.place {
			if err := h.tellLook(s, look{place: known.place, Left: true}); err != nil {
				return err
			}
		}
		sees, err := h.sees(ctx, s, l.place)
		if err != nil || !sees {
			h.lookers.move(s, nil)
			return err
		}
		h.lookers.move(s, &looking{l.place, now})
	}
	if l.Left {
		h.lookers.move(s, nil)
	}
	return h.tellLook(s, l)
}

func (h *Hub) sees(ctx context.Context, s *socket, p place) (bool, error) {
	streams, err := h.Reader.Streams(ctx, []uuid.UUID{p.Attachment})
	if err != nil {
		return false, err
	}
	st, known := streams[p.Attachment]
	if !known || st.Order != p.Order || st.Attachment != p.Attachment {
		return false, nil
	}
	orders, err := h.Reader.Orders(ctx, []uuid.UUID{p.Order})
	if err != nil {
		return false, err
	}
	o := orders[p.Order]
	return o != nil && policy.SeesPart(s.actor(), o, publicevents.PartOf(st)), nil
}

// leave announces that a browser has disconnected.
func (h *Hub) leave(s *socket) {
	if known := h.lookers.leave(s); known != nil {
		if err := h.tellLook(s, look{place: known.place, Left: true}); err != nil {
			h.Logger.Warn("realtime: who left was not told", "error", err)
		}
	}
}

func (h *Hub) tellLook(s *socket, l look) error {
	out := looker{look: l, Viewer: s.id}
	out.Person.ID, out.Person.Name, out.Person.Avatar = s.actor().ID, s.person.Name(), s.person.Avatar
	b, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return h.NATS.Publish(PresenceSubject, b)
}

// tellLookers sends presence to the sockets that show the same version. Their people may see it.
func (h *Hub) tellLookers(m *nats.Msg) {
	var l looker
	if err := json.Unmarshal(m.Data, &l); err != nil {
		h.Logger.Error("realtime: bad presence", "error", err)
		return
	}
	var out []byte
	h.lookers.each(l.place, time.Now().Add(-lookForgot), func(s *socket) {
		if s.id == l.Viewer {
			return
		}
		if out == nil {
			out = encode(Message{Event: "presence", Data: l})
		}
		s.offer(out)
	})
}

// offer queues a message that may be dropped. A browser that does not keep up misses moves of
// cursors and stays connected.
func (s *socket) offer(m []byte) {
	if len(s.queue) > queueLength/2 {
		return
	}
	s.put(m)
}
