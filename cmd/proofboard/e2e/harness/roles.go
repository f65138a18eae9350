package harness

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Columns lists the columns of the matrix. Two people of a reseller have the expectations of the
// owner's column, for orders of their own.
var Columns = []string{
	"owner",
	"both",
	"collab",
	"approver",
	"neither",
	"looker",
	"operator",
	"manager",
	"creative",
	"production",
	"cso",
	"admin",
}

// WhoCalls maps all people of the matrix to the column with their expectations.
var WhoCalls = func() map[string]string {
	all := map[string]string{"reseller": "owner", "resold": "owner"}
	for _, c := range Columns {
		all[c] = c
	}
	return all
}()

// OwnerOf returns the owner whose orders a person works on.
func OwnerOf(name string) string {
	if u := Cast[name]; u.ClientID == ResellerClient {
		return "resold"
	}
	return "owner"
}

// Lines that several tables share.
const (
	Nobody    = "404"                    // a call that is open to nobody
	Reviewers = "404 customers cso; 200" // internal files and tabs: cso is no reviewer (D-13, SH-103)
)

// managers are the provider's managers and the admin. The admin may do everything that managers may.
var managers = []string{"manager", "creative", "production", "admin"}

// Status returns the status that a person gets by a line such as "200 owner managers; 404 customers; 403". Each part has
// a status and the people who get it. The first part that names the person counts, and the last part is for everybody
// else. The customers are all who belong to an account that places
// orders or to a reseller, and the provider is all others.
func Status(t *testing.T, line, name string) int {
	t.Helper()
	parts := strings.Split(line, "; ")
	for i, part := range parts {
		words := strings.Fields(part)
		if len(words) == 0 || (len(words) == 1) != (i == len(parts)-1) {
			t.Fatalf("the line %q: only its last part is for everybody else", line)
		}
		status, err := strconv.Atoi(words[0])
		if err != nil {
			t.Fatalf("the line %q: %v", line, err)
		}
		if len(words) == 1 || slices.ContainsFunc(words[1:], func(who string) bool { return belongs(t, name, who) }) {
			return status
		}
	}
	panic("unreachable: the last part is for everybody")
}

func belongs(t *testing.T, name, who string) bool {
	t.Helper()
	switch _, known := Cast[who]; {
	case who == "customers":
		return !Cast[name].Role.IsProvider()
	case who == "provider":
		return Cast[name].Role.IsProvider()
	case who == "managers":
		return slices.Contains(managers, name)
	case !known:
		t.Fatalf("there is nobody who is called %s", who)
	}
	return who == name
}

// Expect makes a call that is answered with a status. A refused call must explain itself and change nothing.
func Expect(t *testing.T, want int, name, method, path string, body any) {
	t.Helper()
	before := Head(t)
	got := SignedIn(t, name).Call(t, method, path, body)
	if got.Status != want {
		t.Errorf("%s: %s %s: %d, want %d: %s", name, method, path, got.Status, want, got.Body)
	}
	if got.Status != http.StatusOK {
		CheckRefusal(t, got)
		Unchanged(t, before)
	}
}
