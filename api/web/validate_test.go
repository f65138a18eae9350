package web

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Text that cannot be stored is refused before a handler sees it. A decoder would replace what is broken, so that
// something is stored that nobody sent.
func TestABodyWithTextThatCannotBeStoredIsRefused(t *testing.T) {
	for body, want := range map[string]error{
		"{\"name\":\"a\xffb\"}":            errText,
		"{\"na\xffme\":\"a\"}":             errText,
		`{"name":"a\u0000b"}`:              errText,
		`{"list":[1,{"of":["a\u0000b"]}]}`: errText,
		`{"name":"größe 漢字 \\u0000"}`:      nil,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/order", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if err := unambiguous(r); !errors.Is(err, want) {
			t.Errorf("%q: %v", body, err)
		}
	}
}
