package reports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/query"
)

// Queries reads the read model.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

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

// partOf returns the part that a second since 1970 of the period is in.
func (p Period) partOf(at int64) int {
	i, begins := slices.BinarySearchFunc(p.Starts, at, func(start time.Time, at int64) int {
		return cmp.Compare(start.Unix(), at)
	})
	if !begins {
		i--
	}
	return i
}

// where builds SQL conditions with their arguments.
type where struct {
	conditions []string
	args       []any
}

func (w *where) arg(v any) string {
	w.args = append(w.args, v)
	return fmt.Sprintf("$%d", len(w.args))
}

func (w *where) add(condition string, v any) {
	w.conditions = append(w.conditions, strings.ReplaceAll(condition, "?", w.arg(v)))
}

func (w *where) sql() string { return strings.Join(w.conditions, " and ") }

// within limits a column to a period.
func (w *where) within(column string, p Period) {
	w.add(column+" >= ?", p.From())
	w.add(column+" < ?", p.Before)
}

// visible is order.Summary.Visible in SQL, for the people who may read reports. Guests and other callers see
// nothing.
func visible(to domain.Actor) *where {
	w := &where{}
	switch {
	case to.Role.IsProvider():
		w.conditions = append(w.conditions, "true")
	case !to.Role.IsCustomer() || to.ClientID == "":
		w.conditions = append(w.conditions, "false")
	case to.CustomerID != uuid.Nil:
		w.add("o.client = ?", to.ClientID)
		w.add("o.customer = ?", to.CustomerID)
	case to.ClientID == domain.DirectClient:
		w.conditions = append(w.conditions, "false")
	default:
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
			w.add(column+" = ?", id)
		}
	}
	return w
}

// reading calls do with a snapshot of the read model, so that all figures of a report agree.
func (q *Queries) reading(ctx context.Context, do func(pgx.Tx) error) error {
	tx, err := q.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return query.Failed("report", err)
	}
	err = do(tx)
	if ended := tx.Rollback(ctx); err == nil && !errors.Is(ended, pgx.ErrTxClosed) {
		err = ended
	}
	return query.Failed("report", err)
}
