package rowset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// Table is a table. Key lists the columns of its primary key.
type Table struct {
	Name string
	Key  []string
}

// Tables are tables whose columns are known.
type Tables []*table

// table is a table with the writes that are pending for it.
type table struct {
	*Table
	name    string // with the suffix
	columns map[string]*column
	all     []*column // by index
	rows    map[any]*rowState
	order   []*rowState
	flushed map[any]struct{} // keys that may exist in the table; nil means any
	seen    seen
	types   *pgtype.Map // converts values as the database would; each user has its own, because it is not locked
	// committed says that the batch before was stored, so what was seen is still true.
	committed bool
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

// Querier runs queries: a connection, a pool or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Describe reads the columns of tables. The database has them under their names with a suffix.
func Describe(ctx context.Context, q Querier, tables []*Table, suffix string) (Tables, error) {
	var out Tables
	types := pgtype.NewMap()
	for _, t := range tables {
		tb := &table{Table: t, name: t.Name + suffix, columns: map[string]*column{}, types: types}
		rows, err := q.Query(
			ctx,
			`select attname, attname = any ($2), format_type(atttypid, null), format_type(atttypid, null) like '%[]', atttypid
			from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
			Quote(tb.name),
			t.Key,
		)
		if err != nil {
			return nil, err
		}
		var c column
		if _, err := pgx.ForEachRow(rows, []any{&c.name, &c.key, &c.typ, &c.array, &c.oid}, func() error {
			kept := c
			kept.index = len(tb.all)
			tb.columns[c.name], tb.all = &kept, append(tb.all, &kept)
			return nil
		}); err != nil {
			return nil, err
		}
		if len(tb.all) > maxColumns {
			return nil, fmt.Errorf("projections: table %s has more than %d columns", tb.name, maxColumns)
		}
		for _, k := range t.Key {
			if _, ok := tb.columns[k]; !ok {
				return nil, fmt.Errorf("projections: table %s is missing or has no column %s", tb.name, k)
			}
		}
		out = append(out, tb)
	}
	return out, nil
}

// Fresh says that the tables are empty. From then on, many new rows are written with COPY.
func (t Tables) Fresh() {
	for _, t := range t {
		t.flushed = map[any]struct{}{}
	}
}

func (t Tables) fresh() bool {
	return slices.ContainsFunc(t, func(t *table) bool { return t.flushed != nil })
}

func (t *table) forget() { t.rows, t.order = map[any]*rowState{}, nil }

func (t *table) merge(w write, cells []cell) {
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

// Quote returns a name as SQL.
func Quote(name string) string { return pgx.Identifier{name}.Sanitize() }

func quoteAll(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = Quote(n)
	}
	return strings.Join(q, ", ")
}

// HasKey returns the SQL condition that a row has the key $1, $2, ...
func (t *Table) HasKey() string {
	parts := make([]string, len(t.Key))
	for i, k := range t.Key {
		parts[i] = fmt.Sprintf("%s = $%d", Quote(k), i+1)
	}
	return strings.Join(parts, " and ")
}
