package accounts_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/proofboard/proofboard/internal/accounts"
)

// The web app's copy of this rule reads the same table.
func TestAPhoneNumberHasElevenDigitsOrIsInternational(t *testing.T) { // SH-334 D-89
	raw, err := os.ReadFile("testdata/phones.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []struct {
		Value             string
		OK, International bool
	}
	if err := json.Unmarshal(raw, &table); err != nil || len(table) < 10 {
		t.Fatalf("%v: %d phone numbers", err, len(table))
	}
	for _, c := range table {
		for international, want := range map[bool]bool{false: c.OK, true: c.International} {
			if got := accounts.ValidPhone(c.Value, international); got != want {
				t.Errorf("%q, international %v: %v, want %v", c.Value, international, got, want)
			}
		}
	}
}
