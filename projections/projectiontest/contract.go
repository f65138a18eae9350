// Package projectiontest has the tests that every projection must pass.
package projectiontest

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine"
)

const unheard = "projectiontest.unheard"

// Unheard is an event that no projection knows.
type Unheard struct{}

// Contract checks a projection with events. The log assigns positions and versions; all other
// fields of the events count. It proves that applying twice equals applying once, that a rebuild
// equals the live rows, that streams can be spread over parts, that an unknown event is harmless,
// and that an event that cannot be applied parks its own stream and nothing else. types lists the
// events of all aggregates involved. The TestMain of the calling package must call
// embeddedtest.Run.
func Contract(t *testing.T, p engine.Projection, types []domain.EventType, events ...domain.Event) {
	t.Helper()
	if len(events) == 0 {
		t.Fatal("the contract needs events")
	}
	c := start(t, p, types)
	for i, e := range events {
		c.append(t, e)
		if err := c.runner.WaitFor(t.Context(), p.Name, c.head); err != nil {
			t.Fatalf("event %d, %s: %v", i, e.Type, err)
		}
	}
	grown := c.dump(t)
	c.nothingParked(t)
	rows := 0
	for _, table := range grown {
		rows += len(table)
	}
	if rows == 0 {
		t.Fatalf("the events leave no row in %s: the contract proves nothing", p.Name)
	}

	t.Run("a rebuild equals the live rows (BY-012, BY-013)", func(t *testing.T) {
		verified, err := c.runner.Verify(t.Context(), p.Name)
		if err != nil || !verified.Same() {
			t.Fatalf("verify: %v, %+v", err, verified)
		}
		rebuilt, err := c.runner.Rebuild(t.Context(), p.Name, engine.RebuildOptions{})
		if err != nil || !rebuilt.Same() || !rebuilt.Swapped {
			t.Fatalf("rebuild: %v, %+v", err, rebuilt)
		}
		c.same(t, grown)
	})
	t.Run("applying every event twice is applying it once (BY-004)", func(t *testing.T) {
		c.stop()
		c.exec(t, "update checkpoints set position = 0 where name = $1", p.Name)
		c.run(t)
		c.wait(t)
		c.same(t, grown)
	})
	t.Run("streams may be spread over parts: each depends on its own events only", func(t *testing.T) {
		c.stop()
		const parts = 3
		if err := c.runner.Spread(t.Context(), p.Name, parts); err != nil {
			t.Fatal(err)
		}
		for _, table := range p.Tables {
			c.exec(t, "delete from "+pgx.Identifier{table.Name}.Sanitize())
		}
		for part := range parts { // one part after the other; no part may need the rows of another one
			c.exec(t, "update checkpoints set position = 0 where name = $1 and part = $2", p.Name, part)
			c.run(t)
			c.wait(t)
			c.stop()
		}
		c.same(t, grown)
		c.nothingParked(t)
		if err := c.runner.Spread(t.Context(), p.Name, 1); err != nil {
			t.Fatal(err)
		}
		c.run(t)
	})
	t.Run("an unknown event is harmless", func(t *testing.T) {
		last := events[len(events)-1]
		last.Type, last.Data = unheard, &Unheard{}
		c.append(t, last)
		c.wait(t)
		c.same(t, grown)
		c.nothingParked(t)
	})
	t.Run("an event that cannot be applied parks its stream and nothing else (BY-008)", func(t *testing.T) {
		parked := 0
		for name := range p.Reducers {
			c.poison(t, string(name))
			parked++
		}
		c.append(t, domain.Event{
			Stream:     uuid.New(),
			StreamType: events[0].StreamType,
			Type:       unheard,
			Data:       &Unheard{},
			OccurredAt: time.Now(),
		})
		c.wait(t)
		c.same(t, grown)
		status, err := c.runner.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := len(status[0].Parked); n != parked {
			t.Errorf("%d streams are parked, want %d: %+v", n, parked, status[0].Parked)
		}
		if r, err := c.runner.Verify(t.Context(), p.Name); err != nil || !r.Same() || len(r.Parked) != parked {
			t.Errorf("verify with parked streams: %v, %+v", err, r)
		}
	})
}

type contract struct {
	p        engine.Projection
	dsn      string
	store    *eventlog.Store
	runner   *engine.Runner
	versions map[uuid.UUID]int
	head     int64
	cancel   context.CancelFunc
	done     chan struct{}
}

func start(t *testing.T, p engine.Projection, types []domain.EventType) *contract {
	t.Helper()
	c := &contract{p: p, dsn: embeddedtest.DatabaseFrom(t, "migrated", migrations.Up), versions: map[uuid.UUID]int{}}
	reg := codec.NewRegistry()
	reg.Add(types...)
	reg.Add(domain.Type[Unheard](unheard, "Something nobody knows."))
	log := slog.New(slog.DiscardHandler)
	var err error
	if c.store, err = eventlog.Open(
		t.Context(), eventlog.Config{DSN: c.dsn, Registry: reg, Logger: log},
	); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.store.Close() })
	if c.runner, err = engine.New(
		t.Context(), engine.Config{DSN: c.dsn, Store: c.store, Logger: log}, p,
	); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.runner.Close)
	c.run(t)
	t.Cleanup(func() { c.stop() })
	return c
}

func (c *contract) run(t *testing.T) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	c.cancel, c.done = cancel, make(chan struct{})
	go func() {
		defer close(c.done)
		_ = c.runner.Run(ctx) // its error is the one of ctx
	}()
}

func (c *contract) stop() {
	c.cancel()
	<-c.done
}

func (c *contract) append(t *testing.T, e domain.Event) {
	t.Helper()
	if e.OccurredAt.IsZero() {
		e.OccurredAt = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	res, err := c.store.Append(
		t.Context(),
		eventlog.Append{Stream: e.Stream, StreamType: e.StreamType, Expected: c.versions[e.Stream], Meta: e.Meta,
			Events: []eventlog.Record{{Type: e.Type, Data: e.Data, OccurredAt: e.OccurredAt}}},
	)
	if err != nil {
		t.Fatalf("append %s: %v", e.Type, err)
	}
	c.versions[e.Stream], c.head = res.Version, res.Position
}

// poison appends an event whose data cannot be decoded, as if somebody had changed the table by
// hand.
func (c *contract) poison(t *testing.T, name string) {
	t.Helper()
	c.exec(
		t,
		`select append_events(array[$1]::uuid[], array[$1]::uuid[], array[0], '{}', '{}', '{}', array[1], array[$1]::uuid[], array[1],
		array['poison'], array[$2], array['"poison"']::json[], array['{}']::json[], array[$1]::uuid[], array[now()])`,
		uuid.New(),
		name,
	)
}

// wait waits until the projection has reached the end of the log, even if it starts again from 0
// meanwhile.
func (c *contract) wait(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; {
		status, err := c.runner.Status(t.Context())
		if err == nil && status[0].Lag == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the projection does not reach the end of the log: %+v, %v", status, err)
		}
		<-time.After(2 * time.Millisecond)
	}
}

func (c *contract) nothingParked(t *testing.T) {
	t.Helper()
	status, err := c.runner.Status(t.Context())
	if err != nil || len(status[0].Parked) > 0 {
		t.Errorf("parked streams: %+v, %v", status, err)
	}
}

func (c *contract) same(t *testing.T, want map[string][]string) {
	t.Helper()
	if diff := cmp.Diff(want, c.dump(t)); diff != "" {
		t.Errorf("the rows changed (-want +got):\n%s", diff)
	}
}

// dump reads all rows of the projection as JSON.
func (c *contract) dump(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	c.with(t, func(conn *pgx.Conn) error {
		for _, table := range c.p.Tables {
			rows, err := conn.Query(
				t.Context(),
				"select to_jsonb(t)::text as row from "+pgx.Identifier{table.Name}.Sanitize()+" t order by 1",
			)
			if err != nil {
				return err
			}
			if out[table.Name], err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
				return err
			}
		}
		return nil
	})
	return out
}

func (c *contract) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	c.with(t, func(conn *pgx.Conn) error {
		_, err := conn.Exec(t.Context(), sql, args...)
		return err
	})
}

func (c *contract) with(t *testing.T, do func(*pgx.Conn) error) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if err := do(conn); err != nil {
		t.Fatal(err)
	}
}
