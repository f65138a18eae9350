package program

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
)

// invitations reads guests and their orders directly from the log. So a revoked invitation or a
// frozen order takes effect at once in every process.
type invitations struct{ log commands.Log }

// Look implements api.Guests.
func (i invitations) Look(ctx context.Context, id uuid.UUID) (g guest.Guest, o order.Order, err error) {
	if err := fresh(ctx, id, i.log.Guest, func(found *guest.Guest) { g = *found }); err != nil {
		return g, o, err
	}
	if !g.Exists() {
		return g, o, domain.ErrNotFound
	}
	err = fresh(ctx, g.Order, i.log.Order, func(found *order.Order) { o = *found })
	return g, o, err
}

// fresh loads an aggregate with all of its events in the log and passes it to use.
func fresh[A any](
	ctx context.Context,
	id uuid.UUID,
	lock func(context.Context, uuid.UUID) (commands.Stream[A], error),
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
