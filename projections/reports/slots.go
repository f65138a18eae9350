package reports

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// lately bounds the orders whose lives say how fast a customer's slots become free.
const lately = 1000

// active are the letters of the statuses that take a slot (D-06).
var active = func() (of [256]bool) {
	for s, letter := range letters {
		of[letter] = s.IsActive()
	}
	return of
}()

// Freed counts how often orders of a customer gave their slot back since a time, by the last thousand orders that
// something happened to.
func (q *Queries) Freed(ctx context.Context, customer uuid.UUID, since time.Time) (n int, err error) {
	rows, err := q.pool.Query(ctx, `select life from report_orders
		where customer = $1 and touched_on >= $2 order by touched_on desc limit $3`, customer, since.UTC(), lately)
	if err != nil {
		return 0, dberror.Of("freed slots", err)
	}
	lives, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	for _, l := range lives {
		err = eachLife(l, func(l life) { n += l.steps.freed(since.Unix()) })
		if err != nil {
			break
		}
	}
	return n, dberror.Of("freed slots", err)
}

// freed counts the steps since a second that lead from a status with a slot to one without.
func (s steps) freed(since int64) (n int) {
	held := false
	for ; len(s) > 0; s = s[stepSize:] {
		letter, at := s.step()
		if held && !active[letter] && at >= since {
			n++
		}
		held = active[letter]
	}
	return n
}
