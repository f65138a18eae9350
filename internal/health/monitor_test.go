package health

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

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
