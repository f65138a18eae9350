package program

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	_ "image/gif"  // a format whose dimensions Inspect reads
	_ "image/jpeg" // also for Inspect
	_ "image/png"  // also for Inspect
	"io"
	"net/http"
	"strings"
	"time"

	_ "github.com/hhrutter/tiff" // also for Inspect
	_ "golang.org/x/image/bmp"   // also for Inspect

	apifiles "github.com/proofboard/proofboard/api/files"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/workers/bulkdownload"
)

// fileStore adapts the S3 store to the interfaces of the API, the workers and the demo.
type fileStore struct{ s3 *files.Store }

var _ apifiles.Store = fileStore{}

func (f fileStore) PostForm(
	ctx context.Context,
	key, contentType string,
	maxBytes int64,
	expires time.Duration,
) (string, map[string]string, error) {
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	if err := f.s3.Check(ctx); err != nil { // fail now, not after the browser has uploaded for minutes
		return "", nil, err
	}
	return f.s3.PresignPost(
		ctx, files.PostPolicy{Key: key, ContentType: contentType, MaxBytes: maxBytes, Expires: expires},
	)
}

// inline lists the types that a browser may display. The browser must save any other file as plain
// bytes (check 18).
var inline = map[string]bool{
	"image/png":       true,
	"image/jpeg":      true,
	"image/gif":       true,
	"image/bmp":       true,
	"image/webp":      true,
	"application/pdf": true,
}

func (f fileStore) Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error) {
	o := files.GetOptions{Expires: expires, FileName: fileName, Inline: inline[contentType], ContentType: contentType}
	if !o.Inline {
		o.ContentType = "application/octet-stream"
	}
	return f.s3.PresignGet(ctx, key, o)
}

const sniffed = 1 << 20 // bytes from the start, for detecting type and dimensions

// Inspect reads an upload once. It computes hash and size from the whole file, and type and
// dimensions from its start.
func (f fileStore) Inspect(ctx context.Context, key string) (apifiles.Uploaded, error) {
	r, info, err := f.s3.Get(ctx, key)
	if errors.Is(err, files.ErrNotFound) {
		return apifiles.Uploaded{}, domain.ErrNotFound
	}
	if err != nil {
		return apifiles.Uploaded{}, err
	}
	defer func() { _ = r.Close() }()
	in := bufio.NewReaderSize(r, sniffed)
	head, err := in.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return apifiles.Uploaded{}, err
	}
	u := apifiles.Uploaded{ContentType: sniff(head), Tag: info.ETag}
	if c, _, err := image.DecodeConfig(bytes.NewReader(head)); err == nil {
		u.Width, u.Height = c.Width, c.Height
	}
	hash := sha256.New()
	if u.Size, err = io.Copy(hash, in); err != nil {
		return apifiles.Uploaded{}, err
	}
	u.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return u, nil
}

// sniff detects the media type of a file. It knows a few types that net/http does not.
func sniff(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("II*\x00")), bytes.HasPrefix(head, []byte("MM\x00*")):
		return "image/tiff"
	case bytes.HasPrefix(head, []byte("8BPS")):
		return "image/vnd.adobe.photoshop"
	case bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")):
		return "application/pdf"
	}
	mediaType, _, _ := strings.Cut(http.DetectContentType(head), ";")
	if mediaType == "text/html" || mediaType == "text/xml" { // never return a type that a browser would run
		return "text/plain"
	}
	return mediaType
}

func (f fileStore) Keep(ctx context.Context, from, tag, to string) error {
	err := f.s3.Copy(ctx, from, to, tag)
	if errors.Is(err, files.ErrChanged) || errors.Is(err, files.ErrNotFound) {
		return domain.ErrNotFound
	}
	return err
}

func (f fileStore) Remove(ctx context.Context, prefix string) error {
	keys, err := f.s3.List(ctx, prefix)
	for _, key := range keys {
		err = errors.Join(err, f.s3.Delete(ctx, key))
	}
	return err
}

func (f fileStore) Read(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	r, _, err := f.s3.Get(ctx, key)
	return r, err
}

func (f fileStore) Write(ctx context.Context, key, contentType string, content []byte) error {
	return f.s3.Put(ctx, key, bytes.NewReader(content), int64(len(content)), contentType)
}

func (f fileStore) Older(ctx context.Context, prefix string, before time.Time, limit int) ([]string, error) {
	return f.s3.Older(ctx, prefix, before, limit)
}

func (f fileStore) Delete(ctx context.Context, key string) error { return f.s3.Delete(ctx, key) }

// zipFiles adapts the file store to bulk downloads.
type zipFiles struct{ fileStore }

var _ bulkdownload.Files = zipFiles{}

func (f zipFiles) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	r, _, err := f.s3.Get(ctx, key)
	return r, err
}

func (f zipFiles) Put(ctx context.Context, key string, r io.Reader) error {
	return f.s3.Put(ctx, key, r, -1, "application/zip")
}
