package approvals_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
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
