package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/projections/engine/rowset"
)

const (
	samples  = 10
	affected = 1_000
)

// TableDiff is the difference between a live table and the rebuilt one.
type TableDiff struct {
	Table       string            `json:"table"`
	LiveRows    int64             `json:"liveRows"`
	RebuiltRows int64             `json:"rebuiltRows"`
	OnlyLive    int64             `json:"onlyLive"`
	OnlyRebuilt int64             `json:"onlyRebuilt"`
	Different   int64             `json:"different"`
	Affected    []json.RawMessage `json:"affected"` // keys of the rows that differ, in order, at most 1,000: {"id": ...}
	Samples     []RowDiff         `json:"samples"`  // the first 10 of them
}

// RowDiff is a row that differs. A side is null if its table does not have the row.
type RowDiff struct {
	Table   string          `json:"table"`
	Key     json.RawMessage `json:"key"`
	Live    json.RawMessage `json:"live"`
	Rebuilt json.RawMessage `json:"rebuilt"`
}

// compare reads both tables in one snapshot in which they are at the same position. The live
// projection waits only until the snapshot is taken.
func (b *rebuild) compare(ctx context.Context) error {
	hold, err := b.holdTogether(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = hold.Rollback(context.WithoutCancel(ctx)) }()
	tx, err := b.r.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "select from checkpoints where name = $1", b.p.Name); err != nil { // takes the snapshot
		return err
	}
	if err := hold.Rollback(ctx); err != nil {
		return err
	}
	b.report.Position = b.next.at
	for _, t := range b.p.Tables {
		d, err := compareTable(ctx, tx, t, b.o.Differs)
		if err != nil {
			return err
		}
		b.report.Tables = append(b.report.Tables, d)
	}
	b.report.Parked, err = listParked(ctx, tx, b.next.name)
	return err
}

// holdTogether locks the live tables at the position of the rebuilt ones. If the live projection is
// behind them, it may first catch up.
func (b *rebuild) holdTogether(ctx context.Context) (pgx.Tx, error) {
	for {
		hold, err := b.r.pool.Begin(ctx)
		if err != nil {
			return nil, err
		}
		live, err := b.holdLive(ctx, hold)
		if err == nil && (slices.Max(live) == 0 || slices.Min(live) >= b.next.at) {
			return hold, nil
		}
		if err := errors.Join(err, hold.Rollback(context.WithoutCancel(ctx))); err != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pollEvery):
		}
	}
}

// compareTable counts the differing rows and calls row, unless it is nil, for each of them in the
// order of the key.
func compareTable(ctx context.Context, tx pgx.Tx, t *rowset.Table, row func(RowDiff) error) (TableDiff, error) {
	// The aliases are no valid column names, so they cannot collide with one.
	const l, n = `"live row"`, `"rebuilt row"`
	on, key := make([]string, len(t.Key)), make([]string, len(t.Key))
	for i, k := range t.Key {
		on[i] = l + "." + rowset.Quote(k) + " = " + n + "." + rowset.Quote(k)
		key[i] = "coalesce(" + l + "." + rowset.Quote(k) + ", " + n + "." + rowset.Quote(k) + ")"
	}
	liveKey, rebuiltKey := l+"."+rowset.Quote(t.Key[0]), n+"."+rowset.Quote(t.Key[0])
	live, rebuilt := rowset.Quote(t.Name), rowset.Quote(t.Name+nextSuffix)
	from := " from " + live + " " + l + " full join " + rebuilt + " " + n + " on " + strings.Join(on, " and ")
	// Rows are compared as records if every column's type has an equality operator, which json
	// lacks.
	var asJSON bool
	err := tx.QueryRow(ctx, "select exists (select from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and atttypid = 'json'::regtype)", rowset.Quote(t.Name)).
		Scan(&asJSON)
	if err != nil {
		return TableDiff{}, err
	}
	differ := l + ".* is distinct from " + n + ".*"
	if asJSON {
		differ = "to_jsonb(" + l + ") <> to_jsonb(" + n + ")"
	}
	d := TableDiff{Table: t.Name, Affected: []json.RawMessage{}, Samples: []RowDiff{}}
	err = tx.QueryRow(ctx, fmt.Sprintf(`select count(%[1]s), count(%[2]s), count(*) filter (where %[2]s is null), count(*) filter (where %[1]s is null),
		count(*) filter (where %[1]s is not null and %[2]s is not null and (%[3]s))`, liveKey, rebuiltKey, differ)+from).
		Scan(&d.LiveRows, &d.RebuiltRows, &d.OnlyLive, &d.OnlyRebuilt, &d.Different)
	if err != nil || d.OnlyLive+d.OnlyRebuilt+d.Different == 0 {
		return d, err
	}
	named := make([]string, len(t.Key))
	for i, k := range t.Key {
		named[i] = "'" + k + "', " + key[i]
	}
	limit := ""
	if row == nil {
		limit = fmt.Sprintf(" limit %d", affected)
	}
	rows, err := tx.Query(
		ctx,
		fmt.Sprintf(`select jsonb_build_object(%[7]s)::text, case when %[1]s is not null then to_jsonb(%[3]s)::text end,
		case when %[2]s is not null then to_jsonb(%[4]s)::text end %[5]s where %[1]s is null or %[2]s is null or (%[6]s) order by %[8]s`,
			liveKey, rebuiltKey, l, n, from, differ, strings.Join(named, ", "), strings.Join(key, ", "))+limit,
	)
	if err != nil {
		return d, err
	}
	var id string
	var was, is *string
	_, err = pgx.ForEachRow(rows, []any{&id, &was, &is}, func() error {
		diff := RowDiff{Table: t.Name, Key: json.RawMessage(id), Live: jsonOrNull(was), Rebuilt: jsonOrNull(is)}
		if len(d.Affected) < affected {
			d.Affected = append(d.Affected, diff.Key)
		}
		if len(d.Samples) < samples {
			d.Samples = append(d.Samples, diff)
		}
		if row == nil {
			return nil
		}
		return row(diff)
	})
	return d, err
}

func jsonOrNull(s *string) json.RawMessage {
	if s == nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(*s)
}
