package imports

import (
	"context"

	"github.com/proofboard/proofboard/internal/jobs"
)

// Do makes one attempt at an import.
func (c Config) Do(ctx context.Context, j jobs.Job) error { return c.do(ctx, j) }
