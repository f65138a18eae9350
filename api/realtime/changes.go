package realtime

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/timeline"
)

// Subject carries changes from the process that runs a projection to every process that holds
// sockets.
const Subject = "ui.changes"

// Change is what one projection has made visible.
type Change struct {
	Projection string  `json:"projection"`
	Part       int     `json:"part,omitempty"`  // index of the part of the projection's streams
	Parts      int     `json:"parts,omitempty"` // number of parts
	Position   int64   `json:"position"`
	Events     []Event `json:"events"`
	Many       bool    `json:"many,omitempty"` // too many events to list, so browsers must reload
}

// Event is an event of a change, with the fields that decide who receives it.
type Event struct {
	Position int64     `json:"position"`
	Stream   uuid.UUID `json:"stream"`
	Kind     string    `json:"kind"` // the stream's type
	Type     string    `json:"type"`
	Trace    string    `json:"trace,omitempty"` // W3C traceparent, if the command is recorded
}

// PersonSubject carries messages for one person between processes, because each process holds only
// some of the person's sockets.
const PersonSubject = "ui.person"

type personal struct {
	Person uuid.UUID       `json:"person"`
	Event  string          `json:"event"`
	Data   json.RawMessage `json:"data,omitempty"`
}

// Tell sends a message to all of a person's browsers. It is not sent again if it is lost, because
// browsers can load the same information.
func Tell(nc *nats.Conn, person uuid.UUID, event string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	b, err := json.Marshal(personal{person, event, raw})
	if err != nil {
		return err
	}
	return nc.Publish(PersonSubject, b)
}

// tellPerson sends a message to the browsers of a person. When their profile or their sessions
// changed, it also closes the sockets whose session has ended (D-66).
func (h *Hub) tellPerson(ctx context.Context, raw []byte) {
	var p personal
	if err := json.Unmarshal(raw, &p); err != nil {
		h.Logger.Error("realtime: bad message", "error", err)
		return
	}
	var theirs []*socket
	for _, s := range h.all() {
		if s.actor().ID == p.Person {
			h.tell(s, encode(Message{Event: p.Event, Data: p.Data}))
			theirs = append(theirs, s)
		}
	}
	if p.Event == web.ReloadProfile && len(theirs) > 0 {
		go h.check(ctx, theirs)
	}
}

// ReachedSubject carries the positions of projections when browsers need not be told of anything. Builds before
// it would tell browsers to reload for a change without events.
const ReachedSubject = "ui.reached"

// maxEvents is the largest number of events in one message. After a longer catch-up browsers
// reload.
const maxEvents = 500

// Announce publishes what a projection has committed, or how far an idle one has read. If the message
// is lost, browsers update later, and no data is lost.
func Announce(nc *nats.Conn, c engine.Commit) error {
	change := Change{Projection: c.Projection, Part: c.Part, Parts: c.Parts, Position: c.Position}
	subject := Subject
	if _, told := forwarders[c.Projection]; !told || len(c.Events) == 0 {
		subject, c.Events = ReachedSubject, nil
	}
	if change.Many = len(c.Events) > maxEvents; !change.Many {
		for _, e := range c.Events {
			change.Events = append(
				change.Events, Event{e.Position, e.Stream, string(e.StreamType), string(e.Type), e.Meta.Trace},
			)
		}
	}
	b, err := json.Marshal(change)
	if err != nil {
		return err
	}
	return nc.Publish(subject, b)
}

// Reader loads what has changed.
type Reader interface {
	Orders(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*order.Summary, error)
	Before(ctx context.Context, id uuid.UUID, position int64) (*order.Summary, error)
	Card(ctx context.Context, to domain.Actor, o *order.Summary) (any, error)
	Streams(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error)
	// Shown returns since when the version that an event of an attachment is about has the file that it had before the
	// event, by the event's position. Events about no version are not in it.
	Shown(ctx context.Context, events []int64) (map[int64]int64, error)
	Sold(ctx context.Context, invoices []uuid.UUID) ([]sales.Sold, error)
}

// forwarder sends each socket the part of a change that its person may see.
type forwarder func(h *Hub, ctx context.Context, sockets []*socket, c Change) error

// forwarders says how browsers learn of what each of these projections commits. They are not told of others.
var forwarders = map[string]forwarder{
	board.Name:         unlessMany((*Hub).orders),
	timeline.Name:      unlessMany((*Hub).threads),
	notifications.Name: unlessMany(always((*Hub).inboxes)),
	organisation.Name:  always((*Hub).accounts),
	announcements.Name: always((*Hub).announced),
	sales.Name:         (*Hub).sales,
}

// unlessMany lets browsers reload after a change that is too large to name its events.
func unlessMany(do forwarder) forwarder {
	return func(h *Hub, ctx context.Context, sockets []*socket, c Change) error {
		if c.Many {
			h.reloadOrders(sockets, c)
			return nil
		}
		return do(h, ctx, sockets, c)
	}
}

func always(do func(h *Hub, ctx context.Context, sockets []*socket, c Change)) forwarder {
	return func(h *Hub, ctx context.Context, sockets []*socket, c Change) error {
		do(h, ctx, sockets, c)
		return nil
	}
}

func (h *Hub) forward(ctx context.Context, sockets []*socket, c Change) {
	do := forwarders[c.Projection]
	if do == nil || len(sockets) == 0 {
		return
	}
	if err := do(h, ctx, sockets, c); err != nil {
		h.Logger.Error(
			"realtime: a change was not told", "error", err, "projection", c.Projection, "position", c.Position,
		)
		h.reloadOrders(sockets, c)
	}
}

func (h *Hub) reloadOrders(sockets []*socket, c Change) {
	h.broadcast(sockets, encode(Message{Event: "reload-order-list", Position: c.Position}))
}

func (h *Hub) announced(_ context.Context, sockets []*socket, c Change) {
	h.broadcast(sockets, encode(Message{Event: web.ReloadAnnouncements, Position: c.Position}))
}

func (h *Hub) broadcast(sockets []*socket, m []byte) {
	for _, s := range sockets {
		h.tell(s, m)
	}
}

func (h *Hub) tell(s *socket, m []byte) {
	h.meters.sent.Inc()
	s.put(m)
}

// latest returns the last event of each stream, in order.
func latest(events []Event) []Event {
	last := map[uuid.UUID]int{}
	for i, e := range events {
		last[e.Stream] = i
	}
	var out []Event
	for i, e := range events {
		if last[e.Stream] == i {
			out = append(out, e)
		}
	}
	return out
}

func ids(events []Event) []uuid.UUID {
	out := make([]uuid.UUID, len(events))
	for i, e := range events {
		out[i] = e.Stream
	}
	return out
}

// orders sends changed cards. People who may not see an order receive nothing about it, not even
// its deletion.
func (h *Hub) orders(ctx context.Context, sockets []*socket, c Change) error {
	changed := latest(c.Events)
	orders, err := h.Reader.Orders(ctx, ids(changed))
	if err != nil {
		return err
	}
	for _, e := range c.Events {
		if o := orders[e.Stream]; o != nil && e.Type == string(order.WorkStoppedType) {
			h.workStopped(sockets, e, o)
		}
	}
	many := len(changed) > manyOrders
	if many {
		h.columns(sockets, c, orders)
	}
	for _, e := range changed {
		o := orders[e.Stream]
		if o != nil && many {
			continue
		}
		if o == nil {
			if err := h.deleted(ctx, sockets, e); err != nil {
				return err
			}
			continue
		}
		t := h.telling(ctx, e)
		rendered := map[class][]byte{}
		for _, s := range sockets {
			by := s.actor()
			if !o.Visible(by) {
				continue
			}
			m, ok := rendered[classOf(by)]
			if !ok {
				card, err := h.Reader.Card(ctx, by, o)
				if err != nil {
					t.end()
					return err
				}
				m = encode(Message{
					Event:    "reload-order",
					Data:     map[string]any{"orderId": e.Stream, "type": e.Type, "card": card},
					Position: e.Position,
					Trace:    t.name,
				})
				rendered[classOf(by)] = m
			}
			t.tell(s, m)
		}
		t.end()
	}
	return h.counts(ctx, sockets, c, orders)
}

// workStopped sends a stopped timer to people who see the order (BD-324).
func (h *Hub) workStopped(sockets []*socket, e Event, o *order.Summary) {
	m := encode(Message{
		Event:    "notify-card-working-time-stopped",
		Data:     map[string]any{"orderId": e.Stream},
		Position: e.Position,
	})
	for _, s := range sockets {
		if o.Visible(s.actor()) {
			h.tell(s, m)
		}
	}
}

// deleted sends the deletion of an order to people who saw it. If an order is gone although this
// event is not its deletion, the deletion follows.
func (h *Hub) deleted(ctx context.Context, sockets []*socket, e Event) error {
	if e.Type != string(order.DeletedType) {
		return nil
	}
	was, err := h.Reader.Before(ctx, e.Stream, e.Position)
	if err != nil {
		return err
	}
	t := h.telling(ctx, e)
	defer t.end()
	m := encode(
		Message{Event: "order-deleted", Data: map[string]any{"orderId": e.Stream}, Position: e.Position, Trace: t.name},
	)
	for _, s := range sockets {
		if was.Visible(s.actor()) {
			t.tell(s, m)
		}
	}
	return nil
}

// threads tells people of changes to proofs and topics, so that their page loads the file and the tab again. If a
// stream has several changes, each person hears only of the newest one that they may see. Nobody hears of a hidden
// version or an internal decision that they may not see (D-68, D-69).
func (h *Hub) threads(ctx context.Context, sockets []*socket, c Change) error {
	if err := h.CatchUp(ctx, c.Position); err != nil {
		return err
	}
	changed := latest(c.Events)
	streams, err := h.Reader.Streams(ctx, ids(changed))
	if err != nil {
		return err
	}
	var of []uuid.UUID
	for _, s := range streams {
		of = append(of, s.Order)
	}
	orders, err := h.Reader.Orders(ctx, of)
	if err != nil {
		return err
	}
	events, files := map[uuid.UUID][]Event{}, []int64{}
	for _, e := range c.Events {
		events[e.Stream] = append(events[e.Stream], e)
		if e.Kind == string(proof.AggregateType) {
			files = append(files, e.Position)
		}
	}
	shown, err := h.Reader.Shown(ctx, files)
	if err != nil {
		return err
	}
	for _, e := range changed {
		st, known := streams[e.Stream]
		if o := orders[st.Order]; known && o != nil {
			h.thread(ctx, sockets, events[e.Stream], st, o, shown)
		}
	}
	return nil
}

// thread sends each socket the newest of a stream's events that its person may see. shown has the position since which
// the version that an event is about has its file.
func (h *Hub) thread(
	ctx context.Context,
	sockets []*socket,
	events []Event,
	st timeline.Stream,
	o *order.Summary,
	shown map[int64]int64,
) {
	type audience struct {
		decision bool
		since    int64
	}
	told, reached := map[*socket]bool{}, map[audience]bool{}
	for _, e := range slices.Backward(events) {
		to := audience{isDecision(e), shown[e.Position]}
		if reached[to] { // by a newer event
			continue
		}
		reached[to] = true
		part := publicevents.PartOf(st)
		if to.since > 0 { // the rule is whether they see this version, not an older one
			part.File.Since = to.since
		}
		t := h.telling(ctx, e)
		b := encode(threadChanged(e, st, t.name))
		for _, s := range sockets {
			by := s.actor()
			if !told[s] && (!to.decision || policy.SeesDecisions(by)) && policy.SeesPart(by, o, part) {
				t.tell(s, b)
				told[s] = true
			}
		}
		t.end()
	}
}

func isDecision(e Event) bool {
	return slices.Contains(proof.InternalDecisions, eh.EventType(e.Type))
}

func threadChanged(e Event, st timeline.Stream, trace string) Message {
	m := Message{
		Event:    "reload-timeline",
		Data:     map[string]any{"orderId": st.Order},
		Position: e.Position,
		Trace:    trace,
	}
	switch e.Kind {
	case string(proof.AggregateType):
		m.Event, m.Data = "reload-version-list", map[string]any{
			"orderId":      st.Order,
			"attachmentId": st.Attachment,
			"type":         e.Type,
		}
	case string(topic.AggregateType):
		if st.Attachment == uuid.Nil {
			m.Event, m.Data = "reload-conversation", map[string]any{
				"orderId": st.Order,
				"topicId": st.ID,
				"public":  !st.Internal,
				"type":    e.Type,
			}
			break
		}
		m.Event = "reload-version"
		m.Data = map[string]any{
			"orderId":      st.Order,
			"attachmentId": st.Attachment,
			"versionId":    st.Version,
			"topicId":      st.ID,
			"public":       !st.Internal,
			"type":         e.Type,
		}
	}
	return m
}

// raised is the live event for a new notification (BD-318).
const raised = "show-notification"

// inboxes sends people their own notifications.
func (h *Hub) inboxes(ctx context.Context, sockets []*socket, c Change) {
	for _, e := range c.Events {
		event := "fetch-messages"
		if e.Type == string(inbox.NotifiedType) {
			event = raised
		}
		t := h.telling(ctx, e)
		for _, s := range sockets {
			if s.actor().ID == e.Stream {
				t.tell(s, encode(Message{Event: event, Position: e.Position, Trace: t.name}))
				if event == raised {
					h.tell(
						s,
						encode(Message{Event: "notify-sidebar", Position: e.Position}),
					) // updates the bell, in addition to the toast (BD-315)
				}
			}
		}
		t.end()
	}
}
