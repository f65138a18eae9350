package translog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
)

const (
	pageSize  = 5_000
	pollEvery = time.Second
	gather    = 100 * time.Millisecond // auditors can wait; a page costs about as much as an event
)

// ErrNotCovered says that the tree does not cover the event yet.
var ErrNotCovered = &domain.Error{
	Code:    domain.NotFound,
	Reason:  "audit.not_covered",
	Message: "The audit log does not cover this yet. Try again in a moment.",
}

var errNoKey = errors.New("transparency log: no key to sign with")

// Tree is the transparency log of an event log.
type Tree struct {
	// Logger logs that the stored tree was damaged. Default: slog.Default.
	Logger *slog.Logger
	// Anchors are places with copies of signed heads. A head is signed only if it is consistent
	// with the newest head of each place.
	Anchors []Place
	// SettleAfter is the time after which every later event needs an authenticator, if no event
	// without one was appended meanwhile. It must be as long as processes of an older build may
	// still run.
	SettleAfter time.Duration

	store *eventlog.Store
	db    *pgxpool.Pool
	keys  *Keys
	clock func() time.Time

	mu      sync.Mutex
	rebuild *rebuilding // in progress, or nil

	// Of the process that extends the tree.
	unsealed   int64 // last event without an authenticator,
	unsealedAt time.Time
	settleNext time.Time
}

// New returns the tree. Without keys it cannot sign.
func New(store *eventlog.Store, db *pgxpool.Pool, keys *Keys, clock func() time.Time) *Tree {
	return &Tree{store: store, db: db, keys: keys, clock: clock}
}

func (t *Tree) logger() *slog.Logger {
	if t.Logger == nil {
		return slog.Default()
	}
	return t.Logger
}

// Run lets the tree follow the log until ctx ends. Only one process does so at a time.
func (t *Tree) Run(ctx context.Context, leases *lease.Leases) error {
	return leases.Lead(ctx, "transparency log", func(ctx context.Context, l *lease.Lease) error {
		wake, cancel := t.store.Subscribe()
		defer cancel()
		for ctx.Err() == nil {
			var added int64
			err := l.Use(func(conn *pgx.Conn) (err error) {
				added, err = t.extend(ctx, conn)
				return err
			})
			if errors.Is(err, ErrBrokenTree) {
				err = t.mend(ctx, err)
			}
			if err != nil && !errors.Is(err, ErrRebuilding) {
				return err
			}
			if added == pageSize {
				continue
			}
			if t.keys != nil {
				t.trySettle(ctx, t.db)
			}
			select {
			case <-ctx.Done():
			case <-wake:
				select {
				case <-ctx.Done():
				case <-time.After(gather):
				}
			case <-time.After(pollEvery):
			}
		}
		return ctx.Err()
	})
}

// extend adds up to pageSize events to the stored tree.
func (t *Tree) extend(ctx context.Context, conn *pgx.Conn) (added int64, err error) {
	if behind, err := t.behind(ctx, conn); err != nil || !behind {
		return 0, err
	}
	tx, err := conn.Begin(ctx)
	if err != nil {
		return 0, fmt.Errorf("transparency log: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	from, err := lockedSize(ctx, tx)
	if err != nil {
		return 0, err
	}
	g := &growing{stored: readTiles(ctx, tx), size: from, fresh: map[int64]tlog.Hash{}}
	err = t.store.EachRecord(ctx, from, pageSize, func(position int64, record []byte) error {
		if position != g.size+1 {
			return fmt.Errorf("%w: %d follows %d", eventlog.ErrGap, position, g.size)
		}
		return g.add(leafHash(record))
	})
	if err != nil || g.size == from {
		return 0, err
	}
	batch := &pgx.Batch{}
	if err := g.store(batch, from); err != nil {
		return 0, err
	}
	batch.Queue("update tree_size set size = $1", g.size)
	if err = tx.SendBatch(ctx, batch).Close(); err == nil {
		err = tx.Commit(ctx)
	}
	if err != nil {
		return 0, fmt.Errorf("transparency log: %w", err)
	}
	return g.size - from, nil
}

// behind reports whether the log has events that the tree does not cover. If the tree covers more
// events than there are, it was damaged.
func (t *Tree) behind(ctx context.Context, db database) (bool, error) {
	covered, err := size(ctx, db)
	if err != nil {
		return false, err
	}
	head, err := t.store.Head(ctx)
	if err == nil && covered > head {
		err = fmt.Errorf("%w: it covers %d events, the log has %d", ErrBrokenTree, covered, head)
	}
	return covered < head, err
}

func size(ctx context.Context, db database) (n int64, err error) {
	if err = db.QueryRow(ctx, "select size from tree_size").Scan(&n); err != nil {
		return 0, fmt.Errorf("transparency log: %w", err)
	}
	return n, nil
}

const patience = 5 * time.Second

// wait waits until the tree covers a position. After a while it returns ErrNotCovered.
func (t *Tree) wait(ctx context.Context, position int64, patience time.Duration) error {
	look := time.NewTicker(gather)
	defer look.Stop()
	end := time.After(patience)
	for {
		n, err := size(ctx, t.db)
		if err != nil || n >= position {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-end:
			return ErrNotCovered
		case <-look.C:
		}
	}
}

// ProveEvent proves that the tree of a size contains the event at a position. It returns the
// event's record, and the hashes that lead from it to the root.
func (t *Tree) ProveEvent(
	ctx context.Context,
	position, treeSize int64,
) (record []byte, proof tlog.RecordProof, err error) {
	if err := t.covers(ctx, position, treeSize); err != nil {
		return nil, nil, err
	}
	err = t.store.EachRecord(ctx, position-1, 1, func(at int64, r []byte) error {
		if at == position {
			record = append([]byte(nil), r...)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if record == nil {
		return nil, nil, eventlog.ErrNotFound
	}
	proof, err = tlog.ProveRecord(treeSize, position-1, readTiles(ctx, t.db))
	return record, proof, err
}

// ProveGrowth proves that the tree of size to is the tree of size from with more events after it.
func (t *Tree) ProveGrowth(ctx context.Context, from, to int64) (tlog.TreeProof, error) {
	if err := t.covers(ctx, from, to); err != nil {
		return nil, err
	}
	return tlog.ProveTree(to, from, readTiles(ctx, t.db))
}

func (t *Tree) covers(ctx context.Context, inner, outer int64) error {
	n, err := size(ctx, t.db)
	switch {
	case err != nil:
		return err
	case inner < 1 || inner > outer || outer > n:
		return ErrNotCovered
	}
	return nil
}
