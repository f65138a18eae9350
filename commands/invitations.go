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
	if err := loadFresh(ctx, id, i.Log.Guest, func(found *guest.Guest) { g = *found }); err != nil {
		return g, o, err
	}
	if !g.Exists() {
		return g, o, domain.ErrNotFound
	}
	err = loadFresh(ctx, g.Order, i.Log.Order, func(found *order.Order) { o = *found })
	return g, o, err
}

// loadFresh loads an aggregate with all of its events in the log and passes it to use.
func loadFresh[A any](
	ctx context.Context,
	id uuid.UUID,
	lock func(context.Context, uuid.UUID) (Stream[A], error),
	use func(A),
) error {
	s, err := lock(ctx, id)
	if err != nil {
		return err
	}
	defer s.Unlock()
	a, err := s.Load(ctx)
	if err != nil {
		return err
	}
	if changed, err := s.Refresh(ctx); err != nil {
		return err
	} else if changed {
		if a, err = s.Load(ctx); err != nil {
			return err
		}
	}
	use(a)
	return nil
}
