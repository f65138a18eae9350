package translog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

// ErrRebuilding says that the stored tree was damaged and is being rebuilt from the events.
var ErrRebuilding = &domain.Error{
	Code:    domain.Unavailable,
	Reason:  "audit.rebuilding",
	Message: "The audit log is being rebuilt. Try again in a moment.",
}

const rebuildTime = time.Hour // limit of the duration of a rebuild

// rebuilding is a rebuild in progress. All callers that need it wait for the same one.
type rebuilding struct {
	done chan struct{}
	err  error
}

// mended calls do. If do finds the stored tree broken, mended rebuilds the tree and calls do once
// more.
func (t *Tree) mended(ctx context.Context, do func() error) error {
	err := do()
	if !errors.Is(err, ErrBrokenTree) {
		return err
	}
	if err := t.mend(ctx, err); err != nil {
		return err
	}
	return do()
}

// mend rebuilds the stored tree and waits for it. It returns ErrRebuilding if that takes too long.
func (t *Tree) mend(ctx context.Context, found error) error {
	t.mu.Lock()
	if t.rebuild == nil {
		r := &rebuilding{done: make(chan struct{})}
		t.rebuild = r
		go func() {
			work, cancel := context.WithTimeout(context.WithoutCancel(ctx), rebuildTime)
			defer cancel()
			r.err = t.rebuildTiles(work, found)
			t.mu.Lock()
			t.rebuild = nil
			t.mu.Unlock()
			close(r.done)
		}()
	}
	r := t.rebuild
	t.mu.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
		return ctx.Err()
	case <-late.C:
		return ErrRebuilding
	}
}

// rebuildTiles computes the tree from the events and writes the tiles that differ. If the events
// contradict a signed head, it writes nothing: then the events were changed, and Verify finds out
// which.
func (t *Tree) rebuildTiles(ctx context.Context, found error) error {
	heads, err := t.trusted(ctx)
	if err != nil {
		return err
	}
	end, err := t.store.Head(ctx)
	if err != nil {
		return err
	}
	if n := len(heads); n > 0 && heads[n-1].Size > end {
		return fmt.Errorf(
			"%w, and it cannot be rebuilt: the log has %d events, a signed head covers %d", ErrBrokenTree, end,
			heads[n-1].Size,
		)
	}
	tx, err := t.db.Begin(ctx)
	if err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	covered, err := lockedSize(ctx, tx)
	if err != nil {
		return err
	}
	covered = min(covered, end)
	if n := len(heads); n > 0 {
		covered = max(covered, heads[n-1].Size)
	}
	changed := int64(0)
	tree := newTiler(func(level int, index int64, hashes []byte) error {
		tag, err := tx.Exec(ctx, `insert into tree_tiles as t (level, index, hashes) values ($1, $2, $3)
			on conflict (level, index) do update set hashes = excluded.hashes where t.hashes <> excluded.hashes`, int16(level), index, hashes)
		changed += tag.RowsAffected()
		return err
	})
	if err := t.grow(ctx, &tree.frontier, covered, heads, false, func() error { return tree.err }); err != nil {
		return err
	}
	if err := tree.end(); err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	tag, err := tx.Exec(
		ctx, "delete from tree_tiles where index < 0 or index >= coalesce(($1::bigint[])[level + 1], 0)", tree.counts(),
	)
	if err == nil {
		_, err = tx.Exec(ctx, "update tree_size set size = $1", covered)
	}
	if err == nil {
		err = tx.Commit(ctx)
	}
	if err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	t.logger().Error("transparency log: the stored tree was damaged and has been rebuilt from the events",
		"damage", found, "tiles", changed+tag.RowsAffected(), "events", covered, "heads", len(heads))
	return nil
}

// forgedError names the first event that is not authentic. No head may cover it.
type forgedError struct {
	position int64
	err      error
}

func (e *forgedError) Error() string { return fmt.Sprintf("position %d: %v", e.position, e.err) }
func (e *forgedError) Unwrap() error { return e.err }

// grow adds the records of the log to a tree until it has a size. It compares the tree with the
// signed heads of the sizes it passes, which are sorted. If the result is to be signed, every event
// must be authentic.
func (t *Tree) grow(
	ctx context.Context,
	tree *frontier,
	size int64,
	heads []Head,
	signing bool,
	failed func() error,
) error {
	for len(heads) > 0 && heads[0].Size <= tree.size {
		heads = heads[1:]
	}
	for tree.size < size {
		from := tree.size
		err := t.store.EachChecked(
			ctx,
			from,
			int(min(verifyPage, size-from)),
			func(position int64, record []byte, forged error) error {
				switch {
				case position != tree.size+1:
					return fmt.Errorf("%w: the log has no event at position %d", ErrBrokenTree, tree.size+1)
				case forged != nil && signing:
					return &forgedError{position, forged}
				}
				tree.add(leafHash(record))
				for ; len(heads) > 0 && heads[0].Size == tree.size; heads = heads[1:] {
					if tree.root() != heads[0].Hash {
						return fmt.Errorf(
							"%w, and the events do not lead to the signed head of %d events: audit verify tells which one was changed",
							ErrBrokenTree,
							heads[0].Size,
						)
					}
				}
				return nil
			},
		)
		if err == nil {
			err = failed()
		}
		if err == nil && tree.size == from {
			err = fmt.Errorf("%w: the log ends at position %d, the tree covers %d events", ErrBrokenTree, from, size)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lockedSize reads the size of the stored tree. Nobody else can write the tree until the
// transaction ends.
func lockedSize(ctx context.Context, tx pgx.Tx) (n int64, err error) {
	if err := tx.QueryRow(ctx, "select size from tree_size for update").Scan(&n); err != nil {
		return 0, fmt.Errorf("transparency log: %w", err)
	}
	return n, nil
}
