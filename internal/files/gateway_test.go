package files_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/files"
)

// gateway starts an embedded gateway for this test. checkSpace decides whether its disk is full.
func gateway(t *testing.T, checkSpace func(embedded.Upload) error) files.Config {
	t.Helper()
	s3, err := embedded.StartS3(
		t.Context(),
		embedded.S3Config{Dir: t.TempDir(), CheckSpace: checkSpace, AllowOrigin: "https://board.test"},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s3.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return files.Config{
		Endpoint:  s3.Endpoint(),
		AccessKey: s3.AccessKey(),
		SecretKey: s3.SecretKey(),
		Bucket:    "proofs",
		Region:    embedded.S3Region,
		Now:       time.Now,
	}
}

func TestFilesOfTheEmbeddedGatewayRunNowhere(t *testing.T) {
	cfg := gateway(t, nil)
	s, err := files.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "a b/ä+(1)%.html", "<script>alert(1)</script>")
	link := func(expires time.Duration) string {
		t.Helper()
		address, err := s.PresignGet(
			t.Context(), "a b/ä+(1)%.html",
			files.GetOptions{Expires: expires, FileName: "ä+(1)%.html", Inline: true, ContentType: "text/html"},
		)
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	hardened := func(what string, a answer, status int) {
		t.Helper()
		h := a.Header
		if a.StatusCode != status || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Content-Security-Policy") != "sandbox" ||
			h.Get("Access-Control-Allow-Origin") != "https://board.test" {
			t.Errorf("%s: %d with %v", what, a.StatusCode, h)
		}
	}
	from := func(address string, header ...string) answer {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Origin", "https://board.test")
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		return do(t, req)
	}
	hardened("a file", from(link(time.Minute)), http.StatusOK)
	part := from(link(time.Minute), "Range", "bytes=8-13")
	hardened("a part of it", part, http.StatusPartialContent)
	if part.body != "alert(" {
		t.Errorf("the part is %q", part.body)
	}
	expired := link(time.Second)
	eventuallyRefused(t, func() bool { return from(expired).StatusCode == http.StatusForbidden })
	hardened("an expired link", from(expired), http.StatusForbidden)
}

// eventuallyRefused waits until a link has expired.
func eventuallyRefused(t *testing.T, refused func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !refused(); {
		if time.Now().After(end) {
			t.Fatal("the link does not expire")
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func TestAFullDiskRefusesUploadsAndNothingElse(t *testing.T) {
	var full atomic.Bool
	s, err := files.Open(t.Context(), gateway(t, func(u embedded.Upload) error {
		if full.Load() && u.Browser && u.Bytes >= 3<<20 {
			return errors.New("no room")
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "before", "kept")
	address, fields, err := s.PresignPost(
		t.Context(), files.PostPolicy{Key: "after", ContentType: "image/png", MaxBytes: 4 << 20, Expires: time.Minute},
	)
	if err != nil {
		t.Fatal(err)
	}
	content := bytes.Repeat([]byte("x"), 3<<20)
	full.Store(true)
	a := postFrom(t, address, fields, content)
	if a.StatusCode != http.StatusInsufficientStorage ||
		a.Header.Get("Access-Control-Allow-Origin") != "https://board.test" ||
		!strings.Contains(a.body, "<Code>StorageFull</Code>") {
		t.Errorf("a form for a full disk: %d %v %s", a.StatusCode, a.Header, a.body)
	}
	if _, err := s.Stat(t.Context(), "after"); !errors.Is(err, files.ErrNotFound) {
		t.Errorf("the refused file: %v", err)
	}
	if err := s.Delete(t.Context(), "before"); err != nil {
		t.Errorf("a deletion on a full disk: %v", err)
	}
	put(t, s, "own", "written by the server")
	put(t, s, "empty", "")
	full.Store(false)
	if a := postFrom(t, address, fields, content); a.StatusCode >= 300 {
		t.Errorf("the same form once there is room: %d %s", a.StatusCode, a.body)
	}
	if info, err := s.Stat(t.Context(), "after"); err != nil || info.Size != int64(len(content)) {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestAnUploadEndsWhenTheDiskFillsUpMeanwhile(t *testing.T) {
	var looks atomic.Int32
	s, err := files.Open(t.Context(), gateway(t, func(u embedded.Upload) error {
		if u.Browser && looks.Add(1) > 2 {
			return errors.New("no room any more")
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	address, fields, err := s.PresignPost(
		t.Context(), files.PostPolicy{Key: "large", ContentType: "image/png", MaxBytes: 64 << 20, Expires: time.Minute},
	)
	if err != nil {
		t.Fatal(err)
	}
	if a := postFrom(t, address, fields, make([]byte, 32<<20)); a.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
	if _, err := s.Stat(t.Context(), "large"); !errors.Is(err, files.ErrNotFound) {
		t.Errorf("half a file: %v", err)
	}
	if n := looks.Load(); n != 3 {
		t.Errorf("%d looks at the disk for 32 MB", n)
	}
}
