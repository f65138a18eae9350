package demo

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/accounts"
)

// memory holds the event log, the slots and the accounts in memory. It implements what a bus needs for
// orders. The demo's people come in before its orders, so no command here uses other streams.
type memory struct {
	commands.Log
	seed      accounts.Seed
	mu        sync.Mutex
	events    []domain.Event
	orders    map[uuid.UUID]*order.Order
	proofs    map[uuid.UUID]*proof.Proof
	topics    map[uuid.UUID]*topic.Topic
	inboxes   map[uuid.UUID]*inbox.Inbox
	workflows map[uuid.UUID]*workflow.Workflows
	registers map[uuid.UUID]*order.Register
	commands  map[uuid.UUID]commands.Appended
	outcomes  map[uuid.UUID]commands.Outcome
	files     map[string][]byte
	kinds     map[string]string
	mostBusy  map[uuid.UUID]int // the highest number of active orders of a customer
}

func newMemory() *memory {
	return &memory{
		seed:      Seed(),
		orders:    map[uuid.UUID]*order.Order{},
		proofs:    map[uuid.UUID]*proof.Proof{},
		topics:    map[uuid.UUID]*topic.Topic{},
		inboxes:   map[uuid.UUID]*inbox.Inbox{},
		workflows: map[uuid.UUID]*workflow.Workflows{},
		registers: map[uuid.UUID]*order.Register{},
		commands:  map[uuid.UUID]commands.Appended{},
		outcomes:  map[uuid.UUID]commands.Outcome{},
		files:     map[string][]byte{},
		kinds:     map[string]string{},
		mostBusy:  map[uuid.UUID]int{},
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
			Logger:   slog.New(slog.DiscardHandler),
			Clock:    clock,
		})
	}}
}

type aggregate interface {
	Apply(domain.Event) error
	TakeRecorded() []domain.Recorded
}

// held is a stored aggregate.
type held[A aggregate] struct {
	m    *memory
	a    A
	base *domain.Base
	kind eh.AggregateType
}

func get[A aggregate](
	m *memory,
	all map[uuid.UUID]A,
	id uuid.UUID,
	begin func(uuid.UUID) A,
	base func(A) *domain.Base,
	kind eh.AggregateType,
) (commands.Stream[A], error) {
	a, ok := all[id]
	if !ok {
		a = begin(id)
		all[id] = a
	}
	return held[A]{m, a, base(a), kind}, nil
}

func (h held[A]) Load(context.Context) (A, error)       { return h.a, nil }
func (h held[A]) Refresh(context.Context) (bool, error) { return false, nil }
func (h held[A]) Unlock()                               {}
func (h held[A]) Release() commands.Guard               { return h }

func (h held[A]) Append(_ context.Context, w commands.Write, _ []commands.Guard) (commands.AppendResult, error) {
	if c, ok := h.m.commands[w.CommandID]; ok && w.CommandID != uuid.Nil {
		return commands.AppendResult{Position: c.Position, Repeated: true, Command: c}, nil
	}
	for i, r := range w.Events {
		e := domain.Event{
			Position:   int64(len(h.m.events) + 1),
			Stream:     h.base.ID,
			Version:    h.base.Version + 1,
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
		Stream:     h.base.ID,
		StreamType: h.kind,
		Version:    h.base.Version,
		Position:   h.base.Position,
		Meta:       w.Meta,
	}
	if h.kind == order.AggregateType {
		for _, c := range h.m.seed.Customers {
			h.m.mostBusy[c.ID] = max(h.m.mostBusy[c.ID], h.m.active(c.ID))
		}
	}
	return commands.AppendResult{Position: h.base.Position}, nil
}

func (m *memory) Order(_ context.Context, id uuid.UUID) (commands.Stream[*order.Order], error) {
	return get(m, m.orders, id, order.New, func(o *order.Order) *domain.Base { return &o.Base }, order.AggregateType)
}

func (m *memory) Proof(_ context.Context, id uuid.UUID) (commands.Stream[*proof.Proof], error) {
	return get(m, m.proofs, id, proof.New, func(p *proof.Proof) *domain.Base { return &p.Base }, proof.AggregateType)
}

func (m *memory) Topic(_ context.Context, id uuid.UUID) (commands.Stream[*topic.Topic], error) {
	return get(m, m.topics, id, topic.New, func(t *topic.Topic) *domain.Base { return &t.Base }, topic.AggregateType)
}

func (m *memory) Inbox(_ context.Context, id uuid.UUID) (commands.Stream[*inbox.Inbox], error) {
	return get(m, m.inboxes, id, inbox.New, func(i *inbox.Inbox) *domain.Base { return &i.Base }, inbox.AggregateType)
}

func (m *memory) Workflows(_ context.Context, id uuid.UUID) (commands.Stream[*workflow.Workflows], error) {
	base := func(w *workflow.Workflows) *domain.Base { return &w.Base }
	return get(m, m.workflows, id, workflow.New, base, workflow.AggregateType)
}

func (m *memory) Webhooks(_ context.Context, id uuid.UUID) (commands.Stream[*webhook.Webhooks], error) {
	base := func(w *webhook.Webhooks) *domain.Base { return &w.Base }
	return get(m, map[uuid.UUID]*webhook.Webhooks{}, id, webhook.New, base, webhook.AggregateType)
}

func (m *memory) OrderRegister(_ context.Context, id uuid.UUID) (commands.Stream[*order.Register], error) {
	base := func(r *order.Register) *domain.Base { return &r.Base }
	return get(m, m.registers, id, order.NewRegister, base, order.RegisterAggregate)
}

// Free implements commands.Numbers.
func (m *memory) Free(_ context.Context, _ string, last int64) (int64, error) { return last + 1, nil }

// Guest is not implemented, because the demo's guest never opens the link.
func (m *memory) Guest(_ context.Context, id uuid.UUID) (commands.Stream[*guest.Guest], error) {
	return get(
		m, map[uuid.UUID]*guest.Guest{}, id, guest.New, func(g *guest.Guest) *domain.Base { return &g.Base },
		guest.AggregateType,
	)
}

// Projection is not implemented, because the demo does not use it.
func (m *memory) Projection(_ context.Context, id uuid.UUID) (commands.Stream[*operations.Projection], error) {
	return get(
		m, map[uuid.UUID]*operations.Projection{}, id, operations.New,
		func(p *operations.Projection) *domain.Base { return &p.Base }, operations.AggregateType,
	)
}

// Subscription returns that of an account without one, but for the bakery, which pays by the hour.
func (m *memory) Subscription(_ context.Context, id uuid.UUID) (commands.Stream[*subscription.Subscription], error) {
	s, customer := subscription.New(id), idOf("customer "+bakery)
	if id == subscription.StreamOf(customer) {
		begun := friday.AddDate(0, 0, -firstDay)
		if err := s.Start(
			customer,
			"UTC",
			subscription.Plan{Offer: offersOf(Reseller)[0]},
			0,
			begun,
			begun,
		); err != nil {
			return nil, err
		}
		for _, r := range s.TakeRecorded() {
			e := domain.Event{
				Stream:     id,
				Version:    1,
				StreamType: subscription.AggregateType,
				Type:       r.Type,
				Data:       r.Data,
			}
			if err := s.Apply(e); err != nil {
				return nil, err
			}
		}
	}
	return held[*subscription.Subscription]{m, s, &s.Base, subscription.AggregateType}, nil
}

// Client returns one with the terms of a new client.
func (m *memory) Client(_ context.Context, id uuid.UUID) (commands.Stream[*client.Client], error) {
	return get(
		m, map[uuid.UUID]*client.Client{}, id, client.New, func(c *client.Client) *domain.Base { return &c.Base },
		client.AggregateType,
	)
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
	for _, o := range m.orders {
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
	for id, o := range t.m.orders {
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
	for _, o := range m.orders {
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

func (m *memory) Service(_ context.Context, id uuid.UUID) (commands.Service, error) {
	for _, s := range m.seed.Services {
		if s.ID == id {
			return commands.Service{Name: s.Name, Terms: s.Terms}, nil
		}
	}
	return commands.Service{}, domain.ErrNotFound
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
