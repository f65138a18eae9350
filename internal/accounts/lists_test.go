package accounts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
)

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
