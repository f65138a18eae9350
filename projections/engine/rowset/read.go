package rowset

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// mostSeen bounds the rows of a table that stay in memory.
const mostSeen = 4_000

// seen is what is known of the rows of a table: the columns that reducers read, as they read or wrote
// them. It follows every write, and outlives a batch that was committed, because nothing else writes
// the table.
type seen struct {
	rows    map[any]*seenRow
	columns uint64 // one bit for each column that was read before
}

type seenRow struct {
	exists bool
	has    uint64 // one bit for each column whose value is known
	of     []known
}

// known is the value of a column, as a reducer wrote it or as the database sent it.
type known struct {
	value  any
	raw    []byte
	format int16
	read   bool // raw has the value
}

// Get reads columns of a row in the state that the events so far have left it, for the few reducers
// that need it. found is false if there is no such row. into are pointers as for pgx's Scan. It asks
// the database only for what it did not see before, because a question for each event takes longer
// than everything else.
func (b *Batch) Get(t *Table, key any, columns []string, into ...any) (found bool, err error) {
	if b.broken != nil {
		return false, b.broken
	}
	if b.failed != nil {
		return false, b.failed
	}
	tb, ok := b.tables[t.Name]
	if !ok {
		return false, fmt.Errorf("table %s is not of this projection", t.Name)
	}
	if len(b.journal) > 0 { // the reducer sees its own writes, which cannot be taken back alone from now on
		b.touched = true
		b.keep()
	}
	parts, several := key.([]any)
	if !several {
		parts = []any{key}
	}
	id := keyID(parts)
	if row := tb.seen.rows[id]; row != nil && tb.scan(row, columns, into) {
		return row.exists, nil
	}
	return b.read(tb, id, parts, columns, into)
}

// read asks the database for columns of a row.
func (b *Batch) read(t *table, id any, key []any, columns []string, into []any) (bool, error) {
	tx, err := b.transaction(t.rows[id] != nil)
	if err != nil {
		return false, err
	}
	sql := "select " + quoteAll(columns) + " from " + Quote(t.name) + " where " + t.HasKey()
	rows, err := tx.Query(b.ctx, sql, key...)
	if err != nil {
		return false, b.lost(err)
	}
	for _, name := range columns {
		if c := t.columns[name]; c != nil {
			t.seen.columns |= 1 << c.index
		}
	}
	row := t.seen.rows[id]
	if row == nil || !row.exists {
		row = &seenRow{}
	}
	_, err = pgx.CollectExactlyOneRow(rows, func(r pgx.CollectableRow) (struct{}, error) {
		row.exists = true
		for i, f := range r.FieldDescriptions() {
			value := known{raw: bytes.Clone(r.RawValues()[i]), format: f.Format, read: true}
			row.set(t.columns[columns[i]].index, value, len(t.all))
		}
		return struct{}{}, r.Scan(into...)
	})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, b.lost(err)
	}
	t.seen.keep(id, row)
	return row.exists, nil
}

// scan copies columns of a row. It reports false if one is not known, or of a type that only the
// database can convert.
func (t *table) scan(row *seenRow, columns []string, into []any) bool {
	if !row.exists {
		return true
	}
	for i, name := range columns {
		c := t.columns[name]
		if c == nil || row.has&(1<<c.index) == 0 {
			return false
		}
		v := row.of[c.index]
		if !v.read {
			raw, err := t.types.Encode(c.oid, pgx.BinaryFormatCode, v.value, nil)
			if err != nil {
				return false
			}
			v = known{raw: raw, format: pgx.BinaryFormatCode, read: true}
			row.of[c.index] = v
		}
		if t.types.Scan(c.oid, v.format, v.raw, into[i]) != nil {
			return false
		}
	}
	return true
}

func (r *seenRow) set(column int, v known, columns int) {
	if r.of == nil {
		r.of = make([]known, columns)
	}
	r.of[column] = v
	r.has |= 1 << column
}

func (s *seen) keep(id any, row *seenRow) {
	if s.rows == nil || len(s.rows) >= mostSeen {
		s.rows = map[any]*seenRow{}
	}
	s.rows[id] = row
}

// follow notes a write in what is known of the row. Only columns that were read before are followed.
func (t *table) follow(w write, cells []cell) {
	if t.seen.columns == 0 {
		return
	}
	row := t.seen.rows[w.id]
	if w.verb == remove {
		t.seen.keep(w.id, &seenRow{})
		return
	}
	if row == nil || !row.exists {
		if w.verb == update {
			return // of a row that may not exist
		}
		row = &seenRow{exists: true} // its other columns are not known
		t.seen.keep(w.id, row)
	}
	for _, c := range cells {
		if t.seen.columns&(1<<c.index) != 0 {
			row.set(c.index, known{value: c.value}, len(t.all))
		}
	}
}
