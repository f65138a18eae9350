package lease_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func database(t testing.TB) string { return embeddedtest.DatabaseFrom(t, "migrated", migrations.Up) }

// two are two processes on one database.
func two(t *testing.T) (a, b *lease.Leases) {
	dsn := database(t)
	return lease.New(eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Process: "a/1"}), nil),
		lease.New(eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Process: "b/2"}), nil)
}

// leading says on a channel when a store got the lease; it keeps it until its context ends.
func leading(ctx context.Context, s *lease.Leases, name string) <-chan context.Context {
	got := make(chan context.Context, 8)
	go func() {
		_ = s.Lead(ctx, name, func(ctx context.Context, _ *lease.Lease) error {
			got <- ctx
			<-ctx.Done()
			return nil
		})
	}()
	return got
}

func within[T any](t *testing.T, d time.Duration, what string, ch <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-ch:
	case <-time.After(d):
		t.Fatalf("not within %v: %s", d, what)
	}
	return v
}

func TestALeaseMovesOverWhenItsHolderEnds(t *testing.T) { // BY-009
	a, b := two(t)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	within(t, 5*time.Second, "a leads", leading(ctx, a, "x"))
	if err := b.TryLead(
		t.Context(), "x", func(context.Context, *lease.Lease) error { return nil },
	); !errors.Is(err, lease.ErrHeld) {
		t.Errorf("while another holds it: %v", err)
	}
	after := leading(t.Context(), b, "x")
	leases, err := b.List(t.Context())
	if err != nil || len(leases) != 1 || leases[0].Holder != "a/1" || !leases[0].Held {
		t.Errorf("leases %+v, %v", leases, err)
	}
	end()
	within(t, 5*time.Second, "b leads", after)
	if leases, err = a.List(t.Context()); err != nil || leases[0].Holder != "b/2" || !leases[0].Held {
		t.Errorf("leases %+v, %v", leases, err)
	}
}

// What a version no longer takes is forgotten, but a process of an earlier version that has it goes on.
func TestAForgottenLeaseIsKeptByItsHolder(t *testing.T) { // D-303
	a, b := two(t)
	held := within(t, 5*time.Second, "a leads", leading(t.Context(), a, "x"))
	if err := b.Forget(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	if all, err := b.List(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("leases %+v, %v", all, err)
	}
	if err := b.TryLead(
		t.Context(), "x", func(context.Context, *lease.Lease) error { return nil },
	); !errors.Is(err, lease.ErrHeld) || held.Err() != nil {
		t.Errorf("another took it: %v, %v", err, held.Err())
	}
}

func TestALeaseMovesOverWhenItsHolderHangs(t *testing.T) { // BY-009
	a, b := two(t)
	l, err := a.Acquire(t.Context(), "x") // and does nothing with it
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	within(t, 5*time.Second, "b leads", leading(t.Context(), b, "x"))
	if err := l.Use(func(c *pgx.Conn) error { return c.Ping(t.Context()) }); err == nil {
		t.Error("the one that hung may still write")
	}
}

func TestALeaseIsKeptWhileItsHolderWorksElsewhere(t *testing.T) { // BY-009
	a, b := two(t)
	working := within(t, 5*time.Second, "a leads", leading(t.Context(), a, "x"))
	after := leading(t.Context(), b, "x")
	select {
	case <-after:
		t.Error("b leads as well")
	case <-working.Done():
		t.Error("a lost the lease")
	case <-time.After(4500 * time.Millisecond): // longer than the server bears silence
	}
}

// loseLeases ends the connections of all leases, as the server does after a silence.
func loseLeases(t *testing.T, dsn string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // only used to break another one
	if _, err := conn.Exec(
		t.Context(),
		`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 1
		and database = (select oid from pg_database where datname = current_database())`,
	); err != nil {
		t.Fatal(err)
	}
}

func TestALostLeaseEndsTheWork(t *testing.T) { // BY-009
	dsn := database(t)
	a := lease.New(eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn}), nil)
	got := leading(t.Context(), a, "x")
	working := within(t, 5*time.Second, "a leads", got)
	loseLeases(t, dsn)
	within(t, 5*time.Second, "the work ends", working.Done())
	within(t, 5*time.Second, "a leads again", got)
}

// BY-009: work that is done once, such as making the demo company, begins again after its lease was
// lost. A busy machine may lose it. An error of the work itself ends it.
func TestWorkThatIsDoneOnceBeginsAgainAfterALostLease(t *testing.T) {
	dsn := database(t)
	a := lease.New(eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn}), nil)
	times := 0
	err := a.LeadOnce(t.Context(), "x", func(ctx context.Context) error {
		if times++; times > 1 {
			return nil
		}
		loseLeases(t, dsn)
		within(t, 5*time.Second, "the work ends", ctx.Done())
		return ctx.Err()
	})
	if err != nil || times != 2 {
		t.Errorf("done %d times: %v", times, err)
	}
	if all, err := a.List(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("after the work these leases are listed: %+v %v", all, err)
	}
	broken := errors.New("broken")
	times = 0
	err = a.LeadOnce(t.Context(), "x", func(context.Context) error { times++; return broken })
	if !errors.Is(err, broken) || times != 1 {
		t.Errorf("broken work is done %d times: %v", times, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	err = a.LeadOnce(ctx, "x", func(ctx context.Context) error { stop(); return ctx.Err() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped work: %v", err)
	}
}

func TestLeasesAreCountedByWhoHasThemAndWhoWaits(t *testing.T) { // BY-016
	dsn := database(t)
	counted := map[string]*prometheus.Registry{"a/1": prometheus.NewRegistry(), "b/2": prometheus.NewRegistry()}
	open := func(process string) *lease.Leases {
		return lease.New(eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Process: process}), counted[process])
	}
	a, b := open("a/1"), open("b/2")
	is := func(process, want string) {
		t.Helper()
		var err error
		for end := time.Now().Add(5 * time.Second); time.Now().Before(end); <-time.After(10 * time.Millisecond) {
			if err = testutil.GatherAndCompare(
				counted[process], strings.NewReader(want), "proofboard_leases", "proofboard_lease_takeovers_total",
			); err == nil {
				return
			}
		}
		t.Errorf("%s: %v", process, err)
	}
	text := func(held, standby, takeovers int) string {
		return fmt.Sprintf(`# HELP proofboard_leases Leases that this process has (held) or waits for (standby).
# TYPE proofboard_leases gauge
proofboard_leases{lease="x",state="held"} %d
proofboard_leases{lease="x",state="standby"} %d
# HELP proofboard_lease_takeovers_total Times that this process took a lease which another one had held.
# TYPE proofboard_lease_takeovers_total counter
proofboard_lease_takeovers_total{lease="x"} %d
`, held, standby, takeovers)
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	within(t, 5*time.Second, "a leads", leading(ctx, a, "x"))
	after := leading(t.Context(), b, "x")
	is("a/1", text(1, 0, 0))
	is(
		"b/2",
		strings.Replace(text(0, 1, 0), "proofboard_leases{lease=\"x\",state=\"held\"} 0\n", "", 1),
	) // it never held one
	end()
	within(t, 5*time.Second, "b leads", after)
	is("a/1", text(0, 0, 0))
	is("b/2", text(1, 0, 1))
}
