package orders

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
)

// traverse reads a list page by page with its cursors, and calls between after each page.
func traverse(t *testing.T, who, query string, between func(page int)) (all []uuid.UUID) {
	t.Helper()
	cursor := ""
	for page := 1; ; page++ {
		l := harness.MustCall[contract.OrdersAnswer](
			t, harness.SignedIn(t, who), http.MethodGet, "/order?view=list&"+query+cursor, nil,
		)
		all = append(all, ids(*l.Data.Orders)...)
		if l.Data.Next == nil || page > 50 {
			return all
		}
		cursor = "&cursor=" + url.QueryEscape(*l.Data.Next)
		between(page)
	}
}

// The orders of a list change, move, come and go between its pages: no other order comes twice or is left out.
func TestAListIsReadCompletelyWhileOrdersChange(t *testing.T) { // D-88
	word := "w" + strings.ReplaceAll(uuid.NewString(), "-", "")[:10]
	began := time.Now().UTC().Add(-time.Second)
	var made []uuid.UUID
	for range 9 {
		made = append(made, named(t, "owner", word))
	}
	change := func(page int) {
		harness.Act(t, "owner", made[0], []order.Action{order.Publish, order.Hold, order.Resume}[(page-1)%3])
		harness.Act(t, "owner", made[8-page], order.Publish)
		named(t, "owner", word) // comes last
		harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	}
	harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	for what, query := range map[string]string{
		"by creation": "sort=created&sortAsc=true&limit=3&customSearch=" + word,
		"since":       "limit=3&updatedSince=" + began.Format(time.RFC3339) + "&customSearch=" + word,
	} {
		got := traverse(t, "owner", query, func(page int) {
			if what == "by creation" && page < 3 {
				change(page)
			}
		})
		if len(got) < 9 || !slices.Equal(got[:9], made) {
			t.Errorf("%s: %v, not %v", what, got, made)
		}
		slices.SortFunc(got, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
		if len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Errorf("%s: an order comes twice in %v", what, got)
		}
	}
	after := time.Now().UTC().Add(time.Hour).Format(time.RFC3339)
	if got := traverse(t, "owner", "updatedSince="+after, func(int) {}); len(got) > 0 {
		t.Errorf("changed in an hour: %v", got)
	}
	today := began.Format(time.DateOnly)
	if got := traverse(t, "owner", "limit=100&updatedSince="+today+"&customSearch="+word, func(int) {}); len(got) < 9 {
		t.Errorf("changed since %s: %v", today, got)
	}
}

// The next window of a column begins after the last card that was shown, although cards before it have moved.
func TestAColumnGoesOnBehindItsLastCardWhileCardsLeave(t *testing.T) { // D-88 BD-055
	word := "w" + strings.ReplaceAll(uuid.NewString(), "-", "")[:10]
	var made []uuid.UUID
	for range 55 {
		made = append(made, named(t, "beta", word))
	}
	harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	beta := harness.SignedIn(t, "beta")
	column := func(cursor string) contract.Column {
		b := harness.MustCall[contract.OrdersAnswer](
			t, beta, http.MethodGet, "/order?view=board&column=new-order&customSearch="+word+cursor, nil,
		)
		return (*b.Data.Columns)[0]
	}
	first := column("")
	if len(first.TaskIds) != 50 || first.Cursor == nil {
		t.Fatalf("the first window has %d cards", len(first.TaskIds))
	}
	for _, id := range first.TaskIds[:3] { // with an offset, three cards would be left out
		harness.Act(t, "beta", uuid.MustParse(id), order.Cancel)
	}
	harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	second := column("&cursor=" + url.QueryEscape(*first.Cursor))
	seen := append(slices.Clone(first.TaskIds), second.TaskIds...)
	slices.Sort(seen)
	if len(slices.Compact(seen)) != len(made) || second.Cursor != nil || len(second.TaskIds) != 5 {
		t.Errorf("%d of %d cards, %d in the second window", len(seen), len(made), len(second.TaskIds))
	}
}
