// Package files stores uploaded files in an S3 store. Browsers upload and download files directly
// with presigned requests, so the file contents do not pass through the server.
package files

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Config selects a bucket.
type Config struct {
	Endpoint       string // host:port or a URL
	AccessKey      string
	SecretKey      string
	Bucket         string // created if missing
	Region         string // empty is us-east-1
	Secure         bool   // use https, unless Endpoint is a URL
	PublicEndpoint string // address for browsers, if it differs from Endpoint
	Now            func() time.Time
}

// Store is one bucket.
type Store struct {
	bucket string
	region string
	inside *minio.Client // sends the server's own requests
	public *minio.Client // signs requests for browsers
	now    func() time.Time
}

// Errors of a store.
var (
	ErrNotFound    = errors.New("file not found")
	ErrDenied      = errors.New("file store denies access")
	ErrUnavailable = errors.New("file store unavailable")
	ErrChanged     = errors.New("file has changed")
	ErrConfig      = errors.New("file store configuration")
)

const (
	defaultRegion = "us-east-1"
	tries         = 3
	patience      = 5 * time.Second    // for all answers except copies, and for the next bytes of a file
	longestLink   = 7 * 24 * time.Hour // the limit of S3
)

// errSilent ends a request to a store that does not answer.
var errSilent = fmt.Errorf("%w: it does not answer", ErrUnavailable)

// brief limits the time of a request that the store should answer quickly.
func brief(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, patience, errSilent)
}

// Open connects to the store and creates the bucket if it is missing. If it returns ErrUnavailable,
// it also returns the store, which works once it can be reached; Check then creates the bucket.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if cfg.Now == nil || cfg.Bucket == "" || cfg.Endpoint == "" {
		return nil, fmt.Errorf("%w: Endpoint, Bucket and Now are needed", ErrConfig)
	}
	if cfg.Region == "" {
		cfg.Region = defaultRegion
	}
	if cfg.PublicEndpoint == "" {
		cfg.PublicEndpoint = cfg.Endpoint
	}
	inside, err := connect(cfg, cfg.Endpoint)
	if err != nil {
		return nil, err
	}
	public, err := connect(cfg, cfg.PublicEndpoint)
	if err != nil {
		return nil, err
	}
	s := &Store{bucket: cfg.Bucket, region: cfg.Region, inside: inside, public: public, now: cfg.Now}
	if err = s.Check(ctx); err != nil && !errors.Is(err, ErrUnavailable) {
		return nil, err
	}
	return s, err
}

func connect(cfg Config, endpoint string) (*minio.Client, error) {
	secure := cfg.Secure
	if host, ok := strings.CutPrefix(endpoint, "https://"); ok {
		endpoint, secure = host, true
	} else if host, ok := strings.CutPrefix(endpoint, "http://"); ok {
		endpoint, secure = host, false
	}
	client, err := minio.New(strings.TrimSuffix(endpoint, "/"), &minio.Options{
		Creds:      credentials.NewStaticV4(cfg.AccessKey, cfg.SecretKey, ""),
		Secure:     secure,
		Region:     cfg.Region, // set, so that signing needs no request
		MaxRetries: tries,
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrConfig, endpoint, err)
	}
	return client, nil
}

// explain maps a technical error to one of the errors of this package.
func explain(what string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) && !errors.Is(err, ErrUnavailable) {
		return fmt.Errorf("%s: %w", what, err)
	}
	kind := ErrUnavailable
	if r, ok := errors.AsType[minio.ErrorResponse](err); ok {
		switch {
		case r.StatusCode == http.StatusNotFound:
			kind = ErrNotFound
		case r.StatusCode == http.StatusForbidden, r.StatusCode == http.StatusUnauthorized:
			kind = ErrDenied
		case r.StatusCode >= 400 && r.StatusCode < 500 && r.StatusCode != http.StatusTooManyRequests:
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return fmt.Errorf("%s: %w: %w", what, kind, err)
}

// Check returns an error if the bucket cannot be reached. It creates the bucket if it is missing.
func (s *Store) Check(ctx context.Context) error {
	ctx, cancel := brief(ctx)
	defer cancel()
	exists, err := s.inside.BucketExists(ctx, s.bucket)
	if err != nil {
		return explain("look for bucket "+s.bucket, err)
	}
	if exists {
		return nil
	}
	err = s.inside.MakeBucket(ctx, s.bucket, minio.MakeBucketOptions{Region: s.region})
	if err != nil && minio.ToErrorResponse(err).Code == minio.BucketAlreadyOwnedByYou { // another process was faster
		return nil
	}
	return explain("create bucket "+s.bucket, err)
}
