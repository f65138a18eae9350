package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
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

// count returns the number of messages on the stream.
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

// now is shortly after the events of the suite.
var now = time.Date(2026, 1, 2, 6, 0, 0, 0, time.UTC)

func config(t *testing.T, s *eventlog.Store, js jetstream.JetStream) relay.Config {
	return relay.Config{
		Log:       follow.New(s, lease.New(s, nil)),
		Times:     s,
		JetStream: js,
		Clock:     func() time.Time { return now },
		Logger:    slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
}

func run(t *testing.T, s *eventlog.Store, js jetstream.JetStream) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			_ = relay.Prepare(ctx, js)
			_ = relay.Run(ctx, config(t, s, js)) // the test ends the relay itself
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// prepare creates the stream. The server may still be deleting the files of the one before.
func prepare(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	end := time.Now().Add(10 * time.Second)
	err := relay.Prepare(t.Context(), js)
	for err != nil && time.Now().Before(end) {
		<-time.After(20 * time.Millisecond)
		err = relay.Prepare(t.Context(), js)
	}
	if err != nil {
		t.Fatal(err)
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

// Each event is published once and in order, even if the relay dies before it stores its checkpoint
// (BY-010).
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
	if _, err := conn.Exec(
		t.Context(), "update checkpoints set position = 20 where name = 'worker_relay'",
	); err != nil {
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
		if err := json.Unmarshal(m.Data(), &got); err != nil || got.Position != want ||
			m.Headers().Get(jetstream.MsgIDHeader) != strconv.FormatInt(want, 10) {
			t.Fatalf("message %d is %+v (%v)", want, got, err)
		}
	}
	if n := count(t, js); n != 70 {
		t.Errorf("the stream holds %d messages of 70 events", n)
	}
}

// A relay that starts without its stream says so, with and without events published before. It is
// not repeated inside, where nobody creates the stream.
// The server is not safe for an update of the stream beside the creation of a consumer.
func TestWorkersThatStartAtOnceCreateTheStreamAndUpdateNothing(t *testing.T) {
	js := stream(t)
	updates, err := js.Conn().SubscribeSync("$JS.EVENT.ADVISORY.STREAM.UPDATED.>")
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := js.DeleteStream(t.Context(), relay.Stream); err != nil {
			t.Fatal(err)
		}
		var all errgroup.Group
		for range 8 {
			all.Go(func() error { return relay.Prepare(t.Context(), js) })
		}
		if err := all.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if err := js.Conn().Flush(); err != nil {
		t.Fatal(err)
	}
	if n, _, err := updates.Pending(); n > 0 || err != nil {
		t.Errorf("%d updates, %v", n, err)
	}
}

func TestARelayWithoutItsStreamEnds(t *testing.T) { // BY-010
	s, js := eventstoretest.Open(t, embeddedtest.DatabaseFrom(t, "relay", migrations.Up)), stream(t)
	for i, name := range []string{"nothing published before", "published before"} {
		if _, err := s.Append(t.Context(), eventstoretest.One(uuid.New(), 0)); err != nil {
			t.Fatal(err)
		}
		if err := js.DeleteStream(t.Context(), relay.Stream); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if err := relay.Run(ctx, config(t, s, js)); !errors.Is(err, jetstream.ErrStreamNotFound) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		prepare(t, js)
		stop := run(t, s, js)
		reaches(t, js, uint64(i+1))
		stop()
	}
}

// After the stream was wiped, truncated, or deleted under the running relay, it contains every
// event again, in order.
func TestWhatNATSLosesIsPublishedAgain(t *testing.T) { // BY-010
	for name, lose := range map[string]func(t *testing.T, js jetstream.JetStream){
		"wiped": func(t *testing.T, js jetstream.JetStream) {
			if err := js.DeleteStream(t.Context(), relay.Stream); err != nil {
				t.Fatal(err)
			}
		},
		"the end is missing": func(t *testing.T, js jetstream.JetStream) {
			s, err := js.Stream(t.Context(), relay.Stream)
			if err != nil {
				t.Fatal(err)
			}
			for sequence := uint64(31); sequence <= 40; sequence++ {
				if err := s.DeleteMsg(t.Context(), sequence); err != nil {
					t.Fatal(err)
				}
			}
		},
		"made again by another and begun anew": func(t *testing.T, js jetstream.JetStream) {
			if err := js.DeleteStream(t.Context(), relay.Stream); err != nil {
				t.Fatal(err)
			}
			prepare(t, js)
			if _, err := js.Publish(t.Context(), "events.x.y", []byte(`{"position":40}`), jetstream.WithMsgID("40")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for _, running := range []bool{false, true} {
			if running && name == "the end is missing" {
				continue // if the server loses its tail, it has been restarted, and the relay with it
			}
			t.Run(name+", running: "+strconv.FormatBool(running), func(t *testing.T) {
				dsn := embeddedtest.DatabaseFrom(t, "relay", migrations.Up)
				s, js := eventstoretest.Open(t, dsn), stream(t)
				db, err := pgx.Connect(t.Context(), dsn)
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close(context.Background()) //nolint:errcheck // a database that goes away
				id := uuid.New()
				write := func(from, to int) {
					for i := from; i < to; i++ {
						if _, err := s.Append(t.Context(), eventstoretest.One(id, i)); err != nil {
							t.Fatal(err)
						}
					}
				}
				write(0, 40)
				stop := run(t, s, js)
				reaches(t, js, 40)
				kept := func() (at int64) {
					if err := db.QueryRow(t.Context(), "select position from checkpoints where name = 'worker_relay'").
						Scan(&at); err != nil {
						t.Fatal(err)
					}
					return at
				}
				for kept() < 40 {
					<-time.After(5 * time.Millisecond)
				}
				if !running {
					stop()
				}
				lose(t, js)
				if !running {
					stop = run(t, s, js)
				}
				write(40, 50)
				defer func() { stop() }()
				for end := time.Now().Add(20 * time.Second); ; {
					if list := positions(t, js); len(list) >= 50 {
						for i, p := range list {
							if p != int64(i+1) {
								t.Fatalf("the stream holds %v", list)
							}
						}
						return
					}
					if time.Now().After(end) {
						t.Fatalf("the stream holds %v", positions(t, js))
					}
				}
			})
		}
	}
}

// positions returns the positions of the events on the stream, in the order of the stream.
func positions(t *testing.T, js jetstream.JetStream) (list []int64) {
	t.Helper()
	s, err := js.Stream(t.Context(), relay.Stream)
	if err != nil {
		return nil
	}
	state := s.CachedInfo().State
	for sequence := state.FirstSeq; sequence > 0 && sequence <= state.LastSeq; sequence++ {
		m, err := s.GetMsg(t.Context(), sequence)
		if err != nil {
			continue
		}
		var e relay.Message
		if err := json.Unmarshal(m.Data, &e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e.Position)
	}
	return list
}
