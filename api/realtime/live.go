package realtime

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/timeline"
)

// Live loads what the websocket sends.
type Live struct {
	cards    *present.Cards
	board    *board.Queries
	timeline *timeline.Queries
	asOf     *asof.Reader
	sales    *sales.Queries
}

// NewLive returns a reader for the hub.
func NewLive(
	c *present.Cards,
	b *board.Queries,
	t *timeline.Queries,
	a *asof.Reader,
	s *sales.Queries,
) *Live {
	return &Live{c, b, t, a, s}
}

// Orders loads orders as they are now, without checking who may see them.
func (l *Live) Orders(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*order.Summary, error) {
	cards, err := l.board.Find(ctx, domain.Actor{Role: domain.System}, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]*order.Summary, len(cards))
	for i := range cards {
		found[cards[i].ID] = &cards[i].Summary
	}
	return found, nil
}

// Before returns an order as it was before a position, which decides who learns of its deletion.
func (l *Live) Before(ctx context.Context, id uuid.UUID, position int64) (*order.Summary, error) {
	was, err := l.asOf.Order(ctx, id, []uuid.UUID{id}, position-1)
	if err != nil {
		return nil, err
	}
	return &was.Order.Summary, nil
}

// FirstQueued returns the order in the customer's queue that takes the slot freed by the event at
// position freed.
func (l *Live) FirstQueued(ctx context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error) {
	return l.board.FirstQueued(ctx, customer, freed)
}

// Card shows a changed order to a person.
func (l *Live) Card(ctx context.Context, to domain.Actor, o *order.Summary) (any, error) {
	return l.cards.Changed(ctx, to, o)
}

// Sold returns whose some invoices are.
func (l *Live) Sold(ctx context.Context, invoices []uuid.UUID) ([]sales.Sold, error) {
	return l.sales.WhoseInvoices(ctx, invoices)
}

// Streams returns the order and file that each stream belongs to.
func (l *Live) Streams(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error) {
	return l.timeline.Find(ctx, ids)
}

// Shown returns since when the version that an event is about has its file, by the event's position.
func (l *Live) Shown(ctx context.Context, events []int64) (map[int64]int64, error) {
	return l.timeline.Shown(ctx, events)
}
