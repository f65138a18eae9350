package operations

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/cmd/bench/benchmark"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/engine"
)

// longLog opens a product with a log of several years and empty read models.
func longLog(t *testing.T, dir string, events int) *core.Core {
	t.Helper()
	open := func() *core.Core {
		core, err := core.Open(t.Context(), harness.Settings(dir), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return core
	}
	core := open()
	db, err := pgxpool.New(t.Context(), core.Owner)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		core.Plant(t.Context(), harness.Seed()),
		benchmark.WriteHistory(t.Context(), db, events, 1000, core.Store.Keys()),
	)
	db.Close()
	if err = errors.Join(err, core.Close()); err != nil {
		t.Fatal(err)
	}
	core = open() // opened again with the complete log
	t.Cleanup(func() {
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	return core
}

// make chaos does this with a million events. Other runs have few, and only show that it still works.
func TestEveryProjectionIsRebuiltAtAMillionEventsWhileWritesGoOn(t *testing.T) { // BY-012
	harness.Parallel(t)
	core := longLog(t, harness.Folder(t), harness.Repeats(2_000, 1_000_000))
	names := []string{"board", "search", "proofs", "topics", "timeline", "notifications"}
	for _, name := range names {
		if _, err := core.Runner.Rebuild(t.Context(), name, engine.RebuildOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- core.Runner.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}()
	for _, name := range names {
		began := time.Now()
		done := make(chan error, 1)
		var rebuilt engine.Report
		go func() {
			var err error
			rebuilt, err = core.Runner.Rebuild(ctx, name, engine.RebuildOptions{})
			done <- err
		}()
		writes := 0
		for going := true; going; writes++ {
			_, err := core.Bus.Do(
				t.Context(),
				&commands.DraftOrder{
					Order:   uuid.New(),
					Details: order.Details{Headline: order.Headline{Name: "Meanwhile", Service: harness.Labels}},
				},
				commands.Request{Actor: harness.Actor("owner")},
			)
			if err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-done:
				if err != nil {
					t.Fatal(err)
				}
				going = false
			case <-time.After(2 * time.Millisecond):
			}
		}
		took := time.Since(began)
		report, err := core.Runner.Verify(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		harness.Report(
			t,
			"6",
			!t.Failed() && rebuilt.Same() && report.Same(),
			"%s rebuilt to position %d in %s (%.0f events a second) with %d writes meanwhile: the same rows as the live tables and as a build afterwards",
			name,
			rebuilt.Position,
			took.Round(10*time.Millisecond),
			rebuilt.Rate,
			writes,
		)
	}
}
