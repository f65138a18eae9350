// Package advisory has locks that the projections of all processes share, on advisory locks of
// PostgreSQL.
package advisory

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Locks are locks that all processes share. Connections of a pool hold them.
type Locks struct{ pool *pgxpool.Pool }

// NewLocks returns the locks of a pool. The pool needs a connection for each lock that is held or
// waited for at the same time.
func NewLocks(pool *pgxpool.Pool) Locks { return Locks{pool} }

// Take waits for a lock and returns a function that releases it. kind and id name the lock, for
// instance "slots of" and a customer.
func (l Locks) Take(ctx context.Context, what string, id uuid.UUID) (release func(), err error) {
	key := lockKey(what, id)
	conn, err := l.pool.Acquire(ctx)
	if err != nil {
		return nil, dberror.Of("lock", err)
	}
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", key); err != nil {
		drop(conn)
		return nil, dberror.Of("lock", err)
	}
	return sync.OnceFunc(func() {
		if _, err := conn.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", key); err != nil {
			drop(conn)
			return
		}
		conn.Release()
	}), nil
}

// drop closes a connection, and with it every lock that it may hold.
func drop(conn *pgxpool.Conn) { _ = conn.Hijack().Close(context.Background()) }

func lockKey(what string, id uuid.UUID) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", what, id)
	return int64(h.Sum64())
}
