package accounts_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// What is accepted of a profile can be stored, and stays as it is when it is sent again.
func FuzzProfiles(f *testing.F) {
	for _, seed := range []string{"Kim", " Kim  Lee ", "", "0151-2345 678", "\x00", strings.Repeat("ä", 101), "a\u202eb"} {
		f.Add(seed, seed, seed, "Europe/Oslo", "SE")
	}
	f.Fuzz(func(t *testing.T, name, phone, text, zone, country string) {
		d := accounts.Details{Firstname: name, Lastname: name, Phone: phone, JobTitle: text, TimeZone: zone}
		if accounts.Accepts(&d) == nil {
			again := d
			if err := accounts.Accepts(&again); err != nil || again != d {
				t.Errorf("%+v becomes %+v: %v", d, again, err)
			}
			for _, v := range []string{d.Firstname, d.Lastname, d.Phone, d.JobTitle, d.TimeZone} {
				if !domain.Storable(v) || utf8.RuneCountInString(v) > 100 {
					t.Errorf("%q is accepted", v)
				}
			}
		}
		c := accounts.Company{Name: name, Contacts: accounts.Contacts{Address: text, Country: country, Contact: text}}
		if accounts.AcceptsCompany(&c) == nil {
			again := c
			if err := accounts.AcceptsCompany(&again); err != nil || again != c {
				t.Errorf("%+v becomes %+v: %v", c, again, err)
			}
			if !domain.Storable(c.Name+c.Address+c.Country+c.Contact) || len(c.Country) > 2 {
				t.Errorf("%+v is accepted", c)
			}
		}
	})
}
