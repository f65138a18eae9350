package engine_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/projections/engine"
)

// build returns a runner of a build that knows the migrations up to a number.
func (f *fixture) build(t testing.TB, schema int64) *engine.Runner {
	t.Helper()
	r, err := engine.New(t.Context(), engine.Config{
		DSN:    f.dsn,
		Store:  f.store,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Schema: schema,
		Build:  fmt.Sprint(schema),
	}, projection(nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func (f *fixture) outdated(t testing.TB) bool {
	t.Helper()
	return query[bool](t, f.dsn, "select bool_or(outdated) from checkpoints where name = 'tally'")
}

func (f *fixture) rebuilds(t testing.TB) int {
	t.Helper()
	return query[int](t, f.dsn, "select count(*) from rebuild_jobs where state = 'done' and not dry_run")
}

// A rolling upgrade, whose migration adds a column that the older build does not fill: it is told by what
// it wrote, because the reducers of the test are the same.
func TestRowsThatLackColumnsAreRebuiltOnceNoOlderBuildWritesThem(t *testing.T) { // D-278
	f := setup(t, projection(nil), nil)
	f.runner = f.build(t, 10)
	stopOld := run(t, f.runner)
	f.append(t, uuid.New(), 0, put{Kind: "a", Mode: "upsert", N: 1})
	f.caughtUp(t, 1)
	eventually(t, "the columns are known", func() bool {
		return query[int](t, f.dsn, "select count(*) from read_models where name = 'tally' and since = 10") == 1
	})
	if f.outdated(t) {
		t.Fatal("a new read model lacks columns")
	}

	add := "alter table tally add column added text"
	if err := exec(t.Context(), f.dsn, add); err != nil {
		t.Fatal(err)
	}
	stopOld() // an older process that starts again after the migration says nothing about the columns
	again := f.build(t, 10)
	stopAgain := run(t, again)
	f.append(t, uuid.New(), 0, put{Kind: "b", Mode: "upsert", N: 2})
	f.runner = again
	f.caughtUp(t, 2)

	newer := f.build(t, 11)
	run(t, newer)
	eventually(t, "the newer build marks what is there", func() bool { return f.outdated(t) })
	f.append(t, uuid.New(), 0, put{Kind: "c", Mode: "upsert", N: 3})
	f.caughtUp(t, 3)
	if f.rebuilds(t) != 0 {
		t.Error("it was rebuilt while an older build writes it")
	}
	stopAgain()
	f.runner = newer
	eventually(t, "the newer build rebuilds it by itself", func() bool { return f.rebuilds(t) == 1 && !f.outdated(t) })

	// A build from before builds said who they are takes over for a moment.
	f.append(t, uuid.New(), 0, put{Kind: "d", Mode: "upsert", N: 4})
	f.caughtUp(t, 4)
	eventually(t, "the checkpoint is stored", func() bool {
		return query[int64](t, f.dsn, "select position from checkpoints where name = 'tally'") == 4
	})
	if f.outdated(t) {
		t.Error("the newer build wrote rows that lack columns")
	}
	if err := exec(t.Context(), f.dsn, "select advance_checkpoint('tally', 4, 4, 0, 1)"); err != nil {
		t.Fatal(err)
	}
	if !f.outdated(t) {
		t.Error("what an old build wrote is not known to lack columns")
	}
	f.append(t, uuid.New(), 0, put{Kind: "e", Mode: "upsert", N: 5})
	eventually(t, "it is rebuilt again", func() bool { return f.rebuilds(t) == 2 && !f.outdated(t) })
	if err := newer.Spread(t.Context(), "tally", 2); err != nil {
		t.Fatal(err)
	}
	if f.outdated(t) {
		t.Error("spreading made rows lack columns")
	}
}
