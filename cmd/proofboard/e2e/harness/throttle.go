package harness

import (
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Forgive deletes recorded failures, so that tests can run again.
func Forgive(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), World.Owner)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "delete from signin_failures; delete from rates")
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// LocalClient returns a client with a different loopback address, so that the failures of one test
// do not delay other tests.
func LocalClient(t *testing.T, last byte) *http.Client {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, last)}}
	transport := &http.Transport{DialContext: dialer.DialContext}
	t.Cleanup(transport.CloseIdleConnections)
	conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(World.Base, "http://"))
	if err != nil {
		t.Skipf("this system has one loopback address only: %v", err)
	}
	_ = conn.Close()
	return &http.Client{Transport: transport, Timeout: 30 * time.Second}
}
