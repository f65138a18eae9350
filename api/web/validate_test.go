package web

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Broken text is refused. A decoder would replace what is broken, so that something is stored that nobody sent.
func TestABodyWithBrokenTextIsRefused(t *testing.T) {
	for body, want := range map[string]error{
		"{\"name\":\"a\xffb\"}": errText,
		"{\"na\xffme\":\"a\"}":  errText,
		`{"name":"größe 漢字"}`:  nil,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/order", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if err := unambiguous(r); !errors.Is(err, want) {
			t.Errorf("%q: %v", body, err)
		}
	}
}
