package accounts_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/proofboard/proofboard/internal/accounts"
)

// The web app's copy of this rule reads the same table.
func TestAPhoneNumberHasElevenCharactersBesidesSeparators(t *testing.T) { // SH-334
	raw, err := os.ReadFile("testdata/phones.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []struct {
		Value string
		OK    bool
	}
	if err := json.Unmarshal(raw, &table); err != nil || len(table) < 10 {
		t.Fatalf("%v: %d phone numbers", err, len(table))
	}
	for _, c := range table {
		if got := accounts.ValidPhone(c.Value); got != c.OK {
			t.Errorf("%q: %v, want %v", c.Value, got, c.OK)
		}
	}
}

func TestAGeneratedPasswordHasTheDocumentedParts(t *testing.T) { // SH-336
	seen := map[string]bool{}
	for range 200 {
		p := accounts.GeneratePassword()
		var lower, upper, digits int
		for _, c := range p {
			switch {
			case 'a' <= c && c <= 'z':
				lower++
			case 'A' <= c && c <= 'Z':
				upper++
			case '0' <= c && c <= '9':
				digits++
			}
		}
		if len(p) != 20 || lower < 2 || upper < 2 || digits < 2 || seen[p] || accounts.CheckPassword(p) != nil {
			t.Fatalf("%q", p)
		}
		seen[p] = true
	}
}
