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
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/eventstore"
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

// Run publishes every event once it is in the log, in order, until ctx ends. The message id is the position, so that an
// event that is published again is not delivered again.
func Run(ctx context.Context, log workers.Log, js jetstream.JetStream) error {
	return log.Follow(ctx, "relay", nil, 0, func(ctx context.Context, p eventstore.Page) error {
		acks := make([]jetstream.PubAckFuture, 0, len(p.Events))
		for _, e := range p.Events {
			ack, err := publish(js, e)
			if err != nil {
				return err
			}
			acks = append(acks, ack)
		}
		for _, ack := range acks {
			select {
			case <-ack.Ok():
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

func publish(js jetstream.JetStream, e domain.Event) (jetstream.PubAckFuture, error) {
	data, err := json.Marshal(e.Data)
	if err != nil {
		return nil, fmt.Errorf("relay: event %d: %w", e.Position, err)
	}
	b, err := json.Marshal(Message{e.Position, e.Stream, e.Version, string(e.Type), data, e.Meta, e.OccurredAt})
	if err != nil {
		return nil, fmt.Errorf("relay: event %d: %w", e.Position, err)
	}
	return js.PublishAsync("events."+string(e.Type)+"."+e.Stream.String(), b, jetstream.WithMsgID(strconv.FormatInt(e.Position, 10)))
}

// Events is the message as an event without its data, for those who only need to know what it was about.
func (m Message) Events() []domain.Event {
	kind, _, _ := strings.Cut(m.Type, ".")
	return []domain.Event{{Position: m.Position, Stream: m.Stream, Version: m.Version, StreamType: eh.AggregateType(kind), Type: eh.EventType(m.Type), Meta: m.Meta, OccurredAt: m.OccurredAt}}
}

// Consume hands the events of some subjects to a worker through a durable consumer of its name, until ctx ends. What
// fails comes again, five times at most; what a worker does must be safe to repeat.
func Consume(ctx context.Context, js jetstream.JetStream, log *slog.Logger, name string, subjects []string, handle func(context.Context, Message) error) error {
	consumer, err := js.CreateOrUpdateConsumer(ctx, Stream, jetstream.ConsumerConfig{
		Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxDeliver: 5, MaxAckPending: 16, FilterSubjects: subjects,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for ctx.Err() == nil {
		batch, err := consumer.Fetch(4, jetstream.FetchMaxWait(2*time.Second))
		if err != nil {
			return fmt.Errorf("%s: fetch: %w", name, err) // also when ctx has ended
		}
		for m := range batch.Messages() {
			one(ctx, log, name, m, handle)
		}
	}
	return nil
}

func one(ctx context.Context, log *slog.Logger, name string, m jetstream.Msg, handle func(context.Context, Message) error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var e Message
	err := json.Unmarshal(m.Data(), &e)
	if err == nil {
		err = handle(ctx, e)
	}
	if err != nil {
		log.WarnContext(ctx, "a worker failed and tries again", "worker", name, "position", e.Position, "error", err)
		_ = m.NakWithDelay(5 * time.Second) // a lost nak comes again after the ack wait
		return
	}
	_ = m.Ack() // a lost ack comes again and finds its effect done
}
