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
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func TestAWaitIsSaidInTheUnitThatFits(t *testing.T) {
	for wait, want := range map[time.Duration]string{
		time.Second:                   "1 second",
		90 * time.Second:              "90 seconds",
		91 * time.Second:              "2 minutes",
		90 * time.Minute:              "90 minutes",
		1438 * time.Minute:            "24 hours",
		3*time.Hour + time.Second:     "4 hours",
		100*time.Minute + time.Second: "2 hours",
	} {
		if got := inWords(wait); got != want {
			t.Errorf("a wait of %v is %q, want %q", wait, got, want)
		}
	}
}

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
