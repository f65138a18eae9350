package accounts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
)

// People are renamed, added and removed between the pages of a list that is sorted by when they were added: nobody else
// comes twice or is left out. The list by name would not do.
func TestPeopleAreReadCompletelyWhileTheyChange(t *testing.T) { // D-88
	f := start(t)
	team := uuid.New()
	seed := accounts.Seed{
		Customers: []accounts.Customer{{ID: team, ClientID: domain.DirectClient, Name: "Team"}},
		Password:  password,
	}
	for n := range 9 {
		seed.Users = append(seed.Users, accounts.User{
			ID: uuid.New(), Email: fmt.Sprint(n, "@team.test"), Firstname: fmt.Sprint("P", n), Role: domain.Staff,
			ClientID: domain.DirectClient, CustomerID: team, TimeZone: "UTC",
		})
	}
	if err := accountstest.Plant(t.Context(), f.pool, f.Store, seed); err != nil {
		t.Fatal(err)
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := f.pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	for n, u := range seed.Users { // two at a time
		exec("update people set created_at = $2 where id = $1", u.ID, time.Unix(int64(1_800_000_000+n/2), 0))
	}
	all := map[uuid.UUID]int{}
	l := accounts.Listed{Customer: team, ByAge: true, Limit: 2}
	for pages := 0; ; pages++ {
		page, err := f.List(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range page {
			all[u.ID]++
		}
		if len(page) < l.Limit || pages > 20 {
			break
		}
		l.After = page[len(page)-1].ID
		exec("update people set firstname = case when id = $1 then 'AAA' else 'ZZZ' end || firstname", l.After)
		exec("update account_members set state = 'deleted' where person = $1", l.After)
	}
	for _, u := range seed.Users {
		if all[u.ID] != 1 {
			t.Errorf("%s comes %d times", u.Firstname, all[u.ID])
		}
	}
	exec("update people set updated_at = 'epoch'")
	exec("update account_members set changed_at = 'epoch', state = 'active'")
	since := func() (names []string) {
		t.Helper()
		found, err := f.List(t.Context(), accounts.Listed{
			Customer: team, ByAge: true, Since: time.Now().Add(-time.Hour), Limit: 20,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range found {
			names = append(names, u.Email)
		}
		return names
	}
	if got := since(); len(got) > 0 {
		t.Errorf("nobody changed, but %v", got)
	}
	exec("update people set tours_done = '{x}'") // nothing that the list shows
	exec("update people set job_title = 'Baker' where email = '3@team.test'")
	exec("update account_members set changed_at = now() where person = $1", seed.Users[5].ID)
	if got := since(); !slices.Equal(got, []string{"3@team.test", "5@team.test"}) {
		t.Errorf("changed are %v", got)
	}
}

// Pages of people follow each other without a gap in the order of their names, also of people with the
// same name, and a search finds parts of names and addresses in any case.
func TestPeopleAreListedByPagesInTheOrderOfTheirNames(t *testing.T) {
	f := start(t)
	team := uuid.New()
	seed := accounts.Seed{
		Customers: []accounts.Customer{{ID: team, ClientID: domain.DirectClient, Name: "Team"}},
		Password:  password,
	}
	add := func(firstname, lastname, email string) {
		seed.Users = append(seed.Users, accounts.User{
			ID: uuid.New(), Email: email, Firstname: firstname, Lastname: lastname, Role: domain.Staff,
			ClientID: domain.DirectClient, CustomerID: team, TimeZone: "UTC",
		})
	}
	for _, name := range []string{
		"cleo Berg", "Ada Costa", "Cleo Alder", "Ada Costa", "Ben Dahl", "Ada Costa", "ada Berg",
	} {
		first, last, _ := strings.Cut(name, " ")
		add(first, last, uuid.NewString()+"@Team.test")
	}
	// The longest name and address, which no compression makes shorter.
	random := rand.New(rand.NewPCG(1, 2))
	long := func(n int, from, count rune) string {
		s := make([]rune, n)
		for i := range s {
			s[i] = from + random.Int32N(count)
		}
		return string(s)
	}
	add(long(100, 0x20000, 40_000), long(100, 0x20000, 40_000), long(244, 'a', 26)+"@team.test")
	if err := accountstest.Plant(t.Context(), f.pool, f.Store, seed); err != nil {
		t.Fatal(err)
	}
	list := func(search string, limit int) (names []string) {
		t.Helper()
		for l := (accounts.Listed{Customer: team, Search: search, Limit: limit}); ; {
			page, err := f.List(t.Context(), l)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range page {
				names = append(names, u.Firstname+" "+u.Lastname)
			}
			if len(page) < limit {
				return names
			}
			l.After = page[limit-1].ID
		}
	}
	last := seed.Users[len(seed.Users)-1]
	all := []string{
		"ada Berg", "Ada Costa", "Ada Costa", "Ada Costa", "Ben Dahl", "Cleo Alder", "cleo Berg",
		last.Firstname + " " + last.Lastname,
	}
	for _, limit := range []int{1, 2, 3, 100} {
		if got := list("", limit); !slices.Equal(got, all) {
			t.Errorf("pages of %d: %q", limit, got)
		}
	}
	for search, want := range map[string][]string{
		"A c":            all[1:4],
		"BERG":           {"ada Berg", "cleo Berg"},
		"@team.test":     all,
		last.Email[:200]: all[7:],
		"%":              nil,
	} {
		if got := list(search, 2); !slices.Equal(got, want) {
			t.Errorf("search for %q: %q, want %q", search, got, want)
		}
	}
}
