package sales

import (
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Part is a part of a list that is sorted by creation: the newest first, unless it is ascending.
type Part struct {
	Ascending bool
	Since     time.Time // only what was created or changed at this time or later; zero: all
	After     *Place    // nil: from the beginning
	Offset    int
	Limit     int
}

// Place is a row of such a list.
type Place struct {
	At time.Time // of its creation
	ID uuid.UUID
}

// columns are those by which a list of parts is sorted.
type columns struct{ created, number, id, updated string }

var (
	// Invoices that were created at the same time have the order of their numbers (D-322).
	invoiceOrder = columns{"created_at", "number", "id", "updated_at"}
	paymentOrder = columns{"p.at", "", "p.id", "p.updated_at"}
)

// of adds to the condition of a query which rows belong to the part, and their order. Creation, number and id of a row
// that was issued never change, so the rows after a place are the same ones whatever has changed meanwhile (D-287).
func (p Part) of(c columns, which string, args ...any) (string, []any) {
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	beyond, direction := "<", " desc"
	if p.Ascending {
		beyond, direction = ">", ""
	}
	if !p.Since.IsZero() { // rows from before the column existed may have changed
		which += fmt.Sprintf(" and (%s is null or %s >= %s)", c.updated, c.updated, arg(p.Since))
	}
	order := c.created + direction
	if c.number != "" {
		order += ", " + c.number + direction
	}
	if p.After != nil {
		at, id := arg(p.After.At), arg(p.After.ID)
		later := c.id + " > " + id
		if c.number != "" {
			number := fmt.Sprintf("(select number from sales_invoices where id = %s)", id)
			later = fmt.Sprintf("(%s %s %s or %s = %s and %s)", c.number, beyond, number, c.number, number, later)
		}
		which += fmt.Sprintf(" and (%s %s %s or %s = %s and %s)", c.created, beyond, at, c.created, at, later)
	}
	return which + " order by " + order + ", " + c.id + " offset " + arg(p.Offset) + " limit " + arg(p.Limit), args
}
