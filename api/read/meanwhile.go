package read

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
)

// mostMeanwhile is how many events after the expected version are read: the newest ones.
const mostMeanwhile = 100

// decisive lists the events, beside changes of status, that a decision about an order or a file rests on.
var decisive = []eh.EventType{
	order.FrozenType, order.UnfrozenType, order.ArchivedType, order.UnarchivedType,
	proof.VersionAddedType, proof.VersionApprovedType, proof.VersionRevisedType, proof.VersionDeletedType,
	proof.FileReplacedType,
}

// Meanwhile completes the refusal of a write on a stream of an order, an order or an attachment, that was conditional
// on a version: it adds what happened after that version, as the order's timeline tells it to the caller (D-288).
// Other errors, and refusals of writes that expected the newest version, are returned unchanged.
func (s *Reader) Meanwhile(ctx context.Context, refusal error, orderID, stream uuid.UUID, expected *int) error {
	var refused *domain.Error
	if expected == nil || !errors.As(refusal, &refused) || refused.Code != domain.Conflict {
		return refusal
	}
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, orderID)
	if err != nil {
		return refusal
	}
	positions, err := s.Timeline.Since(ctx, Viewer(by, &o.Summary), orderID, stream, *expected, mostMeanwhile)
	if err != nil || len(positions) == 0 {
		return refusal
	}
	var events []domain.Event
	if err := s.AsOf.At(ctx, positions, func(found []domain.Event) error {
		events = append(events, found...)
		return nil
	}); err != nil || len(events) == 0 {
		return refusal
	}
	told, matters := events[len(events)-1], false
	for _, e := range slices.Backward(events) {
		if _, status := e.Data.(order.StatusChanger); status || slices.Contains(decisive, e.Type) {
			told, matters = e, true
			break
		}
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{People: []uuid.UUID{told.Meta.Actor}})
	if err != nil {
		return refusal
	}
	since := contract.Meanwhile{
		By:       present.MaybePerson(names, told.Meta.Actor),
		What:     present.EventSentence(told.Type, present.EventDetail(told), stream),
		At:       told.OccurredAt,
		Version:  events[len(events)-1].Version,
		Decisive: matters,
	}
	if d, status := told.Data.(order.StatusChanger); status {
		since.Status = web.Some(contract.Status(d.StatusChange().To))
	}
	if errors.Is(refused, domain.ErrStaleVersion) && since.By != nil {
		refused = refused.Saying("%s %s meanwhile. Reload and try again.", since.By.Name, since.What)
	}
	return web.MeanwhileError{Refused: refused, Meanwhile: since}
}
