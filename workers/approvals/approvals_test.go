package approvals_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/workers/approvals"
)

// recorder is a bus that keeps what it is sent.
type recorder struct {
	sent []commands.Command
	err  error
}

func (r *recorder) Do(_ context.Context, c commands.Command, _ commands.Request) (commands.Result, error) {
	r.sent = append(r.sent, c)
	return commands.Result{}, r.err
}

// Of many orders, those are reminded whose current step is due.
func TestOnlyDueStepsAreReminded(t *testing.T) { // D-29
	began := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	steps := &route.Route{Workflow: uuid.UUID{1}, Edition: 1, Steps: []route.Step{
		{Name: "Brand", Approvers: []uuid.UUID{{7}}, Rule: route.Any, Due: 10, Reminder: 4},
		{Name: "Legal", Approvers: []uuid.UUID{{8}}, Rule: route.Any},
	}}
	var orders []board.Routed
	reviews := map[uuid.UUID]proofs.Review{}
	for i := range 50 {
		id := uuid.UUID{15: byte(i + 1)}
		orders = append(orders, board.Routed{ID: id, Round: route.Round{Route: steps, Began: began, Position: 1}})
		review := proofs.Review{Order: id, Attachment: uuid.UUID{14: 1, 15: byte(i + 1)}, Version: uuid.UUID{2}}
		if i%2 == 0 { // in the second step, which is never due
			review.Journey = review.Journey.With(proof.Decision{
				Vote: route.Vote{Approved: true, At: began}, Workflow: steps.Workflow, Edition: 1, Position: 2,
			})
		}
		reviews[id] = review
	}
	bus := &recorder{}
	c := approvals.Config{
		Bus: bus,
		InReview: func(_ context.Context, after uuid.UUID, limit int) (page []board.Routed, _ error) {
			for _, o := range orders {
				if o.ID.String() > after.String() && len(page) < limit {
					page = append(page, o)
				}
			}
			return page, nil
		},
		ReviewsOf: func(_ context.Context, ids []uuid.UUID) (found []proofs.Review, _ error) {
			for _, id := range ids {
				found = append(found, reviews[id])
			}
			return found, nil
		},
		Logger: slog.New(slog.DiscardHandler),
	}
	for _, is := range []struct {
		after time.Duration
		want  int
	}{{5 * time.Hour, 0}, {6 * time.Hour, 25}, {10 * time.Hour, 25}} {
		bus.sent = nil
		c.Clock = func() time.Time { return began.Add(is.after) }
		if err := c.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(bus.sent) != is.want {
			t.Errorf("%d reminders after %v, want %d", len(bus.sent), is.after, is.want)
		}
	}
	bus.sent, bus.err = nil, domain.ErrNotFound
	if err := c.Remind(t.Context()); err != nil || len(bus.sent) != 25 {
		t.Errorf("after a refusal: %v, %d reminders", err, len(bus.sent))
	}
	bus.err = domain.ErrUnavailable
	if err := c.Remind(t.Context()); !errors.Is(err, domain.ErrUnavailable) {
		t.Errorf("without a database: %v", err)
	}
}

// pages is a log that hands over some pages.
type pages []eventlog.Page

func (p pages) Follow(
	ctx context.Context, _ string, _ []eh.EventType, _ int64, handle func(context.Context, eventlog.Page) error,
) error {
	for _, page := range p {
		if err := handle(ctx, page); err != nil {
			return err
		}
	}
	return nil
}

// A page of moves asks once which of its orders a workflow approves, and sends a command for those alone.
func TestAPageAsksOnceWhatAWorkflowApproves(t *testing.T) { // D-29
	moved := func(position int64, to order.Status) domain.Event {
		return domain.Event{
			Position: position, Stream: uuid.UUID{15: byte(position)}, StreamType: order.AggregateType,
			Type: order.MovedType, Data: &order.Moved{Change: order.Change{From: order.InProgress, To: to}},
		}
	}
	file, routed := uuid.UUID{1}, uuid.UUID{2}
	decided := domain.Event{
		Position: 90, Stream: file, StreamType: proof.AggregateType, Type: proof.VersionDecidedType,
		Data: &proof.VersionDecided{Outcome: route.Approved},
	}
	log := pages{
		{Events: []domain.Event{moved(1, order.Approved)}}, // ends no workflow
		{Events: []domain.Event{moved(2, order.InReview), moved(3, order.InReview)}},
		{Events: []domain.Event{moved(4, order.InReview), decided}},
	}
	var caughtUp, ordersCaughtUp []int64
	var asked [][]uuid.UUID
	bus := &recorder{}
	c := approvals.Config{
		Log:           log,
		Bus:           bus,
		Logger:        slog.New(slog.DiscardHandler),
		CatchUp:       func(_ context.Context, to int64) error { caughtUp = append(caughtUp, to); return nil },
		OrdersCatchUp: func(_ context.Context, to int64) error { ordersCaughtUp = append(ordersCaughtUp, to); return nil },
		StreamsOf: func(_ context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error) {
			if !slices.Equal(ids, []uuid.UUID{file}) {
				t.Errorf("asked for the orders of %v", ids)
			}
			return map[uuid.UUID]timeline.Stream{file: {ID: file, Order: routed}}, nil
		},
		RoutedOf: func(_ context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
			asked = append(asked, ids)
			return []uuid.UUID{{15: 3}, routed}, nil
		},
		ReviewsOf: func(_ context.Context, ids []uuid.UUID) ([]proofs.Review, error) {
			return []proofs.Review{{Order: ids[0], Attachment: file}}, nil
		},
	}
	if err := approvals.Follow(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if len(asked) != 2 || len(asked[0]) != 2 || len(asked[1]) != 2 {
		t.Errorf("asked for %v", asked)
	}
	// The command reads files too, so what is concluded waits for all read models.
	if !slices.Equal(ordersCaughtUp, []int64{3}) || !slices.Equal(caughtUp, []int64{3, 90, 90}) {
		t.Errorf("waited for orders until %v, for all until %v", ordersCaughtUp, caughtUp)
	}
	var concluded []uuid.UUID
	for _, sent := range bus.sent {
		concluded = append(concluded, sent.(*commands.ConcludeReview).Order)
	}
	if !slices.Equal(concluded, []uuid.UUID{{15: 3}, routed}) {
		t.Errorf("concluded %v", concluded)
	}
}
