package projections

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

const samples = 10

// TableDiff says how a live table and the rebuilt one differ.
type TableDiff struct {
	Table       string    `json:"table"`
	LiveRows    int64     `json:"liveRows"`
	RebuiltRows int64     `json:"rebuiltRows"`
	OnlyLive    int64     `json:"onlyLive"`
	OnlyRebuilt int64     `json:"onlyRebuilt"`
	Different   int64     `json:"different"`
	Samples     []RowDiff `json:"samples"` // at most 10
}

// RowDiff is a row that differs; null where a table does not have it.
type RowDiff struct {
	Live    json.RawMessage `json:"live"`
	Rebuilt json.RawMessage `json:"rebuilt"`
}

// compare reads both tables in one snapshot in which they stand at the same position. The live projection waits only
// until the snapshot is taken.
func (b *rebuild) compare(ctx context.Context) error {
	hold, err := b.r.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = hold.Rollback(context.WithoutCancel(ctx)) }()
	if err := b.holdLive(ctx, hold); err != nil {
		return err
	}
	tx, err := b.r.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	var live int64
	if err := tx.QueryRow(ctx, "select position from checkpoints where name = $1", b.p.Name).Scan(&live); err != nil { // takes the snapshot
		return err
	}
	if err := hold.Rollback(ctx); err != nil {
		return err
	}
	b.report.Position = b.next.at
	for _, t := range b.p.Tables {
		d, err := compareTable(ctx, tx, t)
		if err != nil {
			return err
		}
		b.report.Tables = append(b.report.Tables, d)
	}
	b.report.Parked, err = listParked(ctx, tx, b.next.name)
	return err
}

func compareTable(ctx context.Context, tx pgx.Tx, t *Table) (TableDiff, error) {
	// The aliases cannot be columns' names. Rows compare as jsonb: json has no equality.
	const l, n = `"live row"`, `"rebuilt row"`
	on := make([]string, len(t.Key))
	for i, k := range t.Key {
		on[i] = l + "." + quote(k) + " = " + n + "." + quote(k)
	}
	liveKey, rebuiltKey := l+"."+quote(t.Key[0]), n+"."+quote(t.Key[0])
	from := " from " + quote(t.Name) + " " + l + " full join " + quote(t.Name+nextSuffix) + " " + n + " on " + strings.Join(on, " and ")
	differ := "to_jsonb(" + l + ") <> to_jsonb(" + n + ")"
	d := TableDiff{Table: t.Name, Samples: []RowDiff{}}
	err := tx.QueryRow(ctx, fmt.Sprintf(`select count(%[1]s), count(%[2]s), count(*) filter (where %[2]s is null), count(*) filter (where %[1]s is null),
		count(*) filter (where %[1]s is not null and %[2]s is not null and %[3]s)`, liveKey, rebuiltKey, differ)+from).
		Scan(&d.LiveRows, &d.RebuiltRows, &d.OnlyLive, &d.OnlyRebuilt, &d.Different)
	if err != nil || d.OnlyLive+d.OnlyRebuilt+d.Different == 0 {
		return d, err
	}
	rows, err := tx.Query(ctx, fmt.Sprintf(`select case when %[1]s is not null then to_jsonb(%[3]s)::text end, case when %[2]s is not null then to_jsonb(%[4]s)::text end %[5]s
		where %[1]s is null or %[2]s is null or %[6]s limit %[7]d`, liveKey, rebuiltKey, l, n, from, differ, samples))
	if err != nil {
		return d, err
	}
	var live, rebuilt *string
	_, err = pgx.ForEachRow(rows, []any{&live, &rebuilt}, func() error {
		d.Samples = append(d.Samples, RowDiff{Live: jsonOrNull(live), Rebuilt: jsonOrNull(rebuilt)})
		return nil
	})
	return d, err
}

func jsonOrNull(s *string) json.RawMessage {
	if s == nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(*s)
}
