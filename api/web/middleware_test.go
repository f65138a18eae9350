package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Without a chat widget the policy allows the product and its files only.
func TestThePolicyAllowsTheOriginOfAChatWidgetIfThereIsOne(t *testing.T) {
	policyOf := func(script string) string {
		s := &Server{Ports: Ports{FilesOrigin: "https://files.test", ChatScript: script}}
		w := httptest.NewRecorder()
		s.Protect(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		return w.Header().Get("Content-Security-Policy")
	}
	with := policyOf("https://chat.test/widget.js?key=1")
	for _, part := range []string{
		"script-src 'self' 'wasm-unsafe-eval' https://chat.test;", "connect-src 'self' blob: https://files.test https://chat.test wss://chat.test;",
		"frame-src 'self' https://chat.test;",
	} {
		if !strings.Contains(with, part) {
			t.Errorf("%q lacks %q", with, part)
		}
	}
	paying := &Server{Ports: Ports{FilesOrigin: "https://files.test", CardForms: true}}
	w := httptest.NewRecorder()
	paying.Protect(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	for _, part := range []string{
		"script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com;", "https://files.test https://api.stripe.com;",
		"frame-src 'self' https://js.stripe.com https://hooks.stripe.com;",
	} {
		if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, part) { // D-59
			t.Errorf("where cards are entered, %q lacks %q", policy, part)
		}
	}
	if without := policyOf(
		"",
	); strings.Contains(without, "chat") ||
		!strings.Contains(without, "script-src 'self' 'wasm-unsafe-eval';") {
		t.Errorf("%q", without)
	}
}
