package program

import (
	"context"

	"github.com/proofboard/proofboard/commands/streams"
)

// VerifySnapshots compares the snapshots of streams and of the board with the events. It returns
// the number of snapshots and a description of each fault.
func (p *Core) VerifySnapshots(ctx context.Context) (checked int, found []string, err error) {
	checked, found, err = streams.VerifySnapshots(ctx, p.Store)
	if err != nil {
		return checked, found, err
	}
	boards, wrong, err := p.AsOf.VerifySnapshots(ctx)
	return checked + boards, append(found, wrong...), err
}
