package engine_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

func (f *fixture) skip(t testing.TB, expected int, stream uuid.UUID, position int64, version int) {
	t.Helper()
	_, err := f.store.Append(t.Context(), eventlog.Append{
		Stream: operations.StreamOf("tally"), StreamType: operations.AggregateType, Expected: expected,
		Events: []eventlog.Record{{Type: operations.SkippedType, OccurredAt: time.Now(), Data: &operations.Skipped{
			Projection: "tally", Stream: stream, Position: position, Version: version, Event: putType, Reason: "test",
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not in time: %s", what)
		}
	}
}

func (f *fixture) parked(t testing.TB) []engine.Parked {
	t.Helper()
	s, err := f.runner.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s[0].Parked
}

func TestASkippedEventIsLeftOutAndItsStreamGoesOnToTheNextPoison(t *testing.T) { // BY-008, BY-017
	f := setup(t, projection(nil), nil)
	run(t, f.runner)
	stream := uuid.New()
	for i, mode := range []string{"upsert", "fail", "upsert", "panic", "upsert"} { // positions and versions 1 to 5
		f.append(t, stream, i, put{Kind: mode + string(rune('0'+i)), Mode: mode, N: i})
	}
	f.caughtUp(t, 5)
	if p := f.parked(t); len(p) != 1 || p[0].Version != 2 {
		t.Fatalf("parked %+v, want version 2", p)
	}
	f.skip(t, 0, stream, 2, 2)
	eventually(
		t, "parked at the next poison", func() bool { p := f.parked(t); return len(p) == 1 && p[0].Version == 4 },
	)
	kinds := "select coalesce(array_agg(kind order by kind), '{}') from tally"
	if got := query[[]string](t, f.dsn, kinds); !slices.Equal(got, []string{"upsert0", "upsert2"}) {
		t.Errorf("rows %v", got)
	}
	f.skip(t, 1, stream, 4, 4)
	eventually(t, "nothing is parked", func() bool { return len(f.parked(t)) == 0 })
	if got := query[[]string](t, f.dsn, kinds); !slices.Equal(got, []string{"upsert0", "upsert2", "upsert4"}) {
		t.Errorf("rows %v", got)
	}
	if r, err := f.runner.Verify(t.Context(), "tally"); err != nil || !r.Same() || len(r.Parked) != 0 {
		t.Errorf("a rebuild leaves out the same: %+v, %v", r, err)
	}
}

func TestAnyProcessMayAskForARetry(t *testing.T) { // BY-008
	var broken atomic.Bool
	broken.Store(true)
	f := setup(t, projection(&broken), nil)
	run(t, f.runner)
	_, elsewhere := f.open(t, projection(&broken), nil) // never runs
	f.append(t, uuid.New(), 0, put{Kind: "a", Mode: "fail"})
	f.caughtUp(t, 1)
	broken.Store(false)
	if err := elsewhere.RetryParked(t.Context(), "tally"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "nothing is parked", func() bool { return len(f.parked(t)) == 0 })
	if err := elsewhere.RetryParked(t.Context(), "nonsense"); !errors.Is(err, engine.ErrUnknownProjection) {
		t.Errorf("an unknown projection: %v", err)
	}
}

func TestAnAutopsyShowsThePrefixTheStateBeforeAndEachWayOut(t *testing.T) { // BY-017
	var broken atomic.Bool
	broken.Store(true)
	f := setup(t, projection(&broken), nil)
	run(t, f.runner)
	stream := uuid.New()
	f.append(t, uuid.New(), 0, put{Kind: "other", Mode: "upsert", N: 9})
	f.append(t, stream, 0, put{Kind: "a", Mode: "upsert", N: 1})
	f.append(t, stream, 1, put{Kind: "b", Mode: "fail", N: 2})
	f.append(t, stream, 2, put{Kind: "c", Mode: "upsert", N: 3})
	f.caughtUp(t, 4)
	before := query[string](t, f.dsn, dump)
	a, err := f.runner.Autopsy(t.Context(), "tally", stream)
	if err != nil {
		t.Fatal(err)
	}
	if a.Parked.Position != 3 || a.Length != 2 || !a.Alone || len(a.Prefix) != 2 || a.Prefix[1].Position != 3 ||
		!strings.Contains(string(a.Prefix[1].Data), `"fail"`) {
		t.Errorf("the smallest failing prefix: %+v", a)
	}
	if len(a.Before) != 2 || !strings.Contains(string(a.Before[0].Row), `"kind": "a"`) {
		t.Errorf("the state before holds the rows of this stream alone: %+v", a.Before)
	}
	if a.Decoding.Stored != 1 || a.Decoding.Current != 1 || a.Decoding.Error != "" ||
		!strings.Contains(string(a.Decoding.Upcast), `"kind":"b"`) {
		t.Errorf("decoding: %+v", a.Decoding)
	}
	if a.Retry.Works || a.Retry.FailsAt != 3 || a.Retry.Applied != 0 || a.Retry.Error == "" {
		t.Errorf("retry: %+v", a.Retry)
	}
	if !a.Skip.Works || a.Skip.Applied != 1 || len(a.Skip.Changes) != 2 || string(a.Skip.Changes[0].Live) != "null" ||
		!strings.Contains(string(a.Skip.Changes[0].Rebuilt), `"kind": "c"`) {
		t.Errorf("skip: %+v", a.Skip)
	}
	broken.Store(false)
	if a, err = f.runner.Autopsy(t.Context(), "tally", stream); err != nil || !a.Retry.Works || a.Retry.Applied != 2 ||
		a.Alone {
		t.Errorf("after the fix: %+v, %v", a, err)
	}
	if got := query[string](t, f.dsn, dump); got != before {
		t.Errorf("an autopsy changed the live table: %s", got)
	}
	if _, err := f.runner.Autopsy(t.Context(), "tally", uuid.New()); !errors.Is(err, engine.ErrNotParked) {
		t.Errorf("a stream that is not parked: %v", err)
	}
}

func TestAReportNamesExactlyTheRowsThatAPlantedBugGotWrong(t *testing.T) { // BY-013
	wrong := projection(nil)
	right := wrong.Reducers[putType]
	wrong.Reducers[putType] = func(b *rowset.Batch, e domain.Event) error {
		if d, ok := e.Data.(*put); ok && d.N%7 == 3 {
			d.N++ // the bug
		}
		return right(b, e)
	}
	f := setup(t, wrong, nil)
	stop := run(t, f.runner)
	var want []string
	for i := range 50 {
		id := uuid.New()
		f.append(t, id, 0, put{Kind: "k", Mode: "upsert", N: i})
		if i%7 == 3 {
			want = append(want, id.String())
		}
	}
	slices.Sort(want)
	f.caughtUp(t, 50)
	stop()
	_, mended := f.open(t, projection(nil), nil)
	var streamed []engine.RowDiff
	report, err := mended.Rebuild(
		t.Context(),
		"tally",
		engine.RebuildOptions{DryRun: true, Differs: func(d engine.RowDiff) error {
			streamed = append(streamed, d)
			return nil
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, key := range report.Tables[0].Affected {
		named = append(named, strings.Split(string(key), `"`)[3])
	}
	slices.Sort(named)
	if d := report.Tables[0]; d.Different != int64(len(want)) || !slices.Equal(named, want) ||
		len(streamed) != len(want) ||
		len(report.Tables[1].Affected) != 0 {
		t.Errorf("named %v, want %v; %+v", named, want, d)
	}
}

func (f *fixture) job(t testing.TB, id uuid.UUID) engine.Job {
	t.Helper()
	jobs, err := f.runner.Jobs(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(jobs, func(j engine.Job) bool { return j.ID == id })
	if i < 0 {
		t.Fatalf("job %s is not listed", id)
	}
	return jobs[i]
}

func TestARequestedRebuildIsDoneByAProcessThatRunsProjections(t *testing.T) { // BY-013, BY-015
	f := setup(t, projection(nil), nil)
	_, elsewhere := f.open(t, projection(nil), nil) // asks, and does not run
	run(t, f.runner)
	id, by := uuid.New(), uuid.New()
	f.append(t, id, 0, put{Kind: "k", Mode: "upsert", N: 1})
	f.caughtUp(t, 1)
	if err := exec(t.Context(), f.dsn, "update tally set n = 99"); err != nil {
		t.Fatal(err)
	}
	for _, dry := range []bool{true, false} {
		j, err := elsewhere.RequestRebuild(t.Context(), "tally", dry, by)
		if err != nil || j.State != engine.JobQueued || j.RequestedBy != by {
			t.Fatalf("%+v, %v", j, err)
		}
		eventually(t, "the job is done", func() bool { return f.job(t, j.ID).State == engine.JobDone })
		if j = f.job(t, j.ID); j.Report == nil || j.Report.Swapped == dry || j.Report.Tables[0].Different != 1 ||
			j.StartedAt == nil ||
			j.EndedAt == nil {
			t.Errorf("dry run %v: %+v", dry, j)
		}
		want := 99
		if !dry {
			want = 1
		}
		if n := query[int](t, f.dsn, "select n from tally"); n != want {
			t.Errorf("dry run %v: n is %d, want %d", dry, n, want)
		}
	}
}

func TestOneRebuildAProjectionAtATimeAndItCanBeCancelled(t *testing.T) { // BY-015
	f := setup(t, projection(nil), nil) // nobody runs projections yet
	j, err := f.runner.RequestRebuild(t.Context(), "tally", false, uuid.Nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.runner.RequestRebuild(t.Context(), "tally", true, uuid.Nil); !errors.Is(err,
		engine.ErrJobActive) {
		t.Errorf("a second one: %v", err)
	}
	if err := f.runner.CancelRebuild(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	if err := f.runner.CancelRebuild(t.Context(), j.ID); !errors.Is(err, engine.ErrNoJob) {
		t.Errorf("cancelled twice: %v", err)
	}
	if got := f.job(t, j.ID); got.State != engine.JobCancelled || got.EndedAt == nil {
		t.Errorf("%+v", got)
	}
	if _, err := f.runner.RequestRebuild(t.Context(), "nonsense", true, uuid.Nil); !errors.Is(err,
		engine.ErrUnknownProjection) {
		t.Errorf("an unknown projection: %v", err)
	}
}

func TestARunningRebuildThatIsCancelledLeavesNothingBehind(t *testing.T) { // BY-015
	var stops atomic.Bool
	entered, leave := make(chan struct{}), make(chan struct{})
	p := projection(nil)
	put1 := p.Reducers[putType]
	p.Reducers[putType] = func(b *rowset.Batch, e domain.Event) error {
		if stops.Swap(false) {
			close(entered)
			<-leave
		}
		return put1(b, e)
	}
	f := setup(t, p, nil)
	run(t, f.runner)
	f.append(t, uuid.New(), 0, put{Kind: "k", Mode: "upsert"})
	f.caughtUp(t, 1)
	before := query[string](t, f.dsn, dump)
	stops.Store(true)
	j, err := f.runner.RequestRebuild(t.Context(), "tally", false, uuid.Nil)
	if err != nil {
		t.Fatal(err)
	}
	<-entered
	if err := f.runner.CancelRebuild(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	cancelled := query[time.Time](t, f.dsn, "select clock_timestamp()")
	eventually(
		t, "the process heard of it",
		func() bool { return query[bool](t, f.dsn, "select beat_at > $1 from rebuild_jobs", cancelled) },
	)
	close(leave)
	eventually(t, "cancelled", func() bool { return f.job(t, j.ID).State == engine.JobCancelled })
	if query[bool](t, f.dsn, "select to_regclass('tally__next') is not null") ||
		query[string](t, f.dsn, dump) != before {
		t.Error("something was left behind")
	}
}

func TestARebuildWhoseProcessDiedIsTakenUpByAnother(t *testing.T) { // BY-014
	f := setup(t, projection(nil), nil)
	f.append(t, uuid.New(), 0, put{Kind: "k", Mode: "upsert", N: 1})
	j, err := f.runner.RequestRebuild(t.Context(), "tally", false, uuid.Nil)
	if err != nil {
		t.Fatal(err)
	}
	const died = "update rebuild_jobs set state = 'running', holder = gen_random_uuid(), beat_at = now() - interval '1 minute', build = 'another'"
	if err := exec(t.Context(), f.dsn, died); err != nil {
		t.Fatal(err)
	}
	run(t, f.runner)
	eventually(t, "the job is done", func() bool { return f.job(t, j.ID).State == engine.JobDone })
	if got := f.job(t, j.ID); !got.Report.Swapped || got.Report.Events != 1 {
		t.Errorf("%+v", got)
	}
}
