// Package relay publishes the event log to NATS JetStream, for everybody outside the log's own process who reacts to it.
package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
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
	"github.com/proofboard/proofboard/internal/eventstore"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// Stream is the JetStream stream of events; its subjects are events.<type>.<stream id>.
const Stream = "EVENTS"

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

// keeps is how long the stream holds an event: the log itself is the truth, and the relay can publish it again.
const keeps = 7 * 24 * time.Hour

// Prepare makes the stream, on three servers of a cluster that has as many.
func Prepare(ctx context.Context, js jetstream.JetStream) error {
	replicas := 1
	if nc := js.Conn(); nc.ConnectedClusterName() != "" && len(nc.Servers()) >= 3 {
		replicas = 3
	}
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:       Stream,
		Subjects:   []string{"events.>"},
		Storage:    jetstream.FileStorage,
		MaxAge:     keeps,
		Replicas:   replicas,
		Duplicates: 10 * time.Minute,
		Discard:    jetstream.DiscardOld,
	})
	if err != nil {
		return fmt.Errorf("relay: stream %s: %w", Stream, err)
	}
	return nil
}

// Log is the event log as the relay follows it.
type Log interface {
	FollowFrom(
		ctx context.Context, name string, types []eh.EventType, since int64,
		resume func(context.Context, int64) (int64, error), handle func(context.Context, eventstore.Page) error,
	) error
	PositionAt(ctx context.Context, t time.Time) (int64, error)
}

// Config is what the relay needs; Meters and Tracer may be nil.
type Config struct {
	Log       Log
	JetStream jetstream.JetStream
	Clock     func() time.Time
	Logger    *slog.Logger
	Meters    *Meters
	Tracer    *telemetry.Tracer
}

// Run publishes every event once it is in the log, in order, until ctx ends. The message id is the position, so that an
// event that is published again is not delivered again. What NATS has lost is published again (BY-010); it ends with an
// error where the stream is gone: prepare it, and run again.
func Run(ctx context.Context, c Config) error {
	r := &relay{Config: c}
	for {
		under, stop := context.WithCancelCause(ctx)
		err := c.Log.FollowFrom(under, "relay", nil, 0, r.resume, func(ctx context.Context, p eventstore.Page) error {
			err := r.page(ctx, p)
			if errors.Is(err, errLost) || errors.Is(err, jetstream.ErrStreamNotFound) {
				stop(err)
			}
			return err
		})
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

// errLost: the stream does not hold what was published.
var errLost = errors.New("relay: NATS has lost events")

type relay struct {
	Config
	last uint64 // sequence of the last acknowledged message
	lost bool   // the stream is known to have lost events
	era  string // suffix of message ids after a loss: NATS remembers those of messages that it no longer holds
}

const (
	ackWait  = 5 * time.Second
	lookWait = 100 * time.Millisecond
)

// page publishes a page and waits until NATS has all of it.
func (r *relay) page(ctx context.Context, p eventstore.Page) error {
	if err := r.connected(ctx); err != nil {
		return err
	}
	acks := make([]jetstream.PubAckFuture, 0, len(p.Events))
	var spans []trace.Span // of the traced events
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

// connected waits for NATS: nothing is lost meanwhile, the events are in the log.
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

// explain reports whether a failure means that the stream is gone.
func (r *relay) explain(ctx context.Context, err error) error {
	if _, gone := r.JetStream.Stream(ctx, Stream); errors.Is(gone, jetstream.ErrStreamNotFound) {
		return gone
	}
	return err
}

// resume says where to go on. Whatever of the last days the stream does not hold is published again, in order: those who
// consume it know what they have done.
func (r *relay) resume(ctx context.Context, at int64) (int64, error) {
	if err := r.connected(ctx); err != nil || at == 0 {
		return at, err
	}
	s, err := r.JetStream.Stream(ctx, Stream)
	if err != nil {
		return 0, fmt.Errorf("relay: stream %s: %w", Stream, err)
	}
	begin, err := r.Log.PositionAt(ctx, r.Clock().Add(-keeps))
	if err != nil {
		return 0, err
	}
	held, err := r.held(ctx, s, at)
	if err != nil || held >= at || begin >= at {
		return at, err
	}
	if held <= begin { // in order means from an empty stream
		if err := s.Purge(ctx); err != nil {
			return 0, fmt.Errorf("relay: purge: %w", err)
		}
		held = begin
	}
	r.lost, r.era = false, "-"+strconv.FormatInt(r.Clock().UnixMilli(), 36)
	r.Logger.WarnContext(ctx, "NATS has lost events, they are published again", "after", held, "upTo", at)
	return held, nil
}

// held is the position up to which the stream holds the events of the last days.
func (r *relay) held(ctx context.Context, s jetstream.Stream, at int64) (int64, error) {
	state := s.CachedInfo().State
	if r.lost || state.Msgs == 0 {
		return 0, nil
	}
	first, err := s.GetMsg(ctx, state.FirstSeq)
	if err != nil {
		return 0, fmt.Errorf("relay: first message: %w", err)
	}
	recent, err := r.Log.PositionAt(
		ctx,
		r.Clock().Add(-keeps+day),
	) // a day's grace: messages age by when they were published
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

// positionOf is the position of a message's event, 0 if it is not the relay's.
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
	m := &nats.Msg{Subject: "events." + string(e.Type) + "." + e.Stream.String(), Data: b}
	if traceparent != "" {
		m.Header = nats.Header{traceHeader: {traceparent}}
	}
	return js.PublishMsgAsync(m, jetstream.WithMsgID(id))
}

// Events is the message as an event without its data, for those who only need to know what it was about.
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

// The workers that events are consumed by.
const (
	Mailer     = "mailer"
	Thumbnails = "thumbnails"
)

// Consumers lists them.
func Consumers() []string { return []string{Mailer, Thumbnails} }

// Consumer is a worker that events come to. Meters and Tracer may be nil.
type Consumer struct {
	Time      time.Duration // that an event may take; 0 is half a minute
	Name      string
	Subjects  []string
	JetStream jetstream.JetStream
	Logger    *slog.Logger
	Meters    *Meters
	Tracer    *telemetry.Tracer
}

// Consume hands the events of some subjects to a worker through a durable consumer of its name, until ctx ends. What
// fails comes again, five times at most; what a worker does must be safe to repeat.
func (c Consumer) Consume(ctx context.Context, handle func(context.Context, Message) error) error {
	atOnce := 1
	if c.Time == 0 {
		c.Time, atOnce = 30*time.Second, 4
	}
	consumer, err := c.JetStream.CreateOrUpdateConsumer(ctx, Stream, jetstream.ConsumerConfig{
		Durable:        c.Name,
		AckPolicy:      jetstream.AckExplicitPolicy,
		AckWait:        2 * c.Time,
		MaxDeliver:     5,
		MaxAckPending:  16,
		FilterSubjects: c.Subjects,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	for ctx.Err() == nil {
		batch, err := consumer.Fetch(atOnce, jetstream.FetchMaxWait(2*time.Second))
		if err != nil {
			return fmt.Errorf("%s: fetch: %w", c.Name, err) // also when ctx has ended
		}
		for m := range batch.Messages() {
			c.one(ctx, m, handle)
		}
	}
	return nil
}

func (c Consumer) one(ctx context.Context, m jetstream.Msg, handle func(context.Context, Message) error) {
	ctx, cancel := context.WithTimeout(ctx, c.Time)
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
	c.Meters.handled(c.Name, err, time.Since(began))
	if err != nil {
		telemetry.Failed(span, "failed")
		c.Logger.WarnContext(
			ctx, "a worker failed and tries again", "worker", c.Name, "position", e.Position, "error", err,
		)
		_ = m.NakWithDelay(5 * time.Second) // a lost nak comes again after the ack wait
		return
	}
	_ = m.Ack() // a lost ack comes again and finds its effect done
}
