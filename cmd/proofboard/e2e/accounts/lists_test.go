package accounts

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
)

// everyPage reads a list with its cursors, and calls between after each page.
func everyPage(t *testing.T, path string, read func(path string) (next *string), between func(page int)) {
	t.Helper()
	cursor := ""
	for page := 1; page < 50; page++ {
		next := read(path + cursor)
		if next == nil {
			return
		}
		cursor = "&cursor=" + url.QueryEscape(*next)
		between(page)
	}
	t.Errorf("%s has no end", path)
}

// Notifications come, are read and deleted between the pages of the groups: no other group comes twice or is left out.
func TestNotificationsAreReadCompletelyWhileTheyChange(t *testing.T) { // D-88
	owner, admin := harness.SignedIn(t, "owner"), harness.SignedIn(t, "admin")
	began := url.QueryEscape(time.Now().UTC().Format(time.RFC3339))
	var made []string
	hold := func(o uuid.UUID) {
		harness.Act(t, "manager", o, order.Hold)
		harness.Act(t, "manager", o, order.Resume)
	}
	for range 5 {
		o := harness.OrderIn(t, "owner", order.InProgress)
		harness.Do(t, "manager", harness.Assign(o))
		hold(o)
		made = append(made, o.String())
	}
	harness.Settle(t, admin)
	var groups []string
	read := func(path string) *string {
		a := harness.MustCall[contract.MessagesAnswer](t, owner, http.MethodGet, path, nil)
		for _, m := range a.Data {
			groups = append(groups, m.Group)
		}
		return a.Meta.Next
	}
	change := func(page int) {
		if page > 3 {
			return
		}
		for _, o := range made[page-1 : page+1] { // moves them to the front of the newest
			hold(uuid.MustParse(o))
		}
		newest := owner.Messages(t, uuid.MustParse(made[page])).Data[0]
		harness.MustWrite(t, owner, http.MethodDelete, "/message/"+newest.Id.String(), nil)
		harness.MustWrite(t, owner, http.MethodPut, "/message/group/"+made[4]+"/read", nil)
		harness.Settle(t, admin)
	}
	for _, path := range []string{"/message/groups?limit=2&updatedSince=" + began, "/message/groups?limit=3&sort=group"} {
		groups = nil
		everyPage(t, path, read, change)
		seen := map[string]int{}
		for _, g := range groups {
			seen[g]++
		}
		for _, g := range made {
			if seen[g] != 1 {
				t.Errorf("%s: the group %s comes %d times", path, g, seen[g])
			}
		}
		if len(seen) != len(groups) {
			t.Errorf("%s: %d rows of %d groups", path, len(groups), len(seen))
		}
	}
	// One group, from its newest notification and from its oldest.
	one := "/message/group/" + made[0]
	all := owner.Messages(t, uuid.MustParse(made[0])).Data
	for _, query := range []string{"?limit=2", "?limit=2&updatedSince=" + began} {
		var got []uuid.UUID
		everyPage(t, one+query, func(path string) *string {
			a := harness.MustCall[contract.MessagesAnswer](t, owner, http.MethodGet, path, nil)
			for _, m := range a.Data {
				got = append(got, m.Id)
			}
			return a.Meta.Next
		}, func(page int) {
			if page == 1 {
				hold(uuid.MustParse(made[0]))
				harness.Settle(t, admin)
			}
		})
		for _, m := range all {
			if n := len(slices.DeleteFunc(slices.Clone(got), func(id uuid.UUID) bool { return id != m.Id })); n != 1 {
				t.Errorf("%s: a notification comes %d times", query, n)
			}
		}
	}
	// What was read since counts as changed, and what was not does not.
	read1 := time.Now().UTC()
	harness.MustWrite(t, owner, http.MethodPut, "/message/group/"+made[2]+"/read", nil)
	harness.Settle(t, admin)
	groups = nil
	everyPage(
		t,
		"/message/groups?limit=2&updatedSince="+url.QueryEscape(read1.Format(time.RFC3339Nano)),
		read,
		func(int) {},
	)
	if !slices.Equal(groups, []string{made[2]}) {
		t.Errorf("read since: %v, want %s", groups, made[2])
	}
	if a := owner.Groups(t, 1, 2); a.Meta.Next != nil || a.Meta.Page != 1 { // its places change
		t.Errorf("the newest first: %+v", a.Meta)
	}
}

func TestPeopleAndBillsAreListedByWhatChanged(t *testing.T) { // D-88
	owner := harness.SignedIn(t, "owner")
	var people []uuid.UUID
	everyPage(t, "/people?sort=created&limit=2", func(path string) *string {
		p := harness.MustCall[contract.PeoplePageAnswer](t, owner, http.MethodGet, path, nil).Data
		for _, m := range p.People {
			people = append(people, m.Id)
		}
		return p.Next
	}, func(int) {})
	named := harness.MustCall[contract.PeoplePageAnswer](t, owner, http.MethodGet, "/people?limit=100", nil).Data.People
	for _, m := range named {
		if n := len(slices.DeleteFunc(slices.Clone(people), func(id uuid.UUID) bool { return id != m.Id })); n != 1 {
			t.Errorf("%s comes %d times", m.EmailAddress, n)
		}
	}
	later := url.QueryEscape(time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	for _, path := range []string{"/people?", "/billing/invoices?", "/billing/payments?", "/message/groups?"} {
		a := owner.Get(t, path+"updatedSince="+later)
		if body := string(a.Body); a.Status != http.StatusOK ||
			!strings.Contains(body, `"data":[]`) && !strings.Contains(body, `"people":[]`) {
			t.Errorf("%s: changed in an hour: %d %s", path, a.Status, body)
		}
		for query, reason := range map[string]string{
			"updatedSince=soon": "filter.invalid", "cursor=x": "request.invalid", "cursor=e30": "request.invalid",
			"cursor=" + url.QueryEscape(web.Cursor(map[string]string{"Else": "x"})): "request.invalid",
		} {
			harness.MustRefuse(t, owner, http.StatusBadRequest, reason, http.MethodGet, path+query, nil)
		}
	}
	place := url.QueryEscape(web.Cursor(web.Place{Created: time.Now(), ID: uuid.New()}))
	for _, path := range []string{
		"/billing/invoices?page=2&cursor=" + place, "/billing/payments?page=1&cursor=" + place,
		"/people?sort=name&cursor=" + url.QueryEscape(web.Cursor(map[string]any{"Person": uuid.New()})),
		"/message/groups?sort=newest&cursor=" + url.QueryEscape(web.Cursor(map[string]any{"Group": "x"})),
	} {
		harness.MustRefuse(t, owner, http.StatusBadRequest, "request.invalid", http.MethodGet, path, nil)
	}
}
