package demo

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	kinds "github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
)

// memory holds the event log, the slots and the accounts in memory. It implements what a bus needs for
// orders. The demo's people come in before its orders, so no command here uses other streams.
type memory struct {
	commands.Log
	seed     accounts.Seed
	mu       sync.Mutex
	events   []domain.Event
	kept     map[uuid.UUID]domain.Aggregate
	commands map[uuid.UUID]commands.Appended
	outcomes map[uuid.UUID]commands.Outcome
	files    map[string][]byte
	kinds    map[string]string
	mostBusy map[uuid.UUID]int // the highest number of active orders of a customer
}

func newMemory() *memory {
	return &memory{
		seed:     Seed(),
		kept:     map[uuid.UUID]domain.Aggregate{},
		commands: map[uuid.UUID]commands.Appended{},
		outcomes: map[uuid.UUID]commands.Outcome{},
		files:    map[string][]byte{},
		kinds:    map[string]string{},
		mostBusy: map[uuid.UUID]int{},
	}
}

func (m *memory) deps(now time.Time) Deps {
	return Deps{Now: now, Files: m, NewBus: func(clock func() time.Time) Bus {
		return commands.New(commands.Config{
			Log:      m,
			Outcomes: m,
			Slots:    m,
			Timers:   timers{m},
			Storage:  storage{},
			Usage:    usage{},
			Numbers:  m,
			People:   m,
			Services: m,
			Hours:    m.Hours,
			Logger:   slog.New(slog.DiscardHandler),
			Clock:    clock,
		})
	}}
}

// held is a stored aggregate.
type held struct {
	m    *memory
	a    domain.Aggregate
	kind eh.AggregateType
}

// Lock returns the stream of an aggregate. That of a subscription is of an account without one, but for the
// bakery, which pays by the hour.
func (m *memory) Lock(_ context.Context, of eh.AggregateType, id uuid.UUID) (commands.Stream, error) {
	a, ok := m.kept[id]
	if !ok {
		all := kinds.Streams()
		a = all[slices.IndexFunc(all, func(s *domain.Streams[domain.Aggregate]) bool { return s.Type == of })].New(id)
		if id == subscription.StreamOf(idOf("customer "+bakery)) {
			if err := payByTheHour(a.(*subscription.Subscription)); err != nil {
				return nil, err
			}
		}
		m.kept[id] = a
	}
	return held{m, a, of}, nil
}

// kept returns the aggregates of one kind.
func kept[A domain.Aggregate](m *memory) map[uuid.UUID]A {
	all := map[uuid.UUID]A{}
	for id, a := range m.kept {
		if a, ok := a.(A); ok {
			all[id] = a
		}
	}
	return all
}

func (m *memory) orders() map[uuid.UUID]*order.Order { return kept[*order.Order](m) }

func (h held) Load(context.Context) (domain.Aggregate, error) { return h.a, nil }
func (h held) Refresh(context.Context) (bool, error)          { return false, nil }
func (h held) Unlock()                                        {}
func (h held) Release() commands.Guard                        { return h }

func (h held) Append(_ context.Context, w commands.Write, _ []commands.Guard) (commands.AppendResult, error) {
	if c, ok := h.m.commands[w.CommandID]; ok && w.CommandID != uuid.Nil {
		return commands.AppendResult{Position: c.Position, Repeated: true, Command: c}, nil
	}
	for i, r := range w.Events {
		e := domain.Event{
			Position:   int64(len(h.m.events) + 1),
			Stream:     h.a.Root().ID,
			Version:    h.a.Root().Version + 1,
			StreamType: h.kind,
			Type:       r.Type,
			Data:       r.Data,
			Meta:       w.Meta,
			OccurredAt: r.At,
		}
		if i == 0 {
			e.CommandID = w.CommandID
		}
		if err := h.a.Apply(e); err != nil {
			return commands.AppendResult{}, err
		}
		h.m.events = append(h.m.events, e)
	}
	h.m.commands[w.CommandID] = commands.Appended{
		Stream:     h.a.Root().ID,
		StreamType: h.kind,
		Version:    h.a.Root().Version,
		Position:   h.a.Root().Position,
		Meta:       w.Meta,
	}
	if h.kind == order.AggregateType {
		for _, c := range h.m.seed.Customers {
			h.m.mostBusy[c.ID] = max(h.m.mostBusy[c.ID], h.m.active(c.ID))
		}
	}
	return commands.AppendResult{Position: h.a.Root().Position}, nil
}

// Free implements commands.Numbers.
func (m *memory) Free(_ context.Context, _ string, last int64) (int64, error) { return last + 1, nil }

func payByTheHour(s *subscription.Subscription) error {
	begun := friday.AddDate(0, 0, -firstDay)
	err := s.Start(idOf("customer "+bakery), "UTC", subscription.Plan{Offer: offersOf(Reseller)[0]}, 0, begun, begun)
	for i, r := range s.TakeRecorded() {
		e := domain.Event{
			Stream:     s.ID,
			Version:    i + 1,
			StreamType: subscription.AggregateType,
			Type:       r.Type,
			Data:       r.Data,
		}
		err = errors.Join(err, s.Apply(e))
	}
	return err
}

func (m *memory) OrderAsOf(_ context.Context, id uuid.UUID, position int64) (*order.Order, error) {
	o := order.New(id)
	for _, e := range m.events {
		if e.Stream == id && e.Position <= position {
			if err := o.Apply(e); err != nil {
				return nil, err
			}
		}
	}
	return o, nil
}

func (m *memory) ByCommand(_ context.Context, id uuid.UUID) (commands.Appended, bool, error) {
	c, ok := m.commands[id]
	return c, ok, nil
}

func (m *memory) Find(_ context.Context, id uuid.UUID) (*commands.Outcome, error) {
	if o, ok := m.outcomes[id]; ok {
		return &o, nil
	}
	return nil, nil //nolint:nilnil // the port says so: nil for none.
}

func (m *memory) Keep(_ context.Context, o commands.Outcome) (*commands.Outcome, error) {
	m.outcomes[o.CommandID] = o
	return nil, nil //nolint:nilnil // the port says so: nil for the first.
}

func (m *memory) active(customer uuid.UUID) (n int) {
	for _, o := range m.orders() {
		if o.Customer == customer && o.Status.IsActive() && !o.Archived {
			n++
		}
	}
	return n
}

func (m *memory) Limit(_ context.Context, customer uuid.UUID) (int, error) {
	for _, c := range m.seed.Customers {
		if c.ID == customer {
			return c.MaxActiveOrders, nil
		}
	}
	return 0, domain.ErrNotFound
}

func (m *memory) Take(_ context.Context, customer uuid.UUID, limit int) (bool, func(), error) {
	return m.active(customer) < limit, func() {}, nil
}

// usage has counted nothing yet, so that each command counts.
type usage struct{ commands.Usage }

func (usage) Recent(context.Context, uuid.UUID, bool) (subscription.Reading, int, error) {
	return subscription.Reading{}, 0, nil
}

// timers returns the order on which a person works.
type timers struct{ m *memory }

func (t timers) Take(_ context.Context, person uuid.UUID) (uuid.UUID, func(), error) {
	for id, o := range t.m.orders() {
		if o.Work.By == person {
			return id, func() {}, nil
		}
	}
	return uuid.Nil, func() {}, nil
}

func (m *memory) Active(_ context.Context, customer uuid.UUID) (bool, error) {
	return m.active(customer) > 0, nil
}

func (m *memory) FirstQueued(_ context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error) {
	var first *order.Order
	for _, o := range m.orders() {
		if o.Customer == customer && o.Status == order.Queue && o.SetAside < freed &&
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
	for _, u := range m.seed.Users {
		if u.ID == id {
			return commands.Person{ID: u.ID, Role: u.Role, ClientID: u.ClientID, CustomerID: u.CustomerID}, nil
		}
	}
	return commands.Person{}, domain.ErrNotFound
}

func (m *memory) Customer(_ context.Context, id uuid.UUID) (commands.Customer, error) {
	for _, c := range m.seed.Customers {
		if c.ID == id {
			return commands.Customer{ID: c.ID, ClientID: c.ClientID, Package: c.Package}, nil
		}
	}
	return commands.Customer{}, domain.ErrNotFound
}

func (m *memory) Leaving(context.Context, uuid.UUID) (bool, error) { return false, nil }

func (m *memory) Approvers(context.Context, uuid.UUID, []uuid.UUID) (map[uuid.UUID]bool, error) {
	return nil, nil
}

func (m *memory) Hours(context.Context) (client.Hours, error) { return client.Hours{}, nil }

func (m *memory) Service(_ context.Context, id uuid.UUID) (order.Service, error) {
	for _, s := range m.seed.Offers.Services {
		if s.ID == id {
			return order.Service{Name: s.Name, Terms: s.Terms}, nil
		}
	}
	return order.Service{}, domain.ErrNotFound
}

func (m *memory) Put(_ context.Context, key, contentType string, content []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[key], m.kinds[key] = slices.Clone(content), contentType
	return nil
}

// noContext is the context of values that all tests share.
var noContext = context.Background()

type failing struct{}

func (failing) Put(context.Context, string, string, []byte) error { return domain.ErrUnavailable }

// storage has no limit.
type storage struct{}

func (storage) Take(context.Context, uuid.UUID, int64) (func(), error) { return func() {}, nil }
