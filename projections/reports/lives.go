package reports

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// livedBy has the lives of the orders of a group.
type livedBy struct {
	Key    string
	Placed *time.Time // when the latest that was placed in the period was
	Lives  []byte
	Name   string
}

// each calls do with each life.
func each(found []livedBy, do func(life)) error {
	for _, of := range found {
		if err := eachLife(of.Lives, do); err != nil {
			return err
		}
	}
	return nil
}

// readLives reads the orders that something happened to in a period. Those by status are one group, because their
// lives say their status.
func readLives(ctx context.Context, tx pgx.Tx, w *where, p Period, by By) (found []livedBy, err error) {
	key, group := "''", ""
	if by != ByStatus {
		key, group = groupSQL[by]+"::text", " group by "+groupSQL[by]
	}
	same := &where{conditions: w.conditions, args: slices.Clone(w.args)}
	from, before := w.arg(p.From()), w.arg(p.Before)
	rows, err := tx.Query(ctx, "select "+key+", max(o.placed_at) filter (where o.placed_at >= "+from+
		" and o.placed_at < "+before+"), coalesce(string_agg(o.life, ''), ''), '' from report_orders o"+
		" where o.touched_at >= "+from+" and o.began_at < "+before+" and "+w.sql()+group, w.args...)
	if err != nil {
		return nil, err
	}
	if found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[livedBy]); err == nil && by == ByService {
		err = readNames(ctx, tx, same, found)
	}
	return found, err
}

// readNames sets the names of services. Only the latest order of each is asked, because to compare the names of all
// takes longer than to count them.
func readNames(ctx context.Context, tx pgx.Tx, w *where, found []livedBy) error {
	of := map[string]*livedBy{}
	var placed []time.Time
	for i, g := range found {
		if g.Placed != nil {
			of[g.Key], placed = &found[i], append(placed, *g.Placed)
		}
	}
	rows, err := tx.Query(ctx, "select "+groupSQL[ByService]+`::text, o.placed_at, o.service_name from report_orders o
		where o.placed_at = any(`+w.arg(placed)+`) and `+w.sql(), w.args...)
	if err != nil {
		return err
	}
	var key, name string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&key, &at, &name}, func() error {
		if g := of[key]; g != nil && at.Equal(*g.Placed) {
			g.Name = max(g.Name, name)
		}
		return nil
	})
	return err
}

// revisions has the versions of the proofs of orders. A map of lists takes three times as long to make.
type revisions struct {
	first map[uuid.UUID]int32 // the index in each of the first proof of an order
	each  []revised
}

type revised struct {
	versions int32
	next     int32 // index of the next proof of the same order, or -1
}

// readProofs reads the proofs of completed orders. If a person asks for most orders, the proofs of all are
// read, because to join them takes longer than to ignore some.
func readProofs(ctx context.Context, tx pgx.Tx, w *where, p Period) (of revisions, err error) {
	from := "report_proofs f"
	if w.few {
		from = joined(from, "f.order_id")
		w.within("o.completed_at", p)
	} else {
		w = &where{conditions: []string{"true"}}
	}
	var all []byte
	if err := tx.QueryRow(ctx, `select coalesce(string_agg(f.revised, ''), '') from `+from+` where f.versions > 0 and `+
		w.sql(), w.args...).Scan(&all); err != nil {
		return of, err
	}
	const size = 20 // of the id of an order (16) and the number of versions (4)
	of = revisions{make(map[uuid.UUID]int32, len(all)/size), make([]revised, 0, len(all)/size)}
	for ; len(all) >= size; all = all[size:] {
		id, next := uuid.UUID(all[:16]), int32(-1)
		if first, more := of.first[id]; more {
			next = first
		}
		of.first[id] = int32(len(of.each))
		of.each = append(of.each, revised{int32(binary.BigEndian.Uint32(all[16:])), next})
	}
	return of, nil
}
