package reports

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/query"
)

// Figure names a figure of a report.
type Figure string

// The figures of reports. The orders behind a figure have a value, which is their part of it.
const (
	Placed    Figure = "placed"
	Completed Figure = "completed" // the value is the open seconds since it was placed
	Cancelled Figure = "cancelled"
	Stage     Figure = "stage"     // the value is the open seconds in the status
	Revisions Figure = "revisions" // the value is the number of proofs with so many revisions
	Worked    Figure = "worked"    // the value is seconds
	Promised  Figure = "allocated" // the value is seconds of work
	Over      Figure = "over"      // the value is seconds of work
	Finished  Figure = "finished"  // of an operator
	Rework    Figure = "rework"    // of an operator; the value is how often the order came back
	Load      Figure = "load"      // of an operator
)

// Asked names a figure, and the part of it that is asked for.
type Asked struct {
	Figure    Figure
	By        By           // of placed orders, empty for all of them
	Key       string       // of a group of placed orders, or Others
	Status    order.Status // of a stage
	Revisions int
	Person    uuid.UUID // of the figures of an operator, and of worked if it is of one
}

// Behind is an order behind a figure.
type Behind struct {
	Order uuid.UUID
	Value int64
	At    time.Time // when what is counted happened last
}

const theOrders = "report_orders o"

// behindSQL has the table, the value and the time of each figure, and its own condition. Values that come from paths
// are computed later.
var behindSQL = map[Figure]struct{ from, value, at, where string }{
	Placed:    {theOrders, "1", "o.placed_at", "true"},
	Completed: {theOrders, "0", "o.completed_at", "true"},
	Finished:  {theOrders, "1", "o.completed_at", "true"},
	Cancelled: {theOrders, "1", "o.cancelled_at", "true"},
	Stage:     {theOrders, "0", "o.completed_at", "true"},
	Promised:  {theOrders, "o.worked", "o.completed_at", "o.allocated > 0"},
	Over:      {theOrders, "o.worked", "o.completed_at", "o.allocated > 0 and o.worked > o.allocated"},
	Revisions: {
		"report_orders o join report_proofs f on f.order_id = o.id",
		"count(*)",
		"o.completed_at",
		"f.versions > 0",
	},
	Worked: {"report_work k join report_orders o on o.id = k.order_id", "sum(k.seconds)", "k.at", "true"},
	Rework: {"report_returns r join report_orders o on o.id = r.order_id", "count(*)", "r.at", "true"},
	Load:   {theOrders, "1", "o.placed_at", "not o.archived and o.placed_at is not null"},
}

// Behind returns a page of the orders behind a figure that a person may see, the latest first.
func (q *Queries) Behind(
	ctx context.Context,
	to domain.Actor,
	f Filter,
	p Period,
	asked Asked,
	hours client.Calendar,
	offset, limit int,
) (found []Behind, err error) {
	of, known := behindSQL[asked.Figure]
	if !known {
		return nil, domain.ErrNotFound
	}
	w, at, group := filtered(to, f), of.at, ""
	w.conditions = append(w.conditions, of.where)
	if asked.Figure != Load {
		w.within(of.at, p)
	}
	if of.from != theOrders {
		at, group = "max("+at+")", " group by o.id"
	}
	asked.limit(w)
	rows, err := q.pool.Query(
		ctx, "select o.id, ("+of.value+")::bigint, "+at+" as at, o.path from "+of.from+" where "+w.sql()+group+
			" order by at desc, o.id limit "+w.arg(limit)+" offset "+w.arg(offset), w.args...,
	)
	if err != nil {
		return nil, query.Failed("orders behind a figure", err)
	}
	found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (b Behind, err error) {
		var path []byte
		if err = row.Scan(&b.Order, &b.Value, &b.At, &path); err == nil {
			asked.measure(&b, path, hours)
		}
		return b, err
	})
	return found, query.Failed("orders behind a figure", err)
}

// limit adds the conditions of a part of a figure.
func (a Asked) limit(w *where) {
	switch a.Figure {
	case Placed:
		if a.By == "" {
			return
		}
		column := groupSQL[a.By][0]
		if a.Key == Others {
			all := w.sql()
			w.conditions = append(w.conditions, column+" not in (select key from (select "+column+
				" as key, count(*) as total from report_orders o where "+all+
				" group by 1 order by total desc, key limit "+w.arg(mostGroups)+") largest)")
		} else {
			w.add("("+column+")::text = ?", a.Key)
		}
	case Stage:
		w.add("strpos(o.passed, ?) > 0", string(letters[a.Status]))
	case Revisions:
		w.add("least(f.versions - 1, "+strconv.Itoa(MostRevisions)+") = ?", a.Revisions)
	case Worked:
		if a.Person != uuid.Nil {
			w.add("k.person = ?", a.Person)
		}
	case Rework:
		w.add("r.operator = ?", a.Person)
	case Finished:
		w.add("o.operator = ?", a.Person)
	case Load:
		w.add("o.operator = ?", a.Person)
		w.add("o.status = any(?)", unfinished)
	case Completed, Cancelled, Promised, Over:
	}
}

// measure sets the value of an order that comes from its path.
func (a Asked) measure(b *Behind, path []byte, hours client.Calendar) {
	if a.Figure != Stage && a.Figure != Completed {
		return
	}
	_, began := step(path)
	l := livedBy(path, hours.Tally(time.Unix(began, 0), b.At))
	b.Value = l.whole
	if a.Figure == Stage {
		b.Value = l.stays[indexes[letters[a.Status]]].seconds
	}
}
