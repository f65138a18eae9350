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

// Erase removes a person: first the key of what he wrote, so that a failure half-way can be repeated.
func (p *Core) Erase(ctx context.Context, person uuid.UUID) error {
	if err := p.Vault.Destroy(ctx, person); err != nil {
		return err
	}
	return p.Accounts.Erase(ctx, person)
}

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
	return api.Steps(ctx, p.Accounts, p.Vault, events)
}
