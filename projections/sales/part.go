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

// of adds to the condition of a query which rows belong to the part, and their order. Creation and id of a row never
// change, so the rows after a place are the same ones whatever has changed meanwhile (D-287).
func (p Part) of(created, id, updated, which string, args ...any) (string, []any) {
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	beyond, order := "<", created+" desc"
	if p.Ascending {
		beyond, order = ">", created
	}
	if !p.Since.IsZero() { // rows from before the column existed may have changed
		which += fmt.Sprintf(" and (%s is null or %s >= %s)", updated, updated, arg(p.Since))
	}
	if p.After != nil {
		at := arg(p.After.At)
		which += fmt.Sprintf(
			" and (%s %s %s or %s = %s and %s > %s)", created, beyond, at, created, at, id, arg(p.After.ID),
		)
	}
	return which + " order by " + order + ", " + id + " offset " + arg(p.Offset) + " limit " + arg(p.Limit), args
}
