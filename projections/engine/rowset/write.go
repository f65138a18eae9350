package rowset

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

const (
	fewRows  = 4     // with fewer rows, one statement for each row is cheaper than arrays
	copyRows = 1_000 // from this many new rows COPY is cheaper
)

// Flush writes all rows in the transaction.
func (b *Batch) Flush() error {
	if b.Rows() == 0 {
		return nil
	}
	for _, t := range b.order {
		if err := t.copyNew(b.ctx, b.tx); err != nil {
			return err
		}
	}
	var q pgx.Batch
	b.queue(&q)
	if q.Len() == 0 {
		return nil
	}
	return b.tx.SendBatch(b.ctx, &q).Close()
}

// queue adds the statements for all rows to q and empties the batch.
func (b *Batch) queue(q *pgx.Batch) {
	for _, t := range b.order {
		t.queue(q)
		t.forget()
	}
}

func (t *table) queue(q *pgx.Batch) {
	var cleared []*rowState
	changes, inserts := groups{}, groups{}
	for _, r := range t.order {
		if r.clear {
			cleared = append(cleared, r)
		}
		if r.change.has != 0 {
			changes[r.change.has] = append(changes[r.change.has], r)
		}
		if r.inserted {
			inserts[r.insert.has] = append(inserts[r.insert.has], r)
		}
	}
	if len(cleared) > 0 {
		t.statements(q, cleared, nil, nil, func(from string) string {
			return "delete from " + Quote(t.name) + " as t using " + from + " where " + t.matches()
		}, func() string { return "delete from " + Quote(t.name) + " where " + t.HasKey() })
	}
	for _, has := range changes.sorted() {
		columns := t.named(has)
		t.statements(
			q,
			changes[has],
			columns,
			func(r *rowState) []any { return r.change.of },
			func(from string) string {
				return "update " + Quote(t.name) + " as t set " + assign(
					columns, func(c *column) string { return "u." + Quote(c.name) + c.cast() },
				) + " from " + from + " where " + t.matches()
			},
			func() string {
				n := len(t.Key)
				return "update " + Quote(t.name) + " set " + assign(
					columns, func(*column) string { n++; return fmt.Sprintf("$%d", n) },
				) + " where " + t.HasKey()
			},
		)
	}
	for _, has := range inserts.sorted() {
		columns := t.named(has)
		names := t.names(columns)
		into := "insert into " + Quote(t.name) + " (" + quoteAll(names) + ") "
		conflict := " on conflict (" + quoteAll(t.Key) + ") do nothing"
		if len(columns) > 0 {
			conflict = " on conflict (" + quoteAll(t.Key) + ") do update set " + assign(
				columns, func(c *column) string { return "excluded." + Quote(c.name) },
			)
		}
		t.statements(
			q,
			inserts[has],
			columns,
			func(r *rowState) []any { return r.insert.of },
			func(from string) string {
				selected := make([]string, len(names))
				for i, name := range names {
					selected[i] = "u." + Quote(name) + t.columns[name].cast()
				}
				return into + "select " + strings.Join(selected, ", ") + " from " + from + conflict
			},
			func() string {
				marks := make([]string, len(names))
				for i := range marks {
					marks[i] = fmt.Sprintf("$%d", i+1)
				}
				return into + "values (" + strings.Join(marks, ", ") + ")" + conflict
			},
		)
	}
}

// named returns the columns of a set of bits.
func (t *table) named(has uint64) []*column {
	columns := make([]*column, 0, bits.OnesCount64(has))
	for ; has != 0; has &= has - 1 {
		columns = append(columns, t.all[bits.TrailingZeros64(has)])
	}
	return columns
}

// names returns the names of the key's columns and of the given ones.
func (t *table) names(columns []*column) []string {
	names := append(make([]string, 0, len(t.Key)+len(columns)), t.Key...)
	for _, c := range columns {
		names = append(names, c.name)
	}
	return names
}

// statements queues one statement over arrays of the key and the columns, or one statement for each
// row if there are few.
func (t *table) statements(
	q *pgx.Batch,
	rows []*rowState,
	columns []*column,
	of func(*rowState) []any,
	many func(from string) string,
	one func() string,
) {
	names := t.names(columns)
	value := func(r *rowState, i int) any {
		if i < len(r.key) {
			return r.key[i]
		}
		return of(r)[columns[i-len(r.key)].index]
	}
	if len(rows) < fewRows {
		sql := one()
		for _, r := range rows {
			args := make([]any, len(names))
			for i := range names {
				args[i] = value(r, i)
			}
			q.Queue(sql, args...)
		}
		return
	}
	args, casts := make([]any, len(names)), make([]string, len(names))
	for i, name := range names {
		vs := make([]any, len(rows))
		for k, r := range rows {
			vs[k] = value(r, i)
		}
		c := t.columns[name]
		args[i], casts[i] = vs, fmt.Sprintf("$%d::%s[]", i+1, c.typ)
		if c.array { // unnest would flatten an array, so its elements are sent as text
			args[i], casts[i] = c.texts(vs), fmt.Sprintf("$%d::text[]", i+1)
		}
	}
	q.Queue(many("unnest("+strings.Join(casts, ", ")+") as u ("+quoteAll(names)+")"), args...)
}

// cast returns the SQL that converts an array's text to the table's type.
func (c *column) cast() string {
	if c.array {
		return "::" + c.typ
	}
	return ""
}

// badValue is a value that does not fit its column. It makes the statement fail like an error of
// the database.
type badValue struct{ err error }

func (v badValue) Value() (driver.Value, error) { return nil, v.err }

// texts returns the values of an array column in PostgreSQL's text format.
func (c *column) texts(values []any) []any {
	types := pgtype.NewMap()
	out := make([]any, len(values))
	for i, v := range values {
		raw, err := types.Encode(c.oid, pgtype.TextFormatCode, v, nil)
		switch {
		case err != nil:
			out[i] = badValue{fmt.Errorf("unable to encode column %s: %w", c.name, err)}
		case raw != nil:
			out[i] = string(raw)
		}
	}
	return out
}

func (t *table) matches() string {
	parts := make([]string, len(t.Key))
	for i, k := range t.Key {
		parts[i] = "t." + Quote(k) + " = u." + Quote(k)
	}
	return strings.Join(parts, " and ")
}

func assign(columns []*column, value func(*column) string) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = Quote(c.name) + " = " + value(c)
	}
	return strings.Join(parts, ", ")
}

// groups collects rows that set the same columns.
type groups map[uint64][]*rowState

func (g groups) sorted() []uint64 { return slices.Sorted(maps.Keys(g)) }

// copyNew writes rows that cannot exist in the table with COPY. Only a rebuild from position 0
// knows such rows.
func (t *table) copyNew(ctx context.Context, tx pgx.Tx) error {
	if t.flushed == nil {
		return nil
	}
	fresh := groups{}
	for id, r := range t.rows {
		if _, ok := t.flushed[id]; !ok && r.inserted {
			fresh[r.insert.has] = append(fresh[r.insert.has], r)
		}
	}
	copied := map[*rowState]bool{}
	for _, has := range fresh.sorted() {
		if len(fresh[has]) < copyRows {
			continue
		}
		if err := t.copy(ctx, tx, t.named(has), fresh[has]); err != nil {
			return err
		}
		for _, r := range fresh[has] {
			copied[r] = true
		}
	}
	for id, r := range t.rows {
		if r.inserted {
			t.flushed[id] = struct{}{}
		}
	}
	t.order = slices.DeleteFunc(t.order, func(r *rowState) bool { return copied[r] })
	return nil
}

func (t *table) copy(ctx context.Context, tx pgx.Tx, columns []*column, rows []*rowState) error {
	row := make([]any, len(t.Key)+len(columns))
	_, err := tx.CopyFrom(
		ctx,
		pgx.Identifier{t.name},
		t.names(columns),
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			copy(row, rows[i].key)
			for k, c := range columns {
				row[len(t.Key)+k] = rows[i].insert.of[c.index]
			}
			return row, nil
		}),
	)
	return err
}

// IsData reports whether the written values caused an error, so that an event is to blame and not
// the database.
func IsData(err error) bool {
	if _, ok := errors.AsType[*ReducerError](err); ok {
		return true
	}
	pe, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		// pgx rejects a value that does not fit its column before it sends anything.
		return strings.Contains(fmt.Sprint(err), "unable to encode") ||
			strings.Contains(fmt.Sprint(err), "cannot find encode plan")
	}
	return pe.Code[:2] == "22" || pe.Code[:2] == "23"
}
