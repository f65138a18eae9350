package core

import (
	"context"

	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// VerifySnapshots compares the snapshots of streams and of the board with the events.
func (p *Core) VerifySnapshots(ctx context.Context) (eventlog.SnapshotsChecked, error) {
	found, err := streams.VerifySnapshots(ctx, p.Store)
	if err != nil {
		return found, err
	}
	boards, err := p.AsOf.VerifySnapshots(ctx)
	found.Checked += boards.Checked
	found.Before += boards.Before
	found.Faults = append(found.Faults, boards.Faults...)
	return found, err
}
