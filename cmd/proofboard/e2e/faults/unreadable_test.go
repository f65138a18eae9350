package faults

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections"
)

// poison appends an event to a stream as a faulty build would: the event is authentic but cannot be
// decoded.
func poison(t *testing.T, stream uuid.UUID) (position int64) {
	t.Helper()
	broken := codec.NewRegistry()
	codec.Register[struct {
		To int `json:"to"`
	}](broken, order.MovedType, 1)
	store, err := eventlog.Open(t.Context(), eventlog.Config{
		DSN:      harness.World.Owner,
		Registry: broken,
		Keys:     harness.World.Store.Keys(),
		Logger:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close() //nolint:errcheck // nothing is half-done
	events, err := harness.World.Store.Load(t.Context(), stream, 1)
	if err != nil {
		t.Fatal(err)
	}
	res, err := store.Append(t.Context(), eventlog.Append{
		Stream:     stream,
		StreamType: order.AggregateType,
		Expected:   len(events),
		Meta:       domain.Meta{Actor: harness.Cast["manager"].ID, Role: domain.Manager},
		Events: []eventlog.Record{{Type: order.MovedType, Data: &struct {
			To int `json:"to"`
		}{7}, OccurredAt: time.Now()}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return res.Position
}

func onBoard(b contract.OrdersAnswer, o uuid.UUID) bool {
	return b.Data.Cards != nil && func() bool { _, there := (*b.Data.Cards)[o.String()]; return there }()
}

func TestAnEventThatCannotBeReadStopsOnlyItsOrderAndSaysSo(t *testing.T) { // BY-008, BY-017, BY-019
	admin := harness.SignedIn(t, "admin")
	o, other := harness.OrderIn(t, "owner", order.InProgress), harness.OrderIn(t, "owner", order.InProgress)
	before := harness.Head(t)
	at := poison(t, o)
	harness.Do(t, "manager", &commands.ActOnOrder{Order: other, Action: order.Hold, Reason: "Waiting for the logo"})
	harness.Eventually(t, "the stream is parked", func() bool {
		return slices.ContainsFunc(
			harness.Projection(t, "board").Parked,
			func(p contract.Parked) bool { return p.Stream == o },
		)
	})
	past := func(position int64) contract.OrdersAnswer {
		return harness.MustCall[contract.OrdersAnswer](
			t, admin, http.MethodGet, fmt.Sprintf("/order?view=board&asOf=%d", position), nil,
		)
	}
	if b := past(before); !onBoard(b, o) || b.Data.LeftOut != nil {
		t.Errorf("before the event the order is not on the board, or something is left out: %v", b.Data.LeftOut)
	}
	after := harness.Head(t)
	b := past(after)
	if onBoard(b, o) || !onBoard(b, other) {
		t.Errorf("the unreadable order is on the board: %t, the other one: %t", onBoard(b, o), onBoard(b, other))
	}
	if left := harness.Value(b.Data.LeftOut); !slices.Contains(left, contract.LeftOut{Id: o, Position: at}) {
		t.Errorf("the answer does not say what is left out: %+v", left)
	}
	another := harness.SignedIn(t, "beta")
	if left := harness.MustCall[contract.OrdersAnswer](
		t, another, http.MethodGet, fmt.Sprintf("/order?view=board&asOf=%d", after), nil,
	).Data.LeftOut; left != nil {
		t.Errorf("somebody who may not see the order is told of it: %+v", *left)
	}

	names := func(a harness.Answer) {
		t.Helper()
		if text := string(a.Body); !strings.Contains(text, fmt.Sprintf("event %d (order.moved)", at)) {
			t.Errorf("the refusal does not name the event: %s", text)
		}
	}
	k := uuid.New()
	review := map[string]any{"moveto": "in-review", "via": "status"}
	names(
		harness.MustRefuse(
			t, admin, http.StatusConflict, "event.unreadable", http.MethodPut, "/order/"+o.String()+"/move-progress",
			review, harness.Key(k),
		),
	)
	for _, path := range []string{"/history", fmt.Sprintf("?asOf=%d", after), "/history/export?format=csv"} {
		names(
			harness.MustRefuse(
				t,
				admin,
				http.StatusConflict,
				"event.unreadable",
				http.MethodGet,
				"/order/"+o.String()+path,
				nil,
			),
		)
	}
	harness.MustCall[contract.OrderAnswer](t, admin, http.MethodGet, fmt.Sprintf("/order/%s?asOf=%d", o, before), nil)
	harness.MustCall[contract.OrderAnswer](t, admin, http.MethodGet, "/order/"+other.String(), nil)

	harness.Eventually(t, "every projection has come to the event", func() bool {
		return !slices.ContainsFunc(
			harness.Machinery(t).Data.Projections,
			func(p contract.ProjectionStatus) bool { return p.Position < at },
		)
	})
	// One decision holds for all projections, because nobody can read the event.
	harness.MustCall[contract.Plain](
		t, admin, http.MethodPost, "/operations/projections/board/parked/"+o.String()+"/skip",
		map[string]any{"position": at, "reason": "written by a build with a fault"},
	)
	harness.Eventually(t, "the streams go on", func() bool {
		for _, p := range projections.All() {
			if len(harness.Projection(t, p.Name).Parked) > 0 {
				return false
			}
		}
		return true
	})
	harness.MustCall[contract.HistoryAnswer](t, admin, http.MethodGet, "/order/"+o.String()+"/history", nil)
	if b := past(after); !onBoard(b, o) || b.Data.LeftOut != nil {
		t.Errorf("after the skip the order is not on the past board, or still left out: %v", b.Data.LeftOut)
	}
	if a := admin.Call(
		t, http.MethodPut, "/order/"+o.String()+"/move-progress", review, harness.Key(k),
	); a.Status != http.StatusOK {
		t.Errorf("after the skip the repeated command answers %d %s", a.Status, a.Body)
	}
}
