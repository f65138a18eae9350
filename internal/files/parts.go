package files

import (
	"context"
	"crypto/md5" //nolint:gosec // G501: S3's sum of a part, which finds accidents only
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

// Part is a part of a file that has arrived in the store.
type Part struct {
	Number int // from 1
	Size   int64
	ETag   string
}

// Unfinished is a file whose parts were neither joined nor removed.
type Unfinished struct {
	Key string
	ID  string // by which the store knows the parts
}

// BeginParts prepares a file that is sent in parts. It returns the id by which the store knows them.
func (s *Store) BeginParts(ctx context.Context, key, contentType string) (id string, err error) {
	ctx, cancel := brief(ctx)
	defer cancel()
	id, err = s.core().NewMultipartUpload(ctx, s.bucket, key, minio.PutObjectOptions{ContentType: contentType})
	return id, explain("begin "+key, err)
}

// PresignPart returns a URL to which one part is put with a header Content-MD5, which is the sum in
// base64. The store refuses other bytes, also those of a part that is cut off: some stores take the end of
// a connection for the end of the part.
func (s *Store) PresignPart(
	ctx context.Context,
	of Unfinished,
	number int,
	size int64,
	sum string,
	expires time.Duration,
) (string, error) {
	u, err := s.public.PresignHeader(
		ctx, http.MethodPut, s.bucket, of.Key, expires,
		url.Values{"uploadId": {of.ID}, "partNumber": {strconv.Itoa(number)}},
		http.Header{"Content-Length": {strconv.FormatInt(size, 10)}, "Content-Md5": {sum}},
	)
	if err != nil {
		return "", explain(fmt.Sprintf("presign part %d of %s", number, of.Key), err)
	}
	return u.String(), nil
}

// MD5 returns the sum of a part in base64, or "" if the store does not say it. Stores that encrypt with
// keys of their own have other tags.
func (p Part) MD5() string {
	sum, err := hex.DecodeString(strings.Trim(p.ETag, `"`))
	if err != nil || len(sum) != md5.Size {
		return ""
	}
	return base64.StdEncoding.EncodeToString(sum)
}

// partsAtATime is how many parts the store lists in one answer.
const partsAtATime = 1000

// Parts returns the parts that have arrived, by number. It returns ErrNotFound if they were joined or
// removed.
func (s *Store) Parts(ctx context.Context, of Unfinished) (parts []Part, err error) {
	for after := 0; ; {
		page, err := s.partsAfter(ctx, of, after)
		if err != nil {
			return nil, explain("look at the parts of "+of.Key, err)
		}
		for _, p := range page.ObjectParts {
			parts = append(parts, Part{p.PartNumber, p.Size, p.ETag})
		}
		if !page.IsTruncated || page.NextPartNumberMarker <= after {
			return parts, nil
		}
		after = page.NextPartNumberMarker
	}
}

func (s *Store) partsAfter(ctx context.Context, of Unfinished, number int) (minio.ListObjectPartsResult, error) {
	ctx, cancel := brief(ctx)
	defer cancel()
	return s.core().ListObjectParts(ctx, s.bucket, of.Key, of.ID, number, partsAtATime)
}

// JoinParts makes a file of its parts. If they were joined before, it may return ErrNotFound, as it does
// if they were removed.
func (s *Store) JoinParts(ctx context.Context, of Unfinished, parts []Part) error {
	all := make([]minio.CompletePart, len(parts))
	for i, p := range parts {
		all[i] = minio.CompletePart{PartNumber: p.Number, ETag: p.ETag}
	}
	_, err := s.core().CompleteMultipartUpload(ctx, s.bucket, of.Key, of.ID, all, minio.PutObjectOptions{})
	return explain("join the parts of "+of.Key, err)
}

// RemoveParts removes the parts of a file that were not joined. It is no error if there are none.
func (s *Store) RemoveParts(ctx context.Context, of Unfinished) error {
	ctx, cancel := brief(ctx)
	defer cancel()
	err := explain("remove the parts of "+of.Key, s.core().AbortMultipartUpload(ctx, s.bucket, of.Key, of.ID))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// UnfinishedBefore returns at most limit files with a prefix that were begun before a time and are
// unfinished.
func (s *Store) UnfinishedBefore(
	ctx context.Context,
	prefix string,
	before time.Time,
	limit int,
) (all []Unfinished, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, longList, errSilent)
	defer cancel()
	for u := range s.inside.ListIncompleteUploads(ctx, s.bucket, prefix, true) {
		if u.Err != nil {
			return nil, explain("list unfinished files", u.Err)
		}
		if u.Initiated.Before(before) && len(all) < limit {
			all = append(all, Unfinished{u.Key, u.UploadID})
		}
	}
	return all, nil
}

func (s *Store) core() minio.Core { return minio.Core{Client: s.inside} }
