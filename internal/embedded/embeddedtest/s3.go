package embeddedtest

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/embedded"
)

// Bucket describes how to reach a bucket that no other test uses. Opening it creates it.
type Bucket struct {
	Endpoint, AccessKey, SecretKey, Region, Name string
}

// S3 returns a new bucket on the gateway of this test binary.
func S3(t testing.TB) Bucket {
	t.Helper()
	s := running(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.s3 == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		gateway, err := embedded.StartS3(ctx, embedded.S3Config{Dir: s.home.dir + "/s3"})
		if err != nil {
			t.Fatal(err)
		}
		s.s3 = gateway
	}
	return Bucket{s.s3.Endpoint(), s.s3.AccessKey(), s.s3.SecretKey(), embedded.S3Region, "test-" + uuid.NewString()}
}

// NATS starts a server for this test only.
func NATS(t testing.TB) *embedded.NATS {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	n, err := embedded.StartNATS(ctx, embedded.NATSConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := n.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return n
}
