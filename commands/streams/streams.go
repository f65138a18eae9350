// Package streams gives commands the event store. Commands import only the domain, so this package
// implements their port commands.Log with the repositories of internal/eventstore, and seals the
// texts of events before they are stored.
package streams

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/repository"
	"github.com/proofboard/proofboard/internal/telemetry"
)

type eventLog struct {
	store        *eventlog.Store
	texts        Sealer
	repositories map[eh.AggregateType]*repository.Repository[domain.Aggregate]
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
	l := &eventLog{
		store:        s,
		texts:        texts,
		repositories: map[eh.AggregateType]*repository.Repository[domain.Aggregate]{},
	}
	for _, k := range catalogue.Streams() {
		l.repositories[k.Type] = repository.New(s, k, repository.Options{Process: process})
	}
	return l
}

func (l *eventLog) Lock(ctx context.Context, of eh.AggregateType, id uuid.UUID) (commands.Stream, error) {
	held, err := l.repositories[of].Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	return &stream{l, held}, nil
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
type stream struct {
	log  *eventLog
	held *repository.Held[domain.Aggregate]
}

// Load returns domain.ErrNotFound if the id belongs to another type of aggregate.
func (s *stream) Load(ctx context.Context) (domain.Aggregate, error) {
	a, _, err := s.held.Load(ctx)
	return a, err
}

func (s *stream) Refresh(ctx context.Context) (bool, error) {
	changed, err := s.held.Refresh(ctx)
	if errors.Is(err, domain.ErrNotFound) {
		return false, nil
	}
	return changed, err
}

func (s *stream) Append(
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
func (s *stream) Guard() eventlog.Guard { return s.held.Guard() }

// Evict implements repository.Guarding.
func (s *stream) Evict() { s.held.Evict() }

func (s *stream) Unlock() { s.held.Unlock() }

func (s *stream) Release() commands.Guard { return s.held.Release() }
