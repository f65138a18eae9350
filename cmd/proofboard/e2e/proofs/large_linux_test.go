package proofs

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/files"
)

// large returns a file with the given size. The content is the same each time and does not repeat,
// and it is generated while it is read.
func large(t *testing.T, size int64) io.Reader {
	t.Helper()
	block, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		t.Fatal(err)
	}
	return io.LimitReader(
		cipher.StreamReader{S: cipher.NewCTR(block, make([]byte, aes.BlockSize)), R: harness.Zeros{}},
		size,
	)
}

var errCut = errors.New("the line is cut")

// cutOff returns an error after the given number of bytes.
type cutOff struct {
	r    io.Reader
	left int64
}

func (c *cutOff) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errCut
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}

// stream posts a form with a file from a reader. It returns the status 0 if the connection was
// lost.
func stream(
	ctx context.Context,
	f contract.UploadForm,
	name string,
	size int64,
	file io.Reader,
) (status int, err error) {
	var head strings.Builder
	w := multipart.NewWriter(&head)
	for k, v := range f.Fields {
		if err := w.WriteField(k, v); err != nil {
			return 0, err
		}
	}
	if _, err := w.CreateFormFile("file", name); err != nil {
		return 0, err
	}
	tail := "\r\n--" + w.Boundary() + "--\r\n"
	req, err := http.NewRequestWithContext(
		ctx, http.MethodPost, f.Url, io.MultiReader(strings.NewReader(head.String()), file, strings.NewReader(tail)),
	)
	if err != nil {
		return 0, err
	}
	req.ContentLength = int64(head.Len()) + size + int64(len(tail))
	req.Header.Set("Content-Type", w.FormDataContentType())
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

// An interrupted upload starts again from its first byte, and the stored file equals the sent file.
// The test needs Linux to read the memory use of the server.
func TestALargeUploadIsCutAndStartsAgain(t *testing.T) { // check 22, D-15
	harness.Parallel(t)
	size, cuts := int64(harness.Repeats(48<<20, 2<<30)), harness.Repeats(4, 20)
	dir := harness.Folder(t)
	harness.PlantFor(t, dir)
	p := harness.Launch(t, dir)
	w := harness.NewSite(p.Base)
	w.Client.Timeout = 15 * time.Minute
	t.Cleanup(w.Client.CloseIdleConnections)
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	o := harness.MustWrite(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Large"}).Data.OrderID
	s3, running, err := embedded.FindS3(filepath.Join(dir, "s3"))
	if err != nil || !running {
		t.Fatal(running, err)
	}
	s, err := files.Open(t.Context(), files.Config{
		Endpoint:  s3.Endpoint,
		AccessKey: s3.AccessKey,
		SecretKey: s3.SecretKey,
		Bucket:    "proofboard",
		Region:    embedded.S3Region,
		Now:       time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	// The first upload allocates memory that stays in use. The small upload excludes it from the
	// measured growth.
	small := harness.Picture(t, 90)
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "small.png", small)
	if err := os.WriteFile(
		fmt.Sprintf("/proc/%d/clear_refs", p.Cmd.Process.Pid),
		[]byte("5"),
		0o200,
	); err != nil { // resets the peak
		t.Fatal(err)
	}
	before, _ := harness.Resident(t, p.Cmd.Process.Pid)

	f := harness.UploadForm(t, owner, "attachment", o, "large.psd", int(size))
	path, body := "/upload/attachment/"+o.String(), harness.Completion(
		"large.psd", f.Fields["key"], int(size), proof.SuppliedFiles,
	)
	for range cuts {
		at := rand.Int64N(size / 4)
		if status, err := stream(t.Context(), f, "large.psd", size, &cutOff{large(t, size), at}); err == nil &&
			status < 300 {
			t.Fatalf("cut after %d bytes, and the store answers %d", at, status)
		}
		if _, err := s.Stat(t.Context(), f.Fields["key"]); !errors.Is(err, files.ErrNotFound) {
			t.Fatalf("a part of a file is in the store: %v", err)
		}
		harness.MustRefuse(t, owner, http.StatusNotFound, "upload.unknown", http.MethodPut, path, body)
	}
	hash := sha256.New()
	began := time.Now()
	if status, err := stream(t.Context(), f, "large.psd", size, io.TeeReader(large(t, size), hash)); err != nil ||
		status >= 300 {
		t.Fatalf("uncut: %d, %v", status, err)
	}
	sent := time.Since(began)
	began = time.Now()
	harness.MustWrite(t, owner, http.MethodPut, path, body, harness.Key(uuid.New()))
	kept := time.Since(began)
	_, peak := harness.Resident(t, p.Cmd.Process.Pid)
	want := hex.EncodeToString(hash.Sum(nil))
	all := owner.Order(t, o).Attachments.SuppliedFiles
	if len(all) != 2 {
		t.Fatalf("%d attachments", len(all))
	}
	var got contract.Version
	for _, a := range all {
		if a.Name == "large.psd" {
			got = a.Versions[0]
		}
	}
	back := sha256.New()
	res, err := http.Get(got.Url)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(back, res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil || n != size {
		t.Fatalf("%d bytes come back: %v", n, err)
	}
	grown := peak - before
	harness.Report(
		t,
		"22",
		got.FileMeta.Sha256 == want && hex.EncodeToString(back.Sum(nil)) == want && got.FileMeta.FileSize == size &&
			(grown <= 64<<20 || !harness.FullChaos()),
		"%d MB cut %d times, then sent in %s and completed in %s with the same hash; the server grew by at most %d MB (bound 64 MB)",
		size>>20,
		cuts,
		sent.Round(time.Millisecond),
		kept.Round(time.Millisecond),
		grown>>20,
	)
}
