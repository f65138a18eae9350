package board_test

import (
	"fmt"
	"testing"

	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/projectiontest"
)

func TestFreeNumbersAreThoseThatNoOrderFromABuildBeforeHas(t *testing.T) { // D-87
	pool, exec := projectiontest.Database(t)
	exec("insert into order_numbers_before values ('acme', 91)")
	for position, data := range map[int]string{
		94: `{"client":"acme"}`, 95: `{"client":"acme"}`, // of a build that still ran beside this one
		96: `{"client":"acme","number":{"prefix":"PB","n":92}}`,
		97: `{"client":"other"}`,
	} {
		exec(`insert into events (position, stream_id, version, stream_type, type, data, metadata, occurred_at)
			values ($1, gen_random_uuid(), 1, 'order', 'order.drafted', $2, '{}', now())`, position, data)
	}
	free := func(client string, last int64) int64 {
		t.Helper()
		n, err := board.Numbers{Pool: pool}.Free(t.Context(), client, last)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	got := []int64{
		free("acme", 0), free("acme", 92), free("acme", 93), free("acme", 96),
		free("other", 0), free("other", 96), free("new", 0), free("new", 93),
	}
	if want := "[92 93 96 97 1 98 1 94]"; fmt.Sprint(got) != want {
		t.Errorf("the free numbers are %v, not %s", got, want)
	}
}
