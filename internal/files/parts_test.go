package files_test

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/internal/files"
)

const (
	partSize = 5 << 20 // the least that S3 takes for a part that is not the last
	key      = "parts/p/u/attachment/o/large (1)ä.psd"
)

func begin(t *testing.T, s *files.Store) files.Unfinished {
	t.Helper()
	id, err := s.BeginParts(t.Context(), key, "image/png")
	if err != nil {
		t.Fatal(err)
	}
	return files.Unfinished{Key: key, ID: id}
}

// sendPart puts one part as a browser does.
func sendPart(t *testing.T, s *files.Store, of files.Unfinished, number int, size int64, part []byte) int {
	t.Helper()
	link, err := s.PresignPart(t.Context(), of, number, size, sumOf(part), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return putPart(t, link, part, sumOf(part))
}

func sumOf(part []byte) string {
	sum := md5.Sum(part)
	return base64.StdEncoding.EncodeToString(sum[:])
}

func putPart(t *testing.T, link string, part []byte, sum string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, link, bytes.NewReader(part))
	if err != nil {
		t.Fatal(err)
	}
	if sum != "" {
		req.Header.Set("Content-MD5", sum)
	}
	return do(t, req).StatusCode
}

func TestAFileInParts(t *testing.T) { // D-92
	s := open(t)
	content := slices.Concat(bytes.Repeat([]byte("a"), partSize), bytes.Repeat([]byte("b"), partSize), []byte("end"))
	of := begin(t, s)
	for number, part := range [][]byte{content[:partSize], content[partSize : 2*partSize]} {
		if got := sendPart(t, s, of, number+1, partSize, part); got != http.StatusOK {
			t.Fatalf("part %d: %d", number+1, got)
		}
	}
	t.Run("shows what has arrived, and is no file yet", func(t *testing.T) {
		parts, err := s.Parts(t.Context(), of)
		if err != nil || len(parts) != 2 || parts[1].Number != 2 || parts[1].Size != partSize ||
			parts[1].MD5() != sumOf(content[partSize:2*partSize]) {
			t.Errorf("%+v, %v", parts, err)
		}
		if _, err := s.Stat(t.Context(), key); !errors.Is(err, files.ErrNotFound) {
			t.Errorf("half a file: %v", err)
		}
	})
	t.Run("a link takes the bytes of its part and no others", func(t *testing.T) {
		for _, part := range [][]byte{[]byte("en"), []byte("ends"), bytes.Repeat([]byte("x"), partSize)} {
			if got := sendPart(t, s, of, 3, 3, part); got < 400 {
				t.Errorf("%d bytes: %d", len(part), got)
			}
		}
		end := []byte("end")
		link, err := s.PresignPart(t.Context(), of, 3, 3, sumOf(end), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string]int{
			"another number": putPart(t, strings.Replace(link, "partNumber=3", "partNumber=2", 1), end, sumOf(end)),
			"another file":   putPart(t, strings.Replace(link, "large", "small", 1), end, sumOf(end)),
			"no part":        putPart(t, strings.Replace(link, "partNumber=3&", "", 1), end, sumOf(end)),
			"other bytes":    putPart(t, link, []byte("eNd"), sumOf(end)),
			"their sum":      putPart(t, link, []byte("eNd"), sumOf([]byte("eNd"))),
			"no sum":         putPart(t, link, end, ""),
		} {
			if got < 400 {
				t.Errorf("%s: %d", what, got)
			}
		}
		if parts, err := s.Parts(t.Context(), of); err != nil || len(parts) != 2 || parts[1].Size != partSize {
			t.Errorf("%+v, %v", parts, err)
		}
	})
	t.Run("is joined, also twice", func(t *testing.T) {
		if got := sendPart(t, s, of, 3, 3, []byte("end")); got != http.StatusOK {
			t.Fatal(got)
		}
		parts, err := s.Parts(t.Context(), of)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.JoinParts(t.Context(), of, parts); err != nil {
			t.Fatal(err)
		}
		if err := s.JoinParts(t.Context(), of, parts); err != nil && !errors.Is(err, files.ErrNotFound) {
			t.Errorf("joined again: %v", err)
		}
		if _, err := s.Parts(t.Context(), of); !errors.Is(err, files.ErrNotFound) {
			t.Errorf("parts of a joined file: %v", err)
		}
		r, info, err := s.Get(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err := errors.Join(
			err,
			r.Close(),
		); err != nil || !bytes.Equal(got, content) ||
			info.ContentType != "image/png" {
			t.Errorf("%d bytes of %s, %v", len(got), info.ContentType, err)
		}
		// The tag of a joined file guards its copy like any other.
		if err := s.Copy(t.Context(), key, "kept", `"0-3"`); !errors.Is(err, files.ErrChanged) {
			t.Errorf("copied with a wrong tag: %v", err)
		}
		if err := s.Copy(t.Context(), key, "kept", info.ETag); err != nil {
			t.Errorf("copied with its tag: %v", err)
		}
	})
}

func TestUnfinishedFilesAreFoundAndRemoved(t *testing.T) { // D-92
	s := open(t)
	of := begin(t, s)
	if got := sendPart(t, s, of, 1, 1, []byte("x")); got != http.StatusOK {
		t.Fatal(got)
	}
	find := func(prefix string, before time.Time) []files.Unfinished {
		t.Helper()
		all, err := s.UnfinishedBefore(t.Context(), prefix, before, 10)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	soon := time.Now().Add(time.Minute)
	if all := find("parts/", soon); !slices.Equal(all, []files.Unfinished{of}) {
		t.Errorf("unfinished are %+v", all)
	}
	if all := slices.Concat(find("temp/", soon), find("parts/", time.Now().Add(-time.Minute))); len(all) != 0 {
		t.Errorf("others and younger ones: %+v", all)
	}
	for range 2 {
		if err := s.RemoveParts(t.Context(), of); err != nil {
			t.Fatal(err)
		}
	}
	if all := find("parts/", soon); len(all) != 0 {
		t.Errorf("after the removal: %+v", all)
	}
	if got := sendPart(t, s, of, 2, 1, []byte("x")); got != http.StatusNotFound {
		t.Errorf("a part of a removed file: %d", got)
	}
}

// halfway returns an error after half of what it promised.
type halfway struct{ left int }

func (h *halfway) Read(p []byte) (int, error) {
	if h.left == 0 {
		return 0, errCut
	}
	n := min(len(p), h.left)
	h.left -= n
	return n, nil
}

var errCut = errors.New("cut off")

// The gateway takes the orderly end of a connection for the end of a file.
func TestHalfAFileIsNotStored(t *testing.T) {
	s := open(t)
	for _, size := range []int64{64 << 10, 4 << 20, 40 << 20} {
		if err := s.Put(t.Context(), "half", &halfway{int(size / 2)}, size, "image/png"); err == nil {
			t.Errorf("half of %d bytes: no error", size)
		}
		if info, err := s.Stat(t.Context(), "half"); !errors.Is(err, files.ErrNotFound) {
			t.Errorf("half of %d bytes is stored as %+v, %v", size, info, err)
		}
	}
	of := begin(t, s)
	link, err := s.PresignPart(t.Context(), of, 1, 1<<20, sumOf(make([]byte, 1<<20)), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, link, &halfway{1 << 19})
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = 1 << 20
	req.Header.Set("Content-MD5", sumOf(make([]byte, 1<<20)))
	if res, err := http.DefaultClient.Do(req); err == nil {
		_ = res.Body.Close()
		t.Errorf("half a part is answered with %s", res.Status)
	}
	if parts, err := s.Parts(t.Context(), of); err != nil || len(parts) != 0 {
		t.Errorf("half a part is stored: %+v, %v", parts, err)
	}
}
