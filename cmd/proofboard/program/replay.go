package program

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/timeline"
)

// DSN is the database in use, as its owner.
func (p *Core) DSN() string { return p.owner }

// Replay folds an order with its proofs and threads up to a position, event by event.
func (p *Core) Replay(ctx context.Context, id uuid.UUID, to int64) ([]api.HistoryStep, error) {
	streams, err := p.Timeline.Streams(ctx, timeline.Viewer{Actor: domain.Actor{Role: domain.Admin}, OthersSeen: true, Internal: true}, id)
	if err != nil {
		return nil, err
	}
	events, err := p.AsOf.Events(ctx, streams, to)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 || events[0].StreamType != order.AggregateType {
		return nil, domain.ErrNotFound
	}
	return api.Steps(ctx, p.Accounts, events)
}
