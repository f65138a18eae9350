package proofs

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/cmd/proofboard/memory"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/files"
)

// large returns a file with the given size. The content is the same each time and does not repeat,
// and it is generated while it is read.
func large(t *testing.T, size int64) io.Reader {
	t.Helper()
	return largePart(t, 0, size)
}

// largePart returns size bytes of that file from an offset, which is a multiple of 16.
func largePart(t *testing.T, offset, size int64) io.Reader {
	t.Helper()
	block, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		t.Fatal(err)
	}
	counter := make([]byte, aes.BlockSize)
	binary.BigEndian.PutUint64(counter[8:], uint64(offset/aes.BlockSize))
	return io.LimitReader(cipher.StreamReader{S: cipher.NewCTR(block, counter), R: harness.Zeros{}}, size)
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

// growth is by how much all processes of the product together may grow while a file is uploaded (check
// 37).
const growth = 64 << 20

// largeSite starts a product of its own for large files, and signs its owner in.
func largeSite(t *testing.T, p *harness.Process) (owner *harness.Person, o uuid.UUID) {
	t.Helper()
	w := harness.NewSite(p.Base)
	w.Client.Timeout = 15 * time.Minute
	t.Cleanup(w.Client.CloseIdleConnections)
	owner, err := w.SignIn("owner")
	if err != nil {
		t.Fatal(err)
	}
	return owner, harness.MustWrite(
		t,
		owner,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "Large"},
	).Data.OrderID
}

// watchAfterOne watches the memory of a product that has received one small file and drawn it. That
// allocates memory that stays in use, and starts the process that draws.
func watchAfterOne(t *testing.T, p *harness.Process, owner *harness.Person, o uuid.UUID) *memory.Watch {
	t.Helper()
	harness.Eventually(t, "a picture of the small file", func() bool {
		return owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0].Thumbnail != ""
	})
	return harness.WatchMemory(t, p.Cmd.Process.Pid)
}

// checkLarge checks that a large file is an attachment of an order and comes back as it was sent.
func checkLarge(t *testing.T, owner *harness.Person, o uuid.UUID, size int64) {
	t.Helper()
	sent := sha256.New()
	if _, err := io.Copy(sent, large(t, size)); err != nil {
		t.Fatal(err)
	}
	want := hex.EncodeToString(sent.Sum(nil))
	all := owner.Order(t, o).Attachments.SuppliedFiles
	at := slices.IndexFunc(all, func(a contract.Attachment) bool { return a.Name == "large.psd" })
	if at < 0 {
		t.Fatalf("the file is not there: %+v", all)
	}
	got := all[at].Versions[0]
	res, err := http.Get(got.Url)
	if err != nil {
		t.Fatal(err)
	}
	back := sha256.New()
	n, err := io.Copy(back, res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil || n != size || got.FileMeta.FileSize != size {
		t.Errorf("%d of %d bytes come back: %v", n, size, err)
	}
	if got.FileMeta.Sha256 != want || hex.EncodeToString(back.Sum(nil)) != want {
		t.Errorf("%s was sent, %s is shown, and %x comes back", want, got.FileMeta.Sha256, back.Sum(nil))
	}
}

// A form that was interrupted starts again from its first byte. Its size costs no memory in any process
// of the product. The test needs Linux to read the memory.
func TestALargeFormIsCutAndStartsAgain(t *testing.T) { // check 22, check 37, D-15, D-92
	harness.Parallel(t)
	size, cuts := int64(harness.Repeats(128<<20, 2<<30)), harness.Repeats(4, 20)
	dir := harness.Folder(t)
	harness.PlantFor(t, dir)
	p := harness.Launch(t, dir)
	owner, o := largeSite(t, p)
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
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "small.png", harness.Picture(t, 90))
	watch := watchAfterOne(t, p, owner, o)

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
	began := time.Now()
	if status, err := stream(t.Context(), f, "large.psd", size, large(t, size)); err != nil || status >= 300 {
		t.Fatalf("uncut: %d, %v", status, err)
	}
	sent := time.Since(began)
	began = time.Now()
	harness.MustWrite(t, owner, http.MethodPut, path, body, harness.Key(uuid.New()))
	kept := time.Since(began)
	used := watch.Stop()
	checkLarge(t, owner, o, size)
	harness.Report(
		t,
		"22",
		used.Grown <= growth && !t.Failed(),
		"%d MB in a form cut %d times, then sent in %s and completed in %s with the same hash; all processes together grew by at most %d MB (bound 64 MB; %s)",
		size>>20,
		cuts,
		sent.Round(time.Millisecond),
		kept.Round(time.Millisecond),
		used.Grown>>20,
		used.Where,
	)
}

// A file that is sent in parts goes on where it was cut off. Nothing that has arrived is sent again, and
// its size costs no memory in any process of the product.
func TestALargeUploadInPartsIsCutAndGoesOn(t *testing.T) { // check 37, D-15, D-92
	harness.Parallel(t)
	t.Run("to the embedded store", func(t *testing.T) {
		dir := harness.Folder(t)
		harness.PlantFor(t, dir)
		inParts(t, "the embedded store", harness.Launch(t, dir))
	})
	t.Run("to an external store", func(t *testing.T) {
		dir := harness.Folder(t)
		s3, err := embedded.StartS3(t.Context(), embedded.S3Config{Dir: filepath.Join(dir, "elsewhere")})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s3.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
		harness.PlantFor(t, dir, func(c *config.Config) {
			c.S3.Endpoint, c.S3.Region = "http://"+s3.Endpoint(), embedded.S3Region
			c.S3.AccessKey, c.S3.SecretKey = s3.AccessKey(), s3.SecretKey()
		})
		inParts(t, "an external store", harness.Launch(
			t, dir, "S3_ENDPOINT=http://"+s3.Endpoint(), "S3_REGION="+embedded.S3Region, "S3_BUCKET=proofboard",
			"S3_ACCESS_KEY="+s3.AccessKey(), "S3_SECRET_KEY="+s3.SecretKey(),
		))
	})
}

// atOnce is how many parts a browser sends at a time.
const atOnce = 3

// inParts sends a large file in parts to a product, and reports what the cuts and the file cost.
func inParts(t *testing.T, store string, p *harness.Process) {
	t.Helper()
	size, cuts := int64(harness.Repeats(128<<20, 2<<30)), harness.Repeats(4, 20)
	owner, o := largeSite(t, p)
	small := harness.Picture(t, 90)
	first := harness.BeginUpload(t, owner, "attachment", o, "small.png", int64(len(small)))
	sendPart(t, owner, first, 1, small)
	path := "/upload/attachment/" + o.String()
	harness.MustWrite(
		t, owner, http.MethodPut, path, harness.Completion("small.png", first.Key, len(small), proof.SuppliedFiles),
	)
	watch := watchAfterOne(t, p, owner, o)

	u := harness.BeginUpload(t, owner, "attachment", o, "large.psd", size)
	missing := make([]int, (size+u.PartSize-1)/u.PartSize)
	for i := range missing {
		missing[i] = i + 1
	}
	cut := map[int]bool{}
	for _, i := range rand.Perm(len(missing))[:cuts] {
		cut[missing[i]] = true
	}
	var arrived []int
	sent := 0
	began := time.Now()
	for len(missing) > 0 {
		now := missing[:min(atOnce, len(missing))]
		statuses := make([]int, len(now))
		var group sync.WaitGroup
		for i, number := range now {
			offset := int64(number-1) * u.PartSize
			bytes := min(u.PartSize, size-offset)
			sum := harness.SumOf(t, largePart(t, offset, bytes))
			part, link := largePart(t, offset, bytes), harness.LinkPart(t, owner, u.Id, number, sum)
			if cut[number] {
				part = &cutOff{part, rand.Int64N(bytes)}
			}
			group.Go(func() { statuses[i], _ = harness.PutPart(t.Context(), link, sum, part, bytes) })
		}
		group.Wait()
		for i, number := range now {
			switch {
			case cut[number]:
				delete(cut, number)
			case statuses[i] == http.StatusOK:
				sent++
				arrived = append(arrived, number)
			default:
				t.Fatalf("part %d is answered with %d", number, statuses[i])
			}
		}
		// What was cut off has not arrived, and everything else has.
		slices.Sort(arrived)
		if got := harness.Arrived(t, owner, u.Id); !slices.Equal(got, arrived) {
			t.Fatalf("%v have arrived, want %v", got, arrived)
		}
		missing = slices.DeleteFunc(missing, func(n int) bool { return slices.Contains(arrived, n) })
	}
	took := time.Since(began)
	began = time.Now()
	harness.MustWrite(
		t, owner, http.MethodPut, path, harness.Completion("large.psd", u.Key, int(size), proof.SuppliedFiles),
		harness.Key(uuid.New()),
	)
	kept := time.Since(began)
	used := watch.Stop()
	checkLarge(t, owner, o, size)
	harness.Report(
		t,
		"37",
		used.Grown <= growth && sent == len(arrived) && !t.Failed(),
		"%d MB in parts to %s, cut %d times: %d parts, %d of them sent whole more than once; sent in %s, completed in %s; all processes together grew by at most %d MB (bound 64 MB; %s)",
		size>>20,
		store,
		cuts,
		len(arrived),
		sent-len(arrived),
		took.Round(time.Millisecond),
		kept.Round(time.Millisecond),
		used.Grown>>20,
		used.Where,
	)
}
