package e2e

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
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// message is a message on the websocket.
type message struct {
	Event    string          `json:"event"`
	Data     json.RawMessage `json:"data"`
	Position int64           `json:"position"`
	Trace    string          `json:"trace"`
}

// browser is an open websocket of a person and the messages that it has received.
type browser struct {
	conn *websocket.Conn
	mu   sync.Mutex
	all  []message
	done chan struct{}
}

// dial opens a websocket. It returns the status of the answer to the handshake.
func dial(t *testing.T, origin string) (conn *websocket.Conn, status int, err error) {
	t.Helper()
	return dialAt(t, world.base, origin)
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

func send(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func login(userType, token string) string {
	b, _ := json.Marshal(
		map[string]any{"event": "login", "data": map[string]string{"userType": userType, "token": token}},
	)
	return string(b)
}

func (p *person) kind() string {
	if p.desk {
		return "user"
	}
	return "customer"
}

// listen opens a websocket for a person and signs in.
func listen(t *testing.T, p *person) *browser {
	t.Helper()
	conn, _, err := dialAt(t, p.site.base, p.site.base)
	if err != nil {
		t.Fatal(err)
	}
	send(t, conn, login(p.kind(), p.token))
	b := &browser{conn: conn, done: make(chan struct{})}
	go func() {
		defer close(b.done)
		for {
			_, text, err := conn.Read(context.Background())
			if err != nil {
				return
			}
			var m message
			if json.Unmarshal(text, &m) != nil {
				m.Event = "not JSON: " + string(text)
			}
			b.mu.Lock()
			b.all = append(b.all, m)
			b.mu.Unlock()
		}
	}()
	b.expect(t, "login", "success")
	return b
}

func (b *browser) told() []message {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.all)
}

// expect waits for an event whose data contains all the given texts.
func (b *browser) expect(t *testing.T, event string, holds ...string) message {
	t.Helper()
	var found message
	eventually(t, event+" "+strings.Join(holds, " "), func() bool {
		for _, m := range b.told() {
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

func TestASocketIsForItsOwnOriginAndASessionOnly(t *testing.T) { // D-35 BD-306
	for what, origin := range map[string]string{"no origin": "", "a foreign one": "https://evil.test", "null": "null", "another port": "http://127.0.0.1:1"} {
		if _, status, err := dial(t, origin); err == nil || status != http.StatusForbidden {
			t.Errorf("%s: %d %v", what, status, err)
		}
	}
	owner, manager := as(t, "owner"), as(t, "manager")
	gone := fresh(t, "owner")
	if a := gone.call(t, http.MethodPost, "/logout", nil); a.status != http.StatusOK {
		t.Fatal(a.status)
	}
	for what, first := range map[string]string{
		"no token": login("customer", ""), "a wrong token": login("customer", strings.Repeat("x", 43)), "a token of the other kind": login("user", owner.token),
		"a desk token as a customer": login("customer", manager.token), "an unknown kind": login("admin", manager.token), "a token of a session that ended": login("customer", gone.token),
		"another event": `{"event":"reload-order","data":{}}`, "no JSON": "hello", "too much": login("customer", strings.Repeat("x", 8<<10)),
	} {
		conn, _, err := dial(t, world.base)
		if err != nil {
			t.Fatal(err)
		}
		send(t, conn, first)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if _, text, err := conn.Read(ctx); err == nil {
			t.Errorf("%s: the socket says %s", what, text)
		} else if ctx.Err() != nil {
			t.Errorf("%s: the socket stays open", what)
		}
		cancel()
	}
}

func TestTwoBrowsersSeeMovesAndCommentsLive(t *testing.T) { // BD-311 BD-312 BD-318 BD-319 BD-320 BD-314 D-35
	sc := stage(t, "owner", order.InReview)
	do(t, "manager", assign(sc.order))
	a := attach(t, sc.order, "owner", proof.CustomerReview)
	owner, operator := listen(t, as(t, "owner")), listen(t, as(t, "operator"))
	o, version := "/order/"+sc.order.String(), "/order/"+sc.order.String()+"/attachment/"+a.attachment.String()+"/version/"+a.versions[0].String()

	topic := write(
		t, as(t, "owner"), http.MethodPost, version+"/annotation",
		map[string]any{"message": says("live"), "annotation": mark},
	)
	for _, b := range []*browser{owner, operator} {
		if m := b.expect(
			t,
			"reload-version",
			sc.order.String(),
			a.attachment.String(),
			a.versions[0].String(),
			topic.Data.ID.String(),
			`"public":true`,
		); m.Position < topic.Data.Position {
			t.Errorf("the comment is at %d, its message at %d", topic.Data.Position, m.Position)
		}
	}
	operator.expect(t, "show-notification")
	second := write(
		t,
		as(t, "operator"),
		http.MethodPut,
		"/upload/attachment-version/"+a.attachment.String(),
		completed(
			"next.png", put(t, as(t, "operator"), "attachment-version", a.attachment, "next.png", picture(t, 9)),
			len(picture(t, 9)), "",
		),
	)
	owner.expect(t, "reload-version-list", a.attachment.String(), "proof.version_added")
	_ = second

	moved := write(
		t, as(t, "operator"), http.MethodPut, o+"/move-progress",
		map[string]any{"moveto": "in-progress", "via": "board"},
	)
	for _, b := range []*browser{owner, operator} {
		m := b.expect(t, "reload-order", sc.order.String(), "order.moved")
		var d struct{ Card contract.Card }
		if err := json.Unmarshal(m.Data, &d); err != nil || d.Card.Status != "in-progress" ||
			d.Card.Version != moved.Data.Version ||
			m.Position < moved.Data.Position {
			t.Errorf("the card that came is %s", m.Data)
		}
		b.expect(t, "reload-timeline", sc.order.String())
	}
	drops := func(b *browser) string {
		var d struct{ Card contract.Card }
		_ = json.Unmarshal(b.expect(t, "reload-order", "order.moved", sc.order.String()).Data, &d)
		b2, _ := json.Marshal(d.Card.AllowedDrops)
		return string(b2)
	}
	if got, want := drops(owner), `["in-review"]`; got != want { // BD-055
		t.Errorf("the owner's card says he may drop it on %s, want %s", got, want)
	}
	if got, want := drops(operator), `["active","in-progress"]`; got != want { // BD-061
		t.Errorf("the operator's card says he may drop it on %s, want %s", got, want)
	}

	write(t, as(t, "owner"), http.MethodPut, o+"/action", map[string]any{"action": "cancelled"})
	write(t, as(t, "owner"), http.MethodPut, o+"/action", map[string]any{"action": "delete"})
	owner.expect(t, "order-deleted", sc.order.String())
	operator.expect(t, "order-deleted", sc.order.String())
	write(t, as(t, "operator"), http.MethodPut, "/message/read", nil)
	operator.expect(t, "fetch-messages")
}

func TestASocketSendsNobodyWhatTheyMayNotRead(t *testing.T) { // D-13 D-35 BD-019
	shared := stage(t, "owner", order.InReview).order
	listeners := map[string]*browser{}
	for _, name := range []string{"owner", "neither", "beta", "reseller", "cso", "operator"} {
		listeners[name] = listen(t, as(t, name))
	}
	// Events that only some people may receive: a file for internal review and its topics, a proof
	// while the order is in progress, and orders of other accounts from their first step to their
	// last.
	a := attach(t, shared, "owner", proof.InternalReview)
	internal := a.attachment
	talk(t, shared, a, "operator2", false)
	talk(t, shared, a, "operator2", true)
	review := attach(t, shared, "owner", proof.CustomerReview)
	inside, _ := talk(t, shared, review, "operator2", false)
	hidden := stage(t, "owner", order.InProgress).order
	unseen := attach(t, hidden, "owner", proof.CustomerReview)
	foreign := inStatus(t, "beta", order.CancelledOff)
	act(t, "beta", foreign, order.Delete)
	resellers := draft(t, "resold")
	// The last event of each kind goes to everybody. If one of the restricted events had been sent,
	// it would have arrived earlier.
	last := map[string]uuid.UUID{
		"owner":    shared,
		"neither":  shared,
		"beta":     draft(t, "beta"),
		"reseller": draft(t, "resold"),
		"cso":      shared,
		"operator": shared,
	}
	talk(t, shared, review, "operator2", true)
	act(t, "manager", shared, order.Freeze)
	for name, o := range last {
		change := ""
		if o == shared {
			change = "order.frozen"
		}
		listeners[name].expect(t, "reload-order", o.String(), change)
		listeners[name].expect(t, "reload-timeline", o.String())
	}
	ids := map[string]uuid.UUID{
		"a file for internal review":  internal,
		"a topic of the internal tab": inside,
		"a proof in progress":         unseen.attachment,
		"an order in progress":        hidden,
		"Beta's order":                foreign,
		"the reseller's order":        resellers,
		"an order of Acme":            shared,
		"a proof in review":           review.attachment,
	}
	may := map[string][]string{
		"owner":    {"an order in progress", "an order of Acme", "a proof in review"},
		"neither":  {"an order in progress", "an order of Acme", "a proof in review"},
		"beta":     {"Beta's order"},
		"reseller": {"the reseller's order"},
		"cso": {
			"an order in progress",
			"an order of Acme",
			"a proof in review",
			"Beta's order",
			"the reseller's order",
		},
		"operator": {
			"a file for internal review",
			"a topic of the internal tab",
			"a proof in progress",
			"an order in progress",
			"Beta's order",
			"the reseller's order",
			"an order of Acme",
			"a proof in review",
		},
	}
	for name, b := range listeners {
		var told strings.Builder
		for _, m := range b.told() {
			told.WriteString(m.Event + string(m.Data) + "\n")
		}
		for what, id := range ids {
			if got, want := strings.Contains(told.String(), id.String()),
				slices.Contains(may[name], what); got != want {
				t.Errorf("%s was told of %s: %v, want %v", name, what, got, want)
			}
		}
	}
}
