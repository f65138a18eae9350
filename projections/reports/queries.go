package reports

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
)

// Queries reads the read model.
type Queries struct {
	pool *pgxpool.Pool
	gate chan struct{} // see enter
}

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool, gate(pool)} }

// Filter limits the orders that a report is about. Empty fields do not limit.
type Filter struct {
	Client   string
	Customer uuid.UUID
	Service  uuid.UUID
	Creator  uuid.UUID
	Operator uuid.UUID
}

// Period is the time of a report. Its parts begin at Starts, of which the first is the begin of the period, and
// each ends where the next begins.
type Period struct {
	Starts []time.Time
	Before time.Time
}

// From returns the begin of the period.
func (p Period) From() time.Time { return p.Starts[0] }

// Part returns a part of the period as a period.
func (p Period) Part(i int) Period {
	before := p.Before
	if i+1 < len(p.Starts) {
		before = p.Starts[i+1]
	}
	return Period{p.Starts[i : i+1], before}
}

// parts finds the part that a second since 1970 is in.
type parts struct {
	starts []int64
	before int64
}

func (p Period) parts() parts {
	of := parts{make([]int64, len(p.Starts)), p.Before.Unix()}
	for i, t := range p.Starts {
		of.starts[i] = t.Unix()
	}
	return of
}

// of returns the part, and reports whether the period has one.
func (p parts) of(at int64) (int, bool) {
	if at < p.starts[0] || at >= p.before {
		return 0, false
	}
	i, begins := slices.BinarySearch(p.starts, at)
	if !begins {
		i--
	}
	return i, true
}

// where builds SQL conditions with their arguments.
type where struct {
	conditions []string
	args       []any
	few        bool // they are only true for a small part of all orders
}

func (w *where) arg(v any) string {
	w.args = append(w.args, v)
	return fmt.Sprintf("$%d", len(w.args))
}

func (w *where) add(condition string, v any) {
	w.conditions = append(w.conditions, strings.ReplaceAll(condition, "?", w.arg(v)))
}

func (w *where) sql() string { return strings.Join(w.conditions, " and ") }

// everything reports whether there is no condition.
func (w *where) everything() bool { return len(w.args) == 0 && w.sql() == "true" }

// joined returns a table of parts of orders with their orders. Without a condition nobody asks for these, because a
// deleted order has no parts.
func joined(table, order string) string { return table + " join report_orders o on o.id = " + order }

// within limits a column to a period.
func (w *where) within(column string, p Period) {
	w.add(column+" >= ?", p.From())
	w.add(column+" < ?", p.Before)
}

// visible is order.Summary.Visible in SQL, for the people who may read reports. Guests and other callers see
// nothing.
func visible(to domain.Actor) *where {
	w := &where{few: true}
	switch {
	case to.Role.IsProvider():
		w.few = false
		w.conditions = append(w.conditions, "true")
	case !to.Role.IsCustomer() || to.ClientID == "":
		w.conditions = append(w.conditions, "false")
	case to.CustomerID != uuid.Nil:
		w.add("o.client = ?", to.ClientID)
		w.add("o.customer = ?", to.CustomerID)
	case to.ClientID == domain.DirectClient:
		w.conditions = append(w.conditions, "false")
	default:
		w.few = false
		w.add("o.client = ?", to.ClientID)
	}
	return w
}

// filtered returns the condition for orders o that a person may see and that match a filter.
func filtered(to domain.Actor, f Filter) *where {
	w := visible(to)
	if f.Client != "" {
		w.add("o.client = ?", f.Client)
	}
	for column, id := range map[string]uuid.UUID{
		"o.customer": f.Customer, "o.service": f.Service, "o.creator": f.Creator, "o.operator": f.Operator,
	} {
		if id != uuid.Nil {
			w.few = true
			w.add(column+" = ?", id)
		}
	}
	return w
}
