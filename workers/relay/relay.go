// Package relay publishes the event log to NATS JetStream, for workers that run in any process.
package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// Stream is the name of the JetStream stream of events.
const Stream = "EVENTS"

// A subject is events.<type>.<form of the message>. It does not name the stream of the event: JetStream searches all
// subjects of a block for the next message of a consumer that is behind, so they have to be few. Earlier versions
// published with the id of the stream in the place of the form, hence the wildcard.
func subject(t eh.EventType) string { return "events." + string(t) + ".v1" }
func filter(t eh.EventType) string  { return "events." + string(t) + ".>" }

// Message is an event on the stream.
type Message struct {
	Position   int64           `json:"position"`
	Stream     uuid.UUID       `json:"stream"`
	Version    int             `json:"version"`
	Type       string          `json:"type"`
	Data       json.RawMessage `json:"data"`
	Meta       domain.Meta     `json:"meta"`
	OccurredAt time.Time       `json:"occurredAt"`
}

// keeps is how long the stream stores an event. The relay can publish an event again, because the
// log stores all events permanently.
const keeps = 7 * 24 * time.Hour

// Prepare creates the stream, or updates one of another version. It uses three replicas if the cluster
// has at least three servers. It leaves a stream alone that is as it should be, because every worker
// calls it and the server is not safe for an update beside the creation of a consumer.
func Prepare(ctx context.Context, js jetstream.JetStream) error {
	replicas := 1
	if nc := js.Conn(); nc.ConnectedClusterName() != "" && len(nc.Servers()) >= 3 {
		replicas = 3
	}
	wanted := jetstream.StreamConfig{
		Name:       Stream,
		Subjects:   []string{"events.>"},
		Storage:    jetstream.FileStorage,
		MaxAge:     keeps,
		Replicas:   replicas,
		Duplicates: 10 * time.Minute,
		Discard:    jetstream.DiscardOld,
	}
	s, err := js.Stream(ctx, Stream)
	switch {
	case err == nil && same(s.CachedInfo().Config, wanted):
		return nil
	case err == nil:
		_, err = js.UpdateStream(ctx, wanted)
	case errors.Is(err, jetstream.ErrStreamNotFound):
		// No update if another worker has just created it. The server may answer with an error if one creates it now.
		if _, err = js.CreateStream(ctx, wanted); err != nil {
			if made, again := js.Stream(ctx, Stream); again == nil && same(made.CachedInfo().Config, wanted) {
				return nil
			}
		}
	}
	if err != nil {
		return fmt.Errorf("relay: stream %s: %w", Stream, err)
	}
	return nil
}

// same reports whether a stream has the settings that Prepare chooses.
func same(a, b jetstream.StreamConfig) bool {
	return slices.Equal(a.Subjects, b.Subjects) && a.Storage == b.Storage && a.MaxAge == b.MaxAge &&
		a.Replicas == b.Replicas && a.Duplicates == b.Duplicates && a.Discard == b.Discard
}

// Log reads the event log.
type Log interface {
	FollowFrom(
		ctx context.Context, name string, types []eh.EventType, since int64,
		resume func(context.Context, int64) (int64, error), handle func(context.Context, eventlog.Page) error,
	) error
}

// Times finds positions of the log by time.
type Times interface {
	PositionAt(ctx context.Context, t time.Time) (int64, error)
}

// Config holds the dependencies of the relay. Meters and Tracer may be nil.
type Config struct {
	Log       Log
	Times     Times
	JetStream jetstream.JetStream
	Clock     func() time.Time
	Logger    *slog.Logger
	Meters    *Meters
	Tracer    *telemetry.Tracer
}

// Run publishes the events of the log in order until ctx ends. The message id is the event's
// position, so NATS drops an event that is published twice. Run publishes events again that NATS
// has lost (BY-010). If the stream does not exist, Run returns jetstream.ErrStreamNotFound; the
// caller then calls Prepare and Run again.
func Run(ctx context.Context, c Config) error {
	r := &relay{Config: c}
	for {
		under, stop := context.WithCancelCause(ctx)
		// Follow repeats what fails; these two faults need more than that.
		ends := func(err error) error {
			if errors.Is(err, errLost) || errors.Is(err, jetstream.ErrStreamNotFound) {
				stop(err)
			}
			return err
		}
		err := c.Log.FollowFrom(under, "relay", nil, 0,
			func(ctx context.Context, at int64) (int64, error) {
				at, err := r.resume(ctx, at)
				return at, ends(err)
			},
			func(ctx context.Context, p eventlog.Page) error { return ends(r.page(ctx, p)) },
		)
		cause := context.Cause(under)
		stop(nil)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(cause, errLost):
			r.lost, r.last = true, 0
		case cause != nil:
			return cause
		default:
			return err
		}
	}
}

// errLost means that the stream does not contain events that were published.
var errLost = errors.New("relay: NATS has lost events")

type relay struct {
	Config
	last uint64 // sequence of the last acknowledged message
	lost bool   // the stream has lost events
	era  string // suffix of message ids after a loss, because NATS still drops the ids of lost messages
}

const (
	ackWait  = 5 * time.Second
	lookWait = 100 * time.Millisecond
)

// page publishes a page of events and waits until NATS has acknowledged all of them.
func (r *relay) page(ctx context.Context, p eventlog.Page) error {
	if err := r.connected(ctx); err != nil {
		return err
	}
	acks := make([]jetstream.PubAckFuture, 0, len(p.Events))
	var spans []trace.Span // spans of the traced events
	defer func() {
		for _, s := range spans {
			s.End()
		}
	}()
	for _, e := range p.Events {
		traceparent := ""
		if r.Tracer.Enabled() && e.Meta.Trace != "" {
			under, span := r.Tracer.Follow(
				ctx, e.Meta.Trace, "relay publish", trace.WithSpanKind(trace.SpanKindProducer),
				trace.WithAttributes(position(e.Position)),
			)
			spans, traceparent = append(spans, span), telemetry.Traceparent(under)
		}
		ack, err := publish(r.JetStream, e, strconv.FormatInt(e.Position, 10)+r.era, traceparent)
		if err != nil {
			return r.explain(ctx, err)
		}
		acks = append(acks, ack)
	}
	late := time.NewTimer(ackWait)
	defer late.Stop()
	for _, ack := range acks {
		select {
		case a := <-ack.Ok():
			if a.Sequence < r.last && !a.Duplicate {
				return errLost
			}
			r.last = max(r.last, a.Sequence)
			r.Meters.sent()
		case err := <-ack.Err():
			return r.explain(ctx, err)
		case <-ctx.Done():
			return ctx.Err()
		case <-late.C:
			return r.explain(ctx, errors.New("relay: no acknowledgement"))
		}
	}
	return nil
}

// connected waits until NATS is connected. No event is lost meanwhile, because the log stores them.
func (r *relay) connected(ctx context.Context) error {
	look := time.NewTicker(lookWait)
	defer look.Stop()
	for !r.JetStream.Conn().IsConnected() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
	return nil
}

// explain returns jetstream.ErrStreamNotFound if the stream does not exist, else err.
func (r *relay) explain(ctx context.Context, err error) error {
	if _, gone := r.JetStream.Stream(ctx, Stream); errors.Is(gone, jetstream.ErrStreamNotFound) {
		return gone
	}
	return err
}

// resume returns the position after which publishing continues. It publishes all events of the last
// days again that the stream does not contain, in order. Consumers must tolerate repeated events.
func (r *relay) resume(ctx context.Context, at int64) (int64, error) {
	if err := r.connected(ctx); err != nil || at == 0 {
		return at, err
	}
	s, err := r.JetStream.Stream(ctx, Stream)
	if err != nil {
		return 0, fmt.Errorf("relay: stream %s: %w", Stream, err)
	}
	begin, err := r.Times.PositionAt(ctx, r.Clock().Add(-keeps))
	if err != nil {
		return 0, err
	}
	held, err := r.held(ctx, s, at)
	if err != nil || held >= at || begin >= at {
		return at, err
	}
	if held <= begin { // the stream must be empty for the events to be in order
		if err := s.Purge(ctx); err != nil {
			return 0, fmt.Errorf("relay: purge: %w", err)
		}
		held = begin
	}
	r.lost, r.era = false, "-"+strconv.FormatInt(r.Clock().UnixMilli(), 36)
	r.Logger.WarnContext(ctx, "NATS has lost events, they are published again", "after", held, "upTo", at)
	return held, nil
}

// held returns the position up to which the stream contains all events of the last days, or 0.
func (r *relay) held(ctx context.Context, s jetstream.Stream, at int64) (int64, error) {
	state := s.CachedInfo().State
	if r.lost || state.Msgs == 0 {
		return 0, nil
	}
	first, err := s.GetMsg(ctx, state.FirstSeq)
	if err != nil {
		return 0, fmt.Errorf("relay: first message: %w", err)
	}
	recent, err := r.Times.PositionAt(
		ctx,
		r.Clock().Add(-keeps+day),
	) // one day of tolerance, because messages age from the time of publishing
	if err != nil {
		return 0, err
	}
	if positionOf(first) > recent+1 {
		return 0, nil
	}
	last, err := s.GetLastMsgForSubject(ctx, "events.>")
	if err != nil {
		return 0, fmt.Errorf("relay: last message: %w", err)
	}
	return min(at, positionOf(last)), nil
}

const day = 24 * time.Hour

// positionOf returns the position of a message's event, or 0 if the relay did not publish the
// message.
func positionOf(m *jetstream.RawStreamMsg) int64 {
	id, _, _ := strings.Cut(m.Header.Get(jetstream.MsgIDHeader), "-")
	position, _ := strconv.ParseInt(id, 10, 64)
	return position
}

const traceHeader = "traceparent"

func position(p int64) attribute.KeyValue { return attribute.Int64("proofboard.position", p) }

func publish(js jetstream.JetStream, e domain.Event, id, traceparent string) (jetstream.PubAckFuture, error) {
	data, err := json.Marshal(e.Data)
	if err != nil {
		return nil, fmt.Errorf("relay: event %d: %w", e.Position, err)
	}
	b, err := json.Marshal(Message{e.Position, e.Stream, e.Version, string(e.Type), data, e.Meta, e.OccurredAt})
	if err != nil {
		return nil, fmt.Errorf("relay: event %d: %w", e.Position, err)
	}
	m := &nats.Msg{Subject: subject(e.Type), Data: b}
	if traceparent != "" {
		m.Header = nats.Header{traceHeader: {traceparent}}
	}
	return js.PublishMsgAsync(m, jetstream.WithMsgID(id))
}

// Events returns the message as an event without data, for consumers that need only its type,
// stream and metadata.
func (m Message) Events() []domain.Event {
	kind, _, _ := strings.Cut(m.Type, ".")
	return []domain.Event{
		{
			Position:   m.Position,
			Stream:     m.Stream,
			Version:    m.Version,
			StreamType: eh.AggregateType(kind),
			Type:       eh.EventType(m.Type),
			Meta:       m.Meta,
			OccurredAt: m.OccurredAt,
		},
	}
}

// Names of the consumers.
const (
	Mailer     = "mailer"
	Bills      = "bills"
	Thumbnails = "thumbnails"
)

// Consumers returns the names of all consumers.
func Consumers() []string { return []string{Mailer, Bills, Thumbnails} }

// Consumer is a worker that receives events. Meters and Tracer may be nil.
type Consumer struct {
	Time      time.Duration // limit for handling an event; 0 is half a minute
	Name      string
	Types     []eh.EventType // of the events that it receives
	JetStream jetstream.JetStream
	Logger    *slog.Logger
	Meters    *Meters
	Tracer    *telemetry.Tracer
}

// Consume passes the events of some types to handle until ctx ends. It uses a durable consumer
// with the worker's name. An event whose handling fails is delivered again, at most five times.
// handle must therefore be safe to repeat.
func (c Consumer) Consume(ctx context.Context, handle func(context.Context, Message) error) error {
	atOnce := 1
	if c.Time == 0 {
		c.Time, atOnce = 30*time.Second, 4
	}
	filters := make([]string, len(c.Types))
	for i, t := range c.Types {
		filters[i] = filter(t)
	}
	consumer, err := c.JetStream.CreateOrUpdateConsumer(ctx, Stream, jetstream.ConsumerConfig{
		Durable:        c.Name,
		AckPolicy:      jetstream.AckExplicitPolicy,
		AckWait:        2 * c.Time,
		MaxDeliver:     5,
		MaxAckPending:  16,
		FilterSubjects: filters,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	for ctx.Err() == nil {
		batch, err := consumer.Fetch(atOnce, jetstream.FetchMaxWait(2*time.Second))
		if err != nil {
			return fmt.Errorf("%s: fetch: %w", c.Name, err) // returned also when ctx has ended
		}
		for m := range batch.Messages() {
			c.one(ctx, m, handle)
		}
	}
	return nil
}

func (c Consumer) one(work context.Context, m jetstream.Msg, handle func(context.Context, Message) error) {
	ctx, cancel := context.WithTimeout(work, c.Time)
	defer cancel()
	ctx, span := c.Tracer.Follow(ctx, m.Headers().Get(traceHeader), c.Name, trace.WithSpanKind(trace.SpanKindConsumer))
	defer span.End()
	began := time.Now()
	var e Message
	err := json.Unmarshal(m.Data(), &e)
	span.SetAttributes(position(e.Position))
	if err == nil {
		err = handle(ctx, e)
	}
	if err != nil && work.Err() != nil {
		_ = m.Nak() // the program stops: the next one handles it
		return
	}
	c.Meters.handled(c.Name, err, time.Since(began))
	if err != nil {
		telemetry.Failed(span, "failed")
		c.Logger.WarnContext(
			ctx, "a worker failed and tries again", "worker", c.Name, "position", e.Position, "error", err,
		)
		_ = m.NakWithDelay(5 * time.Second) // if the nak is lost, the message is delivered again after the ack wait
		return
	}
	_ = m.Ack() // if the ack is lost, the message is delivered again and handled without effect
}
