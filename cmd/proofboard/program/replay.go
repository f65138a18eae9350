package program

import (
	"context"
	"errors"
	"regexp"

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

// DSN returns the DSN of the database with the rights of its owner.
func (p *Core) DSN() string { return p.owner }

// ErrNoOrder means that a text names no order.
var ErrNoOrder = &domain.Error{
	Code:    domain.NotFound,
	Reason:  "order.unknown",
	Message: "There is no such order: name its number, such as PB-15, or its id.",
}

var orderNumber = regexp.MustCompile(`^(?:[A-Za-z]{2,5}-)?([0-9]{1,18})$`)

// NamesOrder returns ErrNoOrder if a text is neither the number nor the id of an order.
func NamesOrder(name string) error {
	if _, err := uuid.Parse(name); err != nil && !orderNumber.MatchString(name) {
		return ErrNoOrder
	}
	return nil
}

// FindOrder returns the id of an order that is named by its id or by the number that people see.
func (p *Core) FindOrder(ctx context.Context, name string) (uuid.UUID, error) {
	if id, err := uuid.Parse(name); err == nil {
		return id, nil
	}
	number := orderNumber.FindStringSubmatch(name)
	if number == nil {
		return uuid.Nil, ErrNoOrder
	}
	rows, err := p.pool.Query(ctx, "select id from board_cards where number = $1::bigint", number[1])
	if err != nil {
		return uuid.Nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	switch {
	case err != nil:
		return uuid.Nil, err
	case len(ids) != 1:
		return uuid.Nil, ErrNoOrder
	}
	return ids[0], nil
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
	err = p.pool.QueryRow(ctx, "select coalesce(max(position), 0) from events where stream_id = any ($1)", streams).
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
	return capsule.Make(id, events, streams.Registry(), p.cfg.Build)
}
