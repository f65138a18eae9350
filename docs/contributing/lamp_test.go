// Package contributing_test is the worked example of CONTRIBUTING.md: a lamp with one event, one
// decision and one read model. It runs like the product's own aggregates, on a real event log and a
// real projection.
package contributing_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Step 1: the event. Its stored name and its meaning never change.

const (
	aggregateType  eh.AggregateType = "lamp"
	switchedOnType eh.EventType     = "lamp.switched_on"
)

type switchedOn struct {
	Room string `json:"room"`
}

// Step 2: the aggregate. Its method decides and records; Apply only stores what later decisions
// need.

type lamp struct {
	domain.Base
	On bool
}

func newLamp(id uuid.UUID) *lamp { return &lamp{Base: domain.Base{ID: id}} }

var streams = &domain.Streams[*lamp]{
	Type:     aggregateType,
	Says:     "One stream for each lamp.",
	New:      newLamp,
	Snapshot: 1,
	Events: []domain.EventType{
		domain.Type[switchedOn](switchedOnType, "The lamp was switched on."),
	},
}

var errRoomMissing = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "lamp.room_missing",
	Message: "Please say which room the lamp is in.",
}

func (l *lamp) switchOn(room string, at time.Time) error {
	if room == "" {
		return errRoomMissing
	}
	if !l.On { // switching it on again has no effect
		l.Record(switchedOnType, &switchedOn{Room: room}, at)
	}
	return nil
}

func (l *lamp) Apply(e domain.Event) error {
	if err := l.Advance(e); err != nil {
		return err
	}
	switch e.Data.(type) {
	case *switchedOn:
		l.On = true
	default:
		return fmt.Errorf("lamp: unknown event %s", e.Type)
	}
	return nil
}

// Step 3: the rule as a test, from events to events.

var lamps = domaintest.Of(streams)

func switchingOn(room string) func(*lamp) error {
	return func(l *lamp) error { return l.switchOn(room, domaintest.Now) }
}

func TestALampIsSwitchedOnOnce(t *testing.T) {
	lamps.Given(t).When(switchingOn("hall")).Then(&switchedOn{Room: "hall"})
	lamps.Given(t, &switchedOn{Room: "hall"}).When(switchingOn("hall")).ThenNothing()
	lamps.Given(t).When(switchingOn("")).ThenRefused(errRoomMissing)
}

// Step 4: the projection. Each reducer writes absolute values to rows of the event's own stream.

var lampRows = &rowset.Table{Name: "lamps", Key: []string{"id"}}

func projection() engine.Projection {
	return engine.Projection{
		Name:   "lamps",
		Tables: []*rowset.Table{lampRows},
		Reducers: engine.Reducers{
			switchedOnType: engine.On(func(b *rowset.Batch, e domain.Event, d *switchedOn) error {
				b.Upsert(lampRows, e.Stream, rowset.Set{"room": d.Room, "lit": true})
				return nil
			}),
		},
	}
}

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// migrate does what a migration does in the product.
func migrate(ctx context.Context, dsn string) error {
	if err := migrations.Up(ctx, dsn); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "create table lamps (id uuid primary key, room text not null, lit boolean not null)")
	return errors.Join(err, conn.Close(ctx))
}

func TestTheReadModelFollowsTheLogAndARebuildEqualsIt(t *testing.T) {
	dsn := embeddedtest.DatabaseFrom(t, "lamps", migrate)
	store, runner := follow(t, dsn, projection(), streams.Events)
	appended, err := store.Append(t.Context(), eventlog.Append{
		Stream: uuid.New(), StreamType: aggregateType,
		Events: []eventlog.Record{
			{Type: switchedOnType, Data: &switchedOn{Room: "hall"}, OccurredAt: time.Now()},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.WaitFor(t.Context(), "lamps", appended.Position); err != nil {
		t.Fatal(err)
	}
	report, err := runner.Verify(t.Context(), "lamps")
	if err != nil || !report.Same() || report.Events != 1 {
		t.Errorf("a rebuild read %d events; it differs: %v; %v", report.Events, !report.Same(), err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	var room string
	if err := conn.QueryRow(t.Context(), "select room from lamps where lit").Scan(&room); err != nil || room != "hall" {
		t.Errorf("the lamp is in %q: %v", room, err)
	}
}

// follow opens the log of a database, and keeps a read model of its events.
func follow(
	t *testing.T,
	dsn string,
	p engine.Projection,
	types []domain.EventType,
) (*eventlog.Store, *engine.Runner) {
	t.Helper()
	log, registry := slog.New(slog.DiscardHandler), codec.NewRegistry()
	registry.Add(types...)
	registry.Add(operations.Streams.Events...)
	store, err := eventlog.Open(t.Context(), eventlog.Config{DSN: dsn, Registry: registry, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	runner, err := engine.New(t.Context(), engine.Config{DSN: dsn, Store: store, Logger: log}, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- runner.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-stopped; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return store, runner
}
