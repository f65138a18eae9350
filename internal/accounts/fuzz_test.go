package accounts_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// same reports whether two tokens hold the same bytes. The encoding ignores line ends and the last
// bits.
func same(a, b string) bool {
	x, errX := base64.RawURLEncoding.DecodeString(a)
	y, errY := base64.RawURLEncoding.DecodeString(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// No bytes that were not made with the key are a token.
func FuzzTokens(f *testing.F) {
	now := time.Unix(1_900_000_000, 0)
	csrf, devices := accounts.NewCSRF([]byte("a key")), accounts.NewDeviceTokens([]byte("a key"))
	session := uuid.MustParse("0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a001")
	right, _ := csrf.Token(session, "card", now)
	device := devices.Token("owner@acme.test", session, now)
	for _, seed := range []string{"", "a", right, device, right[:len(right)-2], strings.Repeat("A", 200), "\x00ÿ"} {
		f.Add(seed, "card", "owner@acme.test")
	}
	f.Fuzz(func(t *testing.T, token, scope, account string) {
		if err := csrf.Check(token, session, scope, now); err == nil && (!same(token, right) || scope != "card") {
			t.Errorf("a CSRF token for %q: %q", scope, token)
		}
		if found := devices.Check(token, account, now); found != uuid.Nil &&
			(!same(token, device) || !strings.EqualFold(account, "owner@acme.test")) {
			t.Errorf("a device of %q: %q", account, token)
		}
	})
}

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
