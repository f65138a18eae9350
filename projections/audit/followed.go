package audit

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Followed returns the position that each reader of the log has reached, by the reader's name.
func (q *Queries) Followed(ctx context.Context) (map[string]int64, error) {
	rows, err := q.pool.Query(ctx, "select name, min(position) from checkpoints group by name")
	if err != nil {
		return nil, dberror.Of("checkpoints", err)
	}
	found := map[string]int64{}
	var name string
	var at int64
	_, err = pgx.ForEachRow(rows, []any{&name, &at}, func() error {
		found[name] = at
		return nil
	})
	return found, dberror.Of("checkpoints", err)
}
