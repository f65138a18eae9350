package embedded

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// The gateway may answer an upload before it has read all of it. Afterwards no bytes are expected any
// more, so that space on the disk is not kept for them.
func TestAnUploadThatIsAnsweredEarlyLeavesNothingPending(t *testing.T) { // D-74
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := http.NewResponseController(w)
		if err := answer.EnableFullDuplex(); err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusForbidden)
		if err := answer.Flush(); err != nil {
			t.Error(err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
	}))
	defer gateway.Close()
	address := strings.TrimPrefix(gateway.URL, "http://")
	allow := func(Upload) error { return nil }
	f, err := listenFront(t.Context(), "127.0.0.1:0", address, "*", allow, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer f.stop(context.Background())
	var served sync.WaitGroup
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		defer served.Done()
		f.ServeHTTP(w, r)
	}))
	defer front.Close()
	for range 20 {
		body := bytes.NewReader(make([]byte, 256<<10))
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, front.URL+"/bucket/key", body)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusForbidden {
			t.Fatalf("the upload was answered with %s", res.Status)
		}
	}
	served.Wait()
	if left := f.pending.Load(); left != 0 {
		t.Errorf("%d bytes are pending", left)
	}
}

// The gateway takes the orderly end of a connection for the end of the file, and would store half of it.
func TestAnUploadThatIsCutOffEndsWithAnErrorAtTheGateway(t *testing.T) { // D-15
	gateway, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = gateway.Close() }()
	ended, half := make(chan error, 1), make(chan struct{})
	go func() {
		conn, err := gateway.Accept()
		if err != nil {
			ended <- err
			return
		}
		defer func() { _ = conn.Close() }()
		if _, err = io.CopyN(io.Discard, conn, 1<<20); err == nil {
			close(half)
			_, err = io.Copy(io.Discard, conn) // nil for an orderly end
		}
		ended <- err
	}()
	f, err := listenFront(
		t.Context(), "127.0.0.1:0", gateway.Addr().String(), "*", nil, slog.New(slog.DiscardHandler),
	)
	if err != nil {
		t.Fatal(err)
	}
	defer f.stop(context.Background())
	front := httptest.NewServer(f)
	defer front.Close()
	client, err := new(net.Dialer).DialContext(t.Context(), "tcp", front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	head := "PUT /bucket/key HTTP/1.1\r\nHost: files\r\nContent-Length: 4194304\r\n\r\n"
	if _, err := client.Write(append([]byte(head), make([]byte, 2<<20)...)); err != nil {
		t.Fatal(err)
	}
	<-half
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("the gateway sees an orderly end")
	}
}
