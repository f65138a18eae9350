package billing_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	dombilling "github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/sales"
	worker "github.com/proofboard/proofboard/workers/billing"
)

var errPlanted = &domain.Error{Code: domain.Conflict, Reason: "test.planted", Message: "The test refuses it."}

// refusing is a log with two accounts that began a cycle, of which one has a step that is due. Its bus refuses
// commands on some streams.
type refusing struct {
	parked
	due     uuid.UUID
	refused map[uuid.UUID]bool
}

func (r *refusing) CustomerOf(context.Context, uuid.UUID) (uuid.UUID, error) { return uuid.New(), nil }

func (r *refusing) Do(ctx context.Context, c commands.Command, q commands.Request) (commands.Result, error) {
	done, err := r.parked.Do(ctx, c, q)
	if r.refused[commands.StreamOf(c)] {
		err = errPlanted
	}
	return done, err
}

func (r *refusing) DueSubscriptions(
	_ context.Context, _ time.Time, after sales.Due, _ int,
) (due []sales.Due, err error) {
	if r.due != uuid.Nil && after.ID == uuid.Nil {
		due = append(due, sales.Due{ID: r.due})
	}
	return due, nil
}

func (r *refusing) DueInvoices(context.Context, time.Time, sales.Due, int) ([]sales.Due, error) {
	return nil, nil
}

func (r *refusing) at(_ context.Context, positions []int64, do func([]domain.Event) error) error {
	var found []domain.Event
	for _, p := range positions {
		found = append(found, r.events[p-1])
	}
	return do(found)
}

// A step that is refused holds up no other account. Operators see it until it was done or removed.
func TestWhatIsRefusedWaitsForAnOperator(t *testing.T) {
	pool, _ := projectiontest.Database(t)
	store := refusals.NewStore(pool)
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	r := &refusing{refused: map[uuid.UUID]bool{}}
	var bills []uuid.UUID
	for n := range 2 {
		bill := uuid.New()
		bills = append(bills, bill)
		r.events = append(r.events, domain.Event{
			Position: int64(n + 1), Stream: uuid.New(), StreamType: subscription.AggregateType, Version: 1,
			Data: &subscription.Started{Cycle: subscription.Cycle{Charge: &subscription.Charge{
				Invoice: bill, Bill: dombilling.NewBill("EUR", 0),
			}}},
		})
	}
	c := worker.Config{
		Log: r, Load: r.load, At: r.at, Bus: r, Sales: r, Refusals: store, Logger: slog.New(slog.DiscardHandler),
		CatchUp: func(context.Context, int64) error { return nil },
		Promote: func(context.Context, uuid.UUID, int64) error { return nil },
		Clock:   func() time.Time { return now }, Pace: rate.NewLimiter(rate.Inf, 0),
	}
	step := func(name string, do func(context.Context) error, sent int, want ...refusals.Refused) {
		t.Helper()
		r.sent = nil
		if err := do(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list, total, err := store.List(t.Context(), 10)
		if err != nil || total != len(want) || len(list) != len(want) || len(r.sent) != sent {
			t.Fatalf("%s: %d commands were sent, %+v is kept of %d, %v", name, len(r.sent), list, total, err)
		}
		for i := range want {
			got := list[i]
			want[i].ID, want[i].Message = got.ID, errPlanted.Message
			got.At, got.First = got.At.UTC(), got.First.UTC()
			if got.ID == uuid.Nil || got != want[i] {
				t.Errorf("%s: kept is\n%+v, expected\n%+v", name, got, want[i])
			}
		}
	}
	draft := refusals.Refused{
		Step:  refusals.Step{What: "Make an invoice", Stream: r.events[0].Stream, Position: 1, At: now},
		Count: 1, First: now,
	}
	r.refused[bills[0]] = true
	step("the log is followed", func(ctx context.Context) error { return worker.Follow(ctx, c) }, 4, draft)
	step("nobody asks to try again", c.Retry, 0, draft)
	draft.Again = true
	step("an operator asks", store.Retry, 0, draft)
	now = now.Add(time.Hour)
	draft.Again, draft.Count, draft.At = false, 2, now
	step("it is refused again", c.Retry, 2, draft)
	r.refused[bills[0]] = false
	draft.Again = true
	step("an operator asks again", store.Retry, 0, draft)
	step("it is done", c.Retry, 2)
	step("it is not done twice", c.Retry, 0)

	r.due = uuid.New()
	r.refused[subscription.StreamOf(r.due)] = true
	step("what is due is refused", c.Tick, 1, refusals.Refused{
		Step: refusals.Step{
			What: "Begin a cycle, or end a trial or a leave", Stream: subscription.StreamOf(r.due), At: now,
		},
		Count: 1, First: now,
	})
	now = now.Add(time.Minute)
	r.refused = nil
	step("it is tried again and done", c.Tick, 1)
}
