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
	"github.com/proofboard/proofboard/eventstore"
	"github.com/proofboard/proofboard/telemetry"
	"github.com/proofboard/proofboard/workers"
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

// Prepare makes the stream. It keeps a week: the log itself is the truth, and the relay can publish it again.
func Prepare(ctx context.Context, js jetstream.JetStream) error {
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: Stream, Subjects: []string{"events.>"}, Storage: jetstream.FileStorage, MaxAge: 7 * 24 * time.Hour, Duplicates: 10 * time.Minute, Discard: jetstream.DiscardOld,
	})
	if err != nil {
		return fmt.Errorf("relay: stream %s: %w", Stream, err)
	}
	return nil
}

// Config is what the relay needs; Meters and Tracer may be nil.
type Config struct {
	Log       workers.Log
	JetStream jetstream.JetStream
	Meters    *Meters
	Tracer    *telemetry.Tracer
}

// Run publishes every event once it is in the log, in order, until ctx ends. The message id is the position, so that an
// event that is published again is not delivered again.
func Run(ctx context.Context, c Config) error {
	return c.Log.Follow(ctx, "relay", nil, 0, func(ctx context.Context, p eventstore.Page) error {
		acks := make([]jetstream.PubAckFuture, 0, len(p.Events))
		var spans []trace.Span // of the traced events
		defer func() {
			for _, s := range spans {
				s.End()
			}
		}()
		for _, e := range p.Events {
			traceparent := ""
			if c.Tracer.Enabled() && e.Meta.Trace != "" {
				under, span := c.Tracer.Follow(ctx, e.Meta.Trace, "relay publish", trace.WithSpanKind(trace.SpanKindProducer), trace.WithAttributes(position(e.Position)))
				spans, traceparent = append(spans, span), telemetry.Traceparent(under)
			}
			ack, err := publish(c.JetStream, e, traceparent)
			if err != nil {
				return err
			}
			acks = append(acks, ack)
		}
		for _, ack := range acks {
			select {
			case <-ack.Ok():
				c.Meters.sent()
			case err := <-ack.Err():
				return err
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(10 * time.Second):
				return errors.New("relay: no acknowledgement")
			}
		}
		return nil
	})
}

const traceHeader = "traceparent"

func position(p int64) attribute.KeyValue { return attribute.Int64("proofboard.position", p) }

func publish(js jetstream.JetStream, e domain.Event, traceparent string) (jetstream.PubAckFuture, error) {
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
	return js.PublishMsgAsync(m, jetstream.WithMsgID(strconv.FormatInt(e.Position, 10)))
}

// Events is the message as an event without its data, for those who only need to know what it was about.
func (m Message) Events() []domain.Event {
	kind, _, _ := strings.Cut(m.Type, ".")
	return []domain.Event{{Position: m.Position, Stream: m.Stream, Version: m.Version, StreamType: eh.AggregateType(kind), Type: eh.EventType(m.Type), Meta: m.Meta, OccurredAt: m.OccurredAt}}
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
	consumer, err := c.JetStream.CreateOrUpdateConsumer(ctx, Stream, jetstream.ConsumerConfig{
		Durable: c.Name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxDeliver: 5, MaxAckPending: 16, FilterSubjects: c.Subjects,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	for ctx.Err() == nil {
		batch, err := consumer.Fetch(4, jetstream.FetchMaxWait(2*time.Second))
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
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
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
		c.Logger.WarnContext(ctx, "a worker failed and tries again", "worker", c.Name, "position", e.Position, "error", err)
		_ = m.NakWithDelay(5 * time.Second) // a lost nak comes again after the ack wait
		return
	}
	_ = m.Ack() // a lost ack comes again and finds its effect done
}
