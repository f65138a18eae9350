package translog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"
)

const verifyPage = 20_000

// Finding is what is wrong with the log, first position first.
type Finding struct {
	Position int64  // the first that is not as it was
	What     string // in plain words
}

// Report is what Verify found out.
type Report struct {
	Events   int64 // in the log
	Covered  int64 // of them in the tree
	Heads    int   // signed heads that were compared, those kept elsewhere included
	Findings []Finding
}

// Verify recomputes the tree from the events and compares it with the stored tree, with every head signed before, and with
// heads that were kept elsewhere (BY-022). The stored tree names the first position that was changed; where somebody has
// changed the stored tree as well, the heads tell between which two it happened.
func (t *Tree) Verify(ctx context.Context, verifiers []string, kept []string, progress func(events int64)) (Report, error) {
	heads, findings, err := t.heads(ctx, verifiers, kept)
	if err != nil {
		return Report{}, err
	}
	covered, err := size(ctx, t.db)
	if err != nil {
		return Report{}, err
	}
	// Nothing of the recomputed tree is read back: all that a leaf needs is among the fresh.
	v := &verification{covered: covered, heads: heads, tiles: readTiles(ctx, t.db), tree: &growing{stored: &tiles{}, fresh: map[int64]tlog.Hash{}}}
	for {
		read := 0
		err := t.store.EachRecord(ctx, v.read, verifyPage, func(position int64, record []byte) error {
			read++
			return v.next(position, record)
		})
		if err != nil {
			return Report{}, err
		}
		progress(v.read)
		if read < verifyPage || v.found != nil {
			break
		}
	}
	v.end()
	if v.found != nil {
		findings = append(findings, *v.found)
	}
	slices.SortStableFunc(findings, func(a, b Finding) int { return int(a.Position - b.Position) })
	return Report{Events: v.read, Covered: covered, Heads: len(heads), Findings: findings}, nil
}

// verification goes over the log once.
type verification struct {
	covered int64
	heads   []Head // by size
	tiles   *tiles
	tree    *growing
	read    int64 // position of the last event read
	agreed  int64 // size of the last head that the log agrees with
	found   *Finding
}

func (v *verification) next(position int64, record []byte) error {
	switch {
	case v.found != nil:
		return nil
	case position != v.read+1:
		v.found = &Finding{v.read + 1, "there is no event at this position"}
		return nil
	}
	v.read = position
	leaf := tlog.RecordHash(record)
	if position <= v.covered {
		same, err := v.stored(position, leaf)
		if err != nil {
			return err
		}
		if !same {
			v.found = &Finding{position, "this event is not the one that was appended here"}
			return nil
		}
	}
	if err := v.tree.add(leaf); err != nil {
		return err
	}
	v.forget()
	for len(v.heads) > 0 && v.heads[0].Size == position {
		hash, err := tlog.TreeHash(position, v.tree)
		if err != nil {
			return err
		}
		if hash != v.heads[0].Hash {
			v.found = &Finding{v.agreed + 1, fmt.Sprintf("an event from here to %d is not the one that a signed head covers, and the stored tree was changed with it", position)}
			return nil
		}
		v.agreed, v.heads = position, v.heads[1:]
	}
	return nil
}

// end looks for what is missing behind the last event.
func (v *verification) end() {
	if v.found != nil {
		return
	}
	if v.covered > v.read {
		v.found = &Finding{v.read + 1, fmt.Sprintf("the log ends before this position, the stored tree covers %d events", v.covered)}
	}
	if n := len(v.heads); n > 0 {
		v.found = &Finding{v.read + 1, fmt.Sprintf("the log ends before this position, a signed head covers %d events", v.heads[n-1].Size)}
	}
}

// stored says whether the stored tree holds this hash for a position.
func (v *verification) stored(position int64, leaf tlog.Hash) (bool, error) {
	index := tlog.StoredHashIndex(0, position-1)
	if tile := tlog.TileForIndex(tileHeight, index); len(v.tiles.kept) > 0 {
		if _, known := v.tiles.kept[tileID{tile.L, tile.N}]; !known {
			clear(v.tiles.kept) // the tiles before are done with
		}
	}
	h, err := v.tiles.ReadHashes([]int64{index})
	if errors.Is(err, ErrBrokenTree) {
		return false, nil
	}
	return err == nil && h[0] == leaf, err
}

// forget drops the hashes below complete subtrees: what comes needs only the roots of the largest ones.
func (v *verification) forget() {
	const every = 1 << 12
	if v.tree.size%every != 0 {
		return
	}
	keep := map[int64]tlog.Hash{}
	for level, n := 0, v.tree.size; n > 0; level, n = level+1, n/2 {
		if n%2 == 1 {
			i := tlog.StoredHashIndex(level, n-1)
			keep[i] = v.tree.fresh[i]
		}
	}
	v.tree.fresh = keep
}

// heads are all signed heads by size. One whose signature is not of this log is a finding of its own.
func (t *Tree) heads(ctx context.Context, keys, kept []string) (heads []Head, findings []Finding, err error) {
	verifiers, err := parseVerifiers(keys)
	if err != nil {
		return nil, nil, err
	}
	for _, signed := range kept {
		h, err := OpenHead(signed, verifiers...)
		if err != nil {
			return nil, nil, err
		}
		heads = append(heads, h)
	}
	rows, err := t.db.Query(ctx, "select size, signed from tree_heads order by size")
	if err != nil {
		return nil, nil, fmt.Errorf("transparency log: %w", err)
	}
	var at int64
	var signed string
	_, err = pgx.ForEachRow(rows, []any{&at, &signed}, func() error {
		if h, err := OpenHead(signed, verifiers...); err == nil && h.Size == at {
			heads = append(heads, h)
		} else {
			findings = append(findings, Finding{at, "the head stored for this position is not signed by a key of this log"})
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("transparency log: %w", err)
	}
	slices.SortFunc(heads, func(a, b Head) int {
		if a.Size != b.Size {
			return int(a.Size - b.Size)
		}
		return bytes.Compare(a.Hash[:], b.Hash[:])
	})
	return slices.CompactFunc(heads, func(a, b Head) bool { return a.Size == b.Size && a.Hash == b.Hash }), findings, nil
}
