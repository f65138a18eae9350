package asof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/klauspost/compress/zstd"

	"github.com/proofboard/proofboard/domain/order"
)

const (
	leastBetween = 10_000 // events between two snapshots
	perOrder     = 10     // and so many for each order on the board, so that a large board is not written too often
	lookEvery    = 10 * time.Second
	maxSnapshot  = 256 << 20 // bytes, unpacked
)

// Snapshots keeps the board as it was every ten thousand events, so that its past is found fast. They are made from the log
// and can be thrown away.
type Snapshots struct {
	db    *pgxpool.Pool
	every int64 // events between two, 0 for the default
	zip   *zstd.Encoder
	unzip *zstd.Decoder
}

// NewSnapshots returns the snapshots of a database; every 0 leaves it to them how far apart they are.
func NewSnapshots(db *pgxpool.Pool, every int64) (*Snapshots, error) {
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("board snapshots: %w", err)
	}
	unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxSnapshot))
	if err != nil {
		return nil, fmt.Errorf("board snapshots: %w", err)
	}
	return &Snapshots{db, every, zip, unzip}, nil
}

// before is the newest snapshot at or before a position; the empty board if there is none.
func (s *Snapshots) before(ctx context.Context, position int64) (*folded, error) {
	b := &folded{orders: map[uuid.UUID]*order.Order{}}
	if s == nil {
		return b, nil
	}
	var packed []byte
	err := s.db.QueryRow(ctx, "select position, orders from board_snapshots where position <= $1 and schema = $2 order by position desc limit 1", position, schema()).
		Scan(&b.at, &packed)
	if errors.Is(err, pgx.ErrNoRows) {
		return b, nil
	}
	if err != nil {
		return nil, fmt.Errorf("board snapshot: %w", err)
	}
	raw, err := s.unzip.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("board snapshot at %d: %w", b.at, err)
	}
	var orders []*order.Order
	if err := json.Unmarshal(raw, &orders); err != nil {
		return nil, fmt.Errorf("board snapshot at %d: %w", b.at, err)
	}
	for _, o := range orders {
		b.orders[o.ID] = o
	}
	return b, nil
}

// schema is that of the orders in a snapshot.
func schema() int { return (&order.Order{}).SnapshotSchema() }

// keep stores the board of a position.
func (s *Snapshots) keep(ctx context.Context, at int64, orders []*order.Order) error {
	raw, err := json.Marshal(orders)
	if err != nil {
		return fmt.Errorf("board snapshot: %w", err)
	}
	_, err = s.db.Exec(ctx, `insert into board_snapshots (position, schema, orders) values ($1, $2, $3)
		on conflict (position) do update set schema = excluded.schema, orders = excluded.orders`, at, schema(), s.zip.EncodeAll(raw, nil))
	if err != nil {
		return fmt.Errorf("board snapshot: %w", err)
	}
	return nil
}

// Follow keeps snapshots of the board until ctx ends; one process at a time should.
func (r *Reader) Follow(ctx context.Context) error {
	head, err := r.log.Head(ctx)
	if err != nil {
		return err
	}
	b, err := r.snapshots.before(ctx, head)
	if err != nil {
		return err
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := r.follow(ctx, b); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// CatchUp takes the snapshots that are due, once.
func (r *Reader) CatchUp(ctx context.Context) error {
	head, err := r.log.Head(ctx)
	if err != nil {
		return err
	}
	b, err := r.snapshots.before(ctx, head)
	if err != nil {
		return err
	}
	return r.follow(ctx, b)
}

// follow takes the snapshots that are due.
func (r *Reader) follow(ctx context.Context, b *folded) error {
	for {
		head, err := r.log.Head(ctx)
		if err != nil {
			return err
		}
		next := b.at + r.snapshots.every
		if r.snapshots.every == 0 {
			next = b.at + max(leastBetween, perOrder*int64(len(b.orders)))
		}
		if next > head {
			return nil
		}
		if err := r.advance(ctx, b, next); err != nil {
			return err
		}
		if err := r.snapshots.keep(ctx, next, b.standing()); err != nil {
			return err
		}
	}
}
