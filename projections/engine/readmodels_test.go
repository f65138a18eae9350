package engine_test

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/reports"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/search"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

var readModels = []engine.Projection{
	board.Projection(),
	search.Projection(),
	proofs.Projection(),
	topics.Projection(),
	timeline.Projection(),
	notifications.Projection(),
	stored.Projection(),
	organisation.Projection(),
	announcements.Projection(),
	sales.Projection(),
	reports.Projection(),
}

func TestTheStoryHasEveryEvent(t *testing.T) {
	told := map[eh.EventType]bool{}
	for _, e := range projectiontest.Story() {
		told[e.Type] = true
	}
	for _, e := range catalogue.Events() {
		if !told[e.Type] {
			t.Errorf("the story lacks %s", e.Type)
		}
	}
}

func TestEveryReadModelKeepsTheContract(t *testing.T) {
	for _, p := range readModels {
		t.Run(p.Name, func(t *testing.T) {
			projectiontest.Contract(t, p, catalogue.Events(), projectiontest.Story()...)
		})
	}
}

// log is a real event log with the read models following it.
type log struct {
	*eventlog.Store
	runner   *engine.Runner
	pool     *pgxpool.Pool
	versions map[uuid.UUID]int
}

func openLog(t *testing.T) *log {
	t.Helper()
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	reg := codec.NewRegistry()
	reg.Add(catalogue.Events()...)
	store, err := eventlog.Open(
		t.Context(), eventlog.Config{DSN: dsn, Registry: reg, Logger: slog.New(slog.DiscardHandler)},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	runner, err := engine.New(
		t.Context(),
		engine.Config{DSN: dsn, Store: store, Logger: slog.New(slog.DiscardHandler)},
		readModels...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- runner.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		runner.Close()
	})
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &log{store, runner, pool, map[uuid.UUID]int{}}
}

func (l *log) append(t *testing.T, e domain.Event) int64 {
	t.Helper()
	res, err := l.Append(t.Context(), eventlog.Append{
		Stream: e.Stream, StreamType: e.StreamType, Expected: l.versions[e.Stream], Meta: e.Meta,
		Events: []eventlog.Record{{Type: e.Type, Data: e.Data, OccurredAt: e.OccurredAt}},
	})
	if err != nil {
		t.Fatal(err)
	}
	l.versions[e.Stream] = res.Version
	for _, p := range readModels {
		if err := l.runner.WaitFor(t.Context(), p.Name, res.Position); err != nil {
			t.Fatal(err)
		}
	}
	return res.Position
}

// BY-001: what the board and the proofs show after every event is what the aggregates fold to.
func TestReadModelsShowWhatTheAggregatesFoldToAfterEveryEvent(t *testing.T) {
	l := openLog(t)
	cards, files, reader := board.NewQueries(l.pool), proofs.NewQueries(l.pool), asof.New(l, nil)
	sold := sales.NewQueries(l.pool)
	admin := domain.Actor{Role: domain.Admin}
	for _, e := range projectiontest.Story() {
		position := l.append(t, e)
		switch e.StreamType {
		case order.AggregateType:
			state, err := reader.Order(t.Context(), e.Stream, []uuid.UUID{e.Stream}, position)
			if err != nil && e.Type != order.DeletedType {
				t.Fatal(err)
			}
			card, cardErr := cards.One(t.Context(), admin, e.Stream)
			if e.Type == order.DeletedType {
				if cardErr == nil || err == nil {
					t.Errorf("a deleted order is still there: card %v, fold %v", cardErr, err)
				}
				continue
			}
			if cardErr != nil {
				t.Fatal(cardErr)
			}
			if len(card.Collaborators) == 0 {
				card.Collaborators = nil // an empty array
			}
			paid, hourly, err := sold.HourlyOrder(t.Context(), e.Stream)
			if err != nil {
				t.Fatal(err)
			}
			if hourly {
				card.Billing = order.Billing{Estimate: &paid.Estimate, Quarters: paid.Billed}
				if worked := time.Duration(paid.Worked) * time.Second; worked != state.Order.Work.Finished {
					t.Errorf(
						"after %s %v are paid by the hour, and %v were worked",
						e.Type,
						worked,
						state.Order.Work.Finished,
					)
				}
			}
			card.Billing.Asked = state.Order.Billing.Asked // no list shows it
			if diff := cmp.Diff(*state.Order, card, cmp.AllowUnexported(domain.Base{})); diff != "" {
				t.Errorf("after %s the card differs from the order (-order +card):\n%s", e.Type, diff)
			}
		case proof.AggregateType:
			p := fold(t, l, e.Stream)
			a, err := files.One(t.Context(), e.Stream)
			if p.Deleted {
				if err == nil {
					t.Error("a deleted attachment is still there")
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			var want []proofs.Version
			for _, v := range slices.Backward(p.Live()) {
				want = append(want, proofs.Version{Version: v})
			}
			reviews, err := files.Reviews(t.Context(), []uuid.UUID{p.Order})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range reviews {
				for i, v := range a.Newest {
					if v.ID == r.Version {
						a.Newest[i].Journey = r.Journey
					}
				}
			}
			for i := range a.Newest { // a worker's, not a fact of the log
				a.Newest[i].Picture = proofs.Picture{}
			}
			if diff := cmp.Diff(want, a.Newest); diff != "" {
				t.Errorf("after %s the versions differ (-proof +rows):\n%s", e.Type, diff)
			}
			if diff := cmp.Diff(p.Facts, a.Facts); diff != "" {
				t.Errorf("after %s the attachment differs from the proof (-proof +row):\n%s", e.Type, diff)
			}
			if a.ID != p.ID || a.Version != p.Version || a.Position != p.Position || a.Since != p.Since() {
				t.Errorf("after %s the attachment is %+v, the proof %+v", e.Type, a, p)
			}
		}
	}
}

func fold(t *testing.T, l *log, stream uuid.UUID) *proof.Proof {
	t.Helper()
	events, err := l.Load(t.Context(), stream, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := proof.New(stream)
	for _, e := range events {
		if err := p.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// BY-019, BY-020: the board as of every position is an independent fold of the log up to it.
func TestTheBoardAsOfAnyPositionIsAFoldOfTheLog(t *testing.T) {
	l := openLog(t)
	reader := asof.New(l, nil)
	want := map[uuid.UUID]order.Status{}
	byPosition := map[int64]map[uuid.UUID]order.Status{}
	for _, e := range projectiontest.Story() {
		switch d := e.Data.(type) { // no code of the aggregate here
		case *order.Drafted:
			want[e.Stream] = "draft"
		case *order.Deleted, *order.Archived:
			delete(want, e.Stream)
		case *order.Unarchived:
			want[e.Stream] = "gr-revision"
		case order.StatusChanger:
			want[e.Stream] = d.StatusChange().To
		}
		now := map[uuid.UUID]order.Status{}
		maps.Copy(now, want)
		byPosition[l.append(t, e)] = now
	}
	for position, want := range byPosition {
		got := map[uuid.UUID]order.Status{}
		orders, _, err := reader.Board(t.Context(), position, func(*order.Order) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range orders {
			got[o.ID] = o.Status
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("at position %d (-fold +board):\n%s", position, diff)
		}
	}
}

// D-13: nobody of the customer side finds an internal review file or an internal topic in a
// timeline.
func TestTheTimelineHidesWhatIsInternal(t *testing.T) {
	l := openLog(t)
	for _, e := range projectiontest.Story() {
		l.append(t, e)
	}
	q := timeline.NewQueries(l.pool)
	owner := domain.Actor{Role: domain.Owner, ClientID: "customer", CustomerID: projectiontest.Customer}
	for _, v := range []struct {
		name            string
		viewer          timeline.Viewer
		internal, proof bool
	}{
		{"a manager sees all", timeline.Viewer{Actor: domain.Actor{Role: domain.Manager}, OthersSeen: true, Internal: true}, true, true},
		{"an owner while the order is in review", timeline.Viewer{Actor: owner, OthersSeen: true}, false, true},
		{"an owner while it is in progress", timeline.Viewer{Actor: owner}, false, false},
	} {
		t.Run(v.name, func(t *testing.T) {
			found, err := q.Newest(t.Context(), v.viewer, projectiontest.Order, nil, 0, 1000)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[uuid.UUID]bool{}
			for _, e := range found {
				seen[e.Stream] = true
			}
			if !seen[projectiontest.Order] {
				t.Error("the order's own events are missing")
			}
			if seen[projectiontest.GoneProof] != v.internal || seen[projectiontest.GoneTopic] != v.internal {
				t.Errorf(
					"internal file seen: %v, internal topic seen: %v, want %v", seen[projectiontest.GoneProof],
					seen[projectiontest.GoneTopic], v.internal,
				)
			}
			if seen[projectiontest.Proof] != v.proof || seen[projectiontest.Topic] != v.proof {
				t.Errorf(
					"file seen: %v, public topic seen: %v, want %v", seen[projectiontest.Proof],
					seen[projectiontest.Topic], v.proof,
				)
			}
		})
	}
}
