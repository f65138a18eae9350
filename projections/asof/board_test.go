package asof_test

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/cmd/bench/benchmark"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/asof"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

const events = 20_000

// authenticators are those of the events in every copy of the history.
var authenticators = sync.OnceValues(func() (*keyring.Keyring, error) {
	dir, err := os.MkdirTemp("", "asof")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	keys, err := keyring.Open(filepath.Join(dir, "events.key"))
	if err != nil {
		return nil, err
	}
	return keys, keys.Settle(keyring.Boundary{})
})

// writeHistory fills the database that each test gets a copy of.
func writeHistory(ctx context.Context, dsn string) error {
	if err := migrations.Up(ctx, dsn); err != nil {
		return err
	}
	keys, err := authenticators()
	if err != nil {
		return err
	}
	db, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	return benchmark.WriteHistory(ctx, db, events, 50, keys)
}

// history is a log with a long history, and readers of it with snapshots and without.
func history(t *testing.T) (store *eventlog.Store, db *pgxpool.Pool, fast, slow *asof.Reader) {
	t.Helper()
	dsn := embeddedtest.DatabaseFrom(t, "history", writeHistory)
	db, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	keys, err := authenticators()
	if err != nil {
		t.Fatal(err)
	}
	if store, err = eventlog.Open(
		t.Context(), eventlog.Config{DSN: dsn, Registry: streams.Registry(), Keys: keys},
	); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	snapshots, err := asof.NewSnapshots(db, 700)
	if err != nil {
		t.Fatal(err)
	}
	snapshots.Keys = keys
	return store, db, asof.New(store, snapshots), asof.New(store, nil)
}

// described is everything that is known of one order or of several.
func described(t *testing.T, orders ...*order.Order) string {
	t.Helper()
	slices.SortFunc(orders, func(a, b *order.Order) int { return slices.Compare(a.ID[:], b.ID[:]) })
	b, err := json.Marshal(orders)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func all(*order.Order) bool { return true }

func TestTheBoardAsOfAPositionIsAnIndependentFoldUpToIt(t *testing.T) { // BY-019, BY-020
	store, db, fast, slow := history(t)
	// An order that comes back from the archive is in no snapshot.
	var back uuid.UUID
	if err := db.QueryRow(t.Context(), "select stream_id from events where type = 'order.archived' order by position limit 1").
		Scan(&back); err != nil {
		t.Fatal(err)
	}
	past, err := store.Load(t.Context(), back, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Append(t.Context(), eventlog.Append{
		Stream:     back,
		StreamType: order.AggregateType,
		Expected:   len(past),
		Events: []eventlog.Record{
			{Type: order.UnarchivedType, Data: &order.Unarchived{}, OccurredAt: time.Now()},
			{Type: order.RepositionedType, Data: &order.Repositioned{Rank: "0x"}, OccurredAt: time.Now()},
		},
	}); err != nil {
		t.Fatal(err)
	}
	const last = events + 2
	if err := fast.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	var snapshots int
	if err := db.QueryRow(t.Context(), "select count(*) from board_snapshots").
		Scan(&snapshots); err != nil ||
		snapshots != last/700 {
		t.Fatalf("%d snapshots, want %d (%v)", snapshots, last/700, err)
	}

	r := rand.New(rand.NewPCG(3, 4))
	positions := []int64{0, 1, last, last - 1, 700, 699, 701}
	for len(positions) < 1_000 {
		positions = append(positions, 1+r.Int64N(last))
	}
	slices.Sort(positions)
	// The other fold goes through the log once, event by event, and knows nothing of pages and
	// snapshots.
	orders, want := map[uuid.UUID]*order.Order{}, map[uuid.UUID]string{}
	var log []domain.Event
	if err := store.Each(t.Context(), 0, last, 5000, eventlog.Filter{}, func(p eventlog.Page) error {
		log = append(log, p.Events...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, position := range positions {
		changed := map[uuid.UUID]bool{}
		for len(log) > 0 && log[0].Position <= position {
			if e := log[0]; e.StreamType == order.AggregateType {
				if orders[e.Stream] == nil {
					orders[e.Stream] = order.New(e.Stream)
				}
				if err := orders[e.Stream].Apply(e); err != nil {
					t.Fatal(err)
				}
				changed[e.Stream] = true
			}
			log = log[1:]
		}
		for id := range changed {
			if o := orders[id]; o.Archived || o.Deleted {
				delete(want, id)
			} else {
				want[id] = described(t, o)
			}
		}
		shown, _, err := fast.Board(t.Context(), position, all)
		if err != nil {
			t.Fatal(err)
		}
		got := map[uuid.UUID]string{}
		for _, o := range shown {
			got[o.ID] = described(t, o)
		}
		if len(shown) != len(got) || !maps.Equal(got, want) {
			t.Fatalf("the board at %d has %d orders and should have %d", position, len(shown), len(want))
		}
	}
	if got, _, err := slow.Board(
		t.Context(), last, func(o *order.Order) bool { return o.ID == back },
	); err != nil || len(got) != 1 ||
		got[0].Rank != "0x" {
		t.Errorf("the order that came back: %v, %v", got, err)
	}
}

func TestSnapshotsOfAnotherSchemaAreNotUsedAndMadeAgain(t *testing.T) { // BY-020
	_, db, fast, slow := history(t)
	if err := fast.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(t.Context(), "update board_snapshots set schema = 1, orders = 'nonsense'"); err != nil {
		t.Fatal(err)
	}
	a, _, err := fast.Board(t.Context(), events/2, all)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := slow.Board(t.Context(), events/2, all)
	if err != nil || described(t, a...) != described(t, b...) {
		t.Errorf("boards differ: %d and %d orders, %v", len(a), len(b), err)
	}
	if err := fast.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	var old int
	if err := db.QueryRow(t.Context(), "select count(*) from board_snapshots where schema = 1").
		Scan(&old); err != nil ||
		old != 0 {
		t.Errorf("%d old snapshots are left, %v", old, err)
	}
}

func TestABoardSnapshotThatWasAlteredIsNotBelieved(t *testing.T) { // check 32, BY-046
	_, db, fast, slow := history(t)
	if err := fast.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := func(*order.Order) bool { return true }
	want, _, err := slow.Board(t.Context(), events-1, all)
	if err != nil {
		t.Fatal(err)
	}
	for _, tamper := range []string{
		"orders = (select orders from board_snapshots order by position limit 1)", "position = position + 10", "auth = null",
	} {
		if _, err := db.Exec(
			t.Context(),
			"update board_snapshots set "+tamper+" where position = (select max(position) from board_snapshots)",
		); err != nil {
			t.Fatal(err)
		}
		got, _, err := fast.Board(t.Context(), events-1, all)
		if err != nil {
			t.Fatal(err)
		}
		if described(t, got...) != described(t, want...) {
			t.Errorf("%s: the board is another one", tamper)
		}
	}
}
