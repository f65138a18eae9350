package translog_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

type world struct {
	*translog.Tree
	store *eventlog.Store
	db    *pgxpool.Pool
	keys  *translog.Keys
}

func open(t *testing.T) *world {
	t.Helper()
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	db, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	keys, err := translog.OpenKeys(filepath.Join(t.TempDir(), "audit", "log.key"))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{store: eventstoretest.Open(t, dsn), db: db, keys: keys}
	w.Tree = translog.New(w.store, db, keys, time.Now)
	return w
}

// grow appends n events of one stream each and waits until the tree covers them.
func (w *world) grow(t *testing.T, n int) {
	t.Helper()
	for left := n; left > 0; {
		k := min(left, 200)
		a := eventlog.Append{
			Stream:     uuid.New(),
			StreamType: eventstoretest.StreamType,
			Events:     eventstoretest.Events(fmt.Sprint(left), k),
		}
		if _, err := w.store.Append(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		left -= k
	}
	w.follow(t)
}

// follow runs the tree until it covers the log.
func (w *world) follow(t *testing.T) {
	t.Helper()
	head, err := w.store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx, lease.New(w.store, nil)) }()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(30 * time.Second); w.size(t) < head; <-look.C {
		if time.Now().After(deadline) {
			t.Fatalf("the tree covers %d of %d events", w.size(t), head)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("the tree stopped: %v", err)
	}
}

func (w *world) size(t *testing.T) (n int64) {
	t.Helper()
	if err := w.db.QueryRow(t.Context(), "select size from tree_size").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (w *world) head(t *testing.T) (signed string, h translog.Head) {
	t.Helper()
	signed, err := w.SignHead(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(w.keys.Verifiers[0])
	if err != nil {
		t.Fatal(err)
	}
	if h, err = translog.OpenHead(signed, v); err != nil {
		t.Fatal(err)
	}
	return signed, h
}

func (w *world) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := w.db.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func (w *world) verify(t *testing.T, kept ...string) translog.Report {
	t.Helper()
	r, err := w.Verify(t.Context(), w.keys.Verifiers, kept, func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheTreeIsTheOneOverAllRecordsAndProvesEveryEventAndItsOwnGrowth(t *testing.T) { // BY-021
	w := open(t)
	if _, err := w.SignHead(t.Context()); err == nil {
		t.Error("an empty log has a head")
	}
	heads := map[int64]tlog.Hash{}
	for _, n := range []int{1, 6, 249, 1, 300} { // over the edge of the first tile
		w.grow(t, n)
		_, h := w.head(t)
		heads[h.Size] = h.Hash
	}
	// The same tree by the library's own storage.
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) (out []tlog.Hash, _ error) {
		for _, i := range indexes {
			out = append(out, stored[i])
		}
		return out, nil
	})
	err := w.store.EachRecord(t.Context(), 0, 10_000, func(position int64, record []byte) error {
		hashes, err := tlog.StoredHashes(position-1, record, reader)
		stored = append(stored, hashes...)
		if want, signed := heads[position]; err == nil && signed {
			if got, _ := tlog.TreeHash(position, reader); got != want {
				t.Errorf("head of %d events: %v, want %v", position, want, got)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	const last = 557
	for position := int64(1); position <= last; position++ {
		record, proof, err := w.ProveEvent(t.Context(), position, last)
		if err != nil {
			t.Fatal(err)
		}
		if err := tlog.CheckRecord(proof, last, heads[last], position-1, tlog.RecordHash(record)); err != nil {
			t.Fatalf("event %d: %v", position, err)
		}
		record[len(record)-1]++
		if err := tlog.CheckRecord(proof, last, heads[last], position-1, tlog.RecordHash(record)); err == nil {
			t.Fatalf("event %d: another record passes", position)
		}
	}
	for size, hash := range heads {
		proof, err := w.ProveGrowth(t.Context(), size, last)
		if err != nil {
			t.Fatal(err)
		}
		if err := tlog.CheckTree(proof, last, heads[last], size, hash); err != nil {
			t.Errorf("from %d: %v", size, err)
		}
	}
	for _, bad := range [][2]int64{{0, 1}, {2, 1}, {1, last + 1}, {-1, -1}} {
		if _, err := w.ProveGrowth(t.Context(), bad[0], bad[1]); err == nil {
			t.Errorf("growth %v has a proof", bad)
		}
	}
}

func TestVerifyNamesTheFirstPositionThatIsNotAsItWas(t *testing.T) { // BY-022
	t.Parallel()
	const events, first = 700, 600 // a head covers the first 600
	shift := `update events set position = position + 10000 where position > 300;
		update events set position = position - %s where position > 10000`
	for name, c := range map[string]struct {
		tamper string
		want   int64
	}{
		"nothing":                    {"", 0},
		"changed payload":            {`update events set data = '{"writer":"x"}' where position = 411`, 411},
		"payload by a space":         {`update events set data = (data::text || ' ')::json where position = 412`, 412},
		"changed metadata":           {`update events set metadata = '{"actor":"x"}' where position = 1`, 1},
		"changed time":               {`update events set occurred_at = occurred_at + interval '1 microsecond' where position = 700`, 700},
		"changed type":               {`update events set type = 'test.other' where position = 256`, 256},
		"command id taken away":      {`update events set command_id = null where position = 201`, 201},
		"swapped rows":               {`update events set position = 100000 where position = 20; update events set position = 20 where position = 25; update events set position = 25 where position = 100000`, 20},
		"removed row":                {`delete from events where position = 257`, 257},
		"removed and moved up":       {`delete from events where position = 300; ` + fmt.Sprintf(shift, "10001"), 300},
		"inserted row":               {fmt.Sprintf(shift, "9999") + `; insert into events select 301, gen_random_uuid(), 1, stream_type, type, data, metadata, null, occurred_at from events where position = 300`, 301},
		"truncated tail":             {`delete from events where position > 650`, 651},
		"truncated with its tiles":   {`delete from events where position > 550; update tree_size set size = 512; delete from tree_tiles where level = 0 and index > 1`, 551},
		"rewritten with its tree":    {`update events set data = '{"writer":"x"}' where position = 411; update tree_size set size = 0; delete from tree_tiles`, 401},
		"head signed by another key": {`update tree_heads set signed = replace(signed, '— ', '— x') where size = 400`, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t)
			w.exec(t, "alter table events drop constraint if exists events_position_check")
			w.grow(t, 400)
			w.head(t)
			w.grow(t, first-400)
			kept, _ := w.head(t)
			w.grow(t, events-first)
			w.exec(t, c.tamper)
			if strings.Contains(c.tamper, "size = 0") {
				w.follow(t)
			}
			r := w.verify(t, kept)
			switch {
			case c.want == 0 && (len(r.Findings) > 0 || r.Events != events || r.Covered != events || r.Heads != 2):
				t.Errorf("%+v", r)
			case c.want > 0 && (len(r.Findings) == 0 || r.Findings[0].Position != c.want):
				t.Errorf("%+v, want position %d", r, c.want)
			}
		})
	}
}

func TestAKeptHeadShowsThatEvenTheStoredHeadsWereCutOff(t *testing.T) { // BY-022
	w := open(t)
	w.grow(t, 300)
	kept, _ := w.head(t)
	w.exec(
		t,
		"delete from events where position > 200; delete from tree_heads; delete from tree_tiles; update tree_size set size = 0",
	)
	w.follow(t)
	if r := w.verify(t); len(r.Findings) > 0 {
		t.Errorf("without a kept head nothing is left to compare with: %+v", r)
	}
	if r := w.verify(t, kept); len(r.Findings) != 1 || r.Findings[0].Position != 201 {
		t.Errorf("%+v, want position 201", r)
	}
}

func TestAHeadWithAnyByteFlippedIsRefused(t *testing.T) { // BY-021
	w := open(t)
	w.grow(t, 3)
	signed, _ := w.head(t)
	v, err := note.NewVerifier(w.keys.Verifiers[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(signed) {
		for bit := range 8 {
			bad := []byte(signed)
			bad[i] ^= 1 << bit
			if _, err := translog.OpenHead(string(bad), v); err == nil {
				t.Errorf("byte %d, bit %d flipped: accepted", i, bit)
			}
		}
	}
}

func TestProcessesThatStartAtOnceAgreeOnOneKey(t *testing.T) { // BY-021
	file := filepath.Join(t.TempDir(), "audit", "log.key")
	keys := make([]*translog.Keys, 8)
	errs := make([]error, len(keys))
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() { keys[i], errs[i] = translog.OpenKeys(file) })
	}
	all.Wait()
	for i := range keys {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if keys[i].Verifiers[0] != keys[0].Verifiers[0] {
			t.Errorf("%s and %s", keys[i].Verifiers[0], keys[0].Verifiers[0])
		}
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(file), ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAKeyIsRotatedWithoutLosingWhoKnowsTheOldOne(t *testing.T) { // BY-021
	w := open(t)
	w.grow(t, 1)
	file := filepath.Join(t.TempDir(), "log.key")
	old, err := translog.OpenKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v: others can read the key", info.Mode(), err)
	}
	both, err := translog.RotateKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := translog.OpenKeys(file); err != nil || len(again.Verifiers) != 2 ||
		again.Verifiers[0] != both.Verifiers[0] ||
		again.Verifiers[1] != old.Verifiers[0] {
		t.Errorf("%+v, %v, want the new key before the old one", again, err)
	}
	signed, err := translog.New(w.store, w.db, both, time.Now).SignHead(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range both.Verifiers {
		v, err := note.NewVerifier(key)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := translog.OpenHead(signed, v); err != nil {
			t.Errorf("by %s: %v", key, err)
		}
	}
	if err := os.WriteFile(file, []byte("PRIVATE+KEY+x+00000000+AAAA\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := translog.OpenKeys(file); err == nil {
		t.Error("a broken key file is taken")
	}
}

func TestAProofOfAnEventNeedsOnlyThePublicKeyAndIsRefusedWithAnyByteFlipped(t *testing.T) { // BY-021
	w := open(t)
	w.grow(t, 9)
	proof, err := w.Certify(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	text, err := proof.Text()
	if err != nil {
		t.Fatal(err)
	}
	check := func(text []byte, keys ...string) error {
		p, err := translog.ReadProof(text)
		if err == nil {
			_, err = p.Check(keys...)
		}
		return err
	}
	if err := check(text, w.keys.Verifiers...); err != nil {
		t.Fatal(err)
	}
	for i := range text {
		for bit := range 8 {
			text[i] ^= 1 << bit
			if check(text, w.keys.Verifiers...) == nil {
				t.Errorf("byte %d, bit %d flipped: accepted", i, bit)
			}
			text[i] ^= 1 << bit
		}
	}
	if other := open(t); check(text, other.keys.Verifiers...) == nil {
		t.Error("accepted with the key of another log")
	}
	if proof.Position = 6; func() error { _, err := proof.Check(w.keys.Verifiers...); return err }() == nil {
		t.Error("accepted for another position")
	}
	for _, position := range []int64{-1, 0, 10} {
		if _, err := w.Certify(t.Context(), position); err == nil {
			t.Errorf("position %d has a proof", position)
		}
	}
}

func TestAHeadIsPublishedOnceForEachSizeOfTheLog(t *testing.T) { // BY-021, BY-022
	w := open(t)
	folder := translog.Folder(filepath.Join(t.TempDir(), "heads"))
	publish := func() []string {
		if err := w.Publish(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
		heads, err := folder.Heads(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return heads
	}
	if heads := publish(); len(heads) > 0 {
		t.Errorf("of an empty log: %q", heads)
	}
	w.grow(t, 3)
	first := publish()
	if again := publish(); len(first) != 1 || len(again) != 1 || again[0] != first[0] {
		t.Errorf("%q, then %q, want one and the same", first, again)
	}
	w.grow(t, 300)
	heads := publish()
	if len(heads) != 2 || heads[0] != first[0] {
		t.Errorf("%q", heads)
	}
	if r := w.verify(t, heads...); len(r.Findings) > 0 || r.Heads != 2 {
		t.Errorf("%+v", r)
	}
}

func TestGrowthIsProvenBetweenAnyTwoSizesAndRefusedWithAnyByteFlipped(t *testing.T) { // BY-021
	w := open(t)
	w.grow(t, 300)
	if _, err := w.CertifyGrowth(t.Context(), 1, 2); err != nil {
		t.Fatal(err)
	}
	kept, err := w.CertifyGrowth(t.Context(), 7, 0)
	if err != nil {
		t.Fatal(err)
	}
	for from := int64(1); from <= 300; from += 23 {
		for to := from; to <= 300; to += 41 {
			p, err := w.CertifyGrowth(t.Context(), from, to)
			if err != nil {
				t.Fatal(err)
			}
			if old, head, err := p.Check(w.keys.Verifiers...); err != nil || old.Size != from || head.Size != to {
				t.Errorf("%d to %d: %v, %d to %d", from, to, err, old.Size, head.Size)
			}
		}
	}
	text, err := kept.Text()
	if err != nil {
		t.Fatal(err)
	}
	check := func(text []byte) error {
		p, err := translog.ReadGrowth(text)
		if err == nil {
			_, _, err = p.Check(w.keys.Verifiers...)
		}
		return err
	}
	if err := check(text); err != nil {
		t.Fatal(err)
	}
	for i := range text {
		text[i] ^= 1 << (i % 8)
		if check(text) == nil {
			t.Errorf("byte %d flipped: accepted", i)
		}
		text[i] ^= 1 << (i % 8)
	}
	for _, sizes := range [][2]int64{{0, 1}, {-1, 5}, {5, 4}} {
		if _, err := w.CertifyGrowth(t.Context(), sizes[0], sizes[1]); !errors.Is(err, translog.ErrSizes) {
			t.Errorf("%v: %v", sizes, err)
		}
	}
	if _, err := w.CertifyGrowth(t.Context(), 5, 301); !errors.Is(err, translog.ErrNotCovered) {
		t.Errorf("past the end: %v", err)
	}
}

func TestALogThatDidNotGrowFromAKeptHeadCannotProveThatItDid(t *testing.T) { // BY-021, BY-022
	w, other := open(t), open(t)
	other.Tree = translog.New(other.store, other.db, w.keys, time.Now) // the same key over another history
	w.grow(t, 20)
	other.grow(t, 12)
	own, err := w.CertifyGrowth(t.Context(), 12, 12)
	if err != nil {
		t.Fatal(err)
	}
	grown, err := w.CertifyGrowthFrom(t.Context(), own.Old, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, head, err := grown.Check(w.keys.Verifiers...); err != nil || head.Size != 20 {
		t.Errorf("from its own head: %v", err)
	}
	foreign, err := other.CertifyGrowth(t.Context(), 12, 12)
	if err != nil {
		t.Fatal(err)
	}
	forked, err := w.CertifyGrowthFrom(t.Context(), foreign.Old, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := forked.Check(w.keys.Verifiers...); err == nil {
		t.Error("a log with another history proves that it grew from the kept head")
	}
}

// shelf is a place that may be out of reach.
type shelf struct {
	heads  []string
	broken error
}

func (s *shelf) Keep(_ context.Context, _ string, head []byte) error {
	if s.broken == nil {
		s.heads = append(s.heads, string(head))
	}
	return s.broken
}

func (s *shelf) Heads(context.Context) ([]string, error) { return s.heads, s.broken }

func TestAPlaceThatCannotBeReachedKeepsAHeadFromNoOther(t *testing.T) { // BY-021
	w := open(t)
	w.grow(t, 3)
	gone, there := &shelf{broken: errors.New("out of reach")}, &shelf{}
	if err := w.Publish(t.Context(), gone, there); !errors.Is(err, gone.broken) {
		t.Errorf("publishing says %v", err)
	}
	if len(there.heads) != 1 {
		t.Errorf("the place that can be reached has %q", there.heads)
	}
}

func TestAProofByTheFirstHeadThatCoversAnEventStaysTheSame(t *testing.T) { // BY-023
	w := open(t)
	w.grow(t, 5)
	first, err := w.CertifyByFirst(t.Context(), 3, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	w.grow(t, 5)
	w.head(t)
	again, err := w.CertifyByFirst(t.Context(), 3, time.Second)
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("%v: %+v, then %+v", err, first, again)
	}
	later, err := w.CertifyByFirst(t.Context(), 7, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := later.Check(w.keys.Verifiers...); err != nil {
		t.Error(err)
	}
	began := time.Now()
	if _, err := w.CertifyByFirst(t.Context(), 11, 50*time.Millisecond); !errors.Is(err, translog.ErrNotCovered) ||
		time.Since(began) > 4*time.Second {
		t.Errorf("of an event that the tree does not cover: %v after %v", err, time.Since(began))
	}
}
