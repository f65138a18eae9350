package asof

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/klauspost/compress/zstd"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
)

const (
	leastBetween = 10_000 // fewest events between two snapshots
	perOrder     = 10     // more of them for each order on the board, so that a large board is not stored too often
	lookEvery    = 10 * time.Second
	maxSnapshot  = 256 << 20 // bytes, unpacked
)

// Snapshots stores the board about every ten thousand events, so that its past loads fast.
// Snapshots are made from the log and can be deleted at any time.
type Snapshots struct {
	db *pgxpool.Pool
	// Keys authenticate snapshots. Nil means that they are not authenticated.
	Keys *keyring.Keyring

	every int64 // events between two snapshots, 0 for the default
	zip   *zstd.Encoder
	unzip *zstd.Decoder
}

// NewSnapshots returns the snapshots of a database. every is the number of events between two, 0
// for the default.
func NewSnapshots(db *pgxpool.Pool, every int64) (*Snapshots, error) {
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("board snapshots: %w", err)
	}
	unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxSnapshot))
	if err != nil {
		return nil, fmt.Errorf("board snapshots: %w", err)
	}
	return &Snapshots{db: db, every: every, zip: zip, unzip: unzip}, nil
}

// before returns the newest snapshot at or before a position, or the empty board.
func (s *Snapshots) before(ctx context.Context, position int64) (*folded, error) {
	b := newFolded()
	if s == nil {
		return b, nil
	}
	packed, err := s.newest(ctx, position, &b.at)
	if err != nil || packed == nil {
		return b, err
	}
	return b, s.unpack(b, packed)
}

// unpack fills a board with the orders of a snapshot.
func (s *Snapshots) unpack(b *folded, packed []byte) error {
	raw, err := s.unzip.DecodeAll(packed, nil)
	if err != nil {
		return fmt.Errorf("board snapshot at %d: %w", b.at, err)
	}
	var kept keptBoard
	if err := json.Unmarshal(raw, &kept); err != nil {
		return fmt.Errorf("board snapshot at %d: %w", b.at, err)
	}
	for _, o := range kept.Orders {
		b.orders[o.ID] = o
	}
	for _, l := range kept.Left {
		b.left[l.Stream] = l.Position
	}
	return nil
}

// newest returns the newest snapshot at or before a position, and its position. It returns nil if
// there is none. Snapshots that are not authentic are deleted, because they can be made again.
func (s *Snapshots) newest(ctx context.Context, position int64, at *int64) ([]byte, error) {
	for {
		var packed, auth []byte
		err := s.db.QueryRow(ctx, "select position, orders, auth from board_snapshots where position <= $1 and schema = $2 order by position desc limit 1", position, schema()).
			Scan(at, &packed, &auth)
		if errors.Is(err, pgx.ErrNoRows) {
			*at = 0
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("board snapshot: %w", err)
		}
		if s.Keys.Authentic(keyring.BoardSnapshotPurpose, message(*at, schema(), packed), auth) {
			return packed, nil
		}
		if _, err := s.db.Exec(
			ctx, "delete from board_snapshots where position = $1 and auth is not distinct from $2", *at, auth,
		); err != nil {
			return nil, fmt.Errorf("board snapshot: %w", err)
		}
	}
}

// message returns the bytes that a snapshot's authenticator covers: position and schema (8 bytes
// each) and the packed orders.
func message(at int64, schema int, packed []byte) []byte {
	b := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(at)), uint64(schema))
	return append(b, packed...)
}

// keptBoard is the stored form of a board.
type keptBoard struct {
	Orders []*order.Order
	Left   []Left `json:",omitempty"`
}

// schema returns the version of the stored form, which depends on that of the orders in it.
func schema() int {
	const layout = 2
	return layout*1000 + order.Streams.Snapshot
}

// keep stores the board of a position.
func (s *Snapshots) keep(ctx context.Context, at int64, b *folded) error {
	raw, err := json.Marshal(b.kept())
	if err != nil {
		return fmt.Errorf("board snapshot: %w", err)
	}
	packed := s.zip.EncodeAll(raw, nil)
	_, err = s.db.Exec(ctx, `insert into board_snapshots (position, schema, orders, auth) values ($1, $2, $3, $4)
		on conflict (position) do update set schema = excluded.schema, orders = excluded.orders, auth = excluded.auth`,
		at, schema(), packed, s.Keys.Authenticate(keyring.BoardSnapshotPurpose, message(at, schema(), packed)))
	if err != nil {
		return fmt.Errorf("board snapshot: %w", err)
	}
	return nil
}

// Follow stores snapshots of the board until ctx ends. One process at a time should run it.
func (r *Reader) Follow(ctx context.Context) error {
	head, err := r.log.Head(ctx)
	if err != nil {
		return err
	}
	b, err := r.begin(ctx, head)
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

// CatchUp stores the snapshots that are due, once.
func (r *Reader) CatchUp(ctx context.Context) error {
	head, err := r.log.Head(ctx)
	if err != nil {
		return err
	}
	b, err := r.begin(ctx, head)
	if err != nil {
		return err
	}
	return r.follow(ctx, b)
}

// follow stores the snapshots that are due.
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
		if err := r.snapshots.keep(ctx, next, b); err != nil {
			return err
		}
	}
}

// VerifySnapshots folds the log once and compares every snapshot that this build can read with the
// board at its position.
func (r *Reader) VerifySnapshots(ctx context.Context) (found eventlog.SnapshotsChecked, err error) {
	s := r.snapshots
	b := newFolded()
	for at := int64(0); ; {
		var packed, auth []byte
		err := s.db.QueryRow(ctx, "select position, orders, auth from board_snapshots where position > $1 and schema = $2 order by position limit 1", at, schema()).
			Scan(&at, &packed, &auth)
		if errors.Is(err, pgx.ErrNoRows) {
			return found, nil
		}
		if err != nil {
			return found, fmt.Errorf("board snapshot: %w", err)
		}
		found.Checked++
		authenticity := s.Keys.Judge(keyring.BoardSnapshotPurpose, message(at, schema(), packed), auth)
		fault := "its authenticator is missing or wrong, so it was changed or added by somebody else"
		if authenticity == keyring.Genuine || authenticity == keyring.Unauthenticated && s.Keys.FromBefore(at) {
			if fault, err = r.boardFault(ctx, b, at, packed); err != nil {
				return found, err
			}
		}
		switch {
		case fault != "":
			found.Faults = append(found.Faults, fmt.Sprintf("snapshot of the board at position %d: %s", at, fault))
		case authenticity == keyring.Unauthenticated:
			found.Before++
		}
	}
}

func (r *Reader) boardFault(ctx context.Context, b *folded, at int64, packed []byte) (string, error) {
	head, err := r.log.Head(ctx)
	if err != nil {
		return "", err
	}
	if at > head {
		return "the log ends before it", nil
	}
	if err := r.advance(ctx, b, at); err != nil {
		return "", err
	}
	want, err := json.Marshal(b.kept())
	if err != nil {
		return "", err
	}
	kept := newFolded()
	kept.at = at
	if err := r.snapshots.unpack(kept, packed); err != nil {
		return "it cannot be read", nil //nolint:nilerr // this is the fault to report
	}
	if err := r.reconsider(ctx, kept); err != nil {
		return "", err
	}
	if got, err := json.Marshal(kept.kept()); err != nil || !bytes.Equal(got, want) {
		return "it is not what the events up to this position lead to", err
	}
	return "", nil
}
