package files

import (
	"context"
	"fmt"
	"mime"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"
)

// PostPolicy describes one permitted upload. The store refuses all other uploads.
type PostPolicy struct {
	Key         string
	ContentType string
	MaxBytes    int64
	Expires     time.Duration // from now
}

// PresignPost returns the URL for a multipart/form-data POST and the fields that must precede its
// `file` field. The store answers 204 on success, 403 for another key or after expiry, and 400 for
// more than MaxBytes.
func (s *Store) PresignPost(ctx context.Context, p PostPolicy) (address string, fields map[string]string, err error) {
	policy := minio.NewPostPolicy()
	set := []error{
		policy.SetBucket(s.bucket),
		policy.SetKey(p.Key),
		policy.SetContentType(p.ContentType),
		policy.SetContentLengthRange(0, p.MaxBytes),
		policy.SetExpires(s.now().UTC().Add(p.Expires)),
	}
	for _, err := range set {
		if err != nil {
			return "", nil, fmt.Errorf("presign upload of %s: %w", p.Key, err)
		}
	}
	u, fields, err := s.public.PresignedPostPolicy(ctx, policy)
	if err != nil {
		return "", nil, explain("presign upload of "+p.Key, err)
	}
	return u.String(), fields, nil
}

// GetOptions configures a presigned download.
type GetOptions struct {
	Expires     time.Duration // at most 7 days
	FileName    string        // file name for saving; empty sets none
	Inline      bool          // show the file instead of saving it
	ContentType string        // replaces the stored type if set
}

// PresignGet returns a download URL that needs no other authentication. It supports range requests.
func (s *Store) PresignGet(ctx context.Context, key string, o GetOptions) (string, error) {
	if o.Expires <= 0 || o.Expires > longestLink {
		return "", fmt.Errorf("presign download of %s: %s is not between 0 and %s", key, o.Expires, longestLink)
	}
	disposition := "attachment"
	if o.Inline {
		disposition = "inline"
	}
	params := map[string]string{}
	if o.FileName != "" {
		params["filename"] = o.FileName
	}
	query := url.Values{"response-content-disposition": {mime.FormatMediaType(disposition, params)}}
	if o.ContentType != "" {
		query.Set("response-content-type", o.ContentType)
	}
	u, err := s.public.PresignedGetObject(ctx, s.bucket, key, o.Expires, query)
	if err != nil {
		return "", explain("presign download of "+key, err)
	}
	return u.String(), nil
}
