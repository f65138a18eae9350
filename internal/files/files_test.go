package files_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/files"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func config(t *testing.T) files.Config {
	t.Helper()
	b := embeddedtest.S3(t)
	return files.Config{
		Endpoint:  b.Endpoint,
		AccessKey: b.AccessKey,
		SecretKey: b.SecretKey,
		Region:    b.Region,
		Bucket:    b.Name,
		Now:       time.Now,
	}
}

func open(t *testing.T) *files.Store {
	t.Helper()
	s, err := files.Open(t.Context(), config(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func put(t *testing.T, s *files.Store, key, content string) {
	t.Helper()
	if err := s.Put(t.Context(), key, strings.NewReader(content), int64(len(content)), "image/png"); err != nil {
		t.Fatal(err)
	}
}

// post sends the form of a presigned upload as a browser does: the policy's fields first, then the
// file.
func post(t *testing.T, address string, fields map[string]string, file []byte) int {
	t.Helper()
	return postFrom(t, address, fields, file).StatusCode
}

// postFrom does the same as post, from a page of another origin.
func postFrom(t *testing.T, address string, fields map[string]string, file []byte) answer {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for k, v := range fields {
		if err := form.WriteField(k, v); err != nil {
			t.Fatal(err)
		}
	}
	part, err := form.CreateFormFile("file", "artwork.png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, &body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Origin", "https://board.test")
	return do(t, req)
}

type answer struct {
	*http.Response
	body string
}

func do(t *testing.T, req *http.Request) answer {
	t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return answer{resp, string(body)}
}

func get(t *testing.T, address string, header ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(header) == 2 {
		req.Header.Set(header[0], header[1])
	}
	return do(t, req)
}

func TestPresignedUpload(t *testing.T) {
	s := open(t)
	policy := files.PostPolicy{
		Key:         "orders/1/artwork.png",
		ContentType: "image/png",
		MaxBytes:    1000,
		Expires:     time.Minute,
	}
	file := bytes.Repeat([]byte("x"), 1000)
	sign := func(t *testing.T) (string, map[string]string) {
		t.Helper()
		address, fields, err := s.PresignPost(t.Context(), policy)
		if err != nil {
			t.Fatal(err)
		}
		return address, fields
	}
	absent := func(t *testing.T, key string) {
		t.Helper()
		if _, err := s.Stat(t.Context(), key); !errors.Is(err, files.ErrNotFound) {
			t.Errorf("%s is in the store (%v)", key, err)
		}
	}
	t.Run("more bytes than allowed are refused", func(t *testing.T) {
		address, fields := sign(t)
		if got := post(t, address, fields, append(file, 'x')); got != http.StatusBadRequest {
			t.Errorf("got %d", got)
		}
		absent(t, policy.Key)
	})
	t.Run("another key is refused", func(t *testing.T) {
		address, fields := sign(t)
		fields["key"] = "orders/2/artwork.png"
		if got := post(t, address, fields, file); got != http.StatusForbidden {
			t.Errorf("got %d", got)
		}
		absent(t, fields["key"])
	})
	t.Run("another type is refused", func(t *testing.T) {
		address, fields := sign(t)
		fields["Content-Type"] = "text/html"
		if got := post(t, address, fields, file); got != http.StatusForbidden {
			t.Errorf("got %d", got)
		}
		absent(t, policy.Key)
	})
	t.Run("a forged signature is refused", func(t *testing.T) {
		address, fields := sign(t)
		fields["x-amz-signature"] = strings.Repeat("0", 64)
		if got := post(t, address, fields, file); got != http.StatusForbidden {
			t.Errorf("got %d", got)
		}
		absent(t, policy.Key)
	})
	t.Run("an expired form is refused", func(t *testing.T) {
		cfg := config(t)
		cfg.Now = func() time.Time { return time.Now().Add(-time.Hour) }
		late, err := files.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		address, fields, err := late.PresignPost(t.Context(), policy)
		if err != nil {
			t.Fatal(err)
		}
		if got := post(t, address, fields, file); got != http.StatusForbidden {
			t.Errorf("got %d", got)
		}
	})
	t.Run("the right form is accepted", func(t *testing.T) {
		address, fields := sign(t)
		if got := post(t, address, fields, file); got != http.StatusNoContent {
			t.Fatalf("got %d", got)
		}
		info, err := s.Stat(t.Context(), policy.Key)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size != 1000 || info.ContentType != "image/png" {
			t.Errorf("stored as %+v", info)
		}
	})
}

func TestTheStoreAnswersABrowsersPreflight(t *testing.T) {
	s := open(t)
	address, _, err := s.PresignPost(
		t.Context(), files.PostPolicy{Key: "k", ContentType: "image/png", MaxBytes: 1, Expires: time.Minute},
	)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Origin", "http://localhost:8080")
	req.Header.Set("Access-Control-Request-Method", http.MethodPost)
	resp := do(t, req)
	if resp.StatusCode >= 300 || resp.Header.Get("Access-Control-Allow-Origin") == "" {
		t.Errorf("got %s with %v", resp.Status, resp.Header)
	}
}

func TestPresignedDownload(t *testing.T) {
	s := open(t)
	put(t, s, "proof.png", "0123456789")
	sign := func(t *testing.T, o files.GetOptions) string {
		t.Helper()
		link, err := s.PresignGet(t.Context(), "proof.png", o)
		if err != nil {
			t.Fatal(err)
		}
		return link
	}
	t.Run("the link needs nothing else", func(t *testing.T) {
		resp := get(t, sign(t, files.GetOptions{Expires: time.Minute}))
		if resp.StatusCode != http.StatusOK || resp.body != "0123456789" ||
			resp.Header.Get("Content-Type") != "image/png" {
			t.Errorf("got %s %q %v", resp.Status, resp.body, resp.Header)
		}
	})
	t.Run("a range is served", func(t *testing.T) {
		resp := get(t, sign(t, files.GetOptions{Expires: time.Minute}), "Range", "bytes=2-4")
		if resp.StatusCode != http.StatusPartialContent || resp.body != "234" ||
			resp.Header.Get("Content-Range") != "bytes 2-4/10" {
			t.Errorf("got %s %q %v", resp.Status, resp.body, resp.Header)
		}
	})
	t.Run("name, disposition and type are as asked", func(t *testing.T) {
		for _, inline := range []bool{false, true} {
			want := map[bool]string{false: "attachment", true: "inline"}[inline]
			resp := get(t, sign(t, files.GetOptions{
				Expires:     time.Minute,
				FileName:    `Entwürfe "neu".pdf`,
				Inline:      inline,
				ContentType: "application/octet-stream",
			}))
			kind, params, err := mime.ParseMediaType(resp.Header.Get("Content-Disposition"))
			if err != nil || kind != want || params["filename"] != `Entwürfe "neu".pdf` {
				t.Errorf("got %q: %v", resp.Header.Get("Content-Disposition"), err)
			}
			if got := resp.Header.Get("Content-Type"); got != "application/octet-stream" {
				t.Errorf("got %q", got)
			}
		}
	})
	t.Run("a link for one file opens no other", func(t *testing.T) {
		put(t, s, "secret.png", "secret")
		link := strings.Replace(sign(t, files.GetOptions{Expires: time.Minute}), "proof.png", "secret.png", 1)
		if resp := get(t, link); resp.StatusCode != http.StatusForbidden {
			t.Errorf("got %s %q", resp.Status, resp.body)
		}
	})
	t.Run("a link that has expired is refused", func(t *testing.T) {
		link := sign(t, files.GetOptions{Expires: time.Second})
		deadline := time.After(10 * time.Second)
		for get(t, link).StatusCode != http.StatusForbidden {
			select {
			case <-deadline:
				t.Fatal("still served after 10 s")
			case <-time.Tick(100 * time.Millisecond):
			}
		}
	})
	t.Run("a link without an end is not made", func(t *testing.T) {
		for _, d := range []time.Duration{0, -1, 8 * 24 * time.Hour} {
			if link, err := s.PresignGet(t.Context(), "proof.png", files.GetOptions{Expires: d}); err == nil {
				t.Errorf("%s: got %s", d, link)
			}
		}
	})
	t.Run("links carry the public endpoint", func(t *testing.T) {
		cfg := config(t)
		cfg.PublicEndpoint = "https://files.example.test"
		public, err := files.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		link, err := public.PresignGet(t.Context(), "proof.png", files.GetOptions{Expires: time.Minute})
		if err != nil || !strings.HasPrefix(link, "https://files.example.test/") {
			t.Errorf("got %s, %v", link, err)
		}
		address, _, err := public.PresignPost(
			t.Context(), files.PostPolicy{Key: "k", ContentType: "image/png", MaxBytes: 1, Expires: time.Minute},
		)
		if err != nil || !strings.HasPrefix(address, "https://files.example.test/") {
			t.Errorf("got %s, %v", address, err)
		}
	})
}

func TestReadingAndWriting(t *testing.T) {
	s := open(t)
	t.Run("what was stored is read back, whole and in part", func(t *testing.T) {
		put(t, s, "a/b.png", "0123456789")
		r, info, err := s.Get(t.Context(), "a/b.png")
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil || string(all) != "0123456789" || info.Size != 10 ||
			info.ContentType != "image/png" {
			t.Errorf("got %q %+v %v", all, info, err)
		}
		part, err := s.GetRange(t.Context(), "a/b.png", 8, 5)
		if err != nil {
			t.Fatal(err)
		}
		all, err = io.ReadAll(part)
		if err := errors.Join(err, part.Close()); err != nil || string(all) != "89" {
			t.Errorf("got %q %v", all, err)
		}
	})
	t.Run("a large file of unknown size keeps its digest", func(t *testing.T) {
		content := make([]byte, 20<<20)
		_, _ = rand.Read(content)
		if err := s.Put(t.Context(), "large", io.MultiReader(bytes.NewReader(content)), -1, "image/tiff"); err != nil {
			t.Fatal(err)
		}
		want := sha256.Sum256(content)
		got, err := s.SHA256(t.Context(), "large")
		if err != nil || got != hex.EncodeToString(want[:]) {
			t.Errorf("got %s, %v", got, err)
		}
	})
	t.Run("a copy is independent of its source", func(t *testing.T) {
		put(t, s, "from", "one")
		if err := s.Copy(t.Context(), "from", "to", ""); err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(t.Context(), "from"); err != nil {
			t.Fatal(err)
		}
		if info, err := s.Stat(t.Context(), "to"); err != nil || info.Size != 3 || info.ContentType != "image/png" {
			t.Errorf("got %+v, %v", info, err)
		}
	})
	t.Run("only what was looked at is copied", func(t *testing.T) {
		put(t, s, "looked at", "one")
		seen, err := s.Stat(t.Context(), "looked at")
		if err == nil {
			err = s.Copy(t.Context(), "looked at", "kept", seen.ETag)
		}
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, "looked at", "two")
		if err := s.Copy(t.Context(), "looked at", "kept", seen.ETag); !errors.Is(err, files.ErrChanged) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("files from before a moment", func(t *testing.T) {
		put(t, s, "aged/1", "one")
		put(t, s, "aged/2", "two")
		for _, c := range []struct {
			before time.Time
			limit  int
			want   int
		}{{time.Now().Add(time.Minute), 9, 2}, {time.Now().Add(time.Minute), 1, 1}, {time.Now().Add(-time.Minute), 9, 0}} {
			if keys, err := s.Older(t.Context(), "aged/", c.before, c.limit); err != nil || len(keys) != c.want {
				t.Errorf("before %s: %v, %v", c.before, keys, err)
			}
		}
	})
	t.Run("a missing file is ErrNotFound", func(t *testing.T) {
		_, errStat := s.Stat(t.Context(), "none")
		_, _, errGet := s.Get(t.Context(), "none")
		_, errSum := s.SHA256(t.Context(), "none")
		for name, err := range map[string]error{"stat": errStat, "get": errGet, "sum": errSum, "copy": s.Copy(t.Context(), "none", "x", "")} {
			if !errors.Is(err, files.ErrNotFound) {
				t.Errorf("%s: got %v", name, err)
			}
		}
		if err := s.Delete(t.Context(), "none"); err != nil {
			t.Errorf("deleting it again: %v", err)
		}
	})
}

func TestOpen(t *testing.T) {
	t.Run("a second opening finds the files of the first", func(t *testing.T) {
		cfg := config(t)
		first, err := files.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		put(t, first, "k", "v")
		second, err := files.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := second.Stat(t.Context(), "k"); err != nil {
			t.Error(err)
		}
	})
	t.Run("wrong keys are ErrDenied", func(t *testing.T) {
		cfg := config(t)
		cfg.SecretKey = "wrong"
		if _, err := files.Open(t.Context(), cfg); !errors.Is(err, files.ErrDenied) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a store that is down is ErrUnavailable", func(t *testing.T) {
		cfg := config(t)
		cfg.Endpoint = "127.0.0.1:1"
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		if _, err := files.Open(ctx, cfg); !errors.Is(err, files.ErrUnavailable) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an incomplete configuration is ErrConfig", func(t *testing.T) {
		for _, spoil := range []func(*files.Config){
			func(c *files.Config) { c.Bucket = "" },
			func(c *files.Config) { c.Endpoint = "" },
			func(c *files.Config) { c.Now = nil },
			func(c *files.Config) { c.Endpoint = "http://a b" },
		} {
			cfg := config(t)
			spoil(&cfg)
			if _, err := files.Open(t.Context(), cfg); !errors.Is(err, files.ErrConfig) {
				t.Errorf("got %v", err)
			}
		}
	})
}

func TestFilesAreListedByTheBeginningOfTheirKeysInOrder(t *testing.T) {
	s := open(t)
	for _, key := range []string{"audit/heads/2.head", "audit/heads/1.head", "audit/other", "files/1"} {
		put(t, s, key, key)
	}
	keys, err := s.List(t.Context(), "audit/heads/")
	if err != nil || len(keys) != 2 || keys[0] != "audit/heads/1.head" || keys[1] != "audit/heads/2.head" {
		t.Errorf("%q, %v", keys, err)
	}
	if keys, err := s.List(t.Context(), "nothing/"); err != nil || len(keys) != 0 {
		t.Errorf("%q, %v", keys, err)
	}
}

// A store that accepts connections but does not answer must not block its callers.
func TestAStoreThatFallsSilentIsUnavailableSoon(t *testing.T) { // BY-010
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	cfg := config(t)
	cfg.Endpoint = silent.Addr().String()
	began := time.Now()
	s, err := files.Open(t.Context(), cfg)
	if !errors.Is(err, files.ErrUnavailable) || s == nil {
		t.Fatalf("open: %v, %v", s, err)
	}
	var group sync.WaitGroup
	for what, ask := range map[string]func() error{
		"check":  func() error { return s.Check(t.Context()) },
		"stat":   func() error { _, err := s.Stat(t.Context(), "k"); return err },
		"get":    func() error { _, _, err := s.Get(t.Context(), "k"); return err },
		"put":    func() error { return s.Put(t.Context(), "k", strings.NewReader("v"), 1, "text/plain") },
		"delete": func() error { return s.Delete(t.Context(), "k") },
		"list":   func() error { _, err := s.List(t.Context(), "k"); return err },
	} {
		group.Go(func() {
			if err := ask(); !errors.Is(err, files.ErrUnavailable) {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	group.Wait()
	if took := time.Since(began); took > 14*time.Second {
		t.Errorf("two rounds of questions took %s, each may take 5 s", took)
	}
}

// A process may start while the store is unavailable. The bucket is created when the store is
// available.
func TestTheBucketIsMadeWhenTheStoreComes(t *testing.T) {
	cfg := config(t)
	cfg.Bucket = "later"
	there := cfg.Endpoint
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Endpoint = l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := files.Open(t.Context(), cfg)
	if !errors.Is(err, files.ErrUnavailable) {
		t.Fatalf("open: %v", err)
	}
	if l, err = net.Listen("tcp", cfg.Endpoint); err != nil {
		t.Skipf("somebody else took the port: %v", err)
	}
	defer func() { _ = l.Close() }()
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", strings.TrimPrefix(there, "http://"))
			if err != nil {
				_ = client.Close()
				continue
			}
			go func() { _, _ = io.Copy(server, client) }()
			go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
		}
	}()
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	put(t, s, "k", "v")
}
