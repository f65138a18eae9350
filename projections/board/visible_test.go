package board_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/board"
)

// everyCard returns a card for each account, status and combination of flags.
func everyCard() []card {
	var all []card
	for _, account := range []card{
		{client: "customer", customer: acme, creator: olivia},
		{client: "bright", customer: bright, creator: noah},
	} {
		for _, status := range order.Statuses {
			for flags := range 4 {
				c := account
				c.n, c.status, c.frozen, c.archived = len(all)+1, status, flags&1 != 0, flags&2 != 0
				all = append(all, c)
			}
		}
	}
	return all
}

// The queries decide in SQL what order.Summary.Visible decides in Go.
func TestTheBoardShowsEachPersonWhatTheOrderAllows(t *testing.T) { // D-25
	cards := everyCard()
	q := table(t, cards...)
	var ids []uuid.UUID
	for _, c := range cards {
		ids = append(ids, c.id())
	}
	all, err := q.Find(t.Context(), manager, ids)
	if err != nil || len(all) != len(cards) {
		t.Fatalf("%d of %d cards, %v", len(all), len(cards), err)
	}
	clients := []string{"", "customer", "bright", "another"}
	accounts := []uuid.UUID{uuid.Nil, acme, bright, numbered(1, 3)}
	rapid.Check(t, func(rt *rapid.T) {
		by := domain.Actor{
			ID:         uuid.New(),
			Role:       rapid.SampledFrom(append([]domain.Role{domain.System, ""}, domain.Roles...)).Draw(rt, "role"),
			ClientID:   rapid.SampledFrom(clients).Draw(rt, "client"),
			CustomerID: rapid.SampledFrom(accounts).Draw(rt, "customer"),
		}
		if rapid.Bool().Draw(rt, "invited") {
			by.Invited = &domain.Invited{Order: rapid.SampledFrom(ids).Draw(rt, "order")}
		}
		var want []uuid.UUID
		for i := range all {
			if all[i].Visible(by) {
				want = append(want, all[i].ID)
			}
		}
		found, err := q.Find(t.Context(), by, ids)
		if err != nil {
			rt.Fatal(err)
		}
		var got []uuid.UUID
		for i := range found {
			got = append(got, found[i].ID)
		}
		for _, list := range [][]uuid.UUID{got, want} {
			slices.SortFunc(list, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
		}
		if !slices.Equal(got, want) {
			rt.Errorf("%+v sees %d orders by SQL and %d by the order's rule", by, len(got), len(want))
		}
	})
}

// The board's totals name zones in SQL as Zone does in Go.
func TestTotalsNameTheZonesOfTheBoard(t *testing.T) { // D-02
	cards := everyCard()
	want := map[string]int{}
	for _, c := range cards {
		if !c.archived {
			want[c.status.Zone()]++
		}
	}
	got, err := table(t, cards...).Totals(t.Context(), manager, board.Filter{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	for zone, n := range want {
		if got[zone] != n {
			t.Errorf("zone %s has %d cards, want %d", zone, got[zone], n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("zones %v, want %v", got, want)
	}
}
