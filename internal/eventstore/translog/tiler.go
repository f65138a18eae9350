package translog

import (
	"context"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

const tileWidth = 1 << tileHeight // hashes in a full tile

// tiler computes the tiles of a tree from its leaves and passes each one on once: full tiles when
// they are full, the others at the end.
type tiler struct {
	frontier
	open [][]byte // by level: the hashes of the tile that is not full yet
	next []int64  // by level: the index of that tile
	tile func(level int, index int64, hashes []byte) error
	err  error // the first error of tile
}

func newTiler(tile func(level int, index int64, hashes []byte) error) *tiler {
	t := &tiler{tile: tile}
	t.made = t.node
	return t
}

func (t *tiler) node(height int, _ int64, hash tlog.Hash) {
	if height%tileHeight != 0 {
		return
	}
	level := height / tileHeight
	if level == len(t.open) {
		t.open, t.next = append(t.open, make([]byte, 0, tileWidth*tlog.HashSize)), append(t.next, 0)
	}
	t.open[level] = append(t.open[level], hash[:]...)
	if len(t.open[level]) == tileWidth*tlog.HashSize {
		t.hand(level)
		t.open[level] = t.open[level][:0]
		t.next[level]++
	}
}

func (t *tiler) hand(level int) {
	if t.err == nil {
		t.err = t.tile(level, t.next[level], t.open[level])
	}
}

// end passes on the tiles that are not full.
func (t *tiler) end() error {
	for level, hashes := range t.open {
		if len(hashes) > 0 {
			t.hand(level)
		}
	}
	t.made = nil
	return t.err
}

// counts returns the number of tiles of each level, including those that are not full.
func (t *tiler) counts() []int64 {
	counts := make([]int64, len(t.open))
	for level, hashes := range t.open {
		counts[level] = t.next[level]
		if len(hashes) > 0 {
			counts[level]++
		}
	}
	return counts
}

// span returns the positions of the first and the last event below a hash of a tile.
func span(level int, index int64, hash int) (first, last int64) {
	width := int64(1) << (tileHeight * level)
	n := index*tileWidth + int64(hash)
	return n*width + 1, (n + 1) * width
}

// shelf reads the stored tiles of each level in order, a few at a time.
type shelf struct {
	db   database
	rows map[int][]storedTile
}

type storedTile struct {
	index  int64
	hashes []byte
}

const shelfPage = 64

// take returns a stored tile, nil if there is none. The indexes of a level must rise from call to
// call.
func (s *shelf) take(ctx context.Context, level int, index int64) ([]byte, error) {
	rows := s.rows[level]
	for len(rows) > 0 && rows[0].index < index {
		rows = rows[1:]
	}
	if len(rows) == 0 {
		var err error
		if rows, err = s.read(ctx, level, index); err != nil {
			return nil, err
		}
	}
	s.rows[level] = rows
	if len(rows) == 0 || rows[0].index != index {
		return nil, nil
	}
	return rows[0].hashes, nil
}

func (s *shelf) read(ctx context.Context, level int, from int64) (page []storedTile, err error) {
	rows, err := s.db.Query(
		ctx, "select index, hashes from tree_tiles where level = $1 and index >= $2 order by index limit $3",
		int16(level), from, shelfPage,
	)
	if err != nil {
		return nil, fmt.Errorf("transparency log: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var t storedTile
		if err := rows.Scan(&t.index, &t.hashes); err != nil {
			return nil, fmt.Errorf("transparency log: %w", err)
		}
		page = append(page, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("transparency log: %w", err)
	}
	return page, nil
}
