package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
)

// memory implements the log, the slots, the people and the outcomes of one process in memory. Like
// the real log it caches aggregates between commands, so its cache can be older than what another
// process appended (see elsewhere).
type memory struct {
	room      *int64 // bytes that may be stored, nil for unlimited
	mu        sync.Mutex
	position  int64
	streams   map[uuid.UUID]*stream
	byCommand map[uuid.UUID]commands.Appended
	outcomes  map[uuid.UUID]commands.Outcome
	slotLocks map[uuid.UUID]*sync.Mutex
	slots     map[uuid.UUID]int // maximum of active orders by customer; none: unlimited
	people    map[uuid.UUID]commands.Person
	customers map[uuid.UUID]commands.Customer
	appends   int
	fails     error  // of appends to orders
	race      func() // runs once, before the next append checks for conflicts
	peopleErr error
	leading   sync.Mutex
	leaving   map[uuid.UUID]bool // customers whose deletion was requested
	hours     client.Hours
	usage     subscription.Usage
	spent     subscription.Spent
	counting  func(ctx context.Context, customer uuid.UUID) // while somebody waits for the count
	unpaid    bool
	behind    int64            // how many events the read models have not applied
	numbered  map[string]int64 // the highest number of a client from builds before
	locked    int              // how often slots or what is used were locked
}

type stream struct {
	lock   sync.Mutex // of this process
	typ    eh.AggregateType
	events []domain.Event
	cached domain.Aggregate // perhaps older than events
}

func newMemory() *memory {
	return &memory{
		streams:   map[uuid.UUID]*stream{},
		byCommand: map[uuid.UUID]commands.Appended{},
		outcomes:  map[uuid.UUID]commands.Outcome{},
		slotLocks: map[uuid.UUID]*sync.Mutex{},
		slots:     map[uuid.UUID]int{},
		people:    map[uuid.UUID]commands.Person{},
		customers: map[uuid.UUID]commands.Customer{},
	}
}

var types = catalogue.Events()

var kinds = func() map[eh.AggregateType]*domain.Streams[domain.Aggregate] {
	all := map[eh.AggregateType]*domain.Streams[domain.Aggregate]{}
	for _, s := range catalogue.Streams() {
		all[s.Type] = s
	}
	return all
}()

// decoded returns an event's data as the log returns it: encoded as JSON and decoded again.
func decoded(t eh.EventType, data any) any {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	for _, e := range types {
		if e.Type == t {
			fresh := e.New()
			if err := json.Unmarshal(raw, fresh); err != nil {
				panic(err)
			}
			return fresh
		}
	}
	panic("unknown event " + t)
}

// store appends events and returns the position of the last one. The caller must hold mu.
func (m *memory) store(id uuid.UUID, typ eh.AggregateType, w commands.Write) int64 {
	s := m.streams[id]
	s.typ = typ
	for i, r := range w.Events {
		m.position++
		e := domain.Event{
			Position:   m.position,
			Stream:     id,
			Version:    len(s.events) + 1,
			StreamType: typ,
			Type:       r.Type,
			Data:       decoded(r.Type, r.Data),
			Meta:       w.Meta,
			OccurredAt: r.At,
		}
		if i == 0 {
			e.CommandID = w.CommandID
		}
		s.events = append(s.events, e)
	}
	if w.CommandID != uuid.Nil {
		m.byCommand[w.CommandID] = commands.Appended{
			Stream:     id,
			StreamType: typ,
			Version:    len(s.events),
			Position:   m.position,
			Meta:       w.Meta,
		}
	}
	m.appends++
	return m.position
}

// elsewhere appends an event as another process would. The cached aggregate does not include it.
func (m *memory) elsewhere(id uuid.UUID, typ eh.AggregateType, t eh.EventType, data any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.streams[id] == nil {
		m.streams[id] = &stream{}
	}
	m.store(id, typ, commands.Write{Events: []domain.Recorded{{Type: t, Data: data, At: clock()}}})
}

func (m *memory) events(id uuid.UUID) []domain.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.streams[id]; s != nil {
		return slices.Clone(s.events)
	}
	return nil
}

// held is a stream locked in this process.
type held struct {
	m  *memory
	id uuid.UUID
	of *domain.Streams[domain.Aggregate]
	s  *stream

	unlocked bool
}

func (m *memory) Lock(_ context.Context, of eh.AggregateType, id uuid.UUID) (commands.Stream, error) {
	m.mu.Lock()
	s := m.streams[id]
	if s == nil {
		s = &stream{}
		m.streams[id] = s
	}
	m.mu.Unlock()
	if !s.lock.TryLock() {
		deadline := time.After(2 * time.Second)
		got := make(chan struct{})
		go func() { s.lock.Lock(); close(got) }()
		select {
		case <-got:
		case <-deadline:
			return nil, domain.ErrBusy
		}
	}
	return &held{m: m, id: id, of: kinds[of], s: s}, nil
}

func (h *held) Load(context.Context) (domain.Aggregate, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	if len(h.s.events) > 0 && h.s.typ != h.of.Type {
		return nil, domain.ErrNotFound
	}
	if h.s.cached != nil {
		return h.s.cached, nil
	}
	a := h.of.New(h.id)
	for _, e := range h.s.events {
		if err := a.Apply(e); err != nil {
			return nil, err
		}
	}
	h.s.cached = a
	return a, nil
}

func (h *held) Refresh(context.Context) (bool, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	a := h.s.cached
	if a == nil {
		return true, nil
	}
	behind := h.s.events[a.Root().Version:]
	for _, e := range behind {
		if err := a.Apply(e); err != nil {
			return false, err
		}
	}
	return len(behind) > 0, nil
}

// stale reports whether the stream has events that the cached aggregate does not include.
func (h *held) stale() bool {
	return h.s.cached == nil || h.s.cached.Root().Version != len(h.s.events)
}

func (h *held) evict() { h.s.cached = nil }

func (h *held) Append(_ context.Context, w commands.Write, guards []commands.Guard) (commands.AppendResult, error) {
	if race := h.m.takeRace(); race != nil {
		race()
	}
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	if c, done := h.m.byCommand[w.CommandID]; done && w.CommandID != uuid.Nil {
		h.evict()
		return commands.AppendResult{Repeated: true, Position: c.Position, Command: c}, nil
	}
	if h.m.fails != nil && h.of.Type == order.AggregateType {
		return commands.AppendResult{}, h.m.fails
	}
	conflict := h.stale() || w.Until > 0 && h.m.position > w.Until
	for _, g := range guards {
		conflict = conflict || g.(interface{ stale() bool }).stale()
	}
	if conflict {
		h.evict()
		for _, g := range guards {
			g.(interface{ evict() }).evict()
		}
		return commands.AppendResult{}, domain.ErrStaleVersion
	}
	known := len(h.s.events)
	position := h.m.store(h.id, h.of.Type, w)
	for _, e := range h.s.events[known:] {
		if err := h.s.cached.Apply(e); err != nil {
			return commands.AppendResult{}, err
		}
	}
	return commands.AppendResult{Position: position}, nil
}

func (m *memory) takeRace() func() {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.race
	m.race = nil
	return r
}

func (h *held) Unlock() {
	if !h.unlocked {
		h.unlocked = true
		h.s.lock.Unlock()
	}
}

func (h *held) Release() commands.Guard {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	defer h.Unlock()
	return released{h.s, h.s.cached.Root().Version}
}

// released is the version of a stream that is not locked any more.
type released struct {
	s       *stream
	version int
}

func (r released) stale() bool { return r.version != len(r.s.events) }
func (r released) evict()      { r.s.cached = nil }

// Free implements commands.Numbers. Builds before called no order of a client, unless the test says so.
func (m *memory) Free(_ context.Context, client string, last int64) (int64, error) {
	return max(last, m.numbered[client]) + 1, nil
}

// leaders implements commands.Leaders with one lock for all accounts.
type leaders struct{ m *memory }

func (l leaders) Take(_ context.Context, clientID string, customerID uuid.UUID) ([]uuid.UUID, func(), error) {
	l.m.leading.Lock()
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	var people []uuid.UUID
	for id, s := range l.m.streams {
		if s.typ != member.AggregateType {
			continue
		}
		p := member.New(id)
		for _, e := range s.events {
			if err := p.Apply(e); err != nil {
				return nil, nil, err
			}
		}
		if p.State == member.Active && p.Leads() && p.Client == clientID && p.Customer == customerID {
			people = append(people, p.Person)
		}
	}
	return people, l.m.leading.Unlock, nil
}

func (m *memory) OrderAsOf(_ context.Context, id uuid.UUID, position int64) (*order.Order, error) {
	o := order.New(id)
	for _, e := range m.events(id) {
		if e.Position <= position {
			if err := o.Apply(e); err != nil {
				return nil, err
			}
		}
	}
	return o, nil
}

func (m *memory) ByCommand(_ context.Context, id uuid.UUID) (commands.Appended, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.byCommand[id]
	return a, ok, nil
}

func (m *memory) Find(_ context.Context, id uuid.UUID) (*commands.Outcome, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if o, ok := m.outcomes[id]; ok {
		return &o, nil
	}
	return nil, nil
}

func (m *memory) Keep(ctx context.Context, o commands.Outcome) (*commands.Outcome, error) {
	if first, _ := m.Find(ctx, o.CommandID); first != nil {
		return first, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.outcomes[o.CommandID] = o
	return nil, nil
}

// refusals returns the stored outcomes of refused commands.
func (m *memory) refusals() []commands.Outcome {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []commands.Outcome
	for _, o := range m.outcomes {
		if o.Error != nil {
			out = append(out, o)
		}
	}
	return out
}

// ordersOf returns the orders of a customer that are not deleted.
func (m *memory) ordersOf(customer uuid.UUID) []*order.Order {
	m.mu.Lock()
	var ids []uuid.UUID
	for id, s := range m.streams {
		if s.typ == order.AggregateType {
			ids = append(ids, id)
		}
	}
	m.mu.Unlock()
	var out []*order.Order
	for _, id := range ids {
		if o, err := m.OrderAsOf(context.Background(), id, 1<<62); err == nil && o.Customer == customer && !o.Deleted {
			out = append(out, o)
		}
	}
	return out
}

func (m *memory) active(customer uuid.UUID) int {
	n := 0
	for _, o := range m.ordersOf(customer) {
		if o.Status.IsActive() {
			n++
		}
	}
	return n
}

func (m *memory) Limit(_ context.Context, customer uuid.UUID) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if limit, limited := m.slots[customer]; limited {
		return limit, nil
	}
	return -1, nil
}

func (m *memory) Take(_ context.Context, customer uuid.UUID, limit int) (bool, func(), error) {
	m.mu.Lock()
	m.locked++
	l := m.slotLocks[customer]
	if l == nil {
		l = &sync.Mutex{}
		m.slotLocks[customer] = l
	}
	m.mu.Unlock()
	l.Lock()
	return m.active(customer) < limit, l.Unlock, nil
}

func (m *memory) Active(_ context.Context, customer uuid.UUID) (bool, error) {
	return m.active(customer) > 0, nil
}

func (m *memory) FirstQueued(_ context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error) {
	var first *order.Order
	for _, o := range m.ordersOf(customer) {
		if o.Status == order.Queue && o.SetAside < freed && !o.Frozen && !o.Archived &&
			(first == nil || o.Rank < first.Rank) {
			first = o
		}
	}
	if first == nil {
		return uuid.Nil, nil
	}
	return first.ID, nil
}

func (m *memory) Person(_ context.Context, id uuid.UUID) (commands.Person, error) {
	if m.peopleErr != nil {
		return commands.Person{}, m.peopleErr
	}
	if p, ok := m.people[id]; ok {
		return p, nil
	}
	return commands.Person{}, domain.ErrNotFound
}

func (m *memory) Customer(_ context.Context, id uuid.UUID) (commands.Customer, error) {
	if c, ok := m.customers[id]; ok {
		return c, nil
	}
	return commands.Customer{}, domain.ErrNotFound
}

// Used implements commands.Usage.
func (m *memory) Used(context.Context, uuid.UUID) (subscription.Usage, error) { return m.usage, nil }

// Unpaid implements commands.Usage.
func (m *memory) Unpaid(context.Context, uuid.UUID) (bool, error) { return m.unpaid, nil }

// Spend implements commands.Usage.
func (m *memory) Spend(ctx context.Context, of uuid.UUID, _ bool) (subscription.Spent, func(), error) {
	if m.counting != nil {
		m.counting(ctx, of)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.locked++
	return m.spent, func() {}, nil
}

// Recent implements commands.Usage.
func (m *memory) Recent(_ context.Context, customer uuid.UUID, _ bool) (subscription.Reading, int, error) {
	m.mu.Lock()
	at := m.position - m.behind
	m.mu.Unlock()
	return subscription.Reading{Spent: m.spent, Position: at}, m.active(customer), nil
}

func (m *memory) Leaving(_ context.Context, id uuid.UUID) (bool, error) { return m.leaving[id], nil }

func (m *memory) Approvers(
	_ context.Context, customer uuid.UUID, people []uuid.UUID,
) (map[uuid.UUID]bool, error) {
	team := map[uuid.UUID]bool{}
	for _, id := range people {
		if p, known := m.people[id]; known && p.CustomerID == customer && p.Role.IsCustomer() {
			team[id] = true
		}
	}
	return team, nil
}

func (m *memory) Hours(context.Context) (client.Hours, error) { return m.hours, nil }

func (m *memory) Service(_ context.Context, id uuid.UUID) (order.Service, error) {
	if id == serviceID {
		return order.Service{
			Name:  "Label design",
			Terms: order.Terms{PromisedStart: 24 * 3600, Allocated: 6 * 3600},
		}, nil
	}
	return order.Service{}, domain.ErrNotFound
}

var ticks = struct {
	sync.Mutex
	at time.Time
}{at: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)}

// clock returns a time that is one microsecond later at each call.
func clock() time.Time {
	ticks.Lock()
	defer ticks.Unlock()
	ticks.at = ticks.at.Add(time.Microsecond)
	return ticks.at
}

// world is a bus on a memory that contains people. Its helpers fail the test if the test data
// cannot be created.
type world struct {
	*memory
	t   testing.TB
	bus *commands.Bus
}

func (w *world) do(c commands.Command, by domain.Actor) (commands.Result, error) {
	return w.with(c, commands.Request{Actor: by})
}

func (w *world) with(c commands.Command, r commands.Request) (commands.Result, error) {
	return w.bus.Do(w.t.Context(), c, r)
}

// must sends a command that creates test data, and fails the test if it is refused.
func (w *world) must(c commands.Command, by domain.Actor) commands.Result {
	w.t.Helper()
	d, err := w.do(c, by)
	if err != nil {
		w.t.Fatalf("%s by %s: %v", commands.TypeOf(c), by.Role, err)
	}
	return d
}

// refused sends a command and checks that it fails with this error and appends nothing. It returns
// the refusal for further checks.
func (w *world) refused(want error, c commands.Command, by domain.Actor) domaintest.Refused {
	w.t.Helper()
	before := w.appends
	_, err := w.do(c, by)
	if !errors.Is(err, want) {
		w.t.Errorf("%s by %s: %v, want %v", commands.TypeOf(c), by.Role, err, want)
	}
	if w.appends != before {
		w.t.Errorf("%s by %s appended, though refused", commands.TypeOf(c), by.Role)
	}
	return explained(err)
}

// explained returns the parts of an error that the sender sees.
func explained(err error) domaintest.Refused {
	var e *domain.Error
	if !errors.As(err, &e) {
		return domaintest.Refused{}
	}
	return domaintest.Refused{Code: e.Code, Message: e.Message, Why: e.Refusal}
}

func (w *world) order(id uuid.UUID) *order.Order {
	o, err := w.OrderAsOf(w.t.Context(), id, 1<<62)
	if err != nil {
		w.t.Fatal(err)
	}
	return o
}

// last returns the type of the last event of a stream, or "" if it has none.
func (w *world) last(id uuid.UUID) string {
	es := w.events(id)
	if len(es) == 0 {
		return ""
	}
	return fmt.Sprint(es[len(es)-1].Type)
}

// storage implements commands.Storage with the limit in memory.room.
type storage struct{ m *memory }

func (s storage) Take(_ context.Context, _ uuid.UUID, bytes int64) (func(), error) {
	if s.m.room != nil && bytes > *s.m.room {
		return nil, domain.ErrNotEnoughStorage
	}
	return func() {}, nil
}
