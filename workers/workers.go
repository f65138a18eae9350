// Package workers does what happens beside commands and queries: automations, the relay to NATS, thumbnails, sweeping.
package workers

import (
	"context"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/internal/eventstore"
)

// Log is the event log as workers follow it.
type Log interface {
	Follow(
		ctx context.Context, name string, types []eh.EventType, since int64,
		handle func(context.Context, eventstore.Page) error,
	) error
}

// Bus takes commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Done, error)
}
