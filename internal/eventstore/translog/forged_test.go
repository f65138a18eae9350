package translog_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/migrations"
)

// openSealed is open with authenticated events.
func openSealed(t *testing.T) (*world, *keyring.Keyring) {
	t.Helper()
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	db, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	dir := t.TempDir()
	keys, err := translog.OpenKeys(filepath.Join(dir, "log.key"))
	if err != nil {
		t.Fatal(err)
	}
	ring, err := keyring.Open(filepath.Join(dir, "events.key"))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{store: eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Keys: ring}), db: db, keys: keys}
	w.Tree = translog.New(w.store, db, keys, time.Now)
	return w, ring
}

const forgeNext = `insert into events select position + 1, stream_id, version + 1, stream_type, type, data, metadata, gen_random_uuid(), occurred_at, auth
	from events order by position desc limit 1`

func TestAForgedEventIsNamedAndNoHeadIsSignedOverIt(t *testing.T) { // check 32, BY-046
	w, _ := openSealed(t)
	w.grow(t, 300)
	w.head(t)
	w.exec(t, forgeNext)
	w.grow(t, 20) // genuine ones after it
	r := w.verify(t)
	if len(r.Findings) != 1 || r.Findings[0].Position != 301 || !strings.Contains(r.Findings[0].What, "forged") {
		t.Errorf("%+v, want position 301", r.Findings)
	}
	for range 2 {
		if _, h := w.head(t); h.Size != 300 {
			t.Errorf("a head of %d events covers a forged one", h.Size)
		}
	}
	folder := translog.Folder(filepath.Join(t.TempDir(), "heads"))
	if err := w.Publish(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "position 301") {
		t.Errorf("publishing says %v", err)
	}
	if heads, err := folder.Heads(t.Context()); err != nil || len(heads) != 1 {
		t.Errorf("%d heads are published, %v", len(heads), err)
	}
	for _, position := range []int64{1, 300} {
		p, err := w.Certify(t.Context(), position)
		if err == nil {
			_, err = p.Check(w.keys.Verifiers...)
		}
		if err != nil {
			t.Errorf("event %d has no proof any more: %v", position, err)
		}
	}
	if p, err := w.Certify(t.Context(), 301); err == nil {
		t.Errorf("the forged event has a proof: %+v", p)
	}
}

func TestVerifyNamesAnEventThatWasChangedWithItsTreeBeforeAnyHeadCoveredIt(t *testing.T) { // check 32, BY-046
	w, _ := openSealed(t)
	w.grow(t, 50)
	w.exec(
		t,
		`update events set data = '{"writer":"x"}' where position = 20; delete from tree_tiles; update tree_size set size = 0`,
	)
	w.follow(t)
	if r := w.verify(t); len(r.Findings) != 1 || r.Findings[0].Position != 20 {
		t.Errorf("%+v, want position 20", r.Findings)
	}
	if _, h := w.head(t); h.Size != 19 {
		t.Errorf("a head of %d events is signed over a changed one", h.Size)
	}
}

func TestEventsFromBeforeAuthenticatorsAreCoveredByARootThatSQLCannotMove(t *testing.T) { // D-74
	w, ring := openSealed(t)
	old := eventstoretest.Open(t, w.store.DSN())
	first, err := keyring.Open(filepath.Join(t.TempDir(), "events.key"))
	if err != nil {
		t.Fatal(err)
	}
	if b := ring.Boundary(); b == nil || b.Position != 0 {
		t.Errorf("the boundary of a new log is %+v", b)
	}
	before := &world{store: old, db: w.db, keys: w.keys}
	before.Tree = translog.New(old, w.db, w.keys, time.Now)
	before.grow(t, 120)

	upgraded := &world{
		store: eventstoretest.OpenWith(t, eventlog.Config{DSN: w.store.DSN(), Keys: first}),
		db:    w.db,
		keys:  w.keys,
	}
	var minutes, asked atomic.Int64
	start := time.Now()
	upgraded.Tree = translog.New(upgraded.store, w.db, w.keys, func() time.Time {
		asked.Add(1)
		return start.Add(time.Duration(minutes.Load()) * time.Minute)
	})
	upgraded.SettleAfter = 10 * time.Minute
	// look lets the worker look for the last event without an authenticator, so many minutes later.
	look := func(later int64) {
		t.Helper()
		minutes.Add(later)
		from := asked.Load()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- upgraded.Run(ctx, lease.New(upgraded.store, nil)) }()
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for deadline := time.Now().Add(20 * time.Second); asked.Load() < from+6 && first.Boundary() == nil; <-tick.C {
			if time.Now().After(deadline) {
				t.Fatal("the worker does not look")
			}
		}
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the tree stopped: %v", err)
		}
	}
	upgraded.grow(t, 10)
	look(1)
	before.grow(t, 1) // an old process is still at work
	look(9)
	if b := first.Boundary(); b != nil {
		t.Fatalf("the boundary is settled while an older build may be at work: %+v", b)
	}
	upgraded.grow(t, 10)
	look(5)
	if b := first.Boundary(); b != nil {
		t.Fatalf("the boundary is settled while an older build may be at work: %+v", b)
	}
	look(6)
	b := first.Boundary()
	if b == nil || b.Position != 131 || b.Root != upgraded.root(t, 131) {
		t.Fatalf("the boundary is %+v, want position 131 and the root over the events up to it", b)
	}
	if r := upgraded.verify(t); len(r.Findings) > 0 {
		t.Errorf("%+v", r.Findings)
	}
	upgraded.exec(
		t,
		`update events set data = '{"writer":"x"}' where position = 20; delete from tree_tiles; update tree_size set size = 0; delete from tree_heads`,
	)
	upgraded.follow(t)
	if r := upgraded.verify(t); len(r.Findings) != 1 || r.Findings[0].Position != 1 ||
		!strings.Contains(r.Findings[0].What, "131") {
		t.Errorf("a changed event before the boundary: %+v", r.Findings)
	}
}
