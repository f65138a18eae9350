package read

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/board"
)

// Asked returns the orders whose workflow asks a person now, with when the decision is due: a zero time if it never is.
func (r *Reader) Asked(ctx context.Context, by domain.Actor) (map[uuid.UUID]time.Time, error) {
	routed, err := r.Board.RoutedFor(ctx, by)
	if err != nil || len(routed) == 0 {
		return map[uuid.UUID]time.Time{}, err
	}
	rounds := make(map[uuid.UUID]*board.Routed, len(routed))
	ids := make([]uuid.UUID, len(routed))
	for i := range routed {
		ids[i], rounds[routed[i].ID] = routed[i].ID, &routed[i]
	}
	reviews, err := r.Proofs.Reviews(ctx, ids)
	asked := map[uuid.UUID]time.Time{}
	for i := range reviews {
		id, round := reviews[i].Order, rounds[reviews[i].Order].Round
		votes, progress := reviews[i].Journey.Decided(round, reviews[i].Uploaded)
		if !slices.Contains(round.Route.Asked(votes, progress), by.ID) {
			continue
		}
		due, _ := round.Route.DueAt(progress)
		if known, twice := asked[id]; !twice || !due.IsZero() && (known.IsZero() || due.Before(known)) {
			asked[id] = due
		}
	}
	return asked, err
}
