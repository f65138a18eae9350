package realtime

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// says sends what a browser says of where it looks.
func (b bench) says(t *testing.T, conn *websocket.Conn, l look) {
	t.Helper()
	text, err := json.Marshal(map[string]any{"event": "look", "data": l})
	if err == nil {
		err = conn.Write(t.Context(), websocket.MessageText, text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// heard is the next presence that a browser hears, after whatever else.
func (b bench) heard(t *testing.T, conn *websocket.Conn) looker {
	t.Helper()
	for {
		m := b.next(t, conn)
		if m.Event != "presence" {
			continue
		}
		text, err := json.Marshal(m.Data)
		var l looker
		if err == nil {
			err = json.Unmarshal(text, &l)
		}
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
}

// looks waits until so many browsers show a version.
func (b bench) looks(t *testing.T, p place, count int) {
	t.Helper()
	for {
		found := 0
		b.hub.lookers.each(p, time.Time{}, func(*socket) { found++ })
		if found == count {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(time.Millisecond):
		}
	}
}

func TestThoseWhoLookAtAVersionHearOfOneAnother(t *testing.T) { // BY-029
	b := start(t)
	ana := b.connectAs(
		t, "ana", accounts.User{ID: uuid.New(), Firstname: "Ana", Lastname: "Ruiz", Role: domain.Manager},
	)
	tom := b.connectAs(
		t, "tom", accounts.User{ID: uuid.New(), Firstname: "Tom", Lastname: "Becker", Role: domain.Operator},
	)
	here := look{place: place{b.order, uuid.New(), uuid.New()}}
	elsewhere := here
	elsewhere.Version = uuid.New()

	b.says(t, ana, elsewhere) // nobody hears
	b.says(t, ana, here)
	b.looks(t, here.place, 1) // only people who are already on the page are notified of the next one
	b.says(t, tom, here)
	if l := b.heard(t, ana); l.Person.Name != "Tom Becker" || l.place != here.place || l.Cursor != nil || l.Left {
		t.Errorf("ana hears %+v", l)
	}
	pointing := here
	pointing.Cursor = &cursor{2, 0.25, 0.5}
	b.says(t, ana, pointing)
	l := b.heard(t, tom)
	for l.Cursor == nil { // what she said before may still be on its way
		l = b.heard(t, tom)
	}
	if l.Person.Name != "Ana Ruiz" || *l.Cursor != *pointing.Cursor {
		t.Errorf("tom hears %+v", l)
	}
	b.says(t, tom, elsewhere)
	if l := b.heard(t, ana); !l.Left || l.Person.Name != "Tom Becker" {
		t.Errorf("ana hears %+v of somebody who went to another version", l)
	}
	b.says(t, tom, here)
	b.heard(t, ana)
	if err := tom.CloseNow(); err != nil {
		t.Fatal(err)
	}
	if l := b.heard(t, ana); !l.Left || l.Person.Name != "Tom Becker" {
		t.Errorf("ana hears %+v of somebody who closed the page", l)
	}
}

func TestNobodyReceivesChangesOfAProofTheyMayNotSee(t *testing.T) { // BY-029 BD-019
	b := start(t)
	b.reader.o.Status = "in-progress" // the customer sees what others uploaded in review only
	manager := b.connect(t, "manager", domain.Manager)
	owner := b.connect(t, "owner", domain.Owner)
	here := look{place: place{b.order, uuid.New(), uuid.New()}}
	b.says(t, owner, here)
	b.says(t, manager, here)
	foreign := here
	foreign.Order = uuid.New() // not the order of this proof
	b.says(t, owner, foreign)
	b.says(t, manager, here)
	for _, e := range b.until(t, owner, b.person(t, "owner"), "mark") {
		if e == "presence" {
			t.Error("the owner receives the names of those who look at a file that they may not see")
		}
	}
	for _, e := range b.until(t, manager, b.person(t, "manager"), "mark") {
		if e == "presence" {
			t.Error("the manager hears of somebody who may not see the file")
		}
	}
}

func TestABrowserThatTalksNonsenseIsCutOff(t *testing.T) { // check 16
	b := start(t)
	point := func(page int, x, y string) string {
		return fmt.Sprintf(
			`{"event":"look","data":{"orderId":%q,"attachmentId":%[1]q,"versionId":%[1]q,"cursor":{"page":%d,"x":%s,"y":%s}}}`,
			b.order,
			page,
			x,
			y,
		)
	}
	for i, text := range []string{"", "{", "[]", `{"event":"move"}`, `{"event":"look","data":7}`, `{"event":"look","data":{"orderId":"x"}}`, point(0, "0", "0"), point(1, "2", "0"), point(1, "0", "-1"), point(1, "1e999", "0")} {
		conn := b.connect(t, fmt.Sprint("who", i), domain.Manager)
		if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
		for {
			if _, _, err := conn.Read(t.Context()); err != nil {
				if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
					t.Errorf("%s: %v", text, err)
				}
				break
			}
		}
	}
}

func FuzzWhatABrowserSays(f *testing.F) { // check 21
	f.Add(
		[]byte(
			`{"event":"look","data":{"orderId":"2b1c9a6e-0000-4000-8000-000000000000","cursor":{"page":1,"x":0.5,"y":1}}}`,
		),
	)
	f.Add([]byte(`{"event":"look","data":{"left":true}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := decodeLook(raw)
		if err != nil || l.Cursor == nil {
			return
		}
		if c := *l.Cursor; c.Page < 1 || !(c.X >= 0 && c.X <= 1 && c.Y >= 0 && c.Y <= 1) {
			t.Errorf("%+v counts as a place", c)
		}
	})
}
