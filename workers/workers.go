// Package workers holds the background work: automations, the relay to NATS, mail, thumbnails, and
// the removal of files. This package defines the interfaces that its subpackages share.
package workers

import (
	"context"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Log reads the event log.
type Log interface {
	Follow(
		ctx context.Context, name string, types []eh.EventType, since int64,
		handle func(context.Context, eventlog.Page) error,
	) error
}

// Bus handles commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error)
}
