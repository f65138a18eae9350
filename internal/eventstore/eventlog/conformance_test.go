package eventlog_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	ehstore "github.com/looplab/eventhorizon/eventstore"
	"github.com/looplab/eventhorizon/mocks"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) {
	os.Exit(eventstoretest.Main(func() int { return embeddedtest.Run(m) }))
}

func database(t testing.TB) string { return embeddedtest.DatabaseFrom(t, "migrated", migrations.Up) }

func TestTheEventLogKeepsItsPromises(t *testing.T) {
	eventstoretest.Exercise(t, eventstoretest.Target{Database: database, Server: newServer})
}

var snapshotSuite sync.Once

func TestTheStorePassesEventhorizonsAcceptanceSuites(t *testing.T) {
	reg := codec.NewRegistry()
	codec.Register[mocks.EventData](reg, mocks.EventType, 1)
	reg.Add(domain.EventType{Type: mocks.EventOtherType, Version: 1})
	reg.Add(domain.EventType{Type: "old_event_type", Version: 1}, domain.EventType{Type: "new_event_type", Version: 1})
	dsn := database(t)
	store := eventlog.NewHorizon(eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Registry: reg}))
	t.Run("events", func(t *testing.T) { ehstore.AcceptanceTest(t, store, context.Background()) })
	t.Run("snapshots", func(t *testing.T) { // it registers a type of its own and panics the second time
		snapshotSuite.Do(func() { ehstore.SnapshotAcceptanceTest(t, store, context.Background()) })
	})
	t.Run("maintenance by the owner", func(t *testing.T) {
		ehstore.MaintenanceAcceptanceTest(t, store, eventstoretest.NewMaintenance(t, dsn, reg), context.Background())
	})
	t.Run("a save at a version that moved on is eventhorizon's conflict", func(t *testing.T) {
		id := uuid.New()
		e := eh.NewEvent(
			mocks.EventType, &mocks.EventData{Content: "x"}, time.Now(), eh.ForAggregate(mocks.AggregateType, id, 1),
		)
		if err := store.Save(t.Context(), []eh.Event{e}, 0); err != nil {
			t.Fatal(err)
		}
		if err := store.Save(t.Context(), []eh.Event{e}, 0); !errors.Is(err, eh.ErrEventConflictFromOtherSave) {
			t.Errorf("second save: %v", err)
		}
	})
}

// server is a PostgreSQL of one test's own.
type server struct {
	cfg embedded.PostgresConfig
	pg  *embedded.Postgres
}

func newServer(t testing.TB) eventstoretest.Server {
	dir, err := os.MkdirTemp("", "pbk") //nolint:usetesting // a short path: it holds a socket
	if err == nil {
		err = os.Chmod(dir, 0o755) // the server's user has to pass
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &server{cfg: embedded.PostgresConfig{Dir: dir}}
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := errors.Join(s.pg.Stop(ctx), os.RemoveAll(dir)); err != nil {
			t.Error(err)
		}
	})
	if err := migrations.Up(t.Context(), s.DSN()); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *server) DSN() string { return s.pg.DSN() }

func (s *server) Restart() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	s.pg, err = embedded.StartPostgres(ctx, s.cfg)
	return err
}

// Kill ends the server and its processes as a power cut would.
func (s *server) Kill() error { return embeddedtest.KillPostgres(s.pg) }
