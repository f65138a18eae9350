package realtime

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/timeline"
)

// signedIn holds sessions by token; tests end and change them.
type signedIn struct {
	mu     sync.Mutex
	all    map[string]sessions.Session
	people map[uuid.UUID]accounts.User
	seen   []uuid.UUID
	slow   chan struct{} // if it is not nil, sessions are read once it is closed
	asked  int           // how often a session was asked for
}

func (*signedIn) Forget() {}

func (s *signedIn) Names(_ context.Context, w accounts.Wanted) (accounts.Names, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := accounts.Names{People: map[uuid.UUID]accounts.User{}}
	for _, id := range w.People {
		n.People[id] = s.people[id]
	}
	return n, nil
}

func (s *signedIn) Session(_ context.Context, token string) (sessions.Session, error) {
	s.mu.Lock()
	slow := s.slow
	s.asked++
	s.mu.Unlock()
	if slow != nil {
		<-slow
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.all[token]
	if !ok {
		return v, sessions.ErrNoSession
	}
	return v, nil
}

func (s *signedIn) Seen(_ context.Context, people []uuid.UUID, _ time.Time) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, people...)
	return 0, nil
}

func (s *signedIn) set(token string, u accounts.User) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[token] = sessions.Session{ID: uuid.New(), Desk: u.Role.IsProvider(), Actor: u.Actor()}
	s.people[u.ID] = u
}

func (s *signedIn) change(token string, to domain.Role) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.all[token]
	v.Actor.Role = to
	s.all[token] = v
}

func (s *signedIn) end(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, token)
}

// reader knows one order that everybody of the desk sees, and a proof of it.
type reader struct{ o *order.Summary }

func (r reader) Orders(context.Context, []uuid.UUID) (map[uuid.UUID]*order.Summary, error) {
	return map[uuid.UUID]*order.Summary{r.o.ID: r.o}, nil
}

func (r reader) Before(context.Context, uuid.UUID, int64) (*order.Summary, error) { return r.o, nil }

func (r reader) Card(context.Context, domain.Actor, *order.Summary) (any, error) {
	return strings.Repeat("card ", 2000), nil
}

func (r reader) Streams(_ context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error) {
	return map[uuid.UUID]timeline.Stream{
		ids[0]: {ID: ids[0], Order: r.o.ID, Attachment: ids[0], Kind: "customerReview"},
	}, nil
}

func (r reader) Shown(context.Context, []int64) (map[int64]int64, error) { return nil, nil }

var customer, theirInvoice = uuid.New(), uuid.New()

func (r reader) Sold(_ context.Context, ids []uuid.UUID) ([]sales.Sold, error) {
	if slices.Contains(ids, theirInvoice) {
		return []sales.Sold{{Issuer: domain.DirectClient, Customer: customer}}, nil
	}
	return nil, nil
}

type bench struct {
	url      string
	hub      *Hub
	sessions *signedIn
	order    uuid.UUID
	nats     *nats.Conn
	reader   reader
}

func start(t *testing.T) bench {
	t.Helper()
	server, err := embedded.StartNATS(t.Context(), embedded.NATSConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	nc, err := server.Conn()
	if err != nil {
		t.Fatal(err)
	}
	o := order.New(uuid.New())
	if err := o.Apply(domain.Event{
		Position:   1,
		Stream:     o.ID,
		Version:    1,
		StreamType: order.AggregateType,
		Type:       order.DraftedType,
		Data:       &order.Drafted{Client: "customer", Customer: customer},
	}); err != nil {
		t.Fatal(err)
	}
	o.Status = order.InReview // until the hub has waited for the read models: then it is in progress
	s := &signedIn{all: map[string]sessions.Session{}, people: map[uuid.UUID]accounts.User{}}
	h := New(Config{
		CheckEvery: 20 * time.Millisecond,
		CatchUp:    func(context.Context, int64) error { o.Status = order.InProgress; return nil },
		Sessions:   s,
		People:     s,
		Activity:   s,
		Reader:     reader{&o.Summary},
		NATS:       nc,
		Logger:     slog.New(slog.DiscardHandler),
		Metrics:    prometheus.NewRegistry(),
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.Run(ctx) }()
	web := httptest.NewServer(h)
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		nc.Close()
		web.Close()
	})
	return bench{url: web.URL, hub: h, sessions: s, order: o.ID, nats: nc, reader: reader{&o.Summary}}
}

// connect opens a socket whose machine takes in little that is not read.
func (b bench) connect(t *testing.T, token string, role domain.Role) *websocket.Conn {
	t.Helper()
	return b.connectAs(t, token, accounts.User{ID: uuid.New(), Role: role, ClientID: "customer", CustomerID: customer})
}

func (b bench) connectAs(t *testing.T, token string, u accounts.User) *websocket.Conn {
	t.Helper()
	conn := b.dialAs(t, token, u)
	if got := b.read(t, conn); got.Event != "login" {
		t.Fatalf("the first answer is %+v", got)
	}
	return conn
}

// refusedAs says how the hub ends a socket that somebody opens, and StatusNormalClosure if it takes
// it.
func (b bench) refusedAs(t *testing.T, token string, u accounts.User) websocket.StatusCode {
	t.Helper()
	conn := b.dialAs(t, token, u)
	defer func() { _ = conn.CloseNow() }()
	if _, _, err := conn.Read(t.Context()); err != nil {
		return websocket.CloseStatus(err)
	}
	return websocket.StatusNormalClosure
}

// dialAs opens a socket and sends its login.
func (b bench) dialAs(t *testing.T, token string, u accounts.User) *websocket.Conn {
	t.Helper()
	return b.dialLate(t, token, u, 0)
}

// dialLate opens a socket of a page that began to load some milliseconds ago.
func (b bench) dialLate(t *testing.T, token string, u accounts.User, age int) *websocket.Conn {
	t.Helper()
	b.sessions.set(token, u)
	kind := map[bool]string{true: "user", false: "customer"}[u.Role.IsProvider()]
	dialer := func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		if tcp, ok := c.(*net.TCPConn); ok {
			err = tcp.SetReadBuffer(4 << 10)
		}
		return c, err
	}
	//nolint:bodyclose // the socket owns it
	conn, _, err := websocket.Dial(t.Context(), strings.Replace(b.url, "http", "ws", 1), &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {b.url}},
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: dialer}},
	})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	if err := conn.Write(
		t.Context(),
		websocket.MessageText,
		fmt.Appendf(nil, `{"event":"login","data":{"userType":%q,"token":%q,"age":%d}}`, kind, token, age),
	); err != nil {
		t.Fatal(err)
	}
	return conn
}

// read returns the next message, but skips the counts, because those can come at any time.
func (b bench) read(t *testing.T, conn *websocket.Conn) (m Message) {
	t.Helper()
	for m = b.next(t, conn); m.Event == "reload-sidebar"; m = b.next(t, conn) {
	}
	return m
}

func (b bench) next(t *testing.T, conn *websocket.Conn) (m Message) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, text, err := conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return m
}

// closed reports whether the server ends a socket before long.
func closed(t *testing.T, conn *websocket.Conn) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		if _, _, err := conn.Read(ctx); err != nil {
			return ctx.Err() == nil
		}
	}
}

func (b bench) announce(t *testing.T, position int64) {
	t.Helper()
	change, err := json.Marshal(Change{
		Projection: "board",
		Position:   position,
		Events:     []Event{{Position: position, Stream: b.order, Kind: "order", Type: "order.moved"}},
	})
	if err == nil {
		err = b.nats.Publish(Subject, change)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestASocketIsToldToLogOutWithinTheCheckInterval(t *testing.T) { // BD-317 D-23
	b := start(t)
	out, stays := b.connect(t, "one", domain.Manager), b.connect(t, "two", domain.Manager)
	b.sessions.end("one")
	for m := b.read(t, out); m.Event != "force-logout"; m = b.read(t, out) {
		t.Errorf("the socket hears %+v after its session", m)
	}
	if !closed(t, out) {
		t.Error("the socket of an ended session stays open")
	}
	b.announce(t, 7)
	if m := b.read(t, stays); m.Event != "reload-order" || m.Position != 7 {
		t.Errorf("the other socket hears %+v", m)
	}
}

// Checks of a database that does not answer would pile up, and all of them would ask it again at once.
func TestACheckWaitsForTheLastOne(t *testing.T) {
	b := start(t)
	conn := b.connect(t, "one", domain.Manager)
	slow := make(chan struct{})
	b.sessions.mu.Lock()
	b.sessions.slow, b.sessions.asked, b.sessions.seen = slow, 0, nil
	b.sessions.mu.Unlock()
	seen := func() (intervals, asked int) {
		b.sessions.mu.Lock()
		defer b.sessions.mu.Unlock()
		return len(b.sessions.seen), b.sessions.asked
	}
	for end, intervals := time.Now().Add(30*time.Second), 0; intervals < 5; <-time.After(time.Millisecond) {
		if intervals, _ = seen(); time.Now().After(end) {
			t.Fatalf("only %d intervals passed", intervals)
		}
	}
	if _, asked := seen(); asked > 1 {
		t.Errorf("%d checks run at once", asked)
	}
	b.sessions.end("one")
	b.sessions.mu.Lock()
	b.sessions.slow = nil
	b.sessions.mu.Unlock()
	close(slow)
	if !closed(t, conn) {
		t.Error("after a slow check there is none")
	}
}

func TestASocketEndsWhenItsPersonMaySeeSomethingElse(t *testing.T) { // SH-093
	b := start(t)
	conn := b.connect(t, "one", domain.Manager)
	b.sessions.change("one", domain.CSO)
	if !closed(t, conn) {
		t.Error("the socket goes on with the role it began with")
	}
}

func TestAReaderThatDoesNotKeepUpIsCutOff(t *testing.T) { // D-35
	b := start(t)
	_, quick := b.connect(t, "slow", domain.Manager), b.connect(t, "quick", domain.Manager)
	sockets := func() int { return len(b.hub.all()) }
	if sockets() != 2 {
		t.Fatalf("%d sockets", sockets())
	}
	last := int64(0)
	for end := time.Now().Add(30 * time.Second); sockets() == 2; { // one at a time, as fast as the quick one reads
		if time.Now().After(end) {
			t.Fatal("a reader that stalls is kept for ever")
		}
		last++
		b.announce(t, last)
		if m := b.read(t, quick); m.Position != last {
			t.Fatalf("the quick reader missed %d: it hears %d", last, m.Position)
		}
	}
	if b.hub.all()[0].token != "quick" {
		t.Error("the wrong socket was cut off")
	}
	b.announce(t, last+1)
	if m := b.read(t, quick); m.Position != last+1 {
		t.Errorf("the quick reader hears %+v", m)
	}
}

// The order went back to in progress before the version came: whoever reads the board too early
// would still tell the customer of it.
func TestWhoSeesAFileIsDecidedByItsOrderAsOfTheChange(t *testing.T) { // BD-019 D-35
	b := start(t)
	owner, operator := b.connect(t, "owner", domain.Owner), b.connect(t, "operator", domain.Operator)
	change, err := json.Marshal(Change{
		Projection: "timeline",
		Position:   5,
		Events:     []Event{{Position: 5, Stream: uuid.New(), Kind: "proof", Type: "proof.version_added"}},
	})
	if err == nil {
		err = b.nats.Publish(Subject, change)
	}
	if err != nil {
		t.Fatal(err)
	}
	if m := b.read(t, operator); m.Event != "reload-version-list" || m.Position != 5 {
		t.Errorf("the operator hears %+v", m)
	}
	b.announce(t, 6)
	if m := b.read(t, owner); m.Event != "reload-order" || m.Position != 6 {
		t.Errorf("the owner receives a change of a proof that they may not see: %+v", m)
	}
}

// The account and its sellers get a message when a plan or an invoice changes. Others get none.
func TestWhoIsToldOfWhatIsSold(t *testing.T) { // D-66
	b := start(t)
	people := map[string]accounts.User{
		"owner":   {ID: uuid.New(), Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: customer},
		"staff":   {ID: uuid.New(), Role: domain.Staff, ClientID: domain.DirectClient, CustomerID: customer},
		"rival":   {ID: uuid.New(), Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: uuid.New()},
		"admin":   {ID: uuid.New(), Role: domain.Admin, ClientID: domain.ProviderClient},
		"manager": {ID: uuid.New(), Role: domain.Manager, ClientID: domain.ProviderClient},
	}
	sockets := map[string]*websocket.Conn{}
	for name, u := range people {
		sockets[name] = b.connectAs(t, name, u)
	}
	event := func(kind eh.AggregateType, stream uuid.UUID) Change {
		return Change{Projection: sales.Name, Events: []Event{{Stream: stream, Kind: string(kind)}}}
	}
	// The last message of each turn, which everybody gets, shows that nothing else is on its way.
	end := event(plan.AggregateType, uuid.New())
	for _, c := range []struct {
		change Change
		told   map[string]string
	}{
		{event(subscription.AggregateType, subscription.StreamOf(customer)), map[string]string{
			"owner": "reload-profile reload-billing ", "staff": "reload-profile reload-billing ", "admin": "reload-billing ",
		}},
		{event(invoice.AggregateType, theirInvoice), map[string]string{
			"owner": "reload-billing ", "admin": "reload-billing ",
		}},
		{event(invoice.AggregateType, uuid.New()), nil},
		{event(order.AggregateType, uuid.New()), nil},
		{Change{Projection: sales.Name, Many: true}, map[string]string{
			"owner": "reload-profile reload-billing ", "staff": "reload-profile reload-billing ",
			"rival": "reload-profile reload-billing ", "admin": "reload-profile reload-billing ",
			"manager": "reload-profile reload-billing ",
		}},
	} {
		for _, position := range []Change{c.change, end} {
			raw, err := json.Marshal(position)
			if err != nil {
				t.Fatal(err)
			}
			if err := b.nats.Publish(Subject, raw); err != nil {
				t.Fatal(err)
			}
		}
		for name, conn := range sockets {
			got, want := "", c.told[name]+"reload-billing "
			for len(got) < len(want) {
				got += b.read(t, conn).Event + " "
			}
			if got != want {
				t.Errorf("%+v: %s is told %s, want %s", c.change, name, got, want)
			}
		}
	}
}

func TestABrowserThatSendsTooMuchIsCutOff(t *testing.T) {
	b := start(t)
	conn := b.connect(t, "one", domain.Manager)
	if err := conn.Write(t.Context(), websocket.MessageText, make([]byte, 2*readLimit)); err != nil {
		t.Fatal(err)
	}
	if !closed(t, conn) {
		t.Error("a message above the limit is taken")
	}
}

func TestAPersonHasTwentySocketsAtATime(t *testing.T) { // D-71
	b := start(t)
	ana := accounts.User{ID: uuid.New(), Firstname: "Ana", Role: domain.Manager}
	var first *websocket.Conn
	for i := range 20 {
		conn := b.connectAs(t, fmt.Sprintf("ana-%d", i), ana)
		if i == 0 {
			first = conn
		}
	}
	if status := b.refusedAs(t, "ana-20", ana); status != websocket.StatusTryAgainLater {
		t.Errorf("the 21st ends with %d", status)
	}
	b.connectAs(t, "tom", accounts.User{ID: uuid.New(), Firstname: "Tom", Role: domain.Manager})
	_ = first.CloseNow()
	for status := websocket.StatusTryAgainLater; status == websocket.StatusTryAgainLater; {
		status = b.refusedAs(t, "ana-21", ana) // until the hub has seen that one left
	}
}

// Browsers hear nothing of a projection that was idle, or that they are not told of.
func TestPositionsAloneGoToProcessesAndNotToBrowsers(t *testing.T) {
	b := start(t)
	changes, err := b.nats.SubscribeSync(Subject)
	if err != nil {
		t.Fatal(err)
	}
	reached, err := b.nats.SubscribeSync(ReachedSubject)
	if err != nil {
		t.Fatal(err)
	}
	one := []domain.Event{{Position: 7, Stream: uuid.New()}}
	for _, c := range []engine.Commit{
		{Projection: board.Name, Position: 6},
		{Projection: "search", Position: 7, Events: one},
		{Projection: board.Name, Position: 7, Events: one},
	} {
		if err := Announce(b.nats, c); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []struct {
		from     *nats.Subscription
		position int64
		events   int
	}{{reached, 6, 0}, {reached, 7, 0}, {changes, 7, 1}} {
		m, err := want.from.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		var c Change
		if err := json.Unmarshal(
			m.Data,
			&c,
		); err != nil || c.Position != want.position ||
			len(c.Events) != want.events {
			t.Errorf("%s, %v, want position %d with %d events", m.Data, err, want.position, want.events)
		}
	}
}
