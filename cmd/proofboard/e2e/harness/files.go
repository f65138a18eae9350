package harness

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/files"
)

// Zeros is an endless reader of zeros.
type Zeros struct{}

func (Zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Pool connects to the database of World.
func Pool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	p, err := pgxpool.New(context.Background(), World.Owner)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// LookedAt counts the files of an order for which a picture was tried.
func LookedAt(t *testing.T, o uuid.UUID) (n int) {
	t.Helper()
	err := Pool(
		t,
	).QueryRow(t.Context(), `select count(*) from proof_attachments a join proof_versions v on v.attachment_id = a.id join thumbnails t on t.sha256 = v.sha256 where a.order_id = $1 and (t.key <> '' or t.reason <> '')`, o).
		Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Objects is the file store of the shared program, as its background jobs use it.
type Objects struct{ *files.Store }

// Store connects to the file store of World.
func Store(t *testing.T) Objects {
	t.Helper()
	s3, running, err := embedded.FindS3(filepath.Join(worldDir, "s3"))
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
	return Objects{s}
}

// Has reports whether the store has a file.
func (s Objects) Has(t *testing.T, key string) bool {
	t.Helper()
	_, err := s.Stat(t.Context(), key)
	if err != nil && !errors.Is(err, files.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}
