package repository_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/internal/eventstore/repository"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func database(t testing.TB) string { return embeddedtest.DatabaseFrom(t, "migrated", migrations.Up) }

// counter sums its events and remembers how many it applied itself.
type counter struct {
	domain.Base
	Sum     int    `json:"sum"`
	Note    string `json:"note"` // the longest text
	applied int
}

func newCounter(id uuid.UUID) *counter { return &counter{Base: domain.Base{ID: id}} }

func (c *counter) Apply(e domain.Event) error {
	if err := c.Advance(e); err != nil {
		return err
	}
	d, ok := e.Data.(*eventstoretest.Counted)
	if !ok {
		return fmt.Errorf("unknown event %s", e.Type)
	}
	if d.Text == "poison" {
		panic("poison")
	}
	c.Sum += d.N
	if len(d.Text) > len(c.Note) {
		c.Note = d.Text
	}
	c.applied++
	return nil
}

func (c *counter) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"sum": c.Sum, "note": c.Note, "version": c.Version})
}

func (c *counter) UnmarshalJSON(raw []byte) error {
	var s struct {
		Sum, Version int
		Note         string
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	c.Sum, c.Note, c.Version = s.Sum, s.Note, s.Version
	return nil
}

func counters(s *eventlog.Store, schema int, o repository.Options) *repository.Repository[*counter] {
	return repository.New(s, &domain.Streams[*counter]{
		Type: eventstoretest.StreamType, New: newCounter, Snapshot: schema,
	}, o)
}

func add(n int) repository.Write {
	return repository.Write{
		Events: []eventlog.Record{
			{Type: eventstoretest.CountedType, Data: &eventstoretest.Counted{N: n}, OccurredAt: time.Now()},
		},
	}
}

func lock(t testing.TB, r *repository.Repository[*counter], id uuid.UUID) (*repository.Held[*counter], *counter, int) {
	t.Helper()
	h, err := r.Lock(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	c, version, err := h.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h, c, version
}

func TestCommandsOnOneStreamAreSerialisedAndTheCacheStaysRight(t *testing.T) {
	s := eventstoretest.Open(t, database(t))
	repo := counters(s, 1, repository.Options{Cache: 2}) // smaller than the number of streams
	streams := []uuid.UUID{uuid.New(), uuid.New(), uuid.New(), uuid.New()}
	var inside [4]atomic.Int32
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			for i := range 25 {
				k := (w + i) % 4
				h, c, version := lock(t, repo, streams[k])
				if inside[k].Add(1) != 1 {
					t.Error("two commands hold a stream at once")
				}
				if c.Version != version || version != h.Version() {
					t.Errorf("aggregate at %d, loaded as %d", c.Version, version)
				}
				if _, err := h.Append(t.Context(), add(1)); err != nil {
					t.Error(err)
				}
				if c.Version != version+1 {
					t.Errorf("the stored event was not applied once: %d after %d", c.Version, version)
				}
				inside[k].Add(-1)
				h.Unlock()
				h.Unlock() // harmless
			}
		})
	}
	wg.Wait()
	for _, id := range streams {
		h, c, _ := lock(t, repo, id)
		if c.Sum != 100 || c.Version != 100 {
			t.Errorf("sum %d at version %d, want 100", c.Sum, c.Version)
		}
		h.Unlock()
	}
	eventstoretest.CheckLog(t, s)
}

func TestAnotherProcessSWriteIsAConflictThatReloads(t *testing.T) { // BY-006
	dsn := database(t)
	s, other := eventstoretest.Open(t, dsn), eventstoretest.Open(t, dsn)
	repo, elsewhere := counters(s, 1, repository.Options{}),
		counters(other, 1, repository.Options{})
	id := uuid.New()
	h, _, _ := lock(t, repo, id)
	if _, err := h.Append(t.Context(), add(1)); err != nil {
		t.Fatal(err)
	}
	h.Unlock()
	write := func(n int) {
		t.Helper()
		o, _, _ := lock(t, elsewhere, id)
		defer o.Unlock()
		if _, err := o.Append(t.Context(), add(n)); err != nil {
			t.Fatal(err)
		}
	}
	write(10)
	h, _, version := lock(t, repo, id)
	if version != 1 {
		t.Fatalf("version %d from the cache", version)
	}
	if _, err := h.Append(t.Context(), add(100)); !errors.Is(err, domain.ErrStaleVersion) {
		t.Fatalf("append on a stale aggregate: %v", err)
	}
	c, version, err := h.Load(t.Context()) // evicted: from the log
	if err != nil || version != 2 || c.Sum != 11 {
		t.Fatalf("reloaded %+v at %d, %v", c, version, err)
	}
	h.Unlock()
	write(1000)
	h, c, _ = lock(t, repo, id)
	defer h.Unlock()
	if changed, err := h.Refresh(t.Context()); err != nil || !changed || c.Sum != 1011 || h.Version() != 3 {
		t.Errorf("refreshed: %v, %v, %+v at %d", changed, err, c, h.Version())
	}
	if changed, err := h.Refresh(t.Context()); err != nil || changed {
		t.Errorf("nothing is new, yet: %v, %v", changed, err)
	}
}

func TestAnIdleProcessSeesWhatAnotherAppendedSince(t *testing.T) { // BY-006
	dsn := database(t)
	idle, busy := eventstoretest.Open(t, dsn), eventstoretest.Open(t, dsn)
	stream := uuid.New()
	for version := range 6 { // each in turn finds its own view of the log outdated
		s := []*eventlog.Store{idle, busy}[version%2]
		if _, err := s.Append(t.Context(), eventstoretest.One(stream, version)); err != nil {
			t.Fatalf("version %d: %v", version, err)
		}
	}
	for _, s := range []*eventlog.Store{idle, busy} {
		if _, err := s.Append(t.Context(), eventstoretest.One(stream, 5)); !errors.Is(err, eventlog.ErrConflict) {
			t.Errorf("a stale append: %v", err)
		}
	}
}

func TestAnAppendGuardedByAnotherHeldStreamEvictsBothOnConflict(t *testing.T) {
	dsn := database(t)
	s, other := eventstoretest.Open(t, dsn), eventstoretest.Open(t, dsn)
	repo := counters(s, 1, repository.Options{})
	order, proof := uuid.New(), uuid.New()
	ho, _, _ := lock(t, repo, order)
	if _, err := ho.Append(t.Context(), add(1)); err != nil {
		t.Fatal(err)
	}
	hp, _, _ := lock(t, repo, proof)
	if _, err := hp.Append(t.Context(), add(1), ho); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Append(t.Context(), eventstoretest.One(order, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := hp.Append(t.Context(), add(1), ho); !errors.Is(err, eventlog.ErrConflict) {
		t.Fatalf("the order moved on: %v", err)
	}
	if _, version, err := ho.Load(t.Context()); err != nil || version != 2 {
		t.Errorf("the order is at %d, %v", version, err)
	}
	if _, version, err := hp.Load(t.Context()); err != nil || version != 1 {
		t.Errorf("the proof is at %d, %v", version, err)
	}
	if _, err := hp.Append(t.Context(), add(1), ho); err != nil {
		t.Errorf("after loading both anew: %v", err)
	}
	ho.Unlock()
	hp.Unlock()
}

// A released stream does not make others wait, and still guards an append at the version that was loaded. A stream
// without events does the same. It is kept in memory only if its kind says so.
func TestAReleasedStreamGuardsAnAppend(t *testing.T) { // BY-006
	dsn := database(t)
	s, other := eventstoretest.Open(t, dsn), eventstoretest.Open(t, dsn)
	for _, missing := range []bool{false, true} {
		process := repository.NewProcess(nil)
		repo := repository.New(s, &domain.Streams[*counter]{
			Type: eventstoretest.StreamType, New: newCounter, Snapshot: 1, Missing: missing,
		}, repository.Options{Process: process})
		setting, order := uuid.New(), uuid.New()
		ho, _, _ := lock(t, repo, order)
		released := func(at int) repository.Guarding {
			h, _, version := lock(t, repo, setting)
			if version != at {
				t.Fatalf("the setting is at %d, want %d", version, at)
			}
			return h.Release()
		}
		released(0)
		if _, err := ho.Append(t.Context(), add(1), released(0)); err != nil {
			t.Fatalf("guarded by a stream without events: %v", err)
		}
		if _, err := other.Append(t.Context(), eventstoretest.One(setting, 0)); err != nil {
			t.Fatal(err)
		}
		at := 1
		if missing { // from memory, which the guard tells apart
			at = 0
		}
		stale := released(at)
		if _, err := other.Append(t.Context(), eventstoretest.One(setting, 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := ho.Append(t.Context(), add(1), stale); !errors.Is(err, eventlog.ErrConflict) {
			t.Fatalf("the setting moved on: %v", err)
		}
		if _, _, err := ho.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := ho.Append(t.Context(), add(1), released(2)); err != nil {
			t.Errorf("after the conflict: %v", err)
		}
		ho.Unlock()
	}
}

func TestARepeatedCommandDoesNotChangeTheCachedAggregate(t *testing.T) { // D-31
	repo := counters(eventstoretest.Open(t, database(t)), 1, repository.Options{})
	id := uuid.New()
	w := add(5)
	w.CommandID = uuid.New()
	for range 3 {
		h, _, _ := lock(t, repo, id)
		res, err := h.Append(t.Context(), w)
		if err != nil || res.Version != 1 || res.Position != 1 {
			t.Fatalf("%+v, %v", res, err)
		}
		h.Unlock()
	}
	h, c, version := lock(t, repo, id)
	defer h.Unlock()
	if version != 1 || c.Sum != 5 {
		t.Errorf("sum %d at version %d", c.Sum, version)
	}
}

func TestALargeStateIsSnapshottedLessOften(t *testing.T) {
	s := eventstoretest.Open(t, database(t))
	repo := counters(s, 1, repository.Options{SnapshotEvery: 10})
	id := uuid.New()
	appendUntil := func(version int, text string) {
		for {
			h, _, at := lock(t, repo, id)
			if at < version {
				w := add(1)
				w.Events[0].Data.(*eventstoretest.Counted).Text = text
				if _, err := h.Append(t.Context(), w); err != nil {
					t.Fatal(err)
				}
			}
			h.Unlock()
			if at >= version {
				return
			}
		}
	}
	snapshotAt := func(version int) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); ; <-time.After(2 * time.Millisecond) {
			n, found, err := s.LoadSnapshot(t.Context(), id, 1)
			if err == nil && found && n.Version == version {
				return
			}
			if err != nil || found && n.Version > version || time.Now().After(deadline) {
				t.Fatalf("want a snapshot at version %d: %d, %t, %v", version, n.Version, found, err)
			}
		}
	}
	appendUntil(10, strings.Repeat("long ", 1_100)) // as long as 21 events
	snapshotAt(10)
	appendUntil(30, "")
	snapshotAt(10)
	appendUntil(31, "")
	snapshotAt(31)
}

func TestALongStreamLoadsFromItsSnapshotOfTheSameSchema(t *testing.T) {
	dsn := database(t)
	s := eventstoretest.Open(t, dsn)
	repo := counters(s, 1, repository.Options{SnapshotEvery: 10})
	id := uuid.New()
	for range 35 {
		h, _, _ := lock(t, repo, id)
		if _, err := h.Append(t.Context(), add(2)); err != nil {
			t.Fatal(err)
		}
		h.Unlock()
	}
	for deadline := time.Now().Add(10 * time.Second); ; {
		n, found, err := s.LoadSnapshot(t.Context(), id, 1)
		if err == nil && found && n.Version >= 10 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no snapshot: %+v, %v", n, err)
		}
		<-time.After(2 * time.Millisecond)
	}
	fresh, c, version := lock(t, counters(s, 1, repository.Options{}), id)
	fresh.Unlock()
	if c.Sum != 70 || version != 35 || c.applied > 25 {
		t.Errorf("sum %d at %d, %d events folded", c.Sum, version, c.applied)
	}
	changed, c, version := lock(t, counters(s, 2, repository.Options{}), id)
	changed.Unlock()
	if c.Sum != 70 || version != 35 || c.applied != 35 {
		t.Errorf("another schema: sum %d at %d, %d events folded", c.Sum, version, c.applied)
	}
	if err := s.SaveSnapshot(t.Context(), eventlog.Snapshot{
		Stream:     id,
		StreamType: eventstoretest.StreamType,
		Version:    34,
		Schema:     1,
		State:      []byte(`"broken"`),
	}); err != nil {
		t.Fatal(err)
	}
	broken, c, version := lock(t, counters(s, 1, repository.Options{}), id)
	broken.Unlock()
	if c.Sum != 70 || version != 35 {
		t.Errorf("a broken snapshot: sum %d at %d", c.Sum, version)
	}
}

func TestAStreamOfAnotherTypeDoesNotLoad(t *testing.T) {
	s := eventstoretest.Open(t, database(t))
	id := uuid.New()
	if _, err := s.Append(t.Context(), eventstoretest.One(id, 0)); err != nil {
		t.Fatal(err)
	}
	repo := repository.New(s, &domain.Streams[*counter]{Type: "order", New: newCounter}, repository.Options{})
	h, err := repo.Lock(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Unlock()
	if _, _, err := h.Load(t.Context()); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("loaded: %v", err)
	}
}

func TestAnUnknownEventDoesNotFold(t *testing.T) {
	dsn := database(t)
	id := uuid.New()
	if _, err := eventstoretest.Open(t, dsn).Append(t.Context(), eventstoretest.One(id, 0)); err != nil {
		t.Fatal(err)
	}
	s := eventstoretest.OpenWith(t, eventlog.Config{DSN: dsn, Registry: codec.NewRegistry()})
	h, err := counters(s, 1, repository.Options{}).Lock(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Unlock()
	if _, _, err := h.Load(t.Context()); !errors.Is(err, codec.ErrUndecodable) {
		t.Errorf("loaded: %v", err)
	}
}

func TestAPanicWhileApplyingLeavesNoBrokenAggregateBehind(t *testing.T) {
	repo := counters(eventstoretest.Open(t, database(t)), 1, repository.Options{})
	id := uuid.New()
	func() {
		h, _, _ := lock(t, repo, id)
		defer h.Unlock()
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		w := add(1)
		w.Events = append(w.Events, eventlog.Record{
			Type:       eventstoretest.CountedType,
			Data:       &eventstoretest.Counted{Text: "poison"},
			OccurredAt: time.Now(),
		})
		_, _ = h.Append(t.Context(), w)
	}()
	h, err := repo.Lock(t.Context(), id) // the lock is free
	if err != nil {
		t.Fatal(err)
	}
	defer h.Unlock()
	defer func() {
		if recover() == nil {
			t.Error("a half-applied aggregate came from the cache")
		}
	}()
	_, _, _ = h.Load(t.Context())
}

func TestAWaitForAStreamEndsWithItsContext(t *testing.T) {
	repo := counters(eventstoretest.Open(t, database(t)), 1, repository.Options{})
	id := uuid.New()
	h, _, _ := lock(t, repo, id)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := repo.Lock(ctx, id); !errors.Is(err, domain.ErrUnavailable) {
		t.Errorf("second lock: %v", err)
	}
	h.Unlock()
	again, _, _ := lock(t, repo, id)
	again.Unlock()
}
