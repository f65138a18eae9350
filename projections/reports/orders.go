package reports

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
)

// By is how placed orders are grouped.
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
	ByStatus: {"o.status", ""}, // is not asked for a name
	ByService: {
		"coalesce(o.service, '00000000-0000-0000-0000-000000000000')",
		`max(o.service_name collate "C") filter (where ?)`,
	},
	ByCreator: {"o.creator", "''"},
}

// Group is a part of the placed orders, by part of the period.
type Group struct {
	Key    string // a status, or the id of a service or of a person; the Nil id for no service
	Name   string // of the service when it was chosen
	Counts []int
}

func (g Group) total() (sum int) {
	for _, n := range g.Counts {
		sum += n
	}
	return sum
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
	// Each sets fields of its own.
	err = q.together(
		ctx,
		func(ctx context.Context, tx pgx.Tx) error {
			found, err := readLives(ctx, tx, filtered(to, f), p, by)
			if err == nil {
				r.count(found, p, by, hours)
			}
			return err
		},
		func(ctx context.Context, tx pgx.Tx) error { return r.worked(ctx, tx, filtered(to, f), p) },
		oneByOne(
			// The proofs and the orders are in the order of an index each. To build a table of all orders in memory, as
			// the planner would, takes longer.
			without("hashjoin"),
			func(ctx context.Context, tx pgx.Tx) error { return r.revised(ctx, tx, filtered(to, f), p) },
		),
	)
	return r, err
}

// livedBy has the lives of the orders of a group.
type livedBy struct {
	Key   string
	Name  string
	Lives []byte
}

// readLives reads the orders that were placed in a period, or that are completed or cancelled since then, in any
// case once. All figures of an order come from this one pass. Those by status are one group, because their lives
// say their status.
func readLives(ctx context.Context, tx pgx.Tx, w *where, p Period, by By) ([]livedBy, error) {
	from, before := w.arg(p.From()), w.arg(p.Before)
	in := func(column string) string { return column + " >= " + from + " and " + column + " < " + before }
	key, name, group := "''", "''", ""
	if by != ByStatus {
		column := groupSQL[by][0]
		key, group = column+"::text", " group by "+column
		name = "coalesce(" + strings.ReplaceAll(groupSQL[by][1], "?", in("o.placed_at")) + ", '')"
	}
	rows, err := tx.Query(ctx, "select "+key+", "+name+`, coalesce(string_agg(o.life, '\x00'::bytea), '')
		from report_orders o where o.placed_at < `+before+" and ("+in("o.placed_at")+" or "+in("o.completed_at")+
		" or "+in("o.cancelled_at")+") and "+w.sql()+group, w.args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[livedBy])
}

// worked counts the working time of a period. Without a condition the orders are not asked for it, because a deleted
// order has none.
func (r *OrderReport) worked(ctx context.Context, tx pgx.Tx, w *where, p Period) error {
	from := "report_work k"
	if !w.everything() {
		from = joined(from, "k.order_id")
	}
	w.within("k.at", p)
	var work []byte
	if err := tx.QueryRow(ctx, `select coalesce(string_agg(k.spent, ''), '') from `+from+` where `+w.sql(), w.args...).
		Scan(&work); err != nil {
		return err
	}
	// Each piece is the microsecond of its end since 2000, and seconds.
	const since, size = 946_684_800, 16
	for parts := p.parts(); len(work) >= size; work = work[size:] {
		at := int64(binary.BigEndian.Uint64(work))/1e6 + since
		if i, in := parts.of(at); in {
			r.Worked[i] += int64(binary.BigEndian.Uint64(work[8:]))
		}
	}
	return nil
}

// revised counts the proofs of the completed orders by their revisions.
func (r *OrderReport) revised(ctx context.Context, tx pgx.Tx, w *where, p Period) error {
	w.within("o.completed_at", p)
	rows, err := tx.Query(ctx, `select f.versions - 1, count(*)::integer
		from report_orders o join report_proofs f on f.order_id = o.id
		where f.versions > 0 and `+w.sql()+` group by 1`, w.args...)
	if err != nil {
		return err
	}
	var revisions, n int
	_, err = pgx.ForEachRow(rows, []any{&revisions, &n}, func() error {
		r.Revisions[min(revisions, MostRevisions)] += n
		r.Revised += revisions * n
		return nil
	})
	return err
}

// count computes all that lives say.
func (r *OrderReport) count(found []livedBy, p Period, by By, hours client.Calendar) {
	first := p.From().Unix()
	for _, g := range found {
		lives(g.Lives, func(l lived) { first = min(first, l.begin()) })
	}
	tally, parts := hours.Tally(time.Unix(first, 0), p.Before), p.parts()
	r.Day = hours.Tally(p.From(), p.Before.Add(-time.Second)).Day()
	completed, cancelled := letters[order.Completed], letters[order.CancelledOff]
	var lead []int64
	stays := make([][]int64, len(order.Statuses))
	statuses := make([]Group, len(order.Statuses))
	for i, s := range order.Statuses {
		statuses[i] = Group{Key: string(s), Counts: make([]int, len(p.Starts))}
	}
	for _, of := range found {
		g := &Group{Key: of.Key, Name: of.Name, Counts: make([]int, len(p.Starts))}
		lives(of.Lives, func(l lived) {
			status, at := l.end()
			if i, in := parts.of(l.begin()); in {
				if by == ByStatus {
					g = &statuses[indexes[status]]
				}
				g.Counts[i]++
			}
			i, in := parts.of(at)
			switch {
			case in && status == cancelled:
				r.Cancelled[i]++
			case in && status == completed:
				r.Completed[i]++
				r.Allocated.add(l)
				in, whole := l.stays(tally)
				for k, s := range in {
					if s.stayed {
						stays[k] = append(stays[k], s.seconds)
					}
				}
				lead = append(lead, whole)
			}
		})
		if by != ByStatus {
			r.Groups = append(r.Groups, *g)
		}
	}
	if by == ByStatus {
		r.Groups = statuses
	}
	r.Groups = slices.DeleteFunc(r.Groups, func(g Group) bool { return g.total() == 0 })
	r.largest(parts)
	r.Lead = stay("", lead)
	for i, s := range order.Statuses {
		if len(stays[i]) > 0 {
			r.Stages = append(r.Stages, stay(s, stays[i]))
		}
	}
}

// largest counts the placed orders of all groups, and keeps the largest groups.
func (r *OrderReport) largest(parts parts) {
	slices.SortFunc(r.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.total(), a.total()), cmp.Compare(a.Key, b.Key))
	})
	rest := Group{Key: Others, Counts: make([]int, len(parts.starts))}
	for k, g := range r.Groups {
		for i, n := range g.Counts {
			r.Placed[i] += n
			if k >= mostGroups {
				rest.Counts[i] += n
			}
		}
	}
	if len(r.Groups) > mostGroups {
		r.Groups = append(r.Groups[:mostGroups], rest)
	}
}

func (a *Allocated) add(l lived) {
	if l.allocated <= 0 {
		return
	}
	a.Orders++
	a.Worked += l.worked
	a.Allocated += l.allocated
	if l.worked > l.allocated {
		a.Over++
	}
}

// stay returns the figures of some durations. A percentile is the smallest one that is not exceeded by that part.
func stay(of order.Status, all []int64) Stay {
	s := Stay{Status: of, Orders: len(all)}
	if s.Orders == 0 {
		return s
	}
	sum := int64(0)
	for _, v := range all {
		sum += v
	}
	rank := func(part float64) int64 { return nth(all, int(math.Ceil(part*float64(len(all))))-1) }
	s.Average, s.Median, s.P90 = sum/int64(len(all)), rank(.5), rank(.9)
	return s
}

// nth returns the value that sorting would put at an index. It moves values only until that one is in its place,
// which takes a tenth of the time of sorting.
func nth(all []int64, i int) int64 {
	for len(all) > 1 {
		pivot := all[len(all)/2]
		below, at, above := 0, 0, len(all) // values of the pivot are from below up to at
		for at < above {
			switch v := all[at]; {
			case v < pivot:
				all[below], all[at] = v, all[below]
				below, at = below+1, at+1
			case v > pivot:
				above--
				all[at], all[above] = all[above], v
			default:
				at++
			}
		}
		switch {
		case i < below:
			all = all[:below]
		case i < above:
			return pivot
		default:
			all, i = all[above:], i-above
		}
	}
	return all[0]
}
