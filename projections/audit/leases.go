package audit

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/projections/query"
)

// Holder is the database session that holds a lease.
type Holder struct {
	PID     int32
	Program string
	Address string // empty on a socket
	Since   time.Time
}

// Process names the process in one line, or its session where it has not said who it is.
func (h Holder) Process() string {
	if h.Program != "" {
		return h.Program
	}
	name := "database session " + strconv.Itoa(int(h.PID))
	if h.Address != "" {
		name += " from " + h.Address
	}
	return name
}

// Holders says who holds the advisory locks of these keys; those that nobody holds are absent.
func (q *Queries) Holders(ctx context.Context, keys []int64) (map[int64]Holder, error) {
	rows, err := q.pool.Query(ctx, `select (l.classid::bigint << 32) | l.objid::bigint, l.pid, coalesce(a.application_name, ''), coalesce(host(a.client_addr), ''), coalesce(a.backend_start, now())
		from pg_locks l left join pg_stat_activity a on a.pid = l.pid
		where l.locktype = 'advisory' and l.granted and l.objsubid = 1
			and l.database = (select oid from pg_database where datname = current_database())
			and ((l.classid::bigint << 32) | l.objid::bigint) = any($1)`, keys)
	if err != nil {
		return nil, query.Failed("leases", err)
	}
	found := map[int64]Holder{}
	var key int64
	var h Holder
	_, err = pgx.ForEachRow(rows, []any{&key, &h.PID, &h.Program, &h.Address, &h.Since}, func() error {
		found[key] = h
		return nil
	})
	return found, query.Failed("leases", err)
}

// Followed is how far the workers that follow the log have come, by name.
func (q *Queries) Followed(ctx context.Context) (map[string]int64, error) {
	rows, err := q.pool.Query(ctx, "select name, position from checkpoints")
	if err != nil {
		return nil, query.Failed("checkpoints", err)
	}
	found := map[string]int64{}
	var name string
	var at int64
	_, err = pgx.ForEachRow(rows, []any{&name, &at}, func() error {
		found[name] = at
		return nil
	})
	return found, query.Failed("checkpoints", err)
}
