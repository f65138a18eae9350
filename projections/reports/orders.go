package reports

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
)

// By says by what placed orders are told apart.
type By string

// What placed orders can be told apart by.
const (
	ByStatus  By = "status" // the status they have now
	ByService By = "service"
	ByCreator By = "creator"
)

// mostGroups is how many groups of placed orders a report has. The rest are one more group.
const mostGroups = 9

// Others is the key of the group of placed orders that are in none of the largest groups.
const Others = "others"

// groupSQL has the column of each way to tell orders apart, and its name.
var groupSQL = map[By][2]string{
	ByStatus:  {"o.status", "''"},
	ByService: {"coalesce(o.service, '00000000-0000-0000-0000-000000000000')", "max(o.service_name)"},
	ByCreator: {"o.creator", "''"},
}

// Group is a part of the placed orders, by part of the period.
type Group struct {
	Key    string // a status, or the id of a service or of a person; the Nil id for no service
	Name   string // of the service when it was chosen
	Counts []int
}

// MostRevisions is the largest number of revisions that is counted on its own. Proofs with more are counted
// there too.
const MostRevisions = 3

// OrderReport has the figures of a period. Lists without another comment have a value for each part of it.
type OrderReport struct {
	Groups    []Group // of orders that were placed in the period, the largest first
	Placed    []int
	Completed []int // orders that are completed, by the time when they last were
	Cancelled []int
	Worked    []int64 // seconds, by the time when the timer stopped

	// These are about the orders that were completed in the period.

	Lead      Stay                   // from the time they were placed
	Stages    []Stay                 // in the order of an order's life
	Day       int64                  // seconds of a working day
	Revisions [MostRevisions + 1]int // proofs by the number of their revisions
	Revised   int                    // revisions of all proofs
	Allocated Allocated
}

// Stay says how long orders stayed in a status, in seconds in which the provider was open. The figures are about
// the sum of all stays of each order.
type Stay struct {
	Status  order.Status // empty for the whole life
	Orders  int
	Average int64
	Median  int64
	P90     int64
}

// Allocated compares the work on orders with the work that was promised. Orders without a promise are left out.
type Allocated struct {
	Orders    int
	Over      int // with more work than promised
	Worked    int64
	Allocated int64
}

// Orders returns the figures about the orders that a person may see.
func (q *Queries) Orders(
	ctx context.Context,
	to domain.Actor,
	f Filter,
	p Period,
	by By,
	hours client.Calendar,
) (r OrderReport, err error) {
	n := len(p.Starts)
	r.Placed, r.Completed, r.Cancelled, r.Worked = make([]int, n), make([]int, n), make([]int, n), make([]int64, n)
	var all []byte
	var b pgx.Batch
	r.placed(&b, filtered(to, f), p, by)
	r.counted(&b, filtered(to, f), p)
	r.done(&b, filtered(to, f), p, &all)
	r.revised(&b, filtered(to, f), p)
	err = q.reading(ctx, func(tx pgx.Tx) error { return tx.SendBatch(ctx, &b).Close() })
	if err == nil {
		r.stays(all, p, hours)
	}
	return r, err
}

// placed counts placed orders by part and group.
func (r *OrderReport) placed(b *pgx.Batch, w *where, p Period, by By) {
	column, name := groupSQL[by][0], groupSQL[by][1]
	w.within("o.placed_at", p)
	starts, most := w.arg(p.Starts), w.arg(mostGroups)
	b.Queue(`with counted as (
			select width_bucket(o.placed_at, `+starts+`::timestamptz[]) as part, `+column+` as key, `+name+` as name,
				count(*)::integer as n from report_orders o where `+w.sql()+` group by 1, 2),
		largest as (select key, sum(n) as total from counted group by key order by total desc, key limit `+most+`)
		select c.part, coalesce(l.key::text, ''), case when l.key is null then '' else max(c.name) end, sum(c.n)::integer,
			max(l.total) as total
		from counted c left join largest l on l.key = c.key group by c.part, l.key order by total desc nulls last, l.key`,
		w.args...).Query(func(rows pgx.Rows) error {
		var part, n int
		var key, name string
		var total *int64
		_, err := pgx.ForEachRow(rows, []any{&part, &key, &name, &n, &total}, func() error {
			if total == nil {
				key = Others
			}
			i := slices.IndexFunc(r.Groups, func(g Group) bool { return g.Key == key })
			if i < 0 {
				i = len(r.Groups)
				r.Groups = append(r.Groups, Group{Key: key, Counts: make([]int, len(p.Starts))})
			}
			g := &r.Groups[i]
			g.Name = max(g.Name, name)
			g.Counts[part-1] += n
			r.Placed[part-1] += n
			return nil
		})
		return err
	})
}

// counted counts the orders that were cancelled, and the working time.
func (r *OrderReport) counted(b *pgx.Batch, w *where, p Period) {
	starts := w.arg(p.Starts)
	from, before := w.arg(p.From()), w.arg(p.Before)
	b.Queue(`select width_bucket(o.cancelled_at, `+starts+`::timestamptz[]), count(*)::integer, null::bigint
			from report_orders o where o.cancelled_at >= `+from+` and o.cancelled_at < `+before+` and `+w.sql()+` group by 1
		union all
		select width_bucket(k.at, `+starts+`::timestamptz[]), 0, sum(k.seconds)::bigint
			from report_work k join report_orders o on o.id = k.order_id
			where k.at >= `+from+` and k.at < `+before+` and `+w.sql()+` group by 1`, w.args...).
		Query(func(rows pgx.Rows) error {
			var part, n int
			var seconds *int64
			_, err := pgx.ForEachRow(rows, []any{&part, &n, &seconds}, func() error {
				r.Cancelled[part-1] += n
				if seconds != nil {
					r.Worked[part-1] += *seconds
				}
				return nil
			})
			return err
		})
}

// done reads the paths of the completed orders, and their working time.
func (r *OrderReport) done(b *pgx.Batch, w *where, p Period, all *[]byte) {
	w.within("o.completed_at", p)
	b.Queue(`select coalesce(string_agg(o.path, '\x00'::bytea), ''), count(*) filter (where o.allocated > 0),
			count(*) filter (where o.allocated > 0 and o.worked > o.allocated),
			coalesce(sum(o.worked) filter (where o.allocated > 0), 0)::bigint,
			coalesce(sum(o.allocated) filter (where o.allocated > 0), 0)::bigint
		from report_orders o where `+w.sql(), w.args...).QueryRow(func(row pgx.Row) error {
		a := &r.Allocated
		return row.Scan(all, &a.Orders, &a.Over, &a.Worked, &a.Allocated)
	})
}

// revised counts the proofs of the completed orders by their revisions.
func (r *OrderReport) revised(b *pgx.Batch, w *where, p Period) {
	w.within("o.completed_at", p)
	b.Queue(`select f.versions - 1, count(*)::integer from report_orders o join report_proofs f on f.order_id = o.id
		where f.versions > 0 and `+w.sql()+` group by 1`, w.args...).Query(func(rows pgx.Rows) error {
		var revisions, n int
		_, err := pgx.ForEachRow(rows, []any{&revisions, &n}, func() error {
			r.Revisions[min(revisions, MostRevisions)] += n
			r.Revised += revisions * n
			return nil
		})
		return err
	})
}

// stays computes how long the orders with these paths stayed where, and when they were completed.
func (r *OrderReport) stays(all []byte, p Period, hours client.Calendar) {
	first := p.From()
	paths(all, func(path []byte) {
		if _, at := step(path); at < first.Unix() {
			first = time.Unix(at, 0)
		}
	})
	tally := hours.Tally(first, p.Before)
	r.Day = hours.Tally(p.From(), p.Before.Add(-time.Second)).Day()
	var lead []int64
	stays := make([][]int64, len(order.Statuses))
	paths(all, func(path []byte) {
		l := livedBy(path, tally)
		for i, s := range l.stays {
			if s.stayed {
				stays[i] = append(stays[i], s.seconds)
			}
		}
		lead = append(lead, l.whole)
		r.Completed[p.partOf(l.end)]++
	})
	r.Lead = stay("", lead)
	for i, s := range order.Statuses {
		if len(stays[i]) > 0 {
			r.Stages = append(r.Stages, stay(s, stays[i]))
		}
	}
}

// stay returns the figures of some durations. A percentile is the smallest one that is not exceeded by that part.
func stay(of order.Status, all []int64) Stay {
	s := Stay{Status: of, Orders: len(all)}
	if s.Orders == 0 {
		return s
	}
	slices.Sort(all)
	sum := int64(0)
	for _, v := range all {
		sum += v
	}
	rank := func(part float64) int64 { return all[int(math.Ceil(part*float64(len(all))))-1] }
	s.Average, s.Median, s.P90 = sum/int64(len(all)), rank(.5), rank(.9)
	return s
}
