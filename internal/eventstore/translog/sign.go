package translog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"
)

func leafHash(record []byte) tlog.Hash { return tlog.RecordHash(record) }

// headOf returns the stored head of a size. If there is none, or if the current key has not signed
// it, headOf signs a new one.
func (t *Tree) headOf(ctx context.Context, n int64) (string, error) {
	if t.keys == nil {
		return "", errNoKey
	}
	var signed string
	err := t.db.QueryRow(ctx, "select signed from tree_heads where size = $1", n).Scan(&signed)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("transparency log: %w", err)
	}
	if err == nil && t.keys.signed(signed) {
		return signed, nil
	}
	return t.sign(ctx, n)
}

// Size returns the number of events that the tree covers.
func (t *Tree) Size(ctx context.Context) (int64, error) { return size(ctx, t.db) }

// SignHead signs the tree in its present size, stores the head and returns it. A head never covers
// a forged event: it then covers the events before. For an empty log it returns ErrNotCovered.
func (t *Tree) SignHead(ctx context.Context) (string, error) {
	if t.keys == nil {
		return "", errNoKey
	}
	n, err := size(ctx, t.db)
	if err != nil {
		return "", err
	}
	if err := t.notShorter(ctx); err != nil {
		return "", err
	}
	if n == 0 {
		return "", ErrNotCovered
	}
	signed, err := t.sign(ctx, n)
	var forged *forgedError
	if errors.As(err, &forged) && forged.position > 1 {
		t.logger().
			Error("transparency log: an event was forged, and no head is signed that covers it", "position", forged.position)
		return t.sign(ctx, forged.position-1)
	}
	return signed, err
}

// ErrShorter means that a head was published of more events than the log has.
var ErrShorter = errors.New("transparency log: the log is shorter than a head that was published")

// notShorter returns ErrShorter if the whole log is shorter than a signed head: its end was cut off, or
// it was restored to an earlier moment. A new head of what is left would contradict that one later.
func (t *Tree) notShorter(ctx context.Context) error {
	head, err := t.store.Head(ctx)
	if err != nil {
		return err
	}
	_, published, err := t.around(ctx, head+1)
	if err != nil || published.Size == 0 {
		return err
	}
	return fmt.Errorf(
		"%w: it has %d events, the head covers %d, so nothing is signed; after a restore to an earlier moment move later heads elsewhere",
		ErrShorter,
		head,
		published.Size,
	)
}

// sign signs the tree as it was at a size, stores the head and returns it. It does not rely on the
// stored tree alone. It proves that the head is consistent with the heads signed before, and with
// the events after the newest of them.
func (t *Tree) sign(ctx context.Context, n int64) (signed string, err error) {
	var hash tlog.Hash
	err = t.mended(ctx, func() (err error) {
		hash, err = t.consistent(ctx, n)
		return err
	})
	if err != nil {
		return "", err
	}
	signed, err = Head{Log: t.keys.Signers[0].Name(), Size: n, Hash: hash}.Sign(t.keys.Signers...)
	if err != nil {
		return "", fmt.Errorf("transparency log: %w", err)
	}
	// The first head of a size is never replaced, because an auditor may have kept it.
	_, err = t.db.Exec(
		ctx, "insert into tree_heads (size, signed, signed_at) values ($1, $2, $3) on conflict do nothing", n, signed,
		t.clock(),
	)
	if err != nil {
		return "", fmt.Errorf("transparency log: %w", err)
	}
	return signed, nil
}

// consistent returns the root of the first n events. If a signed head covers them, the root is
// proven from that head. Otherwise it is computed from the events after the newest signed head,
// whose own place in the stored tree is checked. It returns ErrBrokenTree if the stored tree has
// another root.
func (t *Tree) consistent(ctx context.Context, n int64) (tlog.Hash, error) {
	before, after, err := t.around(ctx, n)
	if err != nil {
		return tlog.Hash{}, err
	}
	stored := readTiles(ctx, t.db)
	hash, err := tlog.TreeHash(n, stored)
	if err != nil {
		return tlog.Hash{}, err
	}
	if after.Size >= n {
		proof, err := tlog.ProveTree(after.Size, n, stored)
		if err != nil {
			return tlog.Hash{}, err
		}
		if err := tlog.CheckTree(proof, after.Size, after.Hash, n, hash); err != nil {
			return tlog.Hash{}, fmt.Errorf(
				"%w: it does not lead from %d events to the signed head of %d: %w", ErrBrokenTree, n, after.Size, err,
			)
		}
		return hash, nil
	}
	tree, err := frontierOf(before, stored)
	if err != nil {
		return tlog.Hash{}, err
	}
	if err := t.grow(ctx, tree, n, nil, true, func() error { return nil }); err != nil {
		return tlog.Hash{}, err
	}
	if tree.root() != hash {
		return tlog.Hash{}, fmt.Errorf("%w: its hash of %d events is not the one over the events", ErrBrokenTree, n)
	}
	return hash, nil
}

// around returns the signed heads next to a size: the largest one below it, and the smallest one of
// at least this size. A missing one has size 0. It considers the heads in the database, and the
// newest head in each of the other places.
func (t *Tree) around(ctx context.Context, n int64) (before, after Head, err error) {
	take := func(h Head) {
		switch {
		case h.Size >= n && (after.Size == 0 || h.Size < after.Size):
			after = h
		case h.Size < n && h.Size > before.Size:
			before = h
		}
	}
	verifiers, err := parseVerifiers(t.keys.Verifiers)
	if err != nil {
		return before, after, err
	}
	for _, place := range t.Anchors {
		signed, err := newest(ctx, place)
		if err != nil {
			return before, after, err
		}
		if h, err := OpenHead(signed, verifiers...); err == nil {
			take(h)
		}
	}
	for _, sql := range []string{
		"select size, signed from tree_heads where size >= $1 order by size limit $2",
		"select size, signed from tree_heads where size < $1 order by size desc limit $2",
	} {
		rows, err := t.db.Query(ctx, sql, n, headsTried)
		if err != nil {
			return before, after, fmt.Errorf("transparency log: %w", err)
		}
		var at int64
		var signed string
		_, err = pgx.ForEachRow(rows, []any{&at, &signed}, func() error {
			if h, err := OpenHead(signed, verifiers...); err == nil && h.Size == at {
				take(h)
			}
			return nil
		})
		if err != nil {
			return before, after, fmt.Errorf("transparency log: %w", err)
		}
	}
	return before, after, nil
}

// headsTried limits the stored heads that are examined, because some may be signed with keys that
// were removed.
const headsTried = 50

// newest returns the newest head of a place, empty if there is none.
func newest(ctx context.Context, place Place) (string, error) {
	if p, ok := place.(interface {
		Newest(context.Context) (string, error)
	}); ok {
		return p.Newest(ctx)
	}
	heads, err := place.Heads(ctx)
	if err != nil || len(heads) == 0 {
		return "", err
	}
	return heads[len(heads)-1], nil
}

// trusted returns all heads that a key of this log has signed, by size.
func (t *Tree) trusted(ctx context.Context) ([]Head, error) {
	if t.keys == nil {
		return nil, errNoKey
	}
	var kept []string
	for _, place := range t.Anchors {
		heads, err := place.Heads(ctx)
		if err != nil {
			return nil, err
		}
		kept = append(kept, heads...)
	}
	verifiers, err := parseVerifiers(t.keys.Verifiers)
	if err != nil {
		return nil, err
	}
	kept = slices.DeleteFunc(kept, func(signed string) bool {
		_, err := OpenHead(signed, verifiers...)
		return err != nil
	})
	heads, _, err := readHeads(ctx, t.db, t.keys.Verifiers, kept)
	return heads, err
}
