package harness

import (
	"context"
	"crypto/md5"
	"encoding/base64"
	"io"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
)

// BeginUpload begins an upload in parts.
func BeginUpload(
	t *testing.T, p *Person, kind string, target uuid.UUID, name string, size int64,
) contract.UploadInParts {
	t.Helper()
	return MustCall[struct{ Data contract.UploadInParts }](
		t, p, http.MethodPost, "/upload/upload-parts/"+kind+"/"+target.String(),
		map[string]any{"name": name, "size": size, "type": "image/png"},
	).Data
}

// Arrived returns the numbers of the parts of an upload that have arrived.
func Arrived(t *testing.T, p *Person, upload uuid.UUID) (numbers []int) {
	t.Helper()
	u := MustCall[struct{ Data contract.UploadInParts }](
		t, p, http.MethodGet, "/upload/temp/"+upload.String()+"/parts", nil,
	).Data
	for _, one := range u.Arrived {
		numbers = append(numbers, one.Number)
	}
	return numbers
}

// SumOf returns the sum of a part with which it is announced and sent.
func SumOf(t *testing.T, part io.Reader) string {
	t.Helper()
	sum := md5.New()
	if _, err := io.Copy(sum, part); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(sum.Sum(nil))
}

// LinkPart returns the link to which a part with that sum is put.
func LinkPart(t *testing.T, p *Person, upload uuid.UUID, number int, sum string) string {
	t.Helper()
	return MustCall[struct{ Data []contract.PartLink }](
		t, p, http.MethodPost, "/upload/temp/"+upload.String()+"/parts", LinksFor(sum, number),
	).Data[0].Url
}

// LinksFor returns the request for links to parts with that sum.
func LinksFor(sum string, numbers ...int) map[string]any {
	parts := []map[string]any{}
	for _, number := range numbers {
		parts = append(parts, map[string]any{"number": number, "md5": sum})
	}
	return map[string]any{"parts": parts}
}

// PutPart sends a part with its sum to its link. It returns the status 0 and an error if the connection
// was lost.
func PutPart(ctx context.Context, link, sum string, part io.Reader, size int64) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, link, part)
	if err != nil {
		return 0, err
	}
	req.ContentLength = size
	req.Header.Set("Content-MD5", sum)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}
