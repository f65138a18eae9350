package commands

import (
	"context"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/operations"
)

// SkipEvent makes a projection skip an event that it cannot apply (BY-017). The caller must check
// that the event is parked: skipping any other event has no effect until the projection is rebuilt.
type SkipEvent struct{ operations.Skipped }

func (c *SkipEvent) handle(ctx context.Context, w *work) error {
	if err := policy.Check(w.by, policy.Update, policy.Operations); err != nil {
		return err
	}
	p, err := take(ctx, w, operations.Streams, operations.StreamOf(c.Projection))
	if err != nil {
		return err
	}
	return p.Skip(c.Skipped, w.at)
}
