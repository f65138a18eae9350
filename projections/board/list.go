package board

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Sort is the order of a list.
type Sort struct {
	By        string // created, due, name, updated, manual, priority
	Ascending bool
}

// prioritySQL is the order's urgency (D-73). An order without one is normal.
const prioritySQL = "case c.priority when 'urgent' then 2 when 'high' then 1 else 0 end"

// sortColumns has the columns that lists can be sorted by, with their types.
var sortColumns = map[string][2]string{
	"created": {"c.created_at", "timestamptz"}, "due": {"c.due", "timestamptz"}, "name": {"lower(c.name)", "text"},
	"updated": {"c.updated_at", "timestamptz"}, "manual": {"c.rank", "text"}, "priority": {prioritySQL, "integer"},
}

func (s Sort) column() (column, kind string) {
	c, known := sortColumns[s.By]
	if !known {
		c = sortColumns["updated"]
	}
	return c[0], c[1]
}

// order returns the complete order of a list: empty values come last, and ids decide between equal
// values.
func (s Sort) order() string {
	column, _ := s.column()
	if s.Ascending {
		return column + " asc nulls last, c.id"
	}
	return column + " desc nulls last, c.id"
}

// listed are the columns of a card in a list, which shows a place only for orders in the queue.
var listed = columns + ", " + queuePlace + "0 end"

func scanListed(row pgx.CollectableRow) (Card, error) {
	var place int
	c, err := scan(row, &place)
	c.Place = place
	return c, err
}

// Page is a page of a list. Pages count from 1.
type Page struct {
	Cards []Card
	Total int
}

// List returns a page of the orders a person may see, archived or not.
func (q *Queries) List(
	ctx context.Context,
	to domain.Actor,
	f Filter,
	archived bool,
	s Sort,
	page, limit int,
) (p Page, err error) {
	w, err := q.filtered(ctx, to, f)
	if err != nil {
		return p, err
	}
	w.add("c.archived = ?", archived)
	totals, err := collect(
		ctx, q, "select count(*) from board_cards c where "+w.sql(), w.planned(),
		pgx.RowTo[int],
	)
	if err != nil {
		return p, dberror.Of("list", err)
	}
	p.Total = totals[0]
	limitArg, offset := w.arg(limit), w.arg((page-1)*limit)
	p.Cards, err = collect(
		ctx,
		q,
		"select "+listed+" from board_cards c where "+w.sql()+" order by "+s.order()+" limit "+limitArg+" offset "+offset,
		w.planned(),
		scanListed,
	)
	return p, dberror.Of("list", err)
}

// Place is the position in a list at which the last page ended. The zero value is the beginning.
type Place struct {
	Key *string // value of the sort column, nil if it is empty
	ID  uuid.UUID
}

// After returns the next cards of a list after a place, and the place of the last of them. The cost
// does not depend on the length of the list.
func (q *Queries) After(
	ctx context.Context,
	to domain.Actor,
	f Filter,
	archived bool,
	s Sort,
	after Place,
	limit int,
) ([]Card, Place, error) {
	w, err := q.filtered(ctx, to, f)
	if err != nil {
		return nil, after, err
	}
	w.add("c.archived = ?", archived)
	column, kind := s.column()
	if after.ID != uuid.Nil {
		id := w.arg(after.ID)
		if after.Key == nil {
			w.conditions = append(w.conditions, column+" is null and c.id > "+id)
		} else {
			key, beyond := w.arg(*after.Key)+"::text::"+kind, " < "
			if s.Ascending {
				beyond = " > "
			}
			w.conditions = append(
				w.conditions, "("+column+beyond+key+" or "+column+" = "+key+" and c.id > "+id+" or "+column+" is null)",
			)
		}
	}
	sql := "select " + listed + ", (" + column + ")::text from board_cards c where " + w.sql() + " order by " +
		s.order() + " limit " + w.arg(limit)
	cards, err := collect(ctx, q, sql, w.planned(), func(row pgx.CollectableRow) (Card, error) {
		var place int
		c, err := scan(row, &place, &after.Key)
		c.Place, after.ID = place, c.ID
		return c, err
	})
	return cards, after, dberror.Of("list", err)
}
