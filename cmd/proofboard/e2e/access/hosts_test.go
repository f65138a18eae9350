package access

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

// A foreign web page can point its own host name at this server to read its answers (DNS
// rebinding). The server refuses such requests, also for websockets.
func TestRequestsForAnotherHostAreRefused(t *testing.T) {
	ask := func(path, host string) harness.Answer {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, harness.World.Base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		a, err := harness.World.Do(harness.World.Client, r)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	port := strings.TrimPrefix(harness.World.Base, "http://127.0.0.1")
	for _, host := range []string{"evil.example", "evil.example" + port, "localhost.evil.example", "127.0.0.1.evil.example", "10.1.2.3", "[2001:db8::1]:80"} {
		for _, path := range []string{"/", "/api/demo", "/dev/mail", "/api/openapi.yaml"} {
			if a := ask(path, host); a.Status != http.StatusForbidden || a.Reason() != "host.unknown" {
				t.Errorf("%s asked as %s: %d %.200s", path, host, a.Status, a.Body)
			}
		}
		// Kubernetes and proxies send probes to any address of the server. /readyz can answer 503
		// while the database is busy.
		for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
			a := ask(path, host)
			busy := path == "/readyz" && a.Status == http.StatusServiceUnavailable &&
				strings.Contains(string(a.Body), `"status":"not ready"`)
			if a.Status != http.StatusOK && !busy {
				t.Errorf("%s asked as %s: %d %.200s", path, host, a.Status, a.Body)
			}
		}
		conn, response, err := websocket.Dial( //nolint:bodyclose // the socket owns it
			t.Context(),
			harness.World.Base+"/api/realtime",
			&websocket.DialOptions{Host: host, HTTPHeader: http.Header{"Origin": {"http://" + host}}},
		)
		if err == nil {
			_ = conn.CloseNow()
			t.Errorf("a socket was opened as %s", host)
		} else if response == nil || response.StatusCode != http.StatusForbidden {
			t.Errorf("a socket as %s: %v", host, err)
		}
	}
	for _, host := range []string{"localhost", "LOCALHOST.", "localhost" + port, "127.0.0.1" + port, "127.0.0.1", "[::1]:80"} {
		if a := ask("/api/demo", host); a.Status != http.StatusOK {
			t.Errorf("asked as %s: %d %.200s", host, a.Status, a.Body)
		}
	}
}

// Unsent mails contain the secret links of guests.
func TestUnsentMailIsShownInTheDemoOnly(t *testing.T) {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, harness.World.Base+"/dev/mail", nil)
	r.RequestURI = ""
	a, err := harness.World.Do(harness.World.Client, r)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(a.Body), "Mail that was not sent") {
		t.Errorf("a product that is no demo shows mail: %d %.300s", a.Status, a.Body)
	}
}
