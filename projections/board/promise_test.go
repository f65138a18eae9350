package board_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/board"
)

// The filter decides in SQL what order.Summary.QueuePercent decides in Go.
func TestTheFilterCountsThePromisedStartAsTheOrderDoes(t *testing.T) { // D-37 D-60
	random := rand.New(rand.NewPCG(1, 2))
	hours := func(most int) time.Duration { return time.Duration(random.IntN(most*3600)) * time.Second }
	cards := make([]card, 200)
	ids := make([]uuid.UUID, len(cards))
	for i := range cards {
		c := &cards[i]
		c.n, c.status, c.promised = i+1, order.Queue, random.IntN(3)*3600*8
		if i%10 > 0 {
			published := now.Add(-hours(48))
			c.published = published
			if i%3 == 0 {
				c.status, c.started = order.InProgress, published.Add(hours(24))
			}
		}
		ids[i] = c.id()
	}
	q, exec := openTable(t, cards...)
	for i, c := range cards {
		if published, ok := c.published.(time.Time); ok && i%2 == 0 {
			exec("update board_cards set start_by = $2 where id = $1", c.id(), published.Add(hours(72)))
		}
	}
	all, err := q.Find(t.Context(), manager, ids)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range board.Buckets {
		want := map[uuid.UUID]bool{}
		for i := range all {
			if p, ok := all[i].QueuePercent(now); ok && p >= b.From && p < b.Below {
				want[all[i].ID] = true
			}
		}
		if len(want) == 0 {
			t.Errorf("no order is in the bucket %s", name)
		}
		got, err := q.Window(t.Context(), manager, board.Filter{QueueTime: []board.Bucket{b}, Now: now}, nil, nil, 500)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if !want[got[i].ID] {
				t.Errorf("%s has order %s, which the order's rule does not put there", name, got[i].Number)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has %d orders, want %d", name, len(got), len(want))
		}
	}
}
