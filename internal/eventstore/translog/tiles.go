package translog

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8 // 256 hashes, 8 kB

// database is the part of a connection, a pool or a transaction that reads the tree.
type database interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

type tileID struct {
	level int
	index int64
}

// tiles reads hashes of the stored tree. It caches the tiles that it has read, so use it for one
// piece of work only.
type tiles struct {
	ctx  context.Context //nolint:containedctx // tlog.HashReader has none
	db   database
	kept map[tileID][]byte
}

func readTiles(ctx context.Context, db database) *tiles {
	return &tiles{ctx: ctx, db: db, kept: map[tileID][]byte{}}
}

// ReadHashes implements tlog.HashReader. It returns the hashes at these indexes.
func (t *tiles) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var levels []int16
	var numbers []int64
	for _, i := range indexes {
		tile := tlog.TileForIndex(tileHeight, i)
		id := tileID{tile.L, tile.N}
		if _, known := t.kept[id]; known {
			continue
		}
		t.kept[id] = nil
		levels, numbers = append(levels, int16(tile.L)), append(numbers, tile.N)
	}
	if len(levels) > 0 {
		if err := t.load(levels, numbers); err != nil {
			return nil, err
		}
	}
	hashes := make([]tlog.Hash, len(indexes))
	for k, i := range indexes {
		tile := tlog.TileForIndex(tileHeight, i)
		data := t.kept[tileID{tile.L, tile.N}]
		if len(data) < tile.W*tlog.HashSize {
			return nil, fmt.Errorf(
				"%w: tile %d of level %d has %d bytes, want %d", ErrBrokenTree, tile.N, tile.L, len(data),
				tile.W*tlog.HashSize,
			)
		}
		h, err := tlog.HashFromTile(tile, data[:tile.W*tlog.HashSize], i)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBrokenTree, err)
		}
		hashes[k] = h
	}
	return hashes, nil
}

func (t *tiles) load(levels []int16, numbers []int64) error {
	rows, err := t.db.Query(t.ctx, `select level, index, hashes from tree_tiles
		where (level, index) in (select * from unnest($1::smallint[], $2::bigint[]))`, levels, numbers)
	if err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	var level int16
	var id tileID
	var hashes []byte
	_, err = pgx.ForEachRow(rows, []any{&level, &id.index, &hashes}, func() error {
		id.level = int(level)
		t.kept[id], hashes = hashes, nil
		return nil
	})
	if err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	return nil
}

// growing is a stored tree with additional leaves that are not stored yet.
type growing struct {
	stored *tiles
	size   int64
	fresh  map[int64]tlog.Hash
}

func (g *growing) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	var old []int64
	var where []int
	for k, i := range indexes {
		if h, ok := g.fresh[i]; ok {
			hashes[k] = h
			continue
		}
		old, where = append(old, i), append(where, k)
	}
	if len(old) == 0 {
		return hashes, nil
	}
	read, err := g.stored.ReadHashes(old)
	for k, h := range read {
		hashes[where[k]] = h
	}
	return hashes, err
}

func (g *growing) add(leaf tlog.Hash) error {
	hashes, err := tlog.StoredHashesForRecordHash(g.size, leaf, g)
	if err != nil {
		return err
	}
	at := tlog.StoredHashIndex(0, g.size)
	for k, h := range hashes {
		g.fresh[at+int64(k)] = h
	}
	g.size++
	return nil
}

// store writes the tiles that changed since the tree had the size from.
func (g *growing) store(batch *pgx.Batch, from int64) error {
	for _, t := range tlog.NewTiles(tileHeight, from, g.size) {
		data, err := tlog.ReadTileData(t, g)
		if err != nil {
			return err
		}
		batch.Queue(`insert into tree_tiles (level, index, hashes) values ($1, $2, $3)
			on conflict (level, index) do update set hashes = excluded.hashes`, int16(t.L), t.N, data)
	}
	return nil
}
