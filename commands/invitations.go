package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
)

// Invitations reads guests and their orders directly from the log. So a revoked invitation or a
// frozen order takes effect at once in every process.
type Invitations struct{ Log Log }

// Look returns a guest and the order of their invitation, with all events of the log. It returns
// domain.ErrNotFound if no invitation has this id.
func (i Invitations) Look(ctx context.Context, id uuid.UUID) (g guest.Guest, o order.Order, err error) {
	if err := loadFresh(ctx, i.Log, guest.Streams, id, func(found *guest.Guest) { g = *found }); err != nil {
		return g, o, err
	}
	if !g.Exists() {
		return g, o, domain.ErrNotFound
	}
	err = loadFresh(ctx, i.Log, order.Streams, g.Order, func(found *order.Order) { o = *found })
	return g, o, err
}

// loadFresh loads an aggregate with all of its events in the log and passes it to use.
func loadFresh[A domain.Aggregate](
	ctx context.Context,
	log Log,
	of *domain.Streams[A],
	id uuid.UUID,
	use func(A),
) error {
	s, _, err := open(ctx, log, of, id)
	if err != nil {
		return err
	}
	defer s.Unlock()
	if _, err := s.Refresh(ctx); err != nil {
		return err
	}
	found, err := s.Load(ctx) // Refresh may have read it again
	if err != nil {
		return err
	}
	use(found.(A))
	return nil
}
