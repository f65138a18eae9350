package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/operations"
)

// SkipEvent makes a projection skip an event that it cannot apply (BY-017). The caller must check
// that the event is parked: skipping any other event has no effect until the projection is rebuilt.
type SkipEvent struct{ operations.Skipped }

// AggregateID returns the id of the stream that stores the decisions about the projection.
func (c *SkipEvent) AggregateID() uuid.UUID { return operations.StreamOf(c.Projection) }

// AggregateType implements eventhorizon.Command.
func (*SkipEvent) AggregateType() eh.AggregateType { return operations.AggregateType }

// CommandType implements eventhorizon.Command.
func (*SkipEvent) CommandType() eh.CommandType { return "SkipEvent" }

func (c *SkipEvent) handle(ctx context.Context, w *work) error {
	if err := policy.Check(w.by, policy.Update, policy.Operations); err != nil {
		return err
	}
	p, err := take(ctx, w, operations.Streams, c.AggregateID())
	if err != nil {
		return err
	}
	return p.Skip(c.Skipped, w.at)
}
