package board

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/dberror"
)

// reviewed are the columns of route.Round.
const reviewed = ", c.route, c.review_began, c.review_position, c.reopened"

// Routed is an order in review that a workflow approves.
type Routed struct {
	ID    uuid.UUID
	Round route.Round
}

// RoutedInReview returns orders in review that a workflow approves, in the order of their ids, after the
// given one.
func (q *Queries) RoutedInReview(ctx context.Context, after uuid.UUID, limit int) ([]Routed, error) {
	rows, err := q.pool.Query(
		ctx,
		"select c.id"+reviewed+` from board_cards c
		where c.route is not null and c.status = 'in-review' and c.id > $1 order by c.id limit $2`,
		after, limit,
	)
	if err != nil {
		return nil, dberror.Of("routes in review", err)
	}
	found, err := pgx.CollectRows(rows, scanRouted)
	return found, dberror.Of("routes in review", err)
}

func scanRouted(row pgx.CollectableRow) (r Routed, err error) {
	return r, row.Scan(
		&r.ID, &r.Round.Route, (*optionalTime)(&r.Round.Began), &r.Round.Position, &r.Round.Reopened,
	)
}

// RoutedOf returns those of some orders that are in review and that a workflow approves.
func (q *Queries) RoutedOf(ctx context.Context, orders []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := q.pool.Query(
		ctx, "select id from board_cards where route is not null and status = 'in-review' and id = any($1)", orders,
	)
	if err != nil {
		return nil, dberror.Of("routes in review", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return ids, dberror.Of("routes in review", err)
}

// ApprovedOf returns the orders of a customer that are approved or completed, those that changed last in
// front.
func (q *Queries) ApprovedOf(ctx context.Context, customer uuid.UUID, limit int) ([]uuid.UUID, error) {
	rows, err := q.pool.Query(
		ctx,
		`select id from board_cards where customer = $1 and status in ('approved', 'completed')
		order by updated_at desc, id limit $2`,
		customer, limit,
	)
	if err != nil {
		return nil, dberror.Of("approved orders", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return ids, dberror.Of("approved orders", err)
}
