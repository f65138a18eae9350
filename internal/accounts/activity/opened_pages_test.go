package activity_test

import (
	"os"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/activity"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func TestThePagesThatAnybodyOpenedAreRemembered(t *testing.T) {
	store := activity.New(accountstest.Database(t))
	version, other := uuid.New(), uuid.New()
	for _, step := range []struct {
		of    uuid.UUID
		pages []int
		want  []activity.PageRange
	}{
		{version, []int{3}, []activity.PageRange{{3, 3}}},
		{version, []int{1, 4, 9, 4}, []activity.PageRange{{1, 1}, {3, 4}, {9, 9}}},
		{version, []int{4}, []activity.PageRange{{1, 1}, {3, 4}, {9, 9}}},
		{other, []int{2}, []activity.PageRange{{2, 2}}},
		{version, []int{2, 10000}, []activity.PageRange{{1, 4}, {9, 9}, {10000, 10000}}},
	} {
		if got, err := store.OpenPages(t.Context(), step.of, step.pages); err != nil || !slices.Equal(got, step.want) {
			t.Errorf("after %v: %v %v, want %v", step.pages, got, err, step.want)
		}
	}
}
