// Package objects adapts the S3 store to what the product does with files: uploads by a form,
// links, inspection of what was uploaded, and files that workers read and write.
package objects

import (
	"bufio"
	"bytes"
	"cmp"
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

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/files"
)

// ErrNotFound says that the store does not have a file.
var ErrNotFound = files.ErrNotFound

// Store adapts the S3 store to the interfaces of the API, the workers and the demo.
type Store struct{ S3 *files.Store }

// Uploaded describes the bytes of an uploaded file.
type Uploaded struct {
	Size          int64
	ContentType   string
	SHA256        string
	Tag           string // the store's identifier of these bytes
	Width, Height int    // in pixels, 0 if it is not an image of a known format
}

// plain is the media type of a file whose type nobody says.
const plain = "application/octet-stream"

// Part is a part of a file that has arrived, and Unfinished a file whose parts were not joined.
type (
	Part       = files.Part
	Unfinished = files.Unfinished
)

// PostForm returns a form that posts one file of at most maxBytes to key, valid until expires.
func (f Store) PostForm(
	ctx context.Context,
	key, contentType string,
	maxBytes int64,
	expires time.Duration,
) (string, map[string]string, error) {
	if err := f.S3.Check(ctx); err != nil { // fail now, not after the browser has uploaded for minutes
		return "", nil, err
	}
	return f.S3.PresignPost(
		ctx,
		files.PostPolicy{Key: key, ContentType: cmp.Or(contentType, plain), MaxBytes: maxBytes, Expires: expires},
	)
}

// BeginParts prepares a file that is sent in parts, and returns the id by which the store knows them.
func (f Store) BeginParts(ctx context.Context, key, contentType string) (id string, err error) {
	if err := f.S3.Check(ctx); err != nil { // creates the bucket if it is missing
		return "", err
	}
	return f.S3.BeginParts(ctx, key, cmp.Or(contentType, plain))
}

// LinkPart returns a URL to which the part with that number, so many bytes and that MD5 in base64 is
// put, valid until expires.
func (f Store) LinkPart(
	ctx context.Context,
	of files.Unfinished,
	number int,
	bytes int64,
	sum string,
	expires time.Duration,
) (string, error) {
	return f.S3.PresignPart(ctx, of, number, bytes, sum, expires)
}

// Parts returns the parts that have arrived, or domain.ErrNotFound if they were joined or removed.
func (f Store) Parts(ctx context.Context, of files.Unfinished) ([]files.Part, error) {
	parts, err := f.S3.Parts(ctx, of)
	return parts, missing(err)
}

// JoinParts makes a file of its parts. It returns domain.ErrNotFound if they were removed; it may do so
// if they were joined before.
func (f Store) JoinParts(ctx context.Context, of files.Unfinished, parts []files.Part) error {
	return missing(f.S3.JoinParts(ctx, of, parts))
}

// RemoveParts removes the parts of a file that were not joined. It is no error if there are none.
func (f Store) RemoveParts(ctx context.Context, of files.Unfinished) error {
	return f.S3.RemoveParts(ctx, of)
}

// UnfinishedBefore lists up to limit files with a prefix that were begun before a time and are
// unfinished.
func (f Store) UnfinishedBefore(
	ctx context.Context,
	prefix string,
	before time.Time,
	limit int,
) ([]files.Unfinished, error) {
	return f.S3.UnfinishedBefore(ctx, prefix, before, limit)
}

// missing returns domain.ErrNotFound for what the store does not have.
func missing(err error) error {
	if errors.Is(err, files.ErrNotFound) {
		return domain.ErrNotFound
	}
	return err
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

// Link returns a URL that reads key until expires. A browser shows the file if its type is harmless
// and saves any other.
func (f Store) Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error) {
	o := files.GetOptions{Expires: expires, FileName: fileName, Inline: inline[contentType], ContentType: contentType}
	if !o.Inline {
		o.ContentType = plain
	}
	return f.S3.PresignGet(ctx, key, o)
}

const sniffed = 1 << 20 // bytes from the start, for detecting type and dimensions

// Inspect reads an upload once. It computes hash and size from the whole file, and type and
// dimensions from its start.
func (f Store) Inspect(ctx context.Context, key string) (Uploaded, error) {
	r, info, err := f.S3.Get(ctx, key)
	if err != nil {
		return Uploaded{}, missing(err)
	}
	defer func() { _ = r.Close() }()
	in := bufio.NewReaderSize(r, sniffed)
	head, err := in.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return Uploaded{}, err
	}
	u := Uploaded{ContentType: sniff(head), Tag: info.ETag}
	if c, _, err := image.DecodeConfig(bytes.NewReader(head)); err == nil {
		u.Width, u.Height = c.Width, c.Height
	}
	hash := sha256.New()
	if u.Size, err = io.Copy(hash, in); err != nil {
		return Uploaded{}, err
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

// Has reports whether the store has a file.
func (f Store) Has(ctx context.Context, key string) (bool, error) {
	_, err := f.S3.Stat(ctx, key)
	if errors.Is(err, files.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Keep copies an upload to its permanent key. It returns domain.ErrNotFound if the upload no longer
// has this tag.
func (f Store) Keep(ctx context.Context, from, tag, to string) error {
	err := f.S3.Copy(ctx, from, to, tag)
	if errors.Is(err, files.ErrChanged) || errors.Is(err, files.ErrNotFound) {
		return domain.ErrNotFound
	}
	return err
}

// Remove deletes all files whose keys begin with a prefix. It is no error if there are none.
func (f Store) Remove(ctx context.Context, prefix string) error {
	keys, err := f.S3.List(ctx, prefix)
	for _, key := range keys {
		err = errors.Join(err, f.S3.Delete(ctx, key))
	}
	return err
}

// Read opens a file.
func (f Store) Read(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	r, _, err := f.S3.Get(ctx, key)
	return r, err
}

// Write stores a file.
func (f Store) Write(ctx context.Context, key, contentType string, content []byte) error {
	return f.S3.Put(ctx, key, bytes.NewReader(content), int64(len(content)), contentType)
}

// Older lists up to limit files with a prefix that were stored before a time.
func (f Store) Older(ctx context.Context, prefix string, before time.Time, limit int) ([]string, error) {
	return f.S3.Older(ctx, prefix, before, limit)
}

// Delete deletes a file. It is no error if there is none.
func (f Store) Delete(ctx context.Context, key string) error { return f.S3.Delete(ctx, key) }

// Zips adapts the store to bulk downloads, which stream.
type Zips struct{ Store }

// Get opens a file.
func (f Zips) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	r, _, err := f.S3.Get(ctx, key)
	return r, err
}

// Stream stores what write writes, while it is written, and returns its size in bytes.
func (f Zips) Stream(ctx context.Context, key string, write func(io.Writer) error) (size int64, err error) {
	r, w := io.Pipe()
	counted := &counter{w: w}
	written := make(chan error, 1)
	go func() {
		err := write(counted)
		w.CloseWithError(err)
		written <- err
	}()
	err = f.S3.Put(ctx, key, r, -1, "application/zip")
	_ = r.CloseWithError(errStoreEnded)
	if failed := <-written; failed != nil && !errors.Is(failed, errStoreEnded) {
		err = failed // the cause of what the store says
	}
	return counted.n, err
}

// errStoreEnded ends a writer whose reader, the store, has stopped.
var errStoreEnded = errors.New("the store has ended")

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// Writer adapts the store to the demo.
type Writer struct{ Store }

// Put stores a file.
func (f Writer) Put(ctx context.Context, key, contentType string, content []byte) error {
	return f.Write(ctx, key, contentType, content)
}
