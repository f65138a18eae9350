package translog

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"
)

const verifyPage = 20_000

// Finding is a fault of the log.
type Finding struct {
	Position int64  // position of the first event concerned
	What     string // description for people
}

// Report is the result of Verify.
type Report struct {
	Events   int64 // number of events in the log
	Covered  int64 // number of events in the tree
	Heads    int   // signed heads that were compared, including those kept elsewhere
	Findings []Finding
}

// Verify computes the tree from the events. It compares it with every tile of the stored tree, with
// every signed head, and with heads that were kept elsewhere (BY-022). Where the stored tree
// differs, the next signed head decides whether the event or the tile was changed. If somebody has
// changed both, the heads show between which two of them it happened.
func (t *Tree) Verify(
	ctx context.Context,
	verifiers []string,
	kept []string,
	progress func(events int64),
) (Report, error) {
	// A server may be running, so size, heads and tiles are read in one snapshot.
	tx, err := t.db.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return Report{}, fmt.Errorf("transparency log: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	heads, findings, err := readHeads(ctx, tx, verifiers, kept)
	if err != nil {
		return Report{}, err
	}
	covered, err := size(ctx, tx)
	if err != nil {
		return Report{}, err
	}
	if b := t.store.Keys().Boundary(); b != nil && b.Position > 0 {
		heads = append(heads, Head{Size: b.Position, Hash: b.Root})
		slices.SortStableFunc(heads, func(a, b Head) int { return cmp.Compare(a.Size, b.Size) })
	}
	v := &verification{covered: covered, heads: heads, shelf: &shelf{db: tx, rows: map[int][]storedTile{}}}
	v.tree = newTiler(func(level int, index int64, hashes []byte) error { return v.compare(ctx, level, index, hashes) })
	if covered == 0 {
		v.tree.made = nil
	}
	for {
		read := 0
		err := t.store.EachChecked(ctx, v.read, verifyPage, func(position int64, record []byte, forged error) error {
			read++
			if forged != nil && len(v.forged) < maxDifferences {
				v.forged = append(
					v.forged,
					Finding{position, "this event was forged or changed: its authenticator is missing or wrong"},
				)
			}
			return v.next(ctx, position, record)
		})
		if err != nil {
			return Report{}, err
		}
		progress(v.read)
		if read < verifyPage || v.found != nil {
			break
		}
	}
	if err := v.end(ctx); err != nil {
		return Report{}, err
	}
	findings = append(findings, v.conclusions()...)
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.Position, b.Position) })
	return Report{Events: v.read, Covered: covered, Heads: len(heads), Findings: findings}, nil
}

// verification reads the log once.
type verification struct {
	covered int64
	heads   []Head // by size
	shelf   *shelf
	tree    *tiler
	read    int64 // position of the last event read
	agreed  int64 // size of the last head that the log agrees with
	differ  []difference
	forged  []Finding // events that no key of this installation authenticates
	surplus []Finding // tiles that the tree does not have
	found   *Finding  // ends the verification: the events from there on were changed
}

// difference is a hash of a stored tile that differs from the one computed from the events.
type difference struct {
	level       int
	index       int64
	first, last int64 // positions of the events below it
	what        string
}

const maxDifferences = 100

func (v *verification) next(ctx context.Context, position int64, record []byte) error {
	switch {
	case v.found != nil:
		return nil
	case position != v.read+1:
		v.found = &Finding{v.read + 1, "there is no event at this position"}
		return nil
	}
	v.read = position
	v.tree.add(leafHash(record))
	if v.tree.err != nil {
		return v.tree.err
	}
	if position == v.covered {
		if err := v.tree.end(); err != nil {
			return err
		}
		if err := v.beyond(ctx); err != nil {
			return err
		}
	}
	for len(v.heads) > 0 && v.heads[0].Size == position {
		if v.tree.root() != v.heads[0].Hash {
			return v.disagree(ctx, position)
		}
		v.agreed, v.heads = position, v.heads[1:]
	}
	return nil
}

// disagree ends the verification at a signed head that does not match the events.
func (v *verification) disagree(ctx context.Context, size int64) error {
	if err := v.compareOpen(ctx); err != nil {
		return err
	}
	for _, d := range v.differ {
		if d.level == 0 && d.first > v.agreed && d.first <= size {
			v.found = &Finding{d.first, "this event is not the one that was appended here"}
			return nil
		}
	}
	v.found = &Finding{
		v.agreed + 1,
		fmt.Sprintf(
			"an event from here to %d is not the one that a signed head covers, and the stored tree was changed with it",
			size,
		),
	}
	return nil
}

// end looks for events missing after the last one.
func (v *verification) end(ctx context.Context) error {
	if v.found != nil {
		return nil
	}
	if v.covered == 0 {
		if err := v.beyond(ctx); err != nil {
			return err
		}
	}
	if v.covered > v.read {
		if err := v.compareOpen(ctx); err != nil {
			return err
		}
		v.found = &Finding{
			v.read + 1,
			fmt.Sprintf("the log ends before this position, the stored tree covers %d events", v.covered),
		}
	}
	if n := len(v.heads); n > 0 {
		v.found = &Finding{
			v.read + 1,
			fmt.Sprintf("the log ends before this position, a signed head covers %d events", v.heads[n-1].Size),
		}
	}
	return nil
}

// compare compares a computed tile with the stored one.
func (v *verification) compare(ctx context.Context, level int, index int64, want []byte) error {
	got, err := v.shelf.take(ctx, level, index)
	if err != nil || bytes.Equal(got, want) {
		return err
	}
	if got == nil {
		v.differs(level, index, 0, "is missing")
		return nil
	}
	v.differs(level, index, firstDifference(got, want), "was changed")
	return nil
}

// compareOpen compares the tile of level 0 that is not full yet.
func (v *verification) compareOpen(ctx context.Context) error {
	if v.tree.made == nil || len(v.tree.open) == 0 {
		return nil
	}
	want := v.tree.open[0]
	got, err := v.shelf.take(ctx, 0, v.tree.next[0])
	if err != nil || len(want) == 0 || bytes.HasPrefix(got, want) {
		return err
	}
	v.differs(0, v.tree.next[0], firstDifference(got, want), "was changed")
	return nil
}

// firstDifference returns the index of the first hash that differs in two tiles.
func firstDifference(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i / tlog.HashSize
}

func (v *verification) differs(level int, index int64, hash int, what string) {
	first, last := span(level, index, hash)
	if len(v.differ) < maxDifferences {
		v.differ = append(
			v.differ, difference{level, index, first, last, fmt.Sprintf("tile %d of level %d %s", index, level, what)},
		)
	}
}

// beyond looks for stored tiles that a tree of this size cannot have.
func (v *verification) beyond(ctx context.Context) error {
	rows, err := v.shelf.db.Query(
		ctx,
		`select level, index from tree_tiles where index < 0 or index >= coalesce(($1::bigint[])[level + 1], 0)
		order by level, index limit $2`,
		v.tree.counts(),
		maxDifferences,
	)
	if err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	var level int16
	var index int64
	_, err = pgx.ForEachRow(rows, []any{&level, &index}, func() error {
		first, _ := span(int(level), index, 0)
		v.surplus = append(v.surplus, Finding{
			first,
			fmt.Sprintf("tile %d of level %d was added: a tree of %d events does not have it", index, level, v.covered),
		})
		return nil
	})
	if err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	return nil
}

// conclusions decides from all differences what was changed.
func (v *verification) conclusions() (out []Finding) {
	out = append(append(out, v.forged...), v.surplus...)
	if v.found != nil {
		out = append(out, *v.found)
	}
	doubtful := int64(0) // the first event that differs and that no head covers
	for _, d := range v.differ {
		if d.level == 0 && d.first > v.agreed && (doubtful == 0 || d.first < doubtful) {
			doubtful = d.first
		}
	}
	for _, d := range v.differ {
		switch {
		case d.last <= v.agreed:
			out = append(out, Finding{
				d.first,
				d.what + fmt.Sprintf(" (the events are as they were: a signed head covers %d)", v.agreed),
			})
		case v.found != nil:
			// It differs because the events do.
		case doubtful == 0:
			out = append(out, Finding{d.first, d.what + " (the tiles below it hold the hashes of the events)"})
		case d.first == doubtful && d.level == 0:
			out = append(out, Finding{
				d.first,
				fmt.Sprintf(
					"this event is not the one that was appended here, or tile %d of level 0 was changed: no signed head covers it yet",
					d.index,
				),
			})
		case d.last < doubtful || d.first > doubtful && d.level == 0:
			out = append(out, Finding{d.first, d.what})
		}
	}
	return out
}

// readHeads returns all signed heads by size. A head with a signature that is not of this log is a
// finding.
func readHeads(ctx context.Context, db database, keys, kept []string) (heads []Head, findings []Finding, err error) {
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
	rows, err := db.Query(ctx, "select size, signed from tree_heads order by size")
	if err != nil {
		return nil, nil, fmt.Errorf("transparency log: %w", err)
	}
	var at int64
	var signed string
	_, err = pgx.ForEachRow(rows, []any{&at, &signed}, func() error {
		if h, err := OpenHead(signed, verifiers...); err == nil && h.Size == at {
			heads = append(heads, h)
		} else {
			findings = append(
				findings, Finding{at, "the head stored for this position is not signed by a key of this log"},
			)
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
	return slices.CompactFunc(
		heads, func(a, b Head) bool { return a.Size == b.Size && a.Hash == b.Hash },
	), findings, nil
}
