package names_test

import (
	"testing"

	"github.com/proofboard/proofboard/internal/accounts/names"
)

func TestNamesContainNoAddressOfTheWeb(t *testing.T) { // D-83
	for _, name := range []string{
		"http://evil.test", "HTTPS://x", "ftp://x", "www.evil", "Visit WWW.evil", "example.com", "Ann at EXAMPLE.COM now",
		"shop.example.co.uk", "example．com", "münchen.de", "x--y.io", "Win a prize: prize.club/ann",
	} {
		if !names.Links(name) {
			t.Errorf("%q contains no address", name)
		}
	}
	for _, name := range []string{
		"Ann", "J.R.R. Tolkien", "St. Mary's", "Acme Inc.", "Müller & Söhne", "Dr. No", "Node.js Studio", "1.5 Design", "A. B. C.", "",
	} {
		if names.Links(name) {
			t.Errorf("%q contains an address", name)
		}
	}
}

func TestNamesThatLookAlikeAreOne(t *testing.T) { // D-83
	const brand = "Northlight Studio"
	for _, other := range []string{
		"northlight studio", "NORTHLIGHT  STUDIO", "Northlight-Studio", "Nоrthlight Studiо", "N0rthlight Stud1o", "Nörthlïght Studio",
		"Ｎorthlight Studio", "Northlight Studio!",
	} {
		if got := names.Looks(other); got != names.Looks(brand) {
			t.Errorf("%q looks like %q", other, got)
		}
	}
	for _, other := range []string{"Northlight", "Southlight Studio", "Northlight Studios", "Brightside"} {
		if names.Looks(other) == names.Looks(brand) {
			t.Errorf("%q is taken for %q", other, brand)
		}
	}
}
