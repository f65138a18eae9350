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
	on := make([]string, len(t.Key))
	for i, k := range t.Key {
		on[i] = "l." + quote(k) + " = n." + quote(k)
	}
	first := quote(t.Key[0])
	// Rows compare as jsonb: json has no equality.
	from := fmt.Sprintf("from %s l full join %s n on %s", quote(t.Name), quote(t.Name+nextSuffix), strings.Join(on, " and "))
	differs := fmt.Sprintf("(l.%[1]s is null or n.%[1]s is null or to_jsonb(l) <> to_jsonb(n))", first)
	d := TableDiff{Table: t.Name, Samples: []RowDiff{}}
	err := tx.QueryRow(ctx, fmt.Sprintf(`select count(l.%[1]s), count(n.%[1]s), count(*) filter (where n.%[1]s is null), count(*) filter (where l.%[1]s is null),
		count(*) filter (where l.%[1]s is not null and n.%[1]s is not null and to_jsonb(l) <> to_jsonb(n)) %[2]s`, first, from)).
		Scan(&d.LiveRows, &d.RebuiltRows, &d.OnlyLive, &d.OnlyRebuilt, &d.Different)
	if err != nil || d.OnlyLive+d.OnlyRebuilt+d.Different == 0 {
		return d, err
	}
	rows, err := tx.Query(ctx, fmt.Sprintf("select to_jsonb(l)::text, to_jsonb(n)::text %s where %s limit %d", from, differs, samples))
	if err != nil {
		return d, err
	}
	var l, n *string
	_, err = pgx.ForEachRow(rows, []any{&l, &n}, func() error {
		d.Samples = append(d.Samples, RowDiff{Live: jsonOrNull(l), Rebuilt: jsonOrNull(n)})
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
