package automations_test

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// checkpoint returns the position of a follower, and whether the follower has started.
func (o office) checkpoint(ctx context.Context, name string) (position int64, known bool) {
	conn, err := pgx.Connect(ctx, o.Owner)
	if err != nil {
		return 0, false
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, "select position from checkpoints where name = $1", name).Scan(&position)
	return position, err == nil
}
