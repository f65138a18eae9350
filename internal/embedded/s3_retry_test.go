package embedded

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// A request that the gateway could not read is sent once more, on another connection. What the gateway
// refuses otherwise is passed on, and a body is sent once.
func TestARequestThatTheGatewayCouldNotReadIsSentAgain(t *testing.T) { // D-74
	for name, c := range map[string]struct {
		method, refusal string
		times           int32 // that the gateway refuses
		status          int
		sent            int32
	}{
		"once":                {http.MethodDelete, unread, 1, http.StatusNoContent, 2},
		"always":              {http.MethodGet, unread, 9, http.StatusBadRequest, 2},
		"another refusal":     {http.MethodGet, "Not today.", 1, http.StatusBadRequest, 1},
		"a request with body": {http.MethodPut, unread, 1, http.StatusBadRequest, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var sent atomic.Int32
			gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n := sent.Add(1)
				if r.Method == http.MethodPut && !r.Close {
					t.Error("a connection is used again after a body")
				}
				if n <= c.times {
					w.Header().Set("Connection", "close")
					w.WriteHeader(http.StatusBadRequest)
					_, _ = fmt.Fprintf(w, "<Error><Message>%s</Message></Error>", c.refusal)
					return
				}
				w.WriteHeader(http.StatusNoContent)
			}))
			defer gateway.Close()
			address := strings.TrimPrefix(gateway.URL, "http://")
			f, err := listenFront(t.Context(), "127.0.0.1:0", address, "*", nil, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			defer f.stop(context.Background())
			front := httptest.NewServer(f)
			defer front.Close()
			var body io.Reader
			if c.method == http.MethodPut {
				body = strings.NewReader("a body")
			}
			req, err := http.NewRequestWithContext(t.Context(), c.method, front.URL+"/bucket/key", body)
			if err != nil {
				t.Fatal(err)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			text, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != c.status || sent.Load() != c.sent {
				t.Errorf("%d %s, sent %d times, %v", res.StatusCode, text, sent.Load(), err)
			}
			if res.StatusCode == http.StatusBadRequest && !strings.Contains(string(text), c.refusal) {
				t.Errorf("the refusal is %s", text)
			}
		})
	}
}
