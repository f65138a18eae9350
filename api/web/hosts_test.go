package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestWhatIsForThisMachineIsServedToNobodyElse(t *testing.T) {
	page := OnlyHere(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for name, c := range map[string]struct {
		peer, host, header string
		want               int
	}{
		"this machine":                    {"127.0.0.1:5000", "localhost:8080", "", 200},
		"this machine by IPv6":            {"[::1]:5000", "[::1]:8080", "", 200},
		"another machine":                 {"192.0.2.1:5000", "localhost:8080", "", 404},
		"a name that leads here":          {"127.0.0.1:5000", "evil.example", "", 404},
		"a proxy on this machine":         {"127.0.0.1:5000", "localhost", "X-Forwarded-For", 404},
		"a proxy that speaks RFC 7239":    {"127.0.0.1:5000", "localhost", "Forwarded", 404},
		"a peer whose address is unknown": {"@", "localhost", "", 404},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/dev/mail", nil)
		r.RemoteAddr, r.Host = c.peer, c.host
		if c.header != "" {
			r.Header.Set(c.header, "203.0.113.9")
		}
		w := httptest.NewRecorder()
		page.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: %d, want %d", name, w.Code, c.want)
		}
	}
}
