package repository

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// lockWait bounds the wait for a stream, so that two commands that lock streams in opposite order
// do not wait for ever.
const lockWait = 3 * time.Second

// locks serialises the commands of this process by stream. Waiters get their turn in order.
type locks struct {
	shards [64]struct {
		mu sync.Mutex
		m  map[uuid.UUID]*streamLock
	}
}

type streamLock struct {
	turn  chan struct{}
	users int // holder and waiters
}

func newLocks() *locks {
	l := &locks{}
	for i := range l.shards {
		l.shards[i].m = map[uuid.UUID]*streamLock{}
	}
	return l
}

// lock waits for the stream. It returns domain.ErrBusy after lockWait, or the context's error.
func (l *locks) lock(ctx context.Context, stream uuid.UUID) error {
	shard := &l.shards[stream[15]&63]
	shard.mu.Lock()
	e := shard.m[stream]
	if e == nil {
		e = &streamLock{turn: make(chan struct{}, 1)}
		shard.m[stream] = e
	}
	e.users++
	shard.mu.Unlock()
	select {
	case e.turn <- struct{}{}:
		return nil
	default:
	}
	t := time.NewTimer(lockWait)
	defer t.Stop()
	select {
	case e.turn <- struct{}{}:
		return nil
	case <-t.C:
		l.leave(stream, e)
		return domain.ErrBusy
	case <-ctx.Done():
		l.leave(stream, e)
		return eventlog.Cancelled(ctx)
	}
}

func (l *locks) unlock(stream uuid.UUID) {
	shard := &l.shards[stream[15]&63]
	shard.mu.Lock()
	e := shard.m[stream]
	shard.mu.Unlock()
	<-e.turn
	l.leave(stream, e)
}

func (l *locks) leave(stream uuid.UUID, e *streamLock) {
	shard := &l.shards[stream[15]&63]
	shard.mu.Lock()
	if e.users--; e.users == 0 {
		delete(shard.m, stream)
	}
	shard.mu.Unlock()
}
