package engine_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// put sets a row of the test's table, or deletes it; mode chooses the way.
type put struct {
	Kind string   `json:"kind"`
	Mode string   `json:"mode"` // upsert, update, delete, exec, count, slow, fail, panic, fail late, bad column
	N    int      `json:"n"`
	Tags []string `json:"tags"`
	Note string   `json:"note"`
}

const putType = "test.put"

var (
	tally = &rowset.Table{Name: "tally", Key: []string{"id", "kind"}}
	seen  = &rowset.Table{Name: "tally_seen", Key: []string{"id"}}
)

func projection(broken *atomic.Bool) engine.Projection {
	return engine.Projection{
		Name:   "tally",
		Tables: []*rowset.Table{tally, seen},
		Reducers: engine.Reducers{
			putType: engine.On(func(b *rowset.Batch, e domain.Event, d *put) error {
				key := rowset.Key(e.Stream, d.Kind)
				d.Tags = append([]string{}, d.Tags...) // the column takes no null
				switch d.Mode {
				case "upsert":
					b.Upsert(
						tally, key,
						rowset.Set{"n": d.N, "tags": d.Tags, "note": d.Note, "data": map[string]int{"n": d.N}},
					)
				case "update":
					b.Update(tally, key, "n", d.N, "tags", d.Tags)
				case "delete":
					b.Delete(tally, key)
				case "exec":
					if err := b.Exec("update {tally} set n = $2 where id = $1", e.Stream, d.N); err != nil {
						return err
					}
				case "count": // not absolute, so that applying twice shows
					if err := b.Exec(
						`insert into {tally} as t (id, kind, n) values ($1, $2, 1) on conflict (id, kind) do update set n = t.n + 1`,
						e.Stream,
						d.Kind,
					); err != nil {
						return err
					}
				case "fail late":
					b.Upsert(tally, key, rowset.Set{"n": -1})
					if err := b.Exec("update {tally} set n = -2"); err != nil {
						return err
					}
					fallthrough
				case "fail":
					b.Upsert(tally, key, rowset.Set{"n": -1})
					if broken == nil || broken.Load() {
						return errors.New("this cannot be")
					}
				case "slow":
					<-time.After(1100 * time.Millisecond)
				case "panic":
					panic("this cannot be either")
				case "bad column":
					b.Upsert(tally, key, rowset.Set{"nonsense": 1})
				}
				b.Upsert(seen, e.Stream, rowset.Set{"version": e.Version})
				return nil
			}),
		},
	}
}

type fixture struct {
	dsn    string
	store  *eventlog.Store
	runner *engine.Runner
}

func database(t testing.TB) string {
	return embeddedtest.DatabaseFrom(t, "tally", func(ctx context.Context, dsn string) error {
		if err := migrations.Up(ctx, dsn); err != nil {
			return err
		}
		return exec(
			ctx,
			dsn,
			`create table tally (id uuid, kind text, n bigint, tags text[] not null default '{}', note varchar(20), data jsonb, primary key (id, kind));
			create index tally_special on tally (n) where n > 5; create index tally_twin on tally (note);
			create table tally_seen (id uuid primary key, version int not null);
			do $$ begin if not exists (select from pg_roles where rolname = 'tally_reader') then create role tally_reader; end if; end $$;
			grant select on tally to tally_reader`,
		)
	})
}

func exec(ctx context.Context, dsn, sql string, args ...any) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql, args...)
	return err
}

func setup(t testing.TB, p engine.Projection, committed func(context.Context, engine.Commit)) *fixture {
	t.Helper()
	f := &fixture{dsn: database(t)}
	f.store, f.runner = f.open(t, p, committed)
	return f
}

func (f *fixture) open(
	t testing.TB,
	p engine.Projection,
	committed func(context.Context, engine.Commit),
) (*eventlog.Store, *engine.Runner) {
	t.Helper()
	reg := codec.NewRegistry()
	codec.Register[put](reg, putType, 1)
	reg.Add(operations.Streams.Events...)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	store, err := eventlog.Open(t.Context(), eventlog.Config{DSN: f.dsn, Registry: reg, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	runner, err := engine.New(
		t.Context(), engine.Config{DSN: f.dsn, Store: store, Logger: log, Committed: committed}, p,
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	return store, runner
}

func run(t testing.TB, r *engine.Runner) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = r.Run(ctx)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	t.Cleanup(stop)
	return stop
}

func (f *fixture) append(t testing.TB, stream uuid.UUID, expected int, puts ...put) eventlog.Result {
	t.Helper()
	a := eventlog.Append{Stream: stream, StreamType: "test", Expected: expected}
	for _, p := range puts {
		a.Events = append(a.Events, eventlog.Record{Type: putType, Data: &p, OccurredAt: time.Now()})
	}
	res, err := f.store.Append(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func (f *fixture) caughtUp(t testing.TB, position int64) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; {
		err := f.runner.WaitFor(t.Context(), "tally", position)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// query returns one row's columns.
func query[T any](t testing.TB, dsn, sql string, args ...any) (out T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&out); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return out
}

const dump = "select coalesce(jsonb_agg(to_jsonb(t) order by id, kind), '[]')::text from tally t"

func TestEveryEventIsAppliedOnceThoughConnectionsBreak(t *testing.T) { // BY-004
	var commits, events atomic.Int64
	f := setup(t, projection(nil), func(_ context.Context, c engine.Commit) {
		commits.Add(1)
		events.Add(int64(len(c.Events)))
	})
	run(t, f.runner)
	quit := make(chan struct{})
	var writers, killer sync.WaitGroup
	killer.Go(func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(40 * time.Millisecond):
			}
			err := exec(
				context.Background(),
				f.dsn,
				`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
				and database = (select oid from pg_database where datname = current_database()) and classid::bigint <> 0`,
			)
			if err != nil {
				t.Error(err)
			}
		}
	})
	want := map[uuid.UUID]int{}
	var mu sync.Mutex
	for w := range 8 {
		writers.Go(func() {
			stream := uuid.New()
			for i := range 150 {
				f.append(
					t, stream, 2*i, put{Kind: "k", Mode: "upsert", N: w*1000 + i}, put{Kind: "counted", Mode: "count"},
				)
			}
			mu.Lock()
			want[stream] = w*1000 + 149
			mu.Unlock()
		})
	}
	writers.Wait()
	close(quit)
	killer.Wait()
	f.caughtUp(t, 2400)
	for stream, n := range want {
		if got := query[int](t, f.dsn, "select n from tally where id = $1 and kind = 'k'", stream); got != n {
			t.Errorf("row of %s: %d, want %d", stream, got, n)
		}
		if got := query[int](t, f.dsn, "select n from tally where id = $1 and kind = 'counted'", stream); got != 150 {
			t.Errorf("%d of 150 events were applied to %s", got, stream)
		}
	}
	if got := query[int64](t, f.dsn, "select position from checkpoints where name = 'tally'"); got != 2400 {
		t.Errorf("checkpoint %d, want 2400", got)
	}
	if r, err := f.runner.Verify(t.Context(), "tally"); err != nil || !r.Same() {
		t.Errorf("verify: %+v, %v", r, err)
	}
	t.Logf("%d commits, %d events told", commits.Load(), events.Load())
}

func TestTheBatchEqualsApplyingWritesOneByOne(t *testing.T) {
	f := setup(t, projection(nil), nil)
	streams := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	versions := map[uuid.UUID]int{}
	type row struct {
		N    int
		Tags []string
	}
	model := map[string]row{}
	db, err := pgx.Connect(t.Context(), f.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(context.Background()) }()
	run(t, f.runner)
	rapid.Check(t, func(rt *rapid.T) {
		var last int64
		for range rapid.IntRange(1, 25).Draw(rt, "events") {
			stream := rapid.SampledFrom(streams).Draw(rt, "stream")
			p := put{
				Kind: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(rt, "kind"),
				Mode: rapid.SampledFrom([]string{"upsert", "upsert", "update", "update", "delete", "exec"}).
					Draw(rt, "mode"),
				N:    rapid.IntRange(0, 9).Draw(rt, "n"),
				Tags: rapid.SliceOfN(rapid.SampledFrom([]string{"x", `"`, "{},", "é", ""}), 0, 3).Draw(rt, "tags"),
			}
			last = f.append(t, stream, versions[stream], p).Position
			versions[stream]++
			key := stream.String() + p.Kind
			switch _, there := model[key]; {
			case p.Mode == "upsert", p.Mode == "update" && there:
				model[key] = row{p.N, p.Tags}
			case p.Mode == "delete":
				delete(model, key)
			case p.Mode == "exec":
				for _, kind := range []string{"a", "b", "c"} {
					if r, ok := model[stream.String()+kind]; ok {
						model[stream.String()+kind] = row{p.N, r.Tags}
					}
				}
			}
		}
		f.caughtUp(t, last)
		rows, err := db.Query(t.Context(), "select id || kind, n, tags from tally")
		if err != nil {
			rt.Fatal(err)
		}
		var key string
		var got row
		count, err := pgx.ForEachRow(rows, []any{&key, &got.N, &got.Tags}, func() error {
			if want, there := model[key]; !there || got.N != want.N || !slices.Equal(got.Tags, want.Tags) {
				rt.Errorf("row %s: %+v, want %+v (%v)", key, got, want, there)
			}
			return nil
		})
		if n := count.RowsAffected(); err != nil || n != int64(len(model)) {
			rt.Fatalf("%d rows, want %d: %v", n, len(model), err)
		}
	})
	report, err := f.runner.Verify(t.Context(), "tally") // the same by big batches and COPY
	if err != nil || !report.Same() {
		t.Errorf("verify: %+v, %v", report, err)
	}
}

func TestAnEventThatCannotBeAppliedParksItsStreamOnly(t *testing.T) { // BY-008
	for name, poison := range map[string]put{
		"the reducer refuses":             {Kind: "p", Mode: "fail"},
		"the reducer panics":              {Kind: "p", Mode: "panic"},
		"the reducer refuses after a SQL": {Kind: "p", Mode: "fail late"},
		"a column does not exist":         {Kind: "p", Mode: "bad column"},
		"the database refuses the value":  {Kind: "p", Mode: "upsert", Note: "longer than twenty characters"},
	} {
		t.Run(name, func(t *testing.T) {
			f := setup(t, projection(nil), nil)
			good, bad := uuid.New(), uuid.New()
			for i := range 20 {
				f.append(t, good, i, put{Kind: "g", Mode: "upsert", N: i})
				if i == 7 {
					f.append(t, bad, 0, put{Kind: "before", Mode: "upsert", N: 1})
					f.append(t, bad, 1, poison)
					f.append(t, bad, 2, put{Kind: "after", Mode: "upsert", N: 2})
				}
			}
			run(t, f.runner) // all in one page
			f.caughtUp(t, 23)
			if got := query[int](t, f.dsn, "select n from tally where id = $1", good); got != 19 {
				t.Errorf("the good stream is at %d, want 19", got)
			}
			if kinds := query[[]string](
				t, f.dsn, "select coalesce(array_agg(kind), '{}') from tally where id = $1", bad,
			); !slices.Equal(kinds, []string{"before"}) {
				t.Errorf("rows of the parked stream: %v, want only what came before the poison", kinds)
			}
			status, err := f.runner.Status(t.Context())
			if err != nil || len(status) != 1 || len(status[0].Parked) != 1 || status[0].Parked[0].Stream != bad ||
				status[0].Parked[0].Version != 2 ||
				status[0].Parked[0].Error == "" {
				t.Errorf("status %+v, %v", status, err)
			}
			if r, err := f.runner.Verify(t.Context(), "tally"); err != nil || !r.Same() || len(r.Parked) != 1 ||
				r.Parked[0].Position != status[0].Parked[0].Position {
				t.Errorf("a rebuild parks the same: %+v, %v", r, err)
			}
		})
	}
}

func TestAParkedStreamReplaysAfterTheFix(t *testing.T) { // BY-008
	var broken atomic.Bool
	broken.Store(true)
	f := setup(t, projection(&broken), nil)
	run(t, f.runner)
	stream := uuid.New()
	f.append(t, stream, 0, put{Kind: "a", Mode: "fail"})
	f.append(t, stream, 1, put{Kind: "b", Mode: "upsert", N: 2})
	f.caughtUp(t, 2)
	if n := query[int](t, f.dsn, "select count(*) from tally"); n != 0 {
		t.Fatalf("%d rows of a parked stream", n)
	}
	broken.Store(false)
	if err := f.runner.RetryParked(t.Context(), "tally"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); query[int](t, f.dsn, "select count(*) from parked_streams") > 0; {
		if time.Now().After(deadline) {
			t.Fatal("still parked")
		}
		<-time.After(5 * time.Millisecond)
	}
	if n := query[int](t, f.dsn, "select count(*) from tally"); n != 2 {
		t.Errorf("%d rows after the replay, want 2", n)
	}
	f.append(t, stream, 2, put{Kind: "c", Mode: "upsert"})
	f.caughtUp(t, 3)
	if r, err := f.runner.Verify(t.Context(), "tally"); err != nil || !r.Same() {
		t.Errorf("verify: %+v, %v", r, err)
	}
}

func TestOneProcessRunsAProjectionAndAnotherTakesOver(t *testing.T) { // BY-009
	f := setup(t, projection(nil), nil)
	other := &fixture{dsn: f.dsn}
	other.store, other.runner = other.open(t, projection(nil), nil)
	stop := run(t, f.runner)
	state := func(r *engine.Runner, want string) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); ; {
			s, err := r.Status(t.Context())
			if err == nil && s[0].State == want && s[0].Running {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("status %+v, %v, want %s", s, err, want)
			}
			<-time.After(5 * time.Millisecond)
		}
	}
	state(f.runner, "running")
	run(t, other.runner)
	state(other.runner, "standby")
	stream := uuid.New()
	res := f.append(t, stream, 0, put{Kind: "a", Mode: "upsert", N: 1})
	other.caughtUp(t, res.Position) // a standby waits by the checkpoint
	stop()
	state(other.runner, "running")
	res = f.append(t, stream, 1, put{Kind: "a", Mode: "update", N: 2})
	other.caughtUp(t, res.Position)
	if n := query[int](t, f.dsn, "select n from tally"); n != 2 {
		t.Errorf("n is %d, want 2", n)
	}
}

// The database drops the connection of a lease that has been silent for three seconds: then the
// same page is begun again, for ever.
func TestAPageThatTakesLongDoesNotLoseTheLease(t *testing.T) { // BY-009
	t.Parallel() // it mostly waits
	f := setup(t, projection(nil), nil)
	stream := uuid.New()
	res := f.append(
		t, stream, 0, put{Kind: "a", Mode: "slow", N: 1}, put{Kind: "a", Mode: "slow", N: 2},
		put{Kind: "a", Mode: "slow", N: 3},
	)
	run(t, f.runner)
	f.caughtUp(t, res.Position)
	held := func() time.Time {
		return query[time.Time](t, f.dsn, "select since from leases where name = 'projection tally'")
	}
	since := held()
	conn, err := pgx.Connect(t.Context(), f.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	// Whoever reads the log waits.
	if _, err := conn.Exec(
		t.Context(), "begin; lock events in access exclusive mode; select pg_sleep(3.4); commit",
	); err != nil {
		t.Fatal(err)
	}
	res = f.append(t, stream, 3, put{Kind: "a", Mode: "upsert", N: 4})
	f.caughtUp(t, res.Position)
	if now := held(); now != since {
		t.Errorf("the lease was lost: held since %s, before since %s", now, since)
	}
}

func TestAReadWaitsForAPositionAtMostTwoSecondsAndACommandFive(t *testing.T) { // D-30
	t.Parallel() // it mostly waits
	f := setup(t, projection(nil), nil)
	start := time.Now()
	err := f.runner.WaitFor(t.Context(), "tally", 1)
	if took := time.Since(start); !errors.Is(err, engine.ErrNotYet) || !errors.Is(err, domain.ErrUnavailable) ||
		took < 1900*time.Millisecond || took > 4*time.Second {
		t.Errorf("nobody runs it: %v after %v", err, took)
	}
	start = time.Now()
	err = f.runner.WaitForCommand(t.Context(), "tally", 1)
	if took := time.Since(start); !errors.Is(err, engine.ErrNotYet) || took < 4900*time.Millisecond {
		t.Errorf("nobody runs it: a command got %v after %v", err, took)
	}
	run(t, f.runner)
	for i := range 20 {
		res := f.append(t, uuid.New(), 0, put{Kind: "a", Mode: "upsert", N: i})
		if err := f.runner.WaitFor(t.Context(), "tally", res.Position); err != nil {
			t.Fatal(err)
		}
		if n := query[int](t, f.dsn, "select n from tally where id = $1", res.Stream); n != i {
			t.Errorf("read %d, want %d", n, i)
		}
	}
	if err := f.runner.WaitFor(t.Context(), "unheard", 1); !errors.Is(err, engine.ErrUnknownProjection) {
		t.Errorf("an unknown projection: %v", err)
	}
}

func TestARebuildSwapsWhileWritesGoOnAndKeepsIndexesAndGrants(t *testing.T) { // BY-012
	f := setup(t, projection(nil), nil)
	for i := range 40 {
		a := make([]put, 100)
		for k := range a {
			a[k] = put{Kind: fmt.Sprint(k), Mode: "upsert", N: i, Tags: []string{"t"}}
		}
		f.append(t, uuid.New(), 0, a...)
	}
	run(t, f.runner)
	f.caughtUp(t, 4000)
	quit := make(chan struct{})
	var writers sync.WaitGroup
	var last atomic.Int64
	for range 3 {
		writers.Go(func() {
			for stream, i := uuid.New(), 0; ; i++ {
				select {
				case <-quit:
					return
				default:
					res := f.append(t, stream, i, put{Kind: "w", Mode: "upsert", N: i})
					last.Store(max(last.Load(), res.Position))
				}
			}
		})
	}
	indexes := "select array_agg(indexname::text || indexdef order by indexname) from pg_indexes where tablename in ('tally', 'tally_seen')"
	before := query[[]string](t, f.dsn, indexes)
	var told atomic.Int64
	for range 3 {
		report, err := f.runner.Rebuild(
			t.Context(), "tally", engine.RebuildOptions{Progress: func(engine.Progress) { told.Add(1) }},
		)
		if err != nil || !report.Swapped || !report.Same() || report.Position < 4000 || report.Rate <= 0 {
			t.Fatalf("rebuild: %+v, %v", report, err)
		}
	}
	close(quit)
	writers.Wait()
	f.caughtUp(t, last.Load())
	if told.Load() == 0 {
		t.Error("no progress was told")
	}
	if after := query[[]string](t, f.dsn, indexes); !slices.Equal(before, after) {
		t.Errorf("indexes %v, before %v", after, before)
	}
	if !query[bool](t, f.dsn, "select exists (select from pg_statistic where starelid = 'tally'::regclass)") {
		t.Error("the swapped table has no statistics to plan with")
	}
	if !query[bool](t, f.dsn, "select has_table_privilege('tally_reader', 'tally', 'select')") {
		t.Error("the grant is lost")
	}
	if n := query[int](t, f.dsn, "select count(*) from pg_class where relname like '%\\_\\_next%'"); n != 0 {
		t.Errorf("%d relations of the rebuild are left", n)
	}
	if r, err := f.runner.Verify(t.Context(), "tally"); err != nil || !r.Same() {
		t.Errorf("verify: %+v, %v", r, err)
	}
}

func TestARebuildTellsWhatDiffersAndADryRunStopsThere(t *testing.T) { // BY-013
	f := setup(t, projection(nil), nil)
	run(t, f.runner)
	a, b, c := uuid.New(), uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{a, b} {
		f.append(t, id, 0, put{Kind: "k", Mode: "upsert", N: 1})
	}
	f.caughtUp(t, 2)
	right := query[string](t, f.dsn, dump)
	if err := exec(t.Context(), f.dsn, "update tally set n = 99 where id = $1", a); err != nil {
		t.Fatal(err)
	}
	if err := exec(t.Context(), f.dsn, "delete from tally where id = $1", b); err != nil {
		t.Fatal(err)
	}
	if err := exec(t.Context(), f.dsn, "insert into tally (id, kind) values ($1, 'k')", c); err != nil {
		t.Fatal(err)
	}
	wrong := query[string](t, f.dsn, dump)
	report, err := f.runner.Rebuild(t.Context(), "tally", engine.RebuildOptions{DryRun: true})
	if err != nil || report.Swapped || report.Same() {
		t.Fatalf("dry run: %+v, %v", report, err)
	}
	if d := report.Tables[0]; d.Different != 1 || d.OnlyLive != 1 || d.OnlyRebuilt != 1 || d.LiveRows != 2 ||
		d.RebuiltRows != 2 ||
		len(d.Samples) != 3 {
		t.Errorf("differences: %+v", d)
	}
	if got := query[string](t, f.dsn, dump); got != wrong {
		t.Error("a dry run changed the live table")
	}
	if report, err = f.runner.Rebuild(t.Context(), "tally", engine.RebuildOptions{}); err != nil ||
		!report.Swapped {
		t.Fatalf("rebuild: %+v, %v", report, err)
	}
	if got := query[string](t, f.dsn, dump); got != right {
		t.Errorf("after the rebuild: %s, want %s", got, right)
	}
}

func TestAKilledRebuildLeavesTheLiveTablesAloneAndStartsAgainOrResumes(t *testing.T) { // BY-014
	for _, resume := range []bool{false, true} {
		t.Run(fmt.Sprintf("resume %v", resume), func(t *testing.T) {
			f := setup(t, projection(nil), nil)
			for range 25 {
				a := make([]put, 1000)
				for k := range a {
					a[k] = put{Kind: fmt.Sprint(k), Mode: "upsert", N: k}
				}
				f.append(t, uuid.New(), 0, a...)
			}
			if err := exec(
				t.Context(),
				f.dsn,
				"insert into tally (id, kind) values (gen_random_uuid(), 'live'); insert into checkpoints values ('tally', 25000)",
			); err != nil {
				t.Fatal(err)
			}
			live := query[string](t, f.dsn, dump)
			ctx, cancel := context.WithCancel(t.Context())
			_, err := f.runner.Rebuild(
				ctx, "tally", engine.RebuildOptions{Rows: 4000, Progress: func(engine.Progress) { cancel() }},
			)
			cancel()
			if err == nil {
				t.Fatal("the cancelled rebuild says it succeeded")
			}
			at := query[int64](t, f.dsn, "select position from checkpoints where name = 'tally__next'")
			if at == 0 || at >= 25000 {
				t.Fatalf("the rebuild was cut at %d: the test tests nothing", at)
			}
			if got := query[string](t, f.dsn, dump); got != live {
				t.Error("a rebuild that did not end changed the live table")
			}
			report, err := f.runner.Rebuild(t.Context(), "tally", engine.RebuildOptions{Resume: resume})
			if err != nil || !report.Swapped {
				t.Fatalf("second try: %+v, %v", report, err)
			}
			if want := int64(25000); !resume && report.Events != want || resume && report.Events != want-at {
				t.Errorf("read %d events", report.Events)
			}
			if n := query[int](t, f.dsn, "select count(*) from tally where n >= 0"); n != 25000 {
				t.Errorf("%d rows, want 25000", n)
			}
		})
	}
}

func TestOnlyOneRebuildOfAProjectionAtATime(t *testing.T) {
	f := setup(t, projection(nil), nil)
	f.append(t, uuid.New(), 0, put{Kind: "a", Mode: "upsert"})
	_, err := f.runner.Rebuild(t.Context(), "tally", engine.RebuildOptions{Progress: func(engine.Progress) {
		if _, err := f.runner.Verify(t.Context(), "tally"); !errors.Is(err, engine.ErrRebuilding) {
			t.Errorf("a second rebuild: %v", err)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
}
