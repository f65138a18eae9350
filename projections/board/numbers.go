package board

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Numbers implements commands.Numbers. It reads the log, so it knows the order of a moment ago too.
type Numbers struct{ Pool *pgxpool.Pool }

// Free implements commands.Numbers. Orders of an earlier build that still runs beside this one are called by
// positions far above the numbers of today, which come to them later.
func (n Numbers) Free(ctx context.Context, client string, last int64) (free int64, err error) {
	err = n.Pool.QueryRow(ctx, `with recursive
		above as (select greatest($2, coalesce((select last from order_numbers_before where client = $1), 0)) + 1 as n),
		free (n) as (
			select n from above
			union all
			select free.n + 1 from free join events e on e.position = free.n
			where e.type = 'order.drafted' and e.data ->> 'client' = $1 and e.data -> 'number' is null
		)
		select max(n) from free`, client, last).Scan(&free)
	return free, dberror.Of("number of an order", err)
}
