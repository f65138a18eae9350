// Package streams gives commands the event store. Commands import only the domain, so this package
// implements their port commands.Log with the repositories of internal/eventstore, and seals the
// texts of events before they are stored.
package streams

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/repository"
	"github.com/proofboard/proofboard/internal/telemetry"
)

type eventLog struct {
	store  *eventlog.Store
	texts  Sealer
	orders *repository.Repository[*order.Order]
	proofs *repository.Repository[*proof.Proof]
	topics *repository.Repository[*topic.Topic]
	inbox  *repository.Repository[*inbox.Inbox]
	guests *repository.Repository[*guest.Guest]
	upkeep *repository.Repository[*operations.Projection]

	announcements *repository.Repository[*announcement.Announcement]
	clients       *repository.Repository[*client.Client]
	customers     *repository.Repository[*customer.Customer]
	members       *repository.Repository[*member.Member]
	plans         *repository.Repository[*plan.Plan]
	subscriptions *repository.Repository[*subscription.Subscription]
	invoices      *repository.Repository[*invoice.Invoice]
	registers     *repository.Repository[*invoice.Register]
	orderNumbers  *repository.Repository[*order.Register]
	payments      *repository.Repository[*payment.Methods]
	workflows     *repository.Repository[*workflow.Workflows]
	webhooks      *repository.Repository[*webhook.Webhooks]
}

var _ commands.Log = (*eventLog)(nil)

// Registry returns the registry of every event type of the product.
func Registry() *codec.Registry {
	reg := codec.NewRegistry()
	reg.Add(catalogue.Events()...)
	return reg
}

// Sealer encrypts what a person wrote, so that it can be read only with that person's key.
type Sealer interface {
	Seal(ctx context.Context, person uuid.UUID, text string) (string, error)
}

// New returns the log that commands read and append to. Without a sealer, appending an event that
// has texts fails. All logs of a process need the same repository.Process, which serialises
// commands by stream; nil if there is one only.
func New(s *eventlog.Store, texts Sealer, process *repository.Process) commands.Log {
	options := repository.Options{Process: process}
	ofAccounts := options
	ofAccounts.CacheMissing = true // most accounts have no workflows, and each order asks for them
	return &eventLog{
		store: s, texts: texts,
		orders: repository.New(s, order.AggregateType, order.New, options),
		proofs: repository.New(s, proof.AggregateType, proof.New, options),
		topics: repository.New(s, topic.AggregateType, topic.New, options),
		inbox:  repository.New(s, inbox.AggregateType, inbox.New, options),
		guests: repository.New(s, guest.AggregateType, guest.New, options),
		upkeep: repository.New(s, operations.AggregateType, operations.New, options),

		announcements: repository.New(s, announcement.AggregateType, announcement.New, options),
		clients:       repository.New(s, client.AggregateType, client.New, options),
		customers:     repository.New(s, customer.AggregateType, customer.New, options),
		members:       repository.New(s, member.AggregateType, member.New, options),
		plans:         repository.New(s, plan.AggregateType, plan.New, options),
		subscriptions: repository.New(s, subscription.AggregateType, subscription.New, options),
		invoices:      repository.New(s, invoice.AggregateType, invoice.New, options),
		registers:     repository.New(s, invoice.RegisterAggregate, invoice.NewRegister, options),
		orderNumbers:  repository.New(s, order.RegisterAggregate, order.NewRegister, options),
		payments:      repository.New(s, payment.AggregateType, payment.New, options),
		workflows:     repository.New(s, workflow.AggregateType, workflow.New, ofAccounts),
		webhooks:      repository.New(s, webhook.AggregateType, webhook.New, options),
	}
}

func (l *eventLog) Order(ctx context.Context, id uuid.UUID) (commands.Stream[*order.Order], error) {
	return lock(ctx, l, l.orders, id)
}

func (l *eventLog) Proof(ctx context.Context, id uuid.UUID) (commands.Stream[*proof.Proof], error) {
	return lock(ctx, l, l.proofs, id)
}

func (l *eventLog) Topic(ctx context.Context, id uuid.UUID) (commands.Stream[*topic.Topic], error) {
	return lock(ctx, l, l.topics, id)
}

func (l *eventLog) Inbox(ctx context.Context, id uuid.UUID) (commands.Stream[*inbox.Inbox], error) {
	return lock(ctx, l, l.inbox, id)
}

func (l *eventLog) Guest(ctx context.Context, id uuid.UUID) (commands.Stream[*guest.Guest], error) {
	return lock(ctx, l, l.guests, id)
}

func (l *eventLog) Projection(ctx context.Context, id uuid.UUID) (commands.Stream[*operations.Projection], error) {
	return lock(ctx, l, l.upkeep, id)
}

func (l *eventLog) Announcement(
	ctx context.Context,
	id uuid.UUID,
) (commands.Stream[*announcement.Announcement], error) {
	return lock(ctx, l, l.announcements, id)
}

func (l *eventLog) Client(ctx context.Context, id uuid.UUID) (commands.Stream[*client.Client], error) {
	return lock(ctx, l, l.clients, id)
}

func (l *eventLog) Account(ctx context.Context, id uuid.UUID) (commands.Stream[*customer.Customer], error) {
	return lock(ctx, l, l.customers, id)
}

func (l *eventLog) Member(ctx context.Context, id uuid.UUID) (commands.Stream[*member.Member], error) {
	return lock(ctx, l, l.members, id)
}

func (l *eventLog) Plan(ctx context.Context, id uuid.UUID) (commands.Stream[*plan.Plan], error) {
	return lock(ctx, l, l.plans, id)
}

func (l *eventLog) Subscription(
	ctx context.Context,
	id uuid.UUID,
) (commands.Stream[*subscription.Subscription], error) {
	return lock(ctx, l, l.subscriptions, id)
}

func (l *eventLog) Invoice(ctx context.Context, id uuid.UUID) (commands.Stream[*invoice.Invoice], error) {
	return lock(ctx, l, l.invoices, id)
}

func (l *eventLog) Register(ctx context.Context, id uuid.UUID) (commands.Stream[*invoice.Register], error) {
	return lock(ctx, l, l.registers, id)
}

func (l *eventLog) OrderRegister(ctx context.Context, id uuid.UUID) (commands.Stream[*order.Register], error) {
	return lock(ctx, l, l.orderNumbers, id)
}

func (l *eventLog) PaymentMethods(ctx context.Context, id uuid.UUID) (commands.Stream[*payment.Methods], error) {
	return lock(ctx, l, l.payments, id)
}

func (l *eventLog) Workflows(ctx context.Context, id uuid.UUID) (commands.Stream[*workflow.Workflows], error) {
	return lock(ctx, l, l.workflows, id)
}

func (l *eventLog) Webhooks(ctx context.Context, id uuid.UUID) (commands.Stream[*webhook.Webhooks], error) {
	return lock(ctx, l, l.webhooks, id)
}

func (l *eventLog) OrderAsOf(ctx context.Context, id uuid.UUID, position int64) (*order.Order, error) {
	events, err := l.store.LoadTo(ctx, id, position)
	if err != nil {
		return nil, err
	}
	o := order.New(id)
	for _, e := range events {
		if err := domain.Apply(o, e); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Skipped returns a function that reports whether an operator made one of the projections skip the
// event at a position.
func Skipped(projections []string) func(ctx context.Context, s *eventlog.Store, position int64) (bool, error) {
	return func(ctx context.Context, s *eventlog.Store, position int64) (bool, error) {
		for _, name := range projections {
			events, err := s.Load(ctx, operations.StreamOf(name), 1)
			if err != nil {
				return false, err
			}
			if slices.ContainsFunc(events, func(e domain.Event) bool {
				d, ok := e.Data.(*operations.Skipped)
				return ok && d.Position == position
			}) {
				return true, nil
			}
		}
		return false, nil
	}
}

func (l *eventLog) ByCommand(ctx context.Context, id uuid.UUID) (commands.Appended, bool, error) {
	c, found, err := l.store.ByCommand(ctx, id)
	return appended(c), found, err
}

func appended(c eventlog.Command) commands.Appended {
	return commands.Appended{
		Stream:     c.Stream,
		StreamType: c.StreamType,
		Version:    c.Version,
		Position:   c.Position,
		Meta:       c.Meta,
	}
}

// stream implements commands.Stream with a locked stream of the event store.
type stream[A repository.Aggregate] struct {
	log  *eventLog
	held *repository.Held[A]
}

func lock[A repository.Aggregate](
	ctx context.Context,
	l *eventLog,
	r *repository.Repository[A],
	id uuid.UUID,
) (commands.Stream[A], error) {
	held, err := r.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	return &stream[A]{l, held}, nil
}

// Load returns domain.ErrNotFound if the id belongs to another type of aggregate.
func (s *stream[A]) Load(ctx context.Context) (A, error) {
	a, _, err := s.held.Load(ctx)
	return a, err
}

func (s *stream[A]) Refresh(ctx context.Context) (bool, error) {
	changed, err := s.held.Refresh(ctx)
	if errors.Is(err, domain.ErrNotFound) {
		return false, nil
	}
	return changed, err
}

func (s *stream[A]) Append(
	ctx context.Context,
	w commands.Write,
	guards []commands.Guard,
) (commands.AppendResult, error) {
	records := make([]eventlog.Record, len(w.Events))
	for i, e := range w.Events {
		if d, ok := e.Data.(domain.Written); ok {
			if err := s.log.seal(ctx, w.Meta.Actor, d); err != nil {
				return commands.AppendResult{}, err
			}
		}
		records[i] = eventlog.Record{Type: e.Type, Data: e.Data, OccurredAt: e.At}
	}
	guarding := make([]repository.Guarding, len(guards))
	for i, g := range guards {
		guarding[i] = g.(repository.Guarding)
	}
	var span trace.Span
	if telemetry.Sampled(ctx) {
		ctx, span = telemetry.Start(
			ctx, "append", attribute.Int("proofboard.events", len(records)),
			attribute.Int("proofboard.guards", len(guarding)),
		)
	}
	res, err := s.held.Append(
		ctx, repository.Write{Events: records, Meta: w.Meta, CommandID: w.CommandID, Until: w.Until}, guarding...,
	)
	if span != nil {
		span.SetAttributes(
			attribute.String("proofboard.stream", res.Stream.String()),
			attribute.Int64("proofboard.position", res.Position), attribute.Int("proofboard.version", res.Version),
		)
		if err != nil {
			telemetry.Failed(span, domain.ReasonOf(err))
		}
		span.End()
	}
	if err != nil || !res.Duplicate {
		return commands.AppendResult{Position: res.Position}, err
	}
	c, _, err := s.log.ByCommand(ctx, w.CommandID)
	return commands.AppendResult{Position: res.Position, Repeated: true, Command: c}, err
}

// seal replaces each text of an event by its encrypted form. No decision depends on the text.
func (l *eventLog) seal(ctx context.Context, author uuid.UUID, d domain.Written) error {
	if l.texts == nil {
		return errors.New("eventlog: an event has a text, and there is no sealer")
	}
	for _, text := range d.Texts() {
		sealed, err := l.texts.Seal(ctx, author, *text)
		if err != nil {
			return err
		}
		*text = sealed
	}
	return nil
}

// Guard implements repository.Guarding.
func (s *stream[A]) Guard() eventlog.Guard { return s.held.Guard() }

// Evict implements repository.Guarding.
func (s *stream[A]) Evict() { s.held.Evict() }

func (s *stream[A]) Unlock() { s.held.Unlock() }

func (s *stream[A]) Release() commands.Guard { return s.held.Release() }
