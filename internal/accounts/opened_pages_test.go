package accounts_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts"
)

func TestThePagesThatAnybodyOpenedAreRemembered(t *testing.T) {
	f := start(t)
	version, other := uuid.New(), uuid.New()
	for _, step := range []struct {
		of    uuid.UUID
		pages []int
		want  []accounts.PageRange
	}{
		{version, []int{3}, []accounts.PageRange{{3, 3}}},
		{version, []int{1, 4, 9, 4}, []accounts.PageRange{{1, 1}, {3, 4}, {9, 9}}},
		{version, []int{4}, []accounts.PageRange{{1, 1}, {3, 4}, {9, 9}}},
		{other, []int{2}, []accounts.PageRange{{2, 2}}},
		{version, []int{2, 10000}, []accounts.PageRange{{1, 4}, {9, 9}, {10000, 10000}}},
	} {
		if got, err := f.OpenPages(t.Context(), step.of, step.pages); err != nil || !slices.Equal(got, step.want) {
			t.Errorf("after %v: %v %v, want %v", step.pages, got, err, step.want)
		}
	}
}
