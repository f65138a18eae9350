package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// Set is a row's columns and their values.
type Set map[string]any

// Batch collects the writes of many events in memory, as one state for each row, and writes them
// with a few set-based statements. Its methods do not return errors: a mistake of the reducer
// (unknown table, wrong key) is reported after the reducer has returned.
type Batch struct {
	tables  map[string]*tableBatch
	order   []*tableBatch
	journal []write // writes of the event that is being applied
	cells   []cell  // values of the journal
	failed  error   // mistake of the event that is being applied
	ctx     context.Context
	begin   func(context.Context) (pgx.Tx, error) // starts the transaction, for reducers that read
	tx      pgx.Tx
	touched bool  // the event that is being applied has used the transaction
	broken  error // the transaction is lost, so everything since its start has to be applied again
}

type tableBatch struct {
	*Table
	name    string
	columns map[string]*column
	all     []*column // by index
	rows    map[any]*rowState
	order   []*rowState
	flushed map[any]struct{} // keys that may exist in the table; nil means any
}

type column struct {
	index int
	name  string
	key   bool
	typ   string // the type's name in SQL
	oid   uint32
	array bool
}

// maxColumns is the largest number of columns of a table, because a set of columns is stored as
// bits of a number.
const maxColumns = 64

// cell is the value of a column.
type cell struct {
	index int
	value any
}

// values has the values of some columns of a row.
type values struct {
	has uint64 // one bit for each column that is set
	of  []any  // by index of the column
}

func (v *values) set(cells []cell, columns int) {
	if v.of == nil {
		v.of = make([]any, columns)
	}
	for _, c := range cells {
		v.of[c.index] = c.value
		v.has |= 1 << c.index
	}
}

// rowState is the pending change of one row, in this order: delete, update if it exists, insert or
// replace.
type rowState struct {
	key      []any
	clear    bool
	inserted bool
	change   values
	insert   values // only if inserted
}

type verb int

const (
	upsert verb = iota
	update
	remove
)

// write is one call of a reducer. Its cells are those of the batch between two indexes.
type write struct {
	verb     verb
	table    *tableBatch
	id       any
	key      []any
	from, to int
}

func newBatch(ctx context.Context, tables []*tableBatch, begin func(context.Context) (pgx.Tx, error)) *Batch {
	b := &Batch{ctx: ctx, tables: map[string]*tableBatch{}, order: tables, begin: begin}
	for _, t := range tables {
		t.forget()
		b.tables[t.Name] = t
	}
	return b
}

func (t *tableBatch) forget() { t.rows, t.order = map[any]*rowState{}, nil }

// Upsert inserts the row, or sets these columns of an existing row.
func (b *Batch) Upsert(t *Table, key any, set Set) {
	from := len(b.cells)
	tb, ok := b.table(t)
	for name, value := range set {
		ok = ok && b.cell(tb, name, value)
	}
	b.write(ok, upsert, tb, key, from)
}

// Update sets columns of an existing row: Update(cards, id, "status", to, "since", at).
func (b *Batch) Update(t *Table, key any, pairs ...any) {
	from := len(b.cells)
	tb, ok := b.table(t)
	if len(pairs)%2 != 0 || len(pairs) == 0 {
		b.fail(fmt.Errorf("update of %s: columns and values do not pair", t.Name))
		return
	}
	for i := 0; i < len(pairs) && ok; i += 2 {
		name, isName := pairs[i].(string)
		if !isName {
			b.fail(fmt.Errorf("update of %s: %v is no column", t.Name, pairs[i]))
			return
		}
		ok = b.cell(tb, name, pairs[i+1])
	}
	b.write(ok, update, tb, key, from)
}

// Delete removes the row if it exists.
func (b *Batch) Delete(t *Table, key any) {
	tb, ok := b.table(t)
	b.write(ok, remove, tb, key, len(b.cells))
}

// Optional returns an id for a nullable column. Nil becomes null.
func Optional(id uuid.UUID) any {
	if id == uuid.Nil {
		return nil
	}
	return id
}

// Key returns a key of several columns, in the order of Table.Key.
func Key(parts ...any) []any { return parts }

func (b *Batch) table(t *Table) (*tableBatch, bool) {
	tb, ok := b.tables[t.Name]
	if !ok {
		b.fail(fmt.Errorf("table %s is not of this projection", t.Name))
	}
	return tb, ok
}

func (b *Batch) cell(t *tableBatch, name string, value any) bool {
	c, ok := t.columns[name]
	if !ok || c.key {
		b.fail(fmt.Errorf("table %s: %s cannot be set", t.Name, name))
		return false
	}
	b.cells = append(b.cells, cell{c.index, native(value)})
	return true
}

func (b *Batch) write(ok bool, v verb, t *tableBatch, key any, from int) {
	if !ok {
		return
	}
	parts, several := key.([]any)
	if !several {
		parts = []any{key}
	}
	if len(parts) != len(t.Key) {
		b.fail(fmt.Errorf("table %s has the key %v, not %v", t.Name, t.Key, parts))
		return
	}
	b.journal = append(b.journal, write{v, t, keyID(parts), parts, from, len(b.cells)})
}

// keyID returns a value that identifies a row.
func keyID(parts []any) any {
	if len(parts) == 1 {
		switch id := parts[0].(type) {
		case uuid.UUID, string:
			return id
		}
	}
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "%v\x00", p)
	}
	return b.String()
}

// native returns a value in a form that pgx encodes directly.
func native(value any) any {
	switch v := value.(type) {
	case uuid.UUID:
		return [16]byte(v)
	case []uuid.UUID:
		ids := make(pgtype.FlatArray[pgtype.UUID], len(v))
		for i, id := range v {
			ids[i] = pgtype.UUID{Bytes: id, Valid: true}
		}
		return ids
	}
	return value
}

func (b *Batch) fail(err error) {
	if b.failed == nil {
		b.failed = err
	}
}

// keep adds the writes of the event just applied to the batch.
func (b *Batch) keep() {
	for _, w := range b.journal {
		w.table.merge(w, b.cells[w.from:w.to])
	}
	b.journal, b.cells = b.journal[:0], b.cells[:0]
}

// discard drops the writes of the event just applied.
func (b *Batch) discard() { b.journal, b.cells, b.failed = b.journal[:0], b.cells[:0], nil }

func (t *tableBatch) merge(w write, cells []cell) {
	r := t.rows[w.id]
	if r == nil {
		r = &rowState{key: w.key}
		t.rows[w.id] = r
		t.order = append(t.order, r)
	}
	switch {
	case w.verb == remove:
		*r = rowState{key: r.key, clear: true}
	case w.verb == upsert || r.inserted:
		r.inserted = true
		r.insert.set(cells, len(t.all))
	case !r.clear: // updating a deleted row has no effect
		r.change.set(cells, len(t.all))
	}
}

// Get reads columns of a row in the state that the events so far have left it, for the few reducers
// that need it. found is false if there is no such row. into are pointers as for pgx's Scan.
func (b *Batch) Get(t *Table, key any, columns []string, into ...any) (found bool, err error) {
	tx, err := b.transaction()
	if err != nil {
		return false, err
	}
	parts, several := key.([]any)
	if !several {
		parts = []any{key}
	}
	tb, ok := b.tables[t.Name]
	if !ok {
		return false, fmt.Errorf("table %s is not of this projection", t.Name)
	}
	sql := "select " + quoteAll(columns) + " from " + quote(tb.name) + " where " + equals(t.Key)
	err = tx.QueryRow(b.ctx, sql, parts...).Scan(into...)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, b.lost(err)
}

// Exec runs a statement of the reducer in order with all other writes. Tables are written as
// {name}, so that the statement also works in a rebuild: Exec("delete from {comments} where
// topic_id = $1", id).
func (b *Batch) Exec(sql string, args ...any) error {
	tx, err := b.transaction()
	if err != nil {
		return err
	}
	for name, t := range b.tables {
		sql = strings.ReplaceAll(sql, "{"+name+"}", quote(t.name))
	}
	_, err = tx.Exec(b.ctx, sql, args...)
	return b.lost(err)
}

// transaction returns a transaction in which a reducer's statement sees everything written so far.
func (b *Batch) transaction() (pgx.Tx, error) {
	if b.broken != nil {
		return nil, b.broken
	}
	if b.failed != nil {
		return nil, b.failed
	}
	if b.tx == nil {
		tx, err := b.begin(b.ctx)
		if err != nil {
			return nil, b.lost(err)
		}
		b.tx = tx
	}
	b.touched = true
	b.keep()
	return b.tx, b.lost(b.flush(b.ctx, b.tx))
}

func (b *Batch) lost(err error) error {
	if err != nil {
		b.broken = err
	}
	return err
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

func quoteAll(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = quote(n)
	}
	return strings.Join(q, ", ")
}

func equals(key []string) string {
	q := make([]string, len(key))
	for i, k := range key {
		q[i] = fmt.Sprintf("%s = $%d", quote(k), i+1)
	}
	return strings.Join(q, " and ")
}
