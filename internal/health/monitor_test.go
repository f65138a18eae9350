package health

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

const seenType eh.EventType = "test.seen"

type seen struct{}

// watching returns a monitor of an api, and a projection that no process runs yet.
func watching(t *testing.T) (*Monitor, *engine.Runner) {
	t.Helper()
	dsn := embeddedtest.Database(t)
	if err := migrations.Up(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	registry := codec.NewRegistry()
	codec.Register[seen](registry, seenType, 1)
	store, err := eventlog.Open(t.Context(), eventlog.Config{DSN: dsn, Registry: registry, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	pool, err := pgxpool.New(t.Context(), dsn)
	if err == nil {
		_, err = pool.Exec(t.Context(), "create table seen (id uuid primary key)")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	runner, err := engine.New(t.Context(), engine.Config{DSN: dsn, Store: store, Logger: log}, engine.Projection{
		Name: "seen", Tables: []*rowset.Table{{Name: "seen", Key: []string{"id"}}},
		Reducers: engine.Reducers{seenType: engine.On(func(*rowset.Batch, domain.Event, *seen) error { return nil })},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	return NewMonitor(Config{
		Store:        store,
		Leases:       lease.New(store, nil),
		Runner:       runner,
		Pool:         pool,
		Files:        &countingFiles{},
		NATS:         &nats.Conn{},
		Data:         t.TempDir(),
		Log:          log,
		NeedsWorkers: true,
	}), runner
}

func TestAnAPIWithoutAnyWorkerIsNotReady(t *testing.T) { // D-279
	m, runner := watching(t)
	var passed time.Duration
	m.now = func() time.Time { return time.Now().Add(passed) }
	workers := func() Dependency {
		t.Helper()
		m.checked = time.Time{}
		for _, d := range m.Dependencies(t.Context()) {
			if d.Name == "workers" {
				return d
			}
		}
		t.Fatal("nothing is said of workers")
		return Dependency{}
	}
	if d := workers(); d.Ready || !d.Required || d.Reason != "none runs" {
		t.Errorf("before any worker: %+v", d)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = runner.Run(ctx) }()
	until := func(ready bool) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); workers().Ready != ready; {
			if time.Now().After(deadline) {
				t.Fatalf("not in time: workers ready %t", ready)
			}
		}
	}
	until(true)
	stop()
	<-ended
	until(false) // the database notices that a connection is gone
	if d := workers(); d.Ready || d.Required {
		t.Errorf("while a worker starts again: %+v", d)
	}
	passed = 2 * time.Minute
	if d := workers(); d.Ready || !d.Required {
		t.Errorf("two minutes without a worker: %+v", d)
	}
}

// countingFiles is a file store that counts its checks.
type countingFiles struct{ checks int }

func (f *countingFiles) Check(context.Context) error { f.checks++; return nil }

func TestManyProbesShareOneCheck(t *testing.T) { // BY-016
	dsn := embeddedtest.DatabaseFrom(t, "health", migrations.Up)
	log := slog.New(slog.DiscardHandler)
	store, err := eventlog.Open(
		t.Context(), eventlog.Config{DSN: dsn, Registry: codec.NewRegistry(), Logger: log},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	runner, err := engine.New(t.Context(), engine.Config{DSN: dsn, Store: store, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	files := &countingFiles{}
	m := NewMonitor(
		Config{
			Store:  store,
			Leases: lease.New(store, nil),
			Runner: runner,
			Pool:   pool,
			Files:  files,
			NATS:   &nats.Conn{},
			Data:   t.TempDir(),
			Log:    log,
		},
	)
	began := time.Now()
	for range 200 {
		ready := map[string]bool{}
		for _, d := range m.Dependencies(t.Context()) {
			ready[d.Name] = d.Ready
		}
		if !ready["database"] || !ready["object store"] || ready["nats"] {
			t.Fatalf("ready: %v", ready)
		}
	}
	if most := 2 + int(time.Since(began)/checkEvery); files.checks > most {
		t.Errorf("200 probes made %d checks, want at most %d", files.checks, most)
	}
}
