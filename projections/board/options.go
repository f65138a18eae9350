package board

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/query"
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
	sql := "select distinct t.creator from order_texts t where " + strings.ReplaceAll(w.sql(), "c.", "t.") +
		" and $1::uuid is not null"
	ids, err := collect(ctx, q, sql, w.args, pgx.RowTo[uuid.UUID])
	return ids, query.Failed("creators", err)
}

// Assigned returns the operators and managers of the orders that a person may see.
func (q *Queries) Assigned(ctx context.Context, to domain.Actor) (operators, managers []uuid.UUID, err error) {
	w := visible(to)
	type pair struct{ Operator, Manager *uuid.UUID }
	pairs, err := collect(
		ctx, q, "select distinct c.operator, c.manager from board_cards c where "+w.sql()+" and $1::uuid is not null",
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
	return operators, managers, query.Failed("assigned", err)
}
