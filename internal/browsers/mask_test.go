package browsers

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAReportHasNothingThatIsPersonal(t *testing.T) { // SH-157
	for in, want := range map[string]string{
		"TypeError: Cannot read properties of undefined (reading 'name')":  "TypeError: Cannot read properties of undefined (reading 'name')",
		`SyntaxError: Unexpected token 'J', "Jam label" is not valid JSON`: "SyntaxError: Unexpected token {text}, {text} is not valid JSON",
		"no order 0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a001 of ana.b@acme.test": "no order {id} of {address}",
		"GET https://work.acme.test/api/order?q=secret failed with 4711":   "GET {address} failed with {number}",
		"Bearer dGhpcyBpcyBhIHNlY3JldCB0b2tlbiBvZiBzb21lYm9keQ is refused": "Bearer {id} is refused",
		"call +49 151 2345678\n\tnow":                                      "call +49 {number} {number} now",
		"an open quote 'of Ana Berger":                                     "an open quote {text}",
		"(reading 'Ana Berger')":                                           "(reading {text})",
		"“Jam” und ‘Honig’ und `x`":                                        "{text} und {text} und {text}",
		strings.Repeat("long ", 1000):                                      strings.Repeat("long ", 99) + "long…",
	} {
		if got := (Report{Message: in}).masked().Message; got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"/": "/",
		"/orders/detail/0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a001/attachments/12?topic=3#x": "/orders/detail/{id}/attachments/{id}",
		"/reset-password?token=secret&email=ana@acme.test":                             "/reset-password",
		"/clients/Ana Berger":          "/clients/{id}",
		"/invitation#ana@x.com":        "/invitation",
		"/clients/brightside/branding": "/clients/{id}/branding",
		"https://ana.test/x":           "{id}//{id}/{id}",
	} {
		if got := (Report{Page: in}).masked().Page; got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	stack := `TypeError: "Jam label" is not a function
    at Card (https://work.acme.test/assets/index-JuHy__Y.js:12:3456)
    at https://work.acme.test/assets/base-a1.js:1:2
drawn@https://work.acme.test/assets/ProofScreen-DKNyjen.js:7:8
    at Ana Berger said "hello" (https://work.acme.test/assets/x.js:1:1)
    at async Promise.all (index 0)
    at async load (https://work.acme.test/assets/y.js:2:3)
    at Ana Berger (https://work.acme.test/assets/z.js:4:5)
    at https://work.acme.test/reset-password?token=secret`
	want := `Card /assets/index-JuHy__Y.js:12:3456
/assets/base-a1.js:1:2
drawn /assets/ProofScreen-DKNyjen.js:7:8
/assets/x.js:1:1
async load /assets/y.js:2:3
/assets/z.js:4:5`
	if got := (Report{Stack: stack}).masked().Stack; got != want {
		t.Errorf("the stack becomes\n%s\nwant\n%s", got, want)
	}
}

// The parts of a path that a report keeps are those of the app's routes.
func TestThePartsOfPathsAreThoseOfTheRoutes(t *testing.T) {
	router, err := os.ReadFile("../../web/src/app/router.tsx")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, route := range regexp.MustCompile(`path: '([^']*)'`).FindAllStringSubmatch(string(router), -1) {
		for part := range strings.SplitSeq(route[1], "/") {
			if part != "" && part != "*" && part[0] != ':' {
				found[part] = true
			}
		}
	}
	if !maps.Equal(found, parts) {
		t.Errorf(
			"the routes have %v, reports keep %v",
			slices.Sorted(maps.Keys(found)),
			slices.Sorted(maps.Keys(parts)),
		)
	}
}

// No report keeps an address, and none exceeds its limits.
func FuzzMask(f *testing.F) {
	f.Add("a ana@acme.test", "/x/ana@acme.test", "at f (https://x/assets/a.js:1:2)\nana@acme.test")
	f.Add("\xff'\"`", "//", "@")
	f.Fuzz(func(t *testing.T, message, page, stack string) {
		r := Report{Message: message, Page: page, Stack: stack}.masked()
		for what, text := range map[string]string{"message": r.Message, "page": r.Page, "stack": r.Stack} {
			if strings.Contains(text, "ana@acme.test") || !utf8.ValidString(text) || strings.Contains(text, "\x00") {
				t.Errorf("the %s is %q", what, text)
			}
		}
		if n := utf8.RuneCountInString(r.Message); n > maxMessage {
			t.Errorf("a message of %d characters", n)
		}
		if n := utf8.RuneCountInString(r.Stack); n > maxFrames*(maxFrame+1) {
			t.Errorf("a stack of %d characters", n)
		}
	})
}
