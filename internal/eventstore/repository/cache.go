package repository

import (
	"container/list"
	"sync"

	"github.com/google/uuid"
)

// lru holds the most recently used aggregates. Taking one removes it, so that it is never in use
// twice.
type lru[A any] struct {
	mu    sync.Mutex
	limit int
	order *list.List // of *entry[A], most recent first
	byID  map[uuid.UUID]*list.Element
}

type entry[A any] struct {
	id      uuid.UUID
	agg     A
	version int
	due     int // version from which the next snapshot is taken
}

func newLRU[A any](limit int) *lru[A] {
	return &lru[A]{limit: limit, order: list.New(), byID: map[uuid.UUID]*list.Element{}}
}

func (c *lru[A]) take(id uuid.UUID) (entry[A], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byID[id]
	if !ok {
		return entry[A]{}, false
	}
	delete(c.byID, id)
	return c.order.Remove(el).(entry[A]), true
}

func (c *lru[A]) put(id uuid.UUID, e entry[A]) {
	e.id = id
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byID[id]; ok {
		c.order.Remove(el)
	}
	c.byID[id] = c.order.PushFront(e)
	for c.order.Len() > c.limit {
		delete(c.byID, c.order.Remove(c.order.Back()).(entry[A]).id)
	}
}
