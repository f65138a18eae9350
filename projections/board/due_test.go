package board_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
)

// People are reminded of orders that are worked on or wait for it, page by page.
func TestDueOrdersAreThoseThatSomebodyWorksOn(t *testing.T) { // D-94
	at := func(hours int) time.Time { return now.Add(time.Duration(hours) * time.Hour) }
	cards := []card{
		{
			n:   1,
			due: at(-25),
		},
		{n: 2, due: at(-24)},
		{n: 3, due: at(-23), operator: noah},
		{n: 4, due: at(1), manager: olivia},
		{
			n:   5,
			due: at(24),
		},
		{n: 6, due: at(25)},
		{n: 7},
		{n: 8, due: at(1), frozen: true},
		{n: 9, due: at(1), archived: true},
	}
	want := []int{3, 4, 5}
	for i, s := range order.Statuses {
		cards = append(cards, card{n: 10 + i, status: s, due: at(2)})
		if s.IsActive() || s == order.Queue {
			want = append(want, 10+i)
		}
	}
	q, _ := openTable(t, cards...)
	var got []int
	var after uuid.UUID
	for {
		page, err := q.DueBetween(t.Context(), at(-24), at(24), after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range page {
			n := slices.IndexFunc(cards, func(c card) bool { return c.id() == d.ID })
			got, after = append(got, cards[n].n), d.ID
			if c := cards[n]; !d.Due.Equal(c.due.(time.Time)) || (c.operator == any(noah)) != (d.Operator == noah) ||
				(c.manager == any(olivia)) != (d.Manager == olivia) {
				t.Errorf("order %d is read as %+v", c.n, d)
			}
		}
		if len(page) < 2 {
			break
		}
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("due are %v, want %v", got, want)
	}
}
