package relay_test

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/embedded"
	"github.com/proofboard/proofboard/embedded/embeddedtest"
	"github.com/proofboard/proofboard/eventstore"
	"github.com/proofboard/proofboard/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/workers/relay"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func stream(t *testing.T) jetstream.JetStream {
	t.Helper()
	server, err := embedded.StartNATS(t.Context(), embedded.NATSConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	nc, err := server.Conn()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		nc.Close()
		_ = server.Stop(context.Background())
	})
	js, err := jetstream.New(nc)
	if err == nil {
		err = relay.Prepare(t.Context(), js)
	}
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// count is how many messages the stream holds.
func count(t *testing.T, js jetstream.JetStream) uint64 {
	t.Helper()
	s, err := js.Stream(t.Context(), relay.Stream)
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Msgs
}

func run(t *testing.T, s *eventstore.Store, js jetstream.JetStream) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = relay.Run(ctx, relay.Config{Log: s, JetStream: js}) // it ends by our will
	}()
	return func() {
		cancel()
		<-ended
	}
}

func reaches(t *testing.T, js jetstream.JetStream, n uint64) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); count(t, js) < n; {
		if time.Now().After(end) {
			t.Fatalf("the stream holds %d messages, want %d", count(t, js), n)
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Every event is on the stream once and in order, also when the relay dies before it keeps its checkpoint, or NATS loses
// nothing but the relay's memory of it (BY-010).
func TestTheRelayPublishesEachEventOnce(t *testing.T) { // BY-010
	dsn := embeddedtest.DatabaseFrom(t, "relay", migrations.Up)
	s, js := eventstoretest.Open(t, dsn), stream(t)
	write := func(n int) {
		t.Helper()
		id := uuid.New()
		for i := range n {
			if _, err := s.Append(t.Context(), eventstoretest.One(id, i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(30)
	stop := run(t, s, js)
	reaches(t, js, 30)
	write(30)
	reaches(t, js, 60)
	stop()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // a database that goes away
	if _, err := conn.Exec(t.Context(), "update checkpoints set position = 20 where name = 'worker_relay'"); err != nil {
		t.Fatal(err)
	}
	write(10)
	defer run(t, s, js)()
	reaches(t, js, 70)
	consumer, err := js.OrderedConsumer(t.Context(), relay.Stream, jetstream.OrderedConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for want := int64(1); want <= 70; want++ {
		m, err := consumer.Next(jetstream.FetchMaxWait(10 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		var got relay.Message
		if err := json.Unmarshal(m.Data(), &got); err != nil || got.Position != want || m.Headers().Get(jetstream.MsgIDHeader) != strconv.FormatInt(want, 10) {
			t.Fatalf("message %d is %+v (%v)", want, got, err)
		}
	}
	if n := count(t, js); n != 70 {
		t.Errorf("the stream holds %d messages of 70 events", n)
	}
}
