// Package rowset writes what many events mean for tables: it collects the state of each row in memory
// and writes all rows with a few statements, each over a set of rows.
package rowset

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Set is a row's columns and their values.
type Set map[string]any

// Statement is a statement of SQL with its arguments.
type Statement struct {
	SQL  string
	Args []any
}

// Conn is a connection to the database.
type Conn interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Batch collects the writes of many events. The methods that reducers use to write do not return
// errors: a mistake of the reducer (unknown table, wrong key) is reported by Apply.
type Batch struct {
	ctx     context.Context
	conn    Conn             // nil in a transaction of the caller
	first   func() Statement // the statement that begins each transaction
	tables  map[string]*table
	order   Tables
	journal []write // writes of the event that is being applied
	cells   []cell  // values of the journal
	failed  error   // mistake of the event that is being applied
	tx      pgx.Tx
	touched bool  // the event that is being applied has used the transaction
	broken  error // the transaction is lost, so everything since its start has to be applied again
}

// New returns an empty batch for tables of a connection. Each transaction begins with a statement.
func New(ctx context.Context, conn Conn, tables Tables, first func() Statement) *Batch {
	b := &Batch{ctx: ctx, conn: conn, first: first, tables: map[string]*table{}, order: tables}
	for _, t := range tables {
		t.forget()
		if !t.committed {
			t.seen.rows = nil
		}
		t.committed = false
		b.tables[t.Name] = t
	}
	return b
}

// Within returns an empty batch that writes in a transaction of the caller, who also ends it.
func Within(ctx context.Context, tx pgx.Tx, tables Tables) *Batch {
	b := New(ctx, nil, tables, nil)
	b.tx = tx
	return b
}

// ReducerError says that an event is to blame, and not the database.
type ReducerError struct {
	Err error
	// Undone is true if the reducer had used the transaction. It is rolled back then, so all events
	// of the batch have to be applied again.
	Undone bool
}

func (e *ReducerError) Error() string { return e.Err.Error() }

func (e *ReducerError) Unwrap() error { return e.Err }

// Apply calls the reducer of an event and keeps its writes, for Flush or Commit. It returns a
// *ReducerError if the event is to blame; nothing of the event is kept then. Any other error is a
// failure of the database, after which the batch is of no use.
func (b *Batch) Apply(reduce func() error) error {
	b.touched = false
	err := reduce()
	if err == nil {
		err = b.failed
	}
	if b.broken != nil && !IsData(b.broken) {
		return errors.Join(b.broken, b.rollback())
	}
	if err == nil && b.broken == nil {
		b.keep()
		return nil
	}
	if err == nil {
		err = b.broken
	}
	undone := b.broken != nil || b.touched
	if undone {
		if lost := b.rollback(); lost != nil {
			return lost
		}
	}
	b.discard()
	return &ReducerError{err, undone}
}

// Begun reports whether a reducer has begun a transaction.
func (b *Batch) Begun() bool { return b.tx != nil }

// Rows returns the number of rows that are not written yet.
func (b *Batch) Rows() (n int) {
	for _, t := range b.order {
		n += len(t.order)
	}
	return n
}

// Pending returns the keys of the rows that are not written yet, by table.
func (b *Batch) Pending() map[string][][]any {
	keys := map[string][][]any{}
	for _, t := range b.order {
		for _, r := range t.order {
			keys[t.Name] = append(keys[t.Name], r.key)
		}
	}
	return keys
}

// Commit writes all rows and runs more statements, in one transaction. It takes one round trip
// unless a reducer has begun the transaction, or the tables are fresh.
func (b *Batch) Commit(also ...Statement) error {
	if b.tx == nil && b.order.fresh() {
		if err := b.begin(); err != nil {
			return err
		}
		if err := b.Flush(); err != nil {
			return errors.Join(err, b.rollback())
		}
	}
	var q pgx.Batch
	if b.tx == nil {
		first := b.first()
		q.Queue(first.SQL, first.Args...)
	}
	for _, s := range also {
		q.Queue(s.SQL, s.Args...)
	}
	b.queue(&q)
	if b.tx == nil {
		return b.committed(b.conn.SendBatch(b.ctx, &q).Close()) // an implicit transaction
	}
	if err := b.tx.SendBatch(b.ctx, &q).Close(); err != nil {
		return errors.Join(err, b.rollback())
	}
	return b.committed(b.tx.Commit(b.ctx))
}

// committed keeps what is known of rows for the next batch, if this one was stored.
func (b *Batch) committed(err error) error {
	for _, t := range b.order {
		t.committed = err == nil
	}
	return err
}

func (b *Batch) begin() error {
	tx, err := b.conn.Begin(b.ctx)
	if err != nil {
		return err
	}
	first := b.first()
	if _, err := tx.Exec(b.ctx, first.SQL, first.Args...); err != nil {
		return errors.Join(err, tx.Rollback(b.ctx))
	}
	b.tx = tx
	return nil
}

// rollback ends the transaction, unless it is the caller's.
func (b *Batch) rollback() error {
	if b.tx == nil || b.conn == nil {
		return nil
	}
	err := b.tx.Rollback(b.ctx)
	b.tx = nil
	if errors.Is(err, pgx.ErrTxClosed) {
		return nil
	}
	return err
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
	table    *table
	id       any
	key      []any
	from, to int
}

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
	for pair := range slices.Chunk(pairs, 2) {
		name, isName := pair[0].(string)
		if !isName {
			b.fail(fmt.Errorf("update of %s: %v is no column", t.Name, pair[0]))
			return
		}
		ok = ok && b.cell(tb, name, pair[1])
	}
	b.write(ok, update, tb, key, from)
}

// Change is Update with a set.
func (b *Batch) Change(t *Table, key any, set Set) {
	from := len(b.cells)
	tb, ok := b.table(t)
	for name, value := range set {
		ok = ok && b.cell(tb, name, value)
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

// Moment returns a time for a nullable column. The zero time becomes null.
func Moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}

// Key returns a key of several columns, in the order of Table.Key.
func Key(parts ...any) []any { return parts }

func (b *Batch) table(t *Table) (*table, bool) {
	tb, ok := b.tables[t.Name]
	if !ok {
		b.fail(fmt.Errorf("table %s is not of this projection", t.Name))
	}
	return tb, ok
}

func (b *Batch) cell(t *table, name string, value any) bool {
	c, ok := t.columns[name]
	if !ok || c.key {
		b.fail(fmt.Errorf("table %s: %s cannot be set", t.Name, name))
		return false
	}
	b.cells = append(b.cells, cell{c.index, native(value)})
	return true
}

func (b *Batch) write(ok bool, v verb, t *table, key any, from int) {
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

func (b *Batch) fail(err error) {
	if b.failed == nil {
		b.failed = err
	}
}

// Exec runs a statement of the reducer in order with all other writes. Tables are written as
// {name}, so that the statement also works in a rebuild: Exec("delete from {comments} where
// topic_id = $1", id).
func (b *Batch) Exec(sql string, args ...any) error {
	tx, err := b.transaction(true)
	if err != nil {
		return err
	}
	for _, t := range b.order {
		t.seen.rows = nil // the statement may write any of them
	}
	for name, t := range b.tables {
		sql = strings.ReplaceAll(sql, "{"+name+"}", Quote(t.name))
	}
	_, err = tx.Exec(b.ctx, sql, args...)
	return b.lost(err)
}

// transaction returns the transaction for a reducer's statement. If flush, the statement sees
// everything written so far.
func (b *Batch) transaction(flush bool) (pgx.Tx, error) {
	if b.broken != nil {
		return nil, b.broken
	}
	if b.failed != nil {
		return nil, b.failed
	}
	if b.tx == nil {
		if err := b.begin(); err != nil {
			return nil, b.lost(err)
		}
	}
	b.touched = true
	b.keep()
	if !flush {
		return b.tx, nil
	}
	return b.tx, b.lost(b.Flush())
}

func (b *Batch) lost(err error) error {
	if err != nil {
		b.broken = err
	}
	return err
}

// keep adds the writes of the event just applied to the batch.
func (b *Batch) keep() {
	for _, w := range b.journal {
		w.table.merge(w, b.cells[w.from:w.to])
		w.table.follow(w, b.cells[w.from:w.to])
	}
	b.journal, b.cells = b.journal[:0], b.cells[:0]
}

// discard drops the writes of the event just applied.
func (b *Batch) discard() { b.journal, b.cells, b.failed = b.journal[:0], b.cells[:0], nil }
