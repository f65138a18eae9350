package realtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// publish sends a change as the process that projects does.
func (b bench) publish(t *testing.T, c Change) {
	t.Helper()
	text, err := json.Marshal(c)
	if err == nil {
		err = b.nats.Publish(Subject, text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// until collects what a socket hears up to the mark, a message to its person.
func (b bench) until(t *testing.T, conn *websocket.Conn, person uuid.UUID, mark string) (events []string) {
	t.Helper()
	for sent := false; ; {
		if !sent {
			if err := Tell(b.nats, person, mark, nil); err != nil {
				t.Fatal(err)
			}
			sent = true
		}
		m := b.next(t, conn)
		if m.Event == mark {
			return events
		}
		events = append(events, m.Event)
	}
}

func (b bench) person(t *testing.T, token string) uuid.UUID {
	t.Helper()
	s, err := b.sessions.Session(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return s.Actor.ID
}

// Each row is one thing that happens and what a manager, its person, hears of it, in any order.
// BD-307 BD-308 BD-310 BD-311 BD-312 BD-313 BD-315 BD-318 BD-319 BD-320 BD-327.
func TestEveryChangeIsToldByTheNameOfTheDocuments(t *testing.T) {
	b := start(t)
	manager, customerSocket := b.connect(t, "manager", domain.Manager), b.connect(
		t,
		"owner",
		domain.Owner,
	) // both hear login first
	me := b.person(t, "manager")
	stream := uuid.New()
	one := func(projection, kind, eventType string, of uuid.UUID) Change {
		return Change{
			Projection: projection,
			Position:   5,
			Events:     []Event{{Position: 5, Stream: of, Kind: kind, Type: eventType}},
		}
	}
	many := Change{Projection: "board", Position: 5}
	for i := range manyOrders + 1 {
		many.Events = append(many.Events, Event{
			Position: 5,
			Stream:   uuid.NewSHA1(stream, fmt.Append(nil, i)),
			Kind:     "order",
			Type:     string(order.RepositionedType),
		})
	}
	many.Events[0].Stream = b.order
	for i, c := range []struct {
		what   string
		change Change
		hears  []string
	}{
		{"a move", one("board", "order", string(order.MovedType), b.order), []string{"reload-order", "reload-sidebar"}},
		{"a new place in the same zone", one("board", "order", string(order.RepositionedType), b.order), []string{"reload-order"}},
		{"other details", one("board", "order", string(order.DetailsChangedType), b.order), []string{"reload-order"}},
		{"more than a hundred orders at once", many, []string{"reload-single-column"}},
		{"a projection that caught up", Change{Projection: "board", Position: 5, Many: true}, []string{"reload-order-list"}},
		{"the history of an order", one("timeline", "order", string(order.MovedType), stream), []string{"reload-timeline"}},
		{"a version", one("timeline", "proof", "proof.version_added", stream), []string{"reload-version-list"}},
		{"a comment", one("timeline", "topic", "topic.replied", stream), []string{"reload-version"}},
		{"a notification", one("notifications", "inbox", "inbox.notified", me), []string{"show-notification", "notify-sidebar"}},
		{"notifications that were read elsewhere", one("notifications", "inbox", "inbox.read", me), []string{"fetch-messages"}},
		{"notifications that were deleted elsewhere", one("notifications", "inbox", "inbox.deleted", me), []string{"fetch-messages"}},
		{"somebody else's notification", one("notifications", "inbox", "inbox.notified", uuid.New()), nil},
	} {
		b.publish(t, c.change)
		var got []string
		for len(got) < len(c.hears) {
			got = append(got, b.next(t, manager).Event)
		}
		got = append(got, b.until(t, manager, me, fmt.Sprint("mark ", i))...)
		slices.Sort(got)
		slices.Sort(c.hears)
		if !slices.Equal(got, c.hears) {
			t.Errorf("%s: the manager hears %v, want %v", c.what, got, c.hears)
		}
	}
	for _, e := range b.until(t, customerSocket, b.person(t, "owner"), "mark") {
		if slices.Contains([]string{"show-notification", "notify-sidebar", "fetch-messages"}, e) {
			t.Errorf("the customer hears %s of somebody else", e)
		}
	}
}

func TestAResellersListOfCustomersIsToldOfItsOwnOrdersOnly(t *testing.T) { // BD-321
	b := start(t)
	reseller := func(token, client string) *websocket.Conn {
		return b.connectAs(t, token, accounts.User{ID: uuid.New(), Role: domain.Owner, ClientID: client})
	}
	own, other := reseller("own", "reseller"), reseller("other", "another")
	b.reader.o.Client = "reseller"
	b.announce(t, 7)
	var got []string
	for range 3 {
		got = append(got, b.next(t, own).Event)
	}
	if !slices.Equal(got, []string{"reload-order", "reload-sidebar", "reload-client-board"}) {
		t.Errorf("the reseller hears %v", got)
	}
	if heard := b.until(t, other, b.person(t, "other"), "mark"); len(heard) != 0 {
		t.Errorf("another reseller hears %v", heard)
	}
}
