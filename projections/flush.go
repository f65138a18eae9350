package projections

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

const (
	fewRows  = 4     // below, one statement a row is cheaper than arrays
	copyRows = 1_000 // new rows from which COPY is cheaper
)

// sender runs statements: a connection or a transaction.
type sender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
}

// empty says whether a flush has nothing to write.
func (b *Batch) empty() bool {
	for _, t := range b.order {
		if len(t.order) > 0 {
			return false
		}
	}
	return true
}

// flush writes all rows and forgets them.
func (b *Batch) flush(ctx context.Context, to sender) error {
	if b.empty() {
		return nil
	}
	for _, t := range b.order {
		if err := t.copyNew(ctx, to); err != nil {
			return err
		}
	}
	var q pgx.Batch
	b.queue(&q)
	if q.Len() == 0 {
		return nil
	}
	return to.SendBatch(ctx, &q).Close()
}

// queue adds the statements for all rows to q and forgets the rows.
func (b *Batch) queue(q *pgx.Batch) {
	for _, t := range b.order {
		t.queue(q)
		t.rows, t.order = map[string]*rowState{}, nil
	}
}

func (t *tableBatch) queue(q *pgx.Batch) {
	var cleared []*rowState
	changes, inserts := groups{}, groups{}
	for _, r := range t.order {
		if r.clear {
			cleared = append(cleared, r)
		}
		if len(r.change) > 0 {
			changes.add(r.change, r)
		}
		if r.insert != nil {
			inserts.add(r.insert, r)
		}
	}
	if len(cleared) > 0 {
		t.statements(q, cleared, t.Key, nil, func(from string) string {
			return "delete from " + quote(t.name) + " as t using " + from + " where " + t.matches()
		}, func() string { return "delete from " + quote(t.name) + " where " + equals(t.Key) })
	}
	for _, g := range changes.sorted() {
		t.statements(q, g.rows, slices.Concat(t.Key, g.columns), func(r *rowState) Set { return r.change }, func(from string) string {
			return "update " + quote(t.name) + " as t set " + assign(g.columns, func(c string) string { return "u." + quote(c) + t.cast(c) }) + " from " + from + " where " + t.matches()
		}, func() string {
			n := len(t.Key)
			return "update " + quote(t.name) + " set " + assign(g.columns, func(string) string { n++; return fmt.Sprintf("$%d", n) }) + " where " + equals(t.Key)
		})
	}
	for _, g := range inserts.sorted() {
		all := slices.Concat(t.Key, g.columns)
		into := "insert into " + quote(t.name) + " (" + quoteAll(all) + ") "
		conflict := " on conflict (" + quoteAll(t.Key) + ") do nothing"
		if len(g.columns) > 0 {
			conflict = " on conflict (" + quoteAll(t.Key) + ") do update set " + assign(g.columns, func(c string) string { return "excluded." + quote(c) })
		}
		t.statements(q, g.rows, all, func(r *rowState) Set { return r.insert }, func(from string) string {
			selected := make([]string, len(all))
			for i, c := range all {
				selected[i] = "u." + quote(c) + t.cast(c)
			}
			return into + "select " + strings.Join(selected, ", ") + " from " + from + conflict
		}, func() string {
			marks := make([]string, len(all))
			for i := range marks {
				marks[i] = fmt.Sprintf("$%d", i+1)
			}
			return into + "values (" + strings.Join(marks, ", ") + ")" + conflict
		})
	}
}

// statements queues one statement over arrays, or one a row where there are few.
func (t *tableBatch) statements(q *pgx.Batch, rows []*rowState, columns []string, values func(*rowState) Set, many func(from string) string, one func() string) {
	value := func(r *rowState, i int) any {
		if i < len(r.key) {
			return r.key[i]
		}
		return values(r)[columns[i]]
	}
	if len(rows) < fewRows {
		sql := one()
		for _, r := range rows {
			args := make([]any, len(columns))
			for i := range columns {
				args[i] = value(r, i)
			}
			q.Queue(sql, args...)
		}
		return
	}
	args, casts := make([]any, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		column := make([]any, len(rows))
		for k, r := range rows {
			column[k] = value(r, i)
		}
		args[i], casts[i] = column, fmt.Sprintf("$%d::%s[]", i+1, t.columns[c].typ)
		if t.columns[c].array { // unnest would flatten it: its elements travel as text
			args[i], casts[i] = t.texts(c, column), fmt.Sprintf("$%d::text[]", i+1)
		}
	}
	q.Queue(many("unnest("+strings.Join(casts, ", ")+") as u ("+quoteAll(columns)+")"), args...)
}

// cast turns a column of the arrays into the table's type.
func (t *tableBatch) cast(c string) string {
	if t.columns[c].array {
		return "::" + t.columns[c].typ
	}
	return ""
}

// badValue is a value that does not fit its column: it makes the statement fail as the database would.
type badValue struct{ err error }

func (v badValue) Value() (driver.Value, error) { return nil, v.err }

// texts writes values of an array column as PostgreSQL's text.
func (t *tableBatch) texts(c string, values []any) []any {
	types := pgtype.NewMap()
	out := make([]any, len(values))
	for i, v := range values {
		raw, err := types.Encode(t.columns[c].oid, pgtype.TextFormatCode, v, nil)
		switch {
		case err != nil:
			out[i] = badValue{fmt.Errorf("unable to encode column %s: %w", c, err)}
		case raw != nil:
			out[i] = string(raw)
		}
	}
	return out
}

func (t *tableBatch) matches() string {
	parts := make([]string, len(t.Key))
	for i, k := range t.Key {
		parts[i] = "t." + quote(k) + " = u." + quote(k)
	}
	return strings.Join(parts, " and ")
}

func assign(columns []string, value func(column string) string) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = quote(c) + " = " + value(c)
	}
	return strings.Join(parts, ", ")
}

// groups are rows that set the same columns.
type groups map[string]*group

type group struct {
	columns []string
	rows    []*rowState
}

func (g groups) add(s Set, r *rowState) {
	columns := slices.Sorted(maps.Keys(s))
	id := strings.Join(columns, ",")
	if g[id] == nil {
		g[id] = &group{columns: columns}
	}
	g[id].rows = append(g[id].rows, r)
}

func (g groups) sorted() []*group {
	out := make([]*group, 0, len(g))
	for _, id := range slices.Sorted(maps.Keys(g)) {
		out = append(out, g[id])
	}
	return out
}

// copyNew writes by COPY the rows that cannot be in the table yet, which only a rebuild from nothing knows.
func (t *tableBatch) copyNew(ctx context.Context, to sender) error {
	if t.flushed == nil {
		return nil
	}
	fresh := groups{}
	rest := t.order[:0:0]
	for id, r := range t.rows {
		if _, ok := t.flushed[id]; !ok && r.insert != nil {
			fresh.add(r.insert, r)
		}
	}
	copied := map[*rowState]bool{}
	for _, g := range fresh.sorted() {
		if len(g.rows) < copyRows {
			continue
		}
		columns := slices.Concat(t.Key, g.columns)
		_, err := to.CopyFrom(ctx, pgx.Identifier{t.name}, columns, pgx.CopyFromSlice(len(g.rows), func(i int) ([]any, error) {
			r := g.rows[i]
			row := append(make([]any, 0, len(columns)), r.key...)
			for _, c := range g.columns {
				row = append(row, r.insert[c])
			}
			return row, nil
		}))
		if err != nil {
			return err
		}
		for _, r := range g.rows {
			copied[r] = true
		}
	}
	for _, r := range t.order {
		if !copied[r] {
			rest = append(rest, r)
		}
	}
	for id, r := range t.rows {
		if r.insert != nil {
			t.flushed[id] = struct{}{}
		}
	}
	t.order = rest
	return nil
}

// isData says whether an error is the fault of the values written, so that one event is to blame and not the database.
func isData(err error) bool {
	var pe *pgconn.PgError
	if !errors.As(err, &pe) {
		// pgx refuses a value that does not fit its column before anything is sent.
		return errors.Is(err, errReducer) || strings.Contains(fmt.Sprint(err), "unable to encode") || strings.Contains(fmt.Sprint(err), "cannot find encode plan")
	}
	return pe.Code[:2] == "22" || pe.Code[:2] == "23"
}

var errReducer = errors.New("reducer failed")
