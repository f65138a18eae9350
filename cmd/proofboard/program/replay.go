package program

import (
	"context"
	"errors"

	"github.com/google/uuid"

	apiaudit "github.com/proofboard/proofboard/api/audit"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/capsule"
	"github.com/proofboard/proofboard/projections/timeline"
)

// DSN returns the DSN of the database with the rights of its owner.
func (p *Core) DSN() string { return p.owner }

// Replayed contains the history of an order and the state that it results in.
type Replayed struct {
	Steps  []apiaudit.HistoryStep
	State  asof.State // the zero value if the order was deleted
	Events []domain.Event
}

// Replay applies the events of an order, its proofs and its threads one by one, up to a log
// position.
func (p *Core) Replay(ctx context.Context, id uuid.UUID, to int64) (r Replayed, err error) {
	all := timeline.Viewer{Actor: domain.Actor{Role: domain.Admin}, OthersSeen: true, Internal: true, Decisions: true}
	streams, err := p.Timeline.Streams(ctx, all, id)
	if err != nil {
		return r, err
	}
	if r.Events, err = p.AsOf.Events(ctx, streams, to); err != nil {
		return r, err
	}
	if len(r.Events) == 0 || r.Events[0].StreamType != order.AggregateType {
		return r, domain.ErrNotFound
	}
	if r.State, err = p.AsOf.Order(ctx, id, streams, to); err != nil && !errors.Is(err, domain.ErrNotFound) {
		return r, err
	}
	r.Steps, err = apiaudit.Steps(ctx, p.Accounts, p.Vault, r.Events, all)
	return r, err
}

// Capsule exports the history of an order without personal data.
func (p *Core) Capsule(id uuid.UUID, events []domain.Event) (capsule.Capsule, error) {
	return capsule.Make(id, events, streams.Registry(), p.cfg.Build)
}
