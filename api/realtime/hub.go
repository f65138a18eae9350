// Package realtime sends changes to browsers over websockets, to each only what its person may see
// (D-35).
package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// Limits of a connection.
const (
	loginWait   = 10 * time.Second
	writeWait   = 10 * time.Second
	pingEvery   = 25 * time.Second
	checkEvery  = 20 * time.Second // default of Config.CheckEvery
	readLimit   = 4 << 10
	queueLength = 256 // messages; a browser that falls further behind reconnects and refetches
	maxSockets  = 20_000
	maxOfPerson = 20                     // sockets of a person in this process (D-71)
	lastWords   = 300 * time.Millisecond // time to send a message before the socket is closed
)

// Sessions finds the person who holds a token.
type Sessions interface {
	Session(ctx context.Context, token string) (sessions.Session, error)
}

// People returns people's names.
type People interface {
	Names(ctx context.Context, w accounts.Wanted) (accounts.Names, error)
	// Forget drops the names that are kept for a short time.
	Forget()
}

// Activity stores when people were last connected.
type Activity interface {
	// Seen stores which people have an open browser.
	Seen(ctx context.Context, people []uuid.UUID, at time.Time) (stoppers int, err error)
}

// Config has the dependencies of a hub. Every field is required, except CheckEvery and Tracer.
type Config struct {
	CheckEvery time.Duration // interval of closing sockets whose session has ended (check 15); 20 s by default
	// CatchUp waits until Reader shows the orders as of a position, because the order's status
	// decides who may see a file.
	CatchUp func(ctx context.Context, position int64) error
	// Reached is called with what a projection of any process has made visible. It may be nil.
	Reached  func(projection string, part, parts int, position int64)
	Sessions Sessions
	People   People
	Activity Activity
	Reader   Reader
	NATS     *nats.Conn
	Logger   *slog.Logger
	Metrics  prometheus.Registerer
	Tracer   *telemetry.Tracer // nil for no traces
}

// Hub holds the sockets of this process.
type Hub struct {
	Config
	mu      sync.Mutex
	sockets map[*socket]struct{}
	people  map[uuid.UUID]int // number of sockets of each person
	lookers lookers
	changes chan Change
	late    chan latecomer
	recent  recent            // used by Run only
	counted map[*socket]int64 // position of the last change of a socket's counts; used by Run only
	meters  *meters
	// checking is set while all sockets are checked, noting while the people who are online are stored.
	checking, noting atomic.Bool
}

// socket is the connection of one browser.
type socket struct {
	id      uuid.UUID
	conn    *websocket.Conn
	token   string
	session sessions.Session
	person  accounts.User // as other people see them
	queue   chan []byte
	cancel  context.CancelFunc
	dropped prometheus.Counter

	looking *looking // the version that it shows; guarded by the hub's lookers
	gone    bool     // guarded by the hub's lookers too
}

func (s *socket) actor() domain.Actor { return s.session.Actor }

// Message is a message to a browser.
type Message struct {
	Event    string `json:"event"`
	Data     any    `json:"data,omitempty"`
	Position int64  `json:"position,omitempty"`
	Trace    string `json:"trace,omitempty"` // W3C traceparent of the cause, if its command is traced
}

// New returns a hub, which works while Run runs.
func New(c Config) *Hub {
	if c.CheckEvery <= 0 {
		c.CheckEvery = checkEvery
	}
	h := &Hub{
		Config:  c,
		sockets: map[*socket]struct{}{},
		people:  map[uuid.UUID]int{},
		lookers: lookers{at: map[place]map[*socket]struct{}{}},
		changes: make(chan Change, 1024),
		late:    make(chan latecomer, 64),
		counted: map[*socket]int64{},
	}
	h.meters = newMeters(c.Metrics, func() float64 { return float64(len(h.changes)) })
	return h
}

// Run forwards changes until ctx ends; it then closes every socket.
func (h *Hub) Run(ctx context.Context) error {
	sub, err := h.NATS.Subscribe(Subject, func(m *nats.Msg) {
		var c Change
		if err := json.Unmarshal(m.Data, &c); err != nil {
			h.Logger.Error("realtime: bad change", "error", err)
			return
		}
		if h.Reached != nil {
			h.Reached(c.Projection, c.Part, c.Parts, c.Position)
		}
		select {
		case h.changes <- c:
		case <-ctx.Done():
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	reached, err := h.NATS.Subscribe(ReachedSubject, func(m *nats.Msg) {
		var c Change
		if err := json.Unmarshal(m.Data, &c); err != nil {
			h.Logger.Error("realtime: bad position", "error", err)
		} else if h.Reached != nil {
			h.Reached(c.Projection, c.Part, c.Parts, c.Position)
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = reached.Unsubscribe() }()
	people, err := h.NATS.Subscribe(PersonSubject, func(m *nats.Msg) { h.tellPerson(ctx, m.Data) })
	if err != nil {
		return err
	}
	defer func() { _ = people.Unsubscribe() }()
	lookers, err := h.NATS.Subscribe(PresenceSubject, h.tellLookers)
	if err != nil {
		return err
	}
	defer func() { _ = lookers.Unsubscribe() }()
	check := time.NewTicker(h.CheckEvery)
	defer check.Stop()
	counts := time.NewTicker(countsEvery)
	defer counts.Stop()
	for {
		select {
		case <-ctx.Done():
			for _, s := range h.all() {
				s.cancel()
			}
			return nil
		case c := <-h.changes:
			h.recent.add(c, time.Now())
			h.forward(ctx, h.all(), c)
		case l := <-h.late:
			for _, c := range h.recent.since(l.since) {
				h.forward(ctx, []*socket{l.socket}, c)
			}
		case <-counts.C:
			h.tellCounts()
		case <-check.C:
			unlessRunning(&h.checking, func() { h.check(ctx, h.all()) })
			unlessRunning(&h.noting, func() { h.present(ctx) })
		}
	}
}

// unlessRunning starts work beside its caller. It skips the work while the work of before still runs,
// because a database that is slow or away would get more and more of it.
func unlessRunning(running *atomic.Bool, work func()) {
	if running.CompareAndSwap(false, true) {
		go func() {
			defer running.Store(false)
			work()
		}()
	}
}

func (h *Hub) all() []*socket {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*socket, 0, len(h.sockets))
	for s := range h.sockets {
		all = append(all, s)
	}
	return all
}

// check closes those of the sockets whose session has ended, or whose person's permissions have
// changed since they connected. Those browsers connect again with the new permissions. Somebody who
// must add a second factor first has no socket until then.
func (h *Hub) check(ctx context.Context, sockets []*socket) {
	for _, s := range sockets {
		session, err := h.Sessions.Session(ctx, s.token)
		switch {
		case errors.Is(err, sessions.ErrNoSession) || err == nil && session.ID != s.session.ID:
			s.put(encode(Message{Event: "force-logout"}))
			time.AfterFunc(lastWords, s.cancel)
		case err == nil && (session.MustAddFactor || session.Actor != s.actor()):
			s.cancel()
		}
	}
}

// present stores which people have an open browser.
func (h *Hub) present(ctx context.Context) {
	people := map[uuid.UUID]struct{}{}
	for _, s := range h.all() {
		if s.session.Desk {
			people[s.actor().ID] = struct{}{}
		}
	}
	if len(people) == 0 {
		return
	}
	if _, err := h.Activity.Seen(ctx, slices.Collect(maps.Keys(people)), time.Now()); err != nil && ctx.Err() == nil {
		h.Logger.Warn("realtime: who is there was not noted", "error", err)
	}
}

// ServeHTTP accepts a websocket of the same origin. The first message must be a login. After it the
// server sends changes, and the browser sends what it looks at.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Origin") == "" {
		http.Error(w, "a websocket needs an origin", http.StatusForbidden)
		return
	}
	h.mu.Lock()
	full := len(h.sockets) >= maxSockets
	h.mu.Unlock()
	if full {
		http.Error(w, "too many connections", http.StatusServiceUnavailable)
		return
	}
	conn, err := websocket.Accept(w, r, nil) // rejects other origins
	if err != nil {
		return // Accept has already answered
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(readLimit)
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	s := &socket{
		id:      uuid.New(),
		conn:    conn,
		queue:   make(chan []byte, queueLength),
		cancel:  cancel,
		dropped: h.meters.dropped,
	}
	age, err := h.login(ctx, s)
	if err != nil {
		_ = conn.Close(websocket.StatusPolicyViolation, "sign in first")
		return
	}
	if !h.add(s) {
		_ = conn.Close(websocket.StatusTryAgainLater, "too many windows are open")
		return
	}
	defer h.remove(s)
	s.put(encode(Message{Event: "login", Data: map[string]bool{"success": true}}))
	if age > 0 {
		select {
		case h.late <- latecomer{s, time.Now().Add(-age - slack)}:
		case <-ctx.Done():
		}
	}
	defer h.leave(s)
	go func() { // the reader notices when the browser disconnects
		defer cancel()
		if err := h.listen(ctx, s); errors.Is(err, errMessage) {
			_ = conn.Close(websocket.StatusPolicyViolation, "not a message")
		}
	}()
	s.write(ctx)
	_ = conn.Close(websocket.StatusGoingAway, "")
}

// login waits for the first message: {event: login, data: {userType, token, age}} (BD-306). The age is how
// many milliseconds ago the page began to load. The server then sends the changes since that moment. Without
// an age it sends none.
func (h *Hub) login(ctx context.Context, s *socket) (age time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, loginWait)
	defer cancel()
	_, raw, err := s.conn.Read(ctx)
	if err != nil {
		return 0, err
	}
	var m struct {
		Event string `json:"event"`
		Data  struct {
			UserType string `json:"userType"`
			Token    string `json:"token"`
			Age      int    `json:"age"`
		} `json:"data"`
		UserType string `json:"userType"`
		Token    string `json:"token"`
	}
	if err := domain.Decode(raw, &m); err != nil || m.Event != "login" {
		return 0, errors.New("realtime: the first message is login")
	}
	kind, token := m.Data.UserType, m.Data.Token
	if token == "" {
		kind, token = m.UserType, m.Token
	}
	session, err := h.Sessions.Session(ctx, token)
	if err != nil {
		return 0, err
	}
	if session.MustAddFactor {
		return 0, sessions.ErrNoSession
	}
	if kind != "customer" && kind != "user" || session.Desk != (kind == "user") {
		return 0, sessions.ErrOtherKind
	}
	names, err := h.People.Names(ctx, accounts.Wanted{People: []uuid.UUID{session.Actor.ID}})
	if err != nil {
		return 0, err
	}
	s.session, s.token, s.person = session, token, names.People[session.Actor.ID]
	return time.Duration(min(max(m.Data.Age, 0), int(remembered/time.Millisecond))) * time.Millisecond, nil
}

// add registers a socket, unless its person has too many.
func (h *Hub) add(s *socket) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	person := s.actor().ID
	if h.people[person] >= maxOfPerson {
		return false
	}
	h.people[person]++
	h.sockets[s] = struct{}{}
	h.meters.open.Set(float64(len(h.sockets)))
	return true
}

func (h *Hub) remove(s *socket) {
	h.mu.Lock()
	defer h.mu.Unlock()
	person := s.actor().ID
	if h.people[person]--; h.people[person] == 0 {
		delete(h.people, person)
	}
	delete(h.sockets, s)
	h.meters.open.Set(float64(len(h.sockets)))
}

// put queues a message. A browser that does not keep up is disconnected, connects again, and
// reloads.
func (s *socket) put(m []byte) {
	select {
	case s.queue <- m:
	default:
		s.dropped.Inc()
		s.cancel()
	}
}

func (s *socket) write(ctx context.Context) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case m := <-s.queue:
			wctx, cancel := context.WithTimeout(ctx, writeWait)
			err = s.conn.Write(wctx, websocket.MessageText, m)
			cancel()
		case <-ping.C:
			pctx, cancel := context.WithTimeout(ctx, writeWait)
			err = s.conn.Ping(pctx)
			cancel()
		}
		if err != nil {
			return
		}
	}
}

func encode(m Message) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		return []byte(`{"event":"reload-order-list"}`) // encoding failed, so the browser reloads
	}
	return b
}

// class is a set of people who may see the same, so that they receive the same bytes.
type class struct {
	role       domain.Role
	client     string
	customer   uuid.UUID
	approver   bool
	viewOnly   bool
	individual uuid.UUID // staff act only on their own orders, so each of them is a class
}

func classOf(a domain.Actor) class {
	c := class{role: a.Role, client: a.ClientID, customer: a.CustomerID, approver: a.IsApprover, viewOnly: a.ViewOnly}
	if a.Role == domain.Staff {
		c.individual = a.ID
	}
	return c
}
