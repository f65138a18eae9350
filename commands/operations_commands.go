package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/operations"
)

// SkipEvent makes a projection leave out an event that it cannot apply (BY-017). Whether the event is parked is for the
// caller to see to: skipping one that is not changes nothing before a rebuild.
type SkipEvent struct{ operations.Skipped }

// AggregateID is the stream of decisions about the projection.
func (c *SkipEvent) AggregateID() uuid.UUID { return operations.StreamOf(c.Projection) }

// AggregateType is that of decisions about projections.
func (*SkipEvent) AggregateType() eh.AggregateType { return operations.AggregateType }

// CommandType names the command.
func (*SkipEvent) CommandType() eh.CommandType { return "SkipEvent" }

func (c *SkipEvent) handle(ctx context.Context, w *work) error {
	if err := policy.Check(w.by, policy.Update, policy.Operations); err != nil {
		return err
	}
	p, err := w.projection(ctx, c.AggregateID())
	if err != nil {
		return err
	}
	return p.Skip(c.Skipped, w.at)
}
