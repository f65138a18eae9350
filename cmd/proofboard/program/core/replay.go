package core

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	apiaudit "github.com/proofboard/proofboard/api/audit"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/capsule"
	"github.com/proofboard/proofboard/projections/timeline"
)

// ErrNoOrder means that a text names no order.
var ErrNoOrder = &domain.Error{
	Code:    domain.NotFound,
	Reason:  "order.unknown",
	Message: "There is no such order: name its number, such as PB-15, or its id.",
}

// NamesOrder returns ErrNoOrder if a text is neither the number nor the id of an order.
func NamesOrder(name string) error {
	_, err := uuid.Parse(name)
	if _, number := order.Named(name); err != nil && !number {
		return ErrNoOrder
	}
	return nil
}

// FindOrder returns the id of an order that is named by its id or by the number that people see.
func (p *Core) FindOrder(ctx context.Context, name string) (uuid.UUID, error) {
	if id, err := uuid.Parse(name); err == nil {
		return id, nil
	}
	number, ok := order.Named(name)
	if !ok {
		return uuid.Nil, ErrNoOrder
	}
	const most = 5 // of those that are told
	rows, err := p.Pool.Query(
		ctx, "select id, client from board_cards where number = $1 and $2 in ('', prefix) order by client, id limit $3",
		number.N, number.Prefix, most,
	)
	if err != nil {
		return uuid.Nil, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		ID     uuid.UUID
		Client string
	}])
	switch {
	case err != nil:
		return uuid.Nil, err
	case len(found) == 0:
		return uuid.Nil, ErrNoOrder
	case len(found) == 1:
		return found[0].ID, nil
	}
	var all strings.Builder
	for _, o := range found {
		fmt.Fprintf(&all, "\n  %s of %s", o.ID, o.Client)
	}
	return uuid.Nil, &domain.Error{
		Code: domain.Conflict, Reason: "order.ambiguous",
		Message: "Several clients have an order " + name + ". Name one by its id:" + all.String(),
	}
}

// LastOfOrder returns the position of the last event of an order, its proofs and its threads.
func (p *Core) LastOfOrder(ctx context.Context, name string) (position int64, err error) {
	id, err := p.FindOrder(ctx, name)
	if err != nil {
		return 0, err
	}
	streams, err := p.Timeline.Streams(ctx, everything, id)
	if err != nil {
		return 0, err
	}
	err = p.Pool.QueryRow(ctx, "select coalesce(max(position), 0) from events where stream_id = any ($1)", streams).
		Scan(&position)
	if err == nil && position == 0 {
		err = ErrNoOrder
	}
	return position, err
}

// everything is a viewer from whom nothing is hidden.
var everything = timeline.Viewer{
	Actor: domain.Actor{Role: domain.Admin}, OthersSeen: true, Internal: true, Decisions: true,
}

// Replayed contains the history of an order and the state that it results in.
type Replayed struct {
	Steps  []apiaudit.HistoryStep
	State  asof.State // the zero value if the order was deleted
	Events []domain.Event
}

// Replay applies the events of an order, its proofs and its threads one by one, up to a log
// position.
func (p *Core) Replay(ctx context.Context, id uuid.UUID, to int64) (r Replayed, err error) {
	streams, err := p.Timeline.Streams(ctx, everything, id)
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
	r.Steps, err = apiaudit.Steps(ctx, p.Accounts, p.Vault, r.Events, everything)
	return r, err
}

// Capsule exports the history of an order without personal data.
func (p *Core) Capsule(id uuid.UUID, events []domain.Event) (capsule.Capsule, error) {
	return capsule.Make(id, events, streams.Registry(), p.Config.Build)
}
