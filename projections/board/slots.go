package board

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/projections/query"
)

// Slots implements commands.Slots: whoever takes a slot of a customer holds that customer's lock in the database until his
// events are in the log, and counts on a board that has read everything before.
type Slots struct {
	locks   *pgxpool.Pool // connections that hold locks
	queries *Queries
	catchUp func(context.Context) error
	maximum func(context.Context, uuid.UUID) (int, error)
}

// NewSlots returns the slots. catchUp waits until the board has read the whole log; maximum is a customer's limit, below
// 0 for none.
func NewSlots(locks *pgxpool.Pool, q *Queries, catchUp func(context.Context) error, maximum func(context.Context, uuid.UUID) (int, error)) *Slots {
	return &Slots{locks, q, catchUp, maximum}
}

// Take implements commands.Slots.
func (s *Slots) Take(ctx context.Context, customer uuid.UUID) (free bool, release func(), err error) {
	limit, err := s.maximum(ctx, customer)
	if err != nil {
		return false, nil, err
	}
	if limit < 0 {
		return true, func() {}, nil
	}
	conn, err := s.locks.Acquire(ctx)
	if err != nil {
		return false, nil, query.Failed("slots", err)
	}
	key := slotKey(customer)
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", key); err != nil {
		s.drop(conn)
		return false, nil, query.Failed("slots", err)
	}
	release = sync.OnceFunc(func() {
		if _, err := conn.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", key); err != nil {
			s.drop(conn)
			return
		}
		conn.Release()
	})
	if err := s.catchUp(ctx); err != nil {
		release()
		return false, nil, err
	}
	active, err := s.queries.Active(ctx, []uuid.UUID{customer})
	if err != nil {
		release()
		return false, nil, err
	}
	return active[customer] < limit, release, nil
}

// drop closes a connection whose lock is in doubt: the lock goes with it.
func (s *Slots) drop(conn *pgxpool.Conn) {
	_ = conn.Hijack().Close(context.Background())
}

// FirstQueued implements commands.Slots.
func (s *Slots) FirstQueued(ctx context.Context, customer uuid.UUID) (uuid.UUID, error) {
	return s.queries.FirstQueued(ctx, customer)
}

func slotKey(customer uuid.UUID) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "slots of %s", customer)
	return int64(h.Sum64())
}
