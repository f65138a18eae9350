package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/minio/minio-go/v7"
)

// partSize limits the memory for an upload of unknown size.
const partSize = 16 << 20

const small = 1 << 20 // bytes that any store accepts quickly

// Info describes a stored file.
type Info struct {
	Key         string
	Size        int64 // bytes
	ContentType string
	ETag        string
	ModifiedAt  time.Time
}

// Put stores size bytes of r, or all of r if size is -1. It replaces an existing file.
func (s *Store) Put(ctx context.Context, key string, r io.Reader, size int64, contentType string) error {
	o := minio.PutObjectOptions{ContentType: contentType}
	if size < 0 {
		o.PartSize = partSize
	}
	if size >= 0 && size <= small {
		var cancel context.CancelFunc
		ctx, cancel = brief(ctx)
		defer cancel()
	}
	_, err := s.inside.PutObject(ctx, s.bucket, key, r, size, o)
	return explain("store "+key, err)
}

// Stat describes a file, or returns ErrNotFound.
func (s *Store) Stat(ctx context.Context, key string) (Info, error) {
	ctx, cancel := brief(ctx)
	defer cancel()
	o, err := s.inside.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{})
	if err != nil {
		return Info{}, explain("look at "+key, err)
	}
	return info(o), nil
}

// List returns the keys with a prefix, sorted.
func (s *Store) List(ctx context.Context, prefix string) (keys []string, err error) {
	ctx, cancel := brief(ctx)
	defer cancel()
	for o := range s.inside.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if o.Err != nil {
			return nil, explain("list "+prefix, o.Err)
		}
		keys = append(keys, o.Key)
	}
	slices.Sort(keys)
	return keys, nil
}

// longList is the time limit for listing many files.
const longList = 2 * time.Minute

// Older returns at most limit keys that have the prefix and were written before a time.
func (s *Store) Older(ctx context.Context, prefix string, before time.Time, limit int) (keys []string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, longList, errSilent)
	defer cancel()
	for o := range s.inside.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if o.Err != nil {
			return nil, explain("list "+prefix, o.Err)
		}
		if o.LastModified.Before(before) {
			keys = append(keys, o.Key)
		}
		if len(keys) == limit {
			break
		}
	}
	return keys, nil
}

// Get opens a file. The caller closes it. Reading returns ErrUnavailable if the store stops
// answering.
func (s *Store) Get(ctx context.Context, key string) (io.ReadSeekCloser, Info, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	r := &reader{ctx: ctx, cancel: cancel, key: key}
	r.silent = time.AfterFunc(patience, func() { cancel(errSilent) })
	var err error
	if r.o, err = s.inside.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{}); err != nil {
		return nil, Info{}, errors.Join(r.explain("open", err), r.Close())
	}
	stat, err := r.o.Stat() // GetObject itself sends no request
	r.silent.Stop()
	if err != nil {
		return nil, Info{}, errors.Join(r.explain("open", err), r.Close())
	}
	return r, info(stat), nil
}

// GetRange opens length bytes from offset, or fewer if the file ends earlier. The caller closes the
// result.
func (s *Store) GetRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	r, _, err := s.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	if _, err := r.Seek(offset, io.SeekStart); err != nil {
		_ = r.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(r, length), r}, nil
}

// SHA256 reads the whole file and returns its digest in lower-case hex.
func (s *Store) SHA256(ctx context.Context, key string) (string, error) {
	r, _, err := s.Get(ctx, key)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, r)
	_ = r.Close()
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Copy copies a file inside the store. If etag is set and the file has another ETag, it returns
// ErrChanged.
func (s *Store) Copy(ctx context.Context, from, to, etag string) error {
	_, err := s.inside.CopyObject(
		ctx, minio.CopyDestOptions{Bucket: s.bucket, Object: to},
		minio.CopySrcOptions{Bucket: s.bucket, Object: from, MatchETag: etag},
	)
	if r, ok := errors.AsType[minio.ErrorResponse](err); ok && r.StatusCode == http.StatusPreconditionFailed {
		return fmt.Errorf("copy %s to %s: %w", from, to, ErrChanged)
	}
	return explain("copy "+from+" to "+to, err)
}

// Delete removes a file. A missing file is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	ctx, cancel := brief(ctx)
	defer cancel()
	err := s.inside.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{})
	return explain("delete "+key, err)
}

func info(o minio.ObjectInfo) Info {
	return Info{Key: o.Key, Size: o.Size, ContentType: o.ContentType, ETag: o.ETag, ModifiedAt: o.LastModified.UTC()}
}

// reader translates errors that occur while reading, and limits the wait for the store.
type reader struct {
	ctx    context.Context // cancelled to end reading; minio's object uses it too
	cancel context.CancelCauseFunc
	silent *time.Timer // cancels ctx
	key    string
	o      *minio.Object
}

func (r *reader) explain(what string, err error) error {
	if errors.Is(context.Cause(r.ctx), errSilent) {
		return fmt.Errorf("%s %s: %w", what, r.key, errSilent)
	}
	return explain(what+" "+r.key, err)
}

func (r *reader) Read(p []byte) (int, error) {
	r.silent.Reset(patience)
	n, err := r.o.Read(p)
	r.silent.Stop() // the caller may take any time between reads
	//nolint:errorlint // io.EOF is never wrapped here, and readers compare it like this.
	if err != nil && err != io.EOF {
		err = r.explain("read", err)
	}
	return n, err
}

func (r *reader) Seek(offset int64, whence int) (int64, error) { return r.o.Seek(offset, whence) }

func (r *reader) Close() error {
	r.silent.Stop()
	defer r.cancel(nil)
	if r.o == nil {
		return nil
	}
	return r.o.Close()
}
