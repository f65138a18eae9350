package program

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	decisions "github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/board"
)

func TestAForgedEventThatWasSkippedStaysAWarning(t *testing.T) { // BY-046
	p, _, _ := opened(t)
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	stream := uuid.New()
	if _, err := p.Store.Append(t.Context(), eventlog.Append{
		Stream: stream, StreamType: order.AggregateType, Events: []eventlog.Record{
			{
				Type:       order.DraftedType,
				Data:       &order.Drafted{Client: "customer", Customer: uuid.New()},
				OccurredAt: time.Now(),
			},
		},
	}); err != nil {
		t.Fatal(err)
	}
	skip := func(expected int, position int64) {
		t.Helper()
		if _, err := p.Store.Append(t.Context(), eventlog.Append{
			Stream: decisions.StreamOf(board.Name), StreamType: decisions.AggregateType, Expected: expected,
			Events: []eventlog.Record{{Type: decisions.SkippedType, OccurredAt: time.Now(), Data: &decisions.Skipped{
				Projection: board.Name,
				Stream:     stream,
				Position:   position,
				Version:    1,
				Event:      order.DraftedType,
				Reason:     "test",
			}}},
		}); err != nil {
			t.Fatal(err)
		}
	}
	warned := func() (said []string) {
		t.Helper()
		all, err := p.server.Warnings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range all {
			if strings.HasPrefix(w.Reason, "log.forged") {
				said = append(said, w.Message)
			}
		}
		return said
	}
	skip(0, 1) // an event that is genuine
	if said := warned(); len(said) != 0 {
		t.Errorf("a genuine event: %q", said)
	}
	owner, err := pgx.Connect(t.Context(), p.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // the test is over
	if _, err := owner.Exec(t.Context(), "update events set data = '{}' where position = 1"); err != nil {
		t.Fatal(err)
	}
	if said := warned(); len(said) != 1 || !strings.HasPrefix(said[0], "Event 1 was forged or changed") {
		t.Errorf("a changed event: %q", said)
	}
}
