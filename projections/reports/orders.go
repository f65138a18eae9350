package reports

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
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

// groupSQL has the column of each way to tell orders apart, for the lists behind groups.
var groupSQL = map[By]string{
	ByStatus:  "o.status",
	ByService: "coalesce(o.service, '00000000-0000-0000-0000-000000000000')",
	ByCreator: "o.creator",
}

// Group is a part of the placed orders, by part of the period.
type Group struct {
	Key    string // a status, or the id of a service or of a person; the Nil id for no service
	Name   string // of the service, as the latest of these orders has it
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
	leave, err := q.enter(ctx)
	if err != nil {
		return r, err
	}
	defer leave()
	b := buffers.Get().(*buffer)
	defer buffers.Put(b)
	lives, err := q.readLives(ctx, b, to, f, p)
	if err != nil {
		return r, dberror.Of("report", err)
	}
	var proofs revisions
	if err := q.together(ctx, append(
		lives,
		func(ctx context.Context, tx pgx.Tx) (err error) {
			proofs, err = readProofs(ctx, tx, filtered(to, f), p)
			return err
		},
	)...); err != nil {
		return r, err
	}
	var latest map[string]uuid.UUID
	var g errgroup.Group // each sets fields of its own
	g.Go(func() (err error) {
		latest, err = r.count(b, p, by)
		return err
	})
	g.Go(func() error { return r.stayed(b, p, hours) })
	g.Go(func() error { return r.revised(b, p, proofs) })
	if err = g.Wait(); err == nil && by == ByService {
		err = q.name(ctx, r.Groups, latest)
	}
	return r, dberror.Of("report", err)
}

// revised counts the proofs of the completed orders by their revisions.
func (r *OrderReport) revised(b *buffer, p Period, proofs revisions) error {
	parts := p.parts()
	return b.each(func(l life) {
		if _, in := l.completed(parts); !in {
			return
		}
		proofs.of(l.order, func(versions int) {
			r.Revisions[min(versions-1, MostRevisions)]++
			r.Revised += versions - 1
		})
	})
}

// stayed computes how long the completed orders stayed in each status.
func (r *OrderReport) stayed(b *buffer, p Period, hours client.Calendar) error {
	first, parts := p.From().Unix(), p.parts()
	if err := b.each(func(l life) {
		if _, in := l.completed(parts); in {
			_, begin := l.steps.step()
			first = min(first, begin)
		}
	}); err != nil {
		return err
	}
	tally := hours.Tally(time.Unix(first, 0), p.Before)
	r.Day = hours.Tally(p.From(), p.Before.Add(-time.Second)).Day()
	b.lead = b.lead[:0]
	for k := range b.stays {
		b.stays[k] = b.stays[k][:0]
	}
	if err := b.each(func(l life) {
		if _, in := l.completed(parts); !in {
			return
		}
		in, whole := l.steps.stays(tally)
		for k, s := range in {
			if s.stayed {
				b.stays[k] = append(b.stays[k], short(s.seconds))
			}
		}
		b.lead = append(b.lead, short(whole))
	}); err != nil {
		return err
	}
	r.Lead = stay("", b.lead)
	for i, s := range order.Statuses {
		if len(b.stays[i]) > 0 {
			r.Stages = append(r.Stages, stay(s, b.stays[i]))
		}
	}
	return nil
}

// short returns seconds in half the memory. They last for 68 years.
func short(seconds int64) int32 { return int32(min(seconds, math.MaxInt32)) }

// count counts orders and their work. It returns the latest order of each group.
func (r *OrderReport) count(b *buffer, p Period, by By) (map[string]uuid.UUID, error) {
	type group struct {
		counts []int
		latest uuid.UUID
		at     int64
	}
	parts := p.parts()
	groups := map[uuid.UUID]*group{} // by id, or a letter of a status as its first byte
	if err := b.each(func(l life) {
		for work := l.pieces; len(work) > 0; work = work[pieceSize:] {
			at, seconds := work.piece()
			if i, in := parts.of(at); in {
				r.Worked[i] += seconds
			}
		}
		if len(l.steps) == 0 {
			return
		}
		status, at := l.steps.last()
		_, begin := l.steps.step()
		if i, in := parts.of(begin); in {
			key := uuid.UUID{status}
			switch by {
			case ByService:
				key = l.service
			case ByCreator:
				key = l.creator
			case ByStatus:
			}
			g := groups[key]
			if g == nil {
				g = &group{counts: make([]int, len(p.Starts))}
				groups[key] = g
			}
			g.counts[i]++
			if begin >= g.at {
				g.latest, g.at = l.order, begin
			}
		}
		if i, in := l.completed(parts); in {
			r.Completed[i]++
			r.Allocated.add(l)
		}
		if i, in := parts.of(at); in && status == letterCancelled {
			r.Cancelled[i]++
		}
	}); err != nil {
		return nil, err
	}
	latest := make(map[string]uuid.UUID, len(groups))
	for id, g := range groups {
		key := id.String()
		if by == ByStatus {
			key = string(order.Statuses[indexes[id[0]]])
		}
		r.Groups, latest[key] = append(r.Groups, Group{Key: key, Counts: g.counts}), g.latest
	}
	r.largest(parts)
	return latest, nil
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

func (a *Allocated) add(l life) {
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
func stay(of order.Status, all []int32) Stay {
	s := Stay{Status: of, Orders: len(all)}
	if s.Orders == 0 {
		return s
	}
	sum := int64(0)
	for _, v := range all {
		sum += int64(v)
	}
	rank := func(part float64) int64 { return int64(nth(all, int(math.Ceil(part*float64(len(all))))-1)) }
	s.Average, s.Median, s.P90 = sum/int64(len(all)), rank(.5), rank(.9)
	return s
}

// nth returns the value that sorting would put at an index. It moves values only until that one is in its place,
// which takes a tenth of the time of sorting.
func nth(all []int32, i int) int32 {
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
