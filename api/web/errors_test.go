package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

func TestOnlyFailuresOfTheServerAreLogged(t *testing.T) {
	own := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	database := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 50_000}
	lost := func(at net.Addr) error {
		return fmt.Errorf(
			"answer: %w",
			&net.OpError{Op: "write", Net: "tcp", Source: at, Err: errors.New("broken pipe")},
		)
	}
	for name, c := range map[string]struct {
		err    error
		logged bool
	}{
		"the answer cannot be written, because the caller has gone": {lost(own), false},
		"the database cannot be written to":                         {lost(database), true},
		"a fault":                                                   {errors.New("fault"), true},
	} {
		var log bytes.Buffer
		s := New(Ports{Logger: slog.New(slog.NewTextHandler(&log, nil)), Metrics: prometheus.NewRegistry()})
		r := httptest.NewRequestWithContext(
			context.WithValue(t.Context(), http.LocalAddrContextKey, own), http.MethodGet, "/api/d/order", http.NoBody,
		)
		s.Fail(httptest.NewRecorder(), r, c.err)
		if logged := strings.Contains(log.String(), "request failed"); logged != c.logged {
			t.Errorf("%s: logged %v", name, logged)
		}
	}
}
