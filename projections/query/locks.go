package query

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Locks are locks that all processes share, held by connections of a pool.
type Locks struct{ pool *pgxpool.Pool }

// NewLocks returns the locks of a pool: it has as many connections as locks are held or waited for
// at a time.
func NewLocks(pool *pgxpool.Pool) Locks { return Locks{pool} }

// Take waits for a lock. What it is about is named, for instance "slots of" a customer.
func (l Locks) Take(ctx context.Context, what string, id uuid.UUID) (release func(), err error) {
	key := lockKey(what, id)
	conn, err := l.pool.Acquire(ctx)
	if err != nil {
		return nil, Failed("lock", err)
	}
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", key); err != nil {
		drop(conn)
		return nil, Failed("lock", err)
	}
	return sync.OnceFunc(func() {
		if _, err := conn.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", key); err != nil {
			drop(conn)
			return
		}
		conn.Release()
	}), nil
}

// drop closes a connection whose lock is in doubt: the lock goes with it.
func drop(conn *pgxpool.Conn) { _ = conn.Hijack().Close(context.Background()) }

func lockKey(what string, id uuid.UUID) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", what, id)
	return int64(h.Sum64())
}
