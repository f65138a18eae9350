package imports

import (
	"context"

	"github.com/proofboard/proofboard/internal/imports/jobs"
)

// Handle makes one attempt at an import.
func (c Config) Handle(ctx context.Context, j jobs.Job) error { return c.handle(ctx, j) }
