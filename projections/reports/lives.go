package reports

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/proofboard/proofboard/domain"
)

// buffer has what a report counts, which is megabytes: as garbage, it would make the collector run often.
type buffer struct {
	lives [2][]byte
	lead  []int32           // open seconds of completed orders
	stays [statuses][]int32 // and those in each status
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// each calls do with each life.
func (b *buffer) each(do func(life)) error {
	for _, all := range b.lives {
		if err := eachLife(all, do); err != nil {
			return err
		}
	}
	return nil
}

// middle returns a block in the middle of the orders.
func (q *Queries) middle(ctx context.Context) (block int64, err error) {
	err = q.pool.QueryRow(
		ctx, "select pg_relation_size('report_orders') / current_setting('block_size')::bigint / 2",
	).Scan(&block)
	return block, err
}

// readLives returns queries that read the lives of the orders that something happened to in a period. Most orders are
// read by two beside each other, from one half of the table each.
func (q *Queries) readLives(
	ctx context.Context,
	b *buffer,
	to domain.Actor,
	f Filter,
	p Period,
) ([]inTransaction, error) {
	half := func(into *[]byte, in string) inTransaction {
		return func(ctx context.Context, tx pgx.Tx) error {
			w := filtered(to, f)
			w.add("o.touched_on >= ?", p.From().UTC()) // its index is that of the days, which seldom change
			w.add("o.began_at < ?", p.Before)
			rows, err := tx.Query(
				ctx, "select coalesce(string_agg(o.life, ''), '') from report_orders o where "+w.sql()+in, w.args...,
			)
			if err != nil {
				return err
			}
			var all pgtype.DriverBytes
			_, err = pgx.ForEachRow(rows, []any{&all}, func() error {
				*into = append((*into)[:0], all...)
				return nil
			})
			return err
		}
	}
	b.lives[1] = b.lives[1][:0]
	if filtered(to, f).few {
		return []inTransaction{half(&b.lives[0], "")}, nil
	}
	middle, err := q.middle(ctx)
	return []inTransaction{
		half(&b.lives[0], fmt.Sprintf(" and o.ctid < '(%d,0)'", middle)),
		half(&b.lives[1], fmt.Sprintf(" and o.ctid >= '(%d,0)'", middle)),
	}, err
}

// name sets the names of services, as the latest order of each has it.
func (q *Queries) name(ctx context.Context, groups []Group, latest map[string]uuid.UUID) error {
	orders, of := []uuid.UUID{}, map[uuid.UUID]*Group{}
	for i, g := range groups {
		if id, has := latest[g.Key]; has {
			orders, of[id] = append(orders, id), &groups[i]
		}
	}
	rows, err := q.pool.Query(ctx, "select id, service_name from report_orders where id = any($1)", orders)
	if err != nil {
		return err
	}
	var id uuid.UUID
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		of[id].Name = name
		return nil
	})
	return err
}

// revisions has the versions of the proofs of orders. A map of lists takes three times as long to make.
type revisions struct {
	last map[uuid.UUID]int32 // the index in each of the last proof of an order
	each []revised
}

type revised struct {
	versions int32
	before   int32 // index of the one before of the same order, or -1
}

func (r *revisions) add(order uuid.UUID, versions int32) {
	before := int32(-1)
	if last, has := r.last[order]; has {
		before = last
	}
	r.last[order] = int32(len(r.each))
	r.each = append(r.each, revised{versions, before})
}

// of calls do with the versions of each proof of an order.
func (r *revisions) of(order uuid.UUID, do func(versions int)) {
	i, has := r.last[order]
	for ; has; has = i >= 0 {
		do(int(r.each[i].versions))
		i = r.each[i].before
	}
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
	rows, err := tx.Query(ctx, `select coalesce(string_agg(f.revised, ''), '') from `+from+` where f.versions > 0 and `+
		w.sql(), w.args...)
	if err != nil {
		return of, err
	}
	var all pgtype.DriverBytes
	_, err = pgx.ForEachRow(rows, []any{&all}, func() error {
		const size = 20 // of the id of an order (16) and the number of versions (4)
		of = revisions{make(map[uuid.UUID]int32, len(all)/size), make([]revised, 0, len(all)/size)}
		for ; len(all) >= size; all = all[size:] {
			of.add(uuid.UUID(all), int32(binary.BigEndian.Uint32(all[16:])))
		}
		return nil
	})
	return of, err
}
