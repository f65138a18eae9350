package program

import (
	"slices"
	"testing"
)

// Passkeys work under a name only, and 127.0.0.1 is none.
func TestTheLogNamesTheAddressForPasskeys(t *testing.T) { // BY-045
	for _, c := range []struct {
		listens, public string
		want            []any
	}{
		{"127.0.0.1:8080", "", []any{"with_passkeys", "http://localhost:8080"}},
		{"[::1]:9000", "http://127.0.0.1:9000", []any{"with_passkeys", "http://localhost:9000"}},
		{"0.0.0.0:8080", "", []any{"with_passkeys", "http://localhost:8080"}},
		{"127.0.0.1:8080", "https://orders.example.com", nil},
		{"192.0.2.7:8080", "", nil},
	} {
		if got := forPasskeys(c.listens, c.public); !slices.Equal(got, c.want) {
			t.Errorf("%s, public %q: %v, want %v", c.listens, c.public, got, c.want)
		}
	}
}
