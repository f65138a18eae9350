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
	"github.com/proofboard/proofboard/internal/dberror"
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

// behindSQL has the time of each figure, and its own condition. Those with a table are about parts of orders. Values
// that come from lives are computed later.
var behindSQL = map[Figure]struct{ value, at, where, parts string }{
	Placed:    {"1", "o.placed_at", "true", ""},
	Completed: {"0", "o.completed_at", "true", ""},
	Finished:  {"1", "o.completed_at", "true", ""},
	Cancelled: {"1", "o.cancelled_at", "true", ""},
	Stage:     {"0", "o.completed_at", "true", ""},
	Promised:  {"o.worked", "o.completed_at", "o.allocated > 0", ""},
	Over:      {"o.worked", "o.completed_at", "o.allocated > 0 and o.worked > o.allocated", ""},
	Revisions: {"0", "o.completed_at", "true", ""},
	Worked:    {"sum(l.seconds)", "k.at", "true", "report_work"},
	Rework:    {"count(*)", "k.at", "true", "report_returns"},
	Load:      {"1", "o.placed_at", loading, ""},
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
	w := filtered(to, f)
	w.conditions = append(w.conditions, of.where)
	if asked.Figure != Load {
		w.within(of.at, p)
	}
	from, value := "report_orders o", of.value
	switch {
	case of.parts != "":
		from = joined(of.parts+" k", "k.order_id")
		value = asked.latest(w, of.parts, of.value, p)
	case asked.Figure == Revisions:
		value = asked.revised(w)
	default:
		asked.limit(w)
	}
	// Only the values of the page are computed, so the page is found first.
	sql := "with page as materialized (select o.*, " + of.at + " as at from " + from + " where " + w.sql() +
		" order by at desc, o.id limit " + w.arg(limit) + " offset " + w.arg(offset) +
		") select o.id, (" + value + ")::bigint, o.at, o.life from page o order by o.at desc, o.id"
	err = q.reading(ctx, "", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, sql, w.args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (b Behind, err error) {
			var all []byte
			if err = row.Scan(&b.Order, &b.Value, &b.At, &all); err == nil {
				err = asked.measure(&b, all, hours)
			}
			return b, err
		})
		return err
	})
	return found, dberror.Of("orders behind a figure", err)
}

// latest limits parts k of orders to those that count for the figure, and of each order to the latest. So the list
// has each order once, in the order of an index. It returns the value of all parts of an order together.
func (a Asked) latest(w *where, table, value string, p Period) string {
	from, before := w.arg(p.From()), w.arg(p.Before)
	counts := func(part string) string { return part + ".at >= " + from + " and " + part + ".at < " + before }
	if a.Figure == Rework || a.Person != uuid.Nil {
		column, in, person := ".person = ", counts, w.arg(a.Person)
		if a.Figure == Rework {
			column = ".operator = "
		}
		counts = func(part string) string { return in(part) + " and " + part + column + person }
	}
	w.conditions = append(w.conditions, counts("k"), "not exists (select from "+table+
		" l where l.order_id = k.order_id and (l.at, l.version) > (k.at, k.version) and "+counts("l")+")")
	return "select " + value + " from " + table + " l where l.order_id = o.id and " + counts("l")
}

// revised limits orders to those with a proof that had so many revisions, and returns the number of such proofs.
func (a Asked) revised(w *where) string {
	proofs := "from report_proofs f where f.order_id = o.id and f.versions > 0 and least(f.versions - 1, " +
		strconv.Itoa(MostRevisions) + ") = " + w.arg(a.Revisions)
	count := "select count(*) " + proofs
	w.conditions = append(w.conditions, "("+count+") > 0") // not exists, which would first join all orders and proofs
	return count
}

// limit adds the conditions of a part of a figure.
func (a Asked) limit(w *where) {
	switch a.Figure {
	case Placed:
		if a.By == "" {
			return
		}
		column := groupSQL[a.By]
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
	case Finished, Load:
		w.add("o.operator = ?", a.Person)
	case Completed, Cancelled, Promised, Over, Revisions, Worked, Rework:
	}
}

// measure sets the value of an order that comes from its life.
func (a Asked) measure(b *Behind, all []byte, hours client.Calendar) error {
	if a.Figure != Stage && a.Figure != Completed {
		return nil
	}
	l, _, err := readLife(all)
	if err != nil {
		return err
	}
	_, begin := l.steps.step()
	in, whole := l.steps.stays(hours.Tally(time.Unix(begin, 0), b.At))
	b.Value = whole
	if a.Figure == Stage {
		b.Value = in[indexes[letters[a.Status]]].seconds
	}
	return nil
}
