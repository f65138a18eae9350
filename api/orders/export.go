package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/board"
)

var errColumns = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "export.columns_invalid",
	Message: "A column is not known.",
}

// orderColumn is a column of the list in an exported file.
type orderColumn struct {
	name, title string
	cell        func(*contract.Card) string
}

var orderColumns = []orderColumn{
	{"number", "Number", func(c *contract.Card) string { return c.OrderId }},
	{"name", "Order", func(c *contract.Card) string { return c.OrderName }},
	{"status", "Status", func(c *contract.Card) string { return order.Status(c.Status).Words() }},
	{"priority", "Priority", func(c *contract.Card) string { return priorityLabels[c.Priority] }},
	{"company", "Company", func(c *contract.Card) string { return c.Company.Name }},
	{"client", "Client", func(c *contract.Card) string { return c.Client }},
	{"service", "Service", func(c *contract.Card) string { return c.ServiceName }},
	{"package", "Package", func(c *contract.Card) string { return c.PackageName }},
	{"created", "Created (UTC)", func(c *contract.Card) string { return listTime(&c.CreatedAt) }},
	{"due", "Due (UTC)", func(c *contract.Card) string { return listTime(c.DueDate) }},
	{"updated", "Last change (UTC)", func(c *contract.Card) string { return listTime(&c.UpdatedAt) }},
	{"operator", "Operator", func(c *contract.Card) string {
		if c.Operator == nil {
			return ""
		}
		return c.Operator.Label
	}},
	{"creator", "Created by", func(c *contract.Card) string { return c.OrderCreator.Name }},
}

// priorityLabels has the priorities in the words of the list.
var priorityLabels = map[contract.CardPriority]string{
	contract.CardNormal: "Normal",
	contract.CardHigh:   "High",
	contract.CardUrgent: "Urgent",
}

func listTime(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// chosenColumns returns the requested columns in the requested order, each once. It returns all
// columns if none is requested.
func chosenColumns(asked string) ([]orderColumn, error) {
	if asked == "" {
		return orderColumns, nil
	}
	var chosen []orderColumn
	for name := range strings.SplitSeq(asked, ",") {
		i := slices.IndexFunc(orderColumns, func(c orderColumn) bool { return c.name == name })
		if i < 0 || slices.ContainsFunc(chosen, func(c orderColumn) bool { return c.name == name }) {
			return nil, errColumns
		}
		chosen = append(chosen, orderColumns[i])
	}
	return chosen, nil
}

// orderLine is an order in a file.
type orderLine struct {
	*contract.Card
	columns []orderColumn
}

func (l orderLine) Cells() []string {
	cells := make([]string, len(l.columns))
	for i, c := range l.columns {
		cells[i] = c.cell(l.Card)
	}
	return cells
}

// ExportOrders returns the list as a file, page by page (BY-037).
func (s *API) ExportOrders(
	ctx context.Context,
	r contract.ExportOrdersRequest,
) (contract.Answer, error) {
	f, err := s.filter(ctx, fieldsOf(r))
	if err != nil {
		return nil, err
	}
	chosen, err := chosenColumns(web.Value(r.Columns))
	if err != nil {
		return nil, err
	}
	header := make([]string, len(chosen))
	for i, c := range chosen {
		header[i] = c.title
	}
	name, archived := "orders", web.Value(r.View) == contract.ExportOrdersParamsViewArchived
	if archived {
		name = "archived-orders"
	}
	sort := board.Sort{By: string(web.Value(r.Sort)), Ascending: web.Value(r.SortAsc)}
	by, at := web.Actor(ctx), board.Place{}
	next := func(ctx context.Context) (lines []orderLine, err error) {
		var cards []board.Card
		if cards, at, err = s.Board.After(ctx, by, f, archived, sort, at, web.ExportPage); err != nil {
			return nil, err
		}
		names, err := s.Accounts.Names(ctx, present.WantedBy(cards))
		if err != nil {
			return nil, err
		}
		for i := range cards {
			card := present.Card(&cards[i], by, names, nil, f.Now)
			lines = append(lines, orderLine{&card, chosen})
		}
		return lines, nil
	}
	first, err := next(ctx)
	return web.Export[orderLine]{
		Ctx:    ctx,
		Log:    s.Logger,
		Name:   name + "-" + s.Clock().UTC().Format("2006-01-02"),
		Csv:    web.Value(r.Format) != contract.ExportOrdersParamsFormatJson,
		Header: header,
		First:  first,
		Next:   next,
	}, err
}
