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
