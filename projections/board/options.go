package board

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Creators returns the people who created the orders that a person may see, limited to some clients
// and customers if any are given.
func (q *Queries) Creators(
	ctx context.Context,
	to domain.Actor,
	clients []string,
	customers []uuid.UUID,
) ([]uuid.UUID, error) {
	w := visible(to)
	in(w, "c.client", clients)
	in(w, "c.customer", customers)
	sql := "select distinct t.creator from order_texts t where " + strings.ReplaceAll(w.sql(), "c.", "t.")
	ids, err := collect(ctx, q, sql, w.args, pgx.RowTo[uuid.UUID])
	return ids, dberror.Of("creators", err)
}

// Assigned returns the operators and managers of the orders that a person may see.
func (q *Queries) Assigned(ctx context.Context, to domain.Actor) (operators, managers []uuid.UUID, err error) {
	w := visible(to)
	type pair struct{ Operator, Manager *uuid.UUID }
	pairs, err := collect(
		ctx, q, "select distinct c.operator, c.manager from board_cards c where "+w.sql(),
		w.args, pgx.RowToStructByPos[pair],
	)
	for _, p := range pairs {
		if p.Operator != nil {
			operators = append(operators, *p.Operator)
		}
		if p.Manager != nil {
			managers = append(managers, *p.Manager)
		}
	}
	return operators, managers, dberror.Of("assigned", err)
}

// Part is what a person of the provider has to do with an order.
type Part string

// Parts of the provider's people.
const (
	AsOperator Part = "operator"
	AsManager  Part = "manager"
)

// Load is the number of unfinished orders that a person works on and manages.
type Load struct{ Operates, Manages int }

// unfinished are the statuses of orders that are still to be worked on.
var unfinished = slices.DeleteFunc(slices.Clone(order.Statuses), func(s order.Status) bool {
	return s == order.Completed || s == order.CancelledOff
})

// Load counts the unfinished orders of a person.
func (q *Queries) Load(ctx context.Context, person uuid.UUID) (l Load, err error) {
	err = q.pool.QueryRow(
		ctx,
		`select count(*) filter (where operator = $1), count(*) filter (where manager = $1) from board_cards
		where not archived and status = any($2) and (operator = $1 or manager = $1)`, person, unfinished,
	).Scan(&l.Operates, &l.Manages)
	return l, dberror.Of("work of a person", err)
}

// Work returns up to limit unfinished orders of a person, and how many there are.
func (q *Queries) Work(
	ctx context.Context,
	person uuid.UUID,
	as Part,
	limit int,
) (orders []uuid.UUID, total int, err error) {
	column := "operator"
	if as == AsManager {
		column = "manager"
	}
	rows, err := q.pool.Query(
		ctx,
		"select id, count(*) over () from board_cards where not archived and status = any($2) and "+column+
			" = $1 order by id limit $3",
		person, unfinished, limit,
	)
	if err != nil {
		return nil, 0, dberror.Of("work of a person", err)
	}
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id, &total}, func() error {
		orders = append(orders, id)
		return nil
	})
	return orders, total, dberror.Of("work of a person", err)
}
