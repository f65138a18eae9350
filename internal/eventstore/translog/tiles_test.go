package translog_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// plant fills the log with events by SQL: enough for three levels of tiles takes too long one by
// one.
func (w *world) plant(t *testing.T, events int) {
	t.Helper()
	w.exec(
		t,
		`insert into events (position, stream_id, version, stream_type, type, data, metadata, command_id, occurred_at)
		select n, md5((n / 20)::text)::uuid, n % 20 + 1, 'test', 'test.happened', json_build_object('writer', n), '{}', md5('c' || n)::uuid,
			timestamptz '2026-01-01' + n * interval '1 second'
		from generate_series((select coalesce(max(position), 0) + 1 from events), (select coalesce(max(position), 0) + $1 from events)) n`,
		events,
	)
	w.follow(t)
}

// root computes the hash of the first events of the log, from the records alone.
func (w *world) root(t *testing.T, events int64) (root tlog.Hash) {
	t.Helper()
	var leaves []tlog.Hash
	if err := w.store.EachRecord(t.Context(), 0, int(events), func(_ int64, record []byte) error {
		leaves = append(leaves, tlog.RecordHash(record))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	var over func(leaves []tlog.Hash) tlog.Hash
	over = func(leaves []tlog.Hash) tlog.Hash { // RFC 6962, 2.1
		if len(leaves) == 1 {
			return leaves[0]
		}
		k := 1
		for 2*k < len(leaves) {
			k *= 2
		}
		return tlog.NodeHash(over(leaves[:k]), over(leaves[k:]))
	}
	return over(leaves)
}

const flip = `update tree_tiles set hashes = set_byte(hashes, %d, get_byte(hashes, %d) # 1) where level = %d and index = %d`

func flipped(level, index, hash int) string { return fmt.Sprintf(flip, hash*32, hash*32, level, index) }

func TestVerifyNamesEachTileOfEachLevelThatIsNotAsItWas(t *testing.T) { // check 32, BY-022
	w := open(t)
	const events = 66_000 // 258 tiles of level 0, two of level 1, one of level 2
	w.plant(t, 65_000)
	w.head(t)
	w.plant(t, events-65_000)
	w.head(t)
	w.exec(t, "create table whole as select * from tree_tiles")
	for name, c := range map[string]struct {
		tamper   string
		position int64
		tile     string
	}{
		"level 0, changed":           {flipped(0, 7, 200), 7*256 + 201, "tile 7 of level 0"},
		"level 0, not full, changed": {flipped(0, 257, 3), 257*256 + 4, "tile 257 of level 0"},
		"level 1, changed":           {flipped(1, 0, 255), 255*256 + 1, "tile 0 of level 1"},
		"level 1, not full, changed": {flipped(1, 1, 0), 65_537, "tile 1 of level 1"},
		"level 2, changed":           {flipped(2, 0, 0), 1, "tile 0 of level 2"},
		"level 0, removed":           {"delete from tree_tiles where level = 0 and index = 100", 25_601, "tile 100 of level 0"},
		"level 1, removed":           {"delete from tree_tiles where level = 1 and index = 1", 65_537, "tile 1 of level 1"},
		"level 2, removed":           {"delete from tree_tiles where level = 2", 1, "tile 0 of level 2"},
		"level 0, cut short":         {"update tree_tiles set hashes = substr(hashes, 1, 64) where level = 0 and index = 9", 9*256 + 3, "tile 9 of level 0"},
		"level 1, longer":            {"update tree_tiles set hashes = hashes || hashes where level = 1 and index = 1", 65_793, "tile 1 of level 1"},
		"level 0, added":             {"insert into tree_tiles select 0, 900, hashes from tree_tiles where level = 0 and index = 0", 900*256 + 1, "tile 900 of level 0"},
		"level 2, added":             {"insert into tree_tiles select 2, 1, hashes from tree_tiles where level = 2", 1<<24 + 1, "tile 1 of level 2"},
		"level 3, added":             {"insert into tree_tiles select 3, 0, hashes from tree_tiles where level = 2", 1, "tile 0 of level 3"},
		"all of level 1":             {"update tree_tiles set hashes = overlay(hashes placing '\\x00000000' from 1) where level = 1", 1, "tile 0 of level 1"},
	} {
		t.Run(name, func(t *testing.T) {
			w.exec(t, "delete from tree_tiles; insert into tree_tiles select * from whole")
			if r := w.verify(t); len(r.Findings) > 0 {
				t.Fatalf("before: %+v", r)
			}
			w.exec(t, c.tamper)
			r := w.verify(t)
			if len(r.Findings) == 0 || r.Findings[0].Position != c.position ||
				!strings.Contains(r.Findings[0].What, c.tile+" ") {
				t.Errorf("%+v, want position %d, %s", r.Findings, c.position, c.tile)
			}
		})
	}
}

func TestAHeadIsNeverSignedOverAChangedTileAndTheTreeIsBuiltAnewFromTheEvents(t *testing.T) { // check 32, BY-021
	t.Parallel()
	for name, tamper := range map[string]string{
		"level 0":                flipped(0, 0, 17),
		"level 0, not full":      flipped(0, 2, 30),
		"level 1":                flipped(1, 0, 0),
		"level 1, just covered":  flipped(1, 0, 1),
		"level 1, removed":       "delete from tree_tiles where level = 1",
		"everything":             "delete from tree_tiles",
		"the size":               "update tree_size set size = size - 100",
		"the size is beyond all": "update tree_size set size = size + 100",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t)
			var told bytes.Buffer
			w.Logger = slog.New(slog.NewTextHandler(&told, nil))
			w.grow(t, 300)
			w.head(t)
			w.grow(t, 250) // the second hash of level 1 is covered by no head yet
			w.exec(t, tamper)
			w.grow(t, 250)
			signed, h := w.head(t)
			if want := w.root(t, h.Size); h.Hash != want {
				t.Fatalf("a head of %d events is signed over a wrong root:\n%s", h.Size, signed)
			}
			for position := int64(1); position <= h.Size; position += 7 {
				p, err := w.Certify(t.Context(), position)
				if err == nil {
					_, err = p.Check(w.keys.Verifiers...)
				}
				if err != nil {
					t.Fatalf("a proof of event %d that the verifier refuses: %v", position, err)
				}
			}
			for from := int64(1); from < h.Size; from += 31 {
				p, err := w.CertifyGrowth(t.Context(), from, h.Size)
				if err == nil {
					_, _, err = p.Check(w.keys.Verifiers...)
				}
				if err != nil {
					t.Fatalf("a proof of growth from %d that the verifier refuses: %v", from, err)
				}
			}
			w.follow(t)
			if r := w.verify(t, signed); len(r.Findings) > 0 || r.Covered != 800 {
				t.Errorf("%+v", r)
			}
			if !strings.Contains(told.String(), "rebuilt") && !strings.HasPrefix(name, "the size") {
				t.Errorf("nobody is told that the tree was rebuilt: %s", &told)
			}
		})
	}
}

func TestATreeIsNotRebuiltFromEventsThatASignedHeadContradicts(t *testing.T) { // check 32
	w := open(t)
	w.grow(t, 300)
	kept, _ := w.head(t)
	w.exec(t, `update events set data = '{"writer":"x"}' where position = 40`)
	w.exec(t, "delete from tree_tiles")
	if _, err := w.Certify(t.Context(), 7); !errors.Is(err, translog.ErrBrokenTree) {
		t.Errorf("a proof from a tree that cannot be rebuilt: %v", err)
	}
	w.exec(
		t,
		"insert into events select 301, gen_random_uuid(), 1, stream_type, type, data, metadata, null, occurred_at from events where position = 300",
	)
	if signed, err := w.SignHead(t.Context()); err == nil && signed != kept {
		t.Errorf("signed over a changed event: %s", signed)
	}
	r := w.verify(t, kept)
	if len(r.Findings) == 0 || r.Findings[0].Position != 1 {
		t.Errorf("%+v", r)
	}
}
