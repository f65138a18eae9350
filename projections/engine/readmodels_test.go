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
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/projections/webhooks"
)

var readModels = projections.All()

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
	threads := topics.NewQueries(l.pool)
	sold, hooks, routes := sales.NewQueries(l.pool), webhooks.NewQueries(l.pool), approvals.NewQueries(l.pool)
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
			p := fold(t, l, proof.Streams, e.Stream)
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
		case topic.AggregateType:
			of := fold(t, l, topic.Streams, e.Stream)
			page, _, err := threads.Page(t.Context(), topics.Place{Order: of.Order, Version: of.On}, nil)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(page, func(row topics.Topic) bool { return row.ID == e.Stream })
			if of.State == topic.Gone {
				if at >= 0 {
					t.Error("a deleted topic is still there")
				}
				continue
			}
			if at < 0 {
				t.Fatalf("after %s the topic is not there", e.Type)
			}
			row, shown := page[at], *of
			shown.Order, shown.Proof, shown.On = row.Order, row.Attachment, row.On
			if of.Proof == of.Order { // a message of the conversation has no attachment
				shown.Proof = row.Order
			}
			shown.Public, shown.Author, shown.Version = row.Public, row.Author, row.Version
			if shown.State = topic.Open; row.Resolved {
				shown.State = topic.Closed
			}
			if diff := cmp.Diff(of, &shown, cmp.AllowUnexported(domain.Base{})); diff != "" {
				t.Errorf("after %s the row differs from the topic (-topic +row):\n%s", e.Type, diff)
			}
			var comments []topic.Comment
			for _, c := range row.Comments {
				comments = append(comments, topic.Comment{ID: c.ID, Author: c.Author})
			}
			if diff := cmp.Diff(of.Comments, comments, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("after %s the comments differ (-topic +rows):\n%s", e.Type, diff)
			}
		case invoice.AggregateType:
			i := fold(t, l, invoice.Streams, e.Stream)
			row, err := sold.Invoice(t.Context(), e.Stream)
			if err != nil {
				t.Fatal(err)
			}
			shown := *i
			shown.Issuer, shown.Customer, shown.Bill, shown.Number = row.Issuer, row.Customer, row.Bill, row.Number
			shown.Credit, shown.Zone, shown.Attempts, shown.State = row.Credit, row.Zone, row.Attempts, row.State
			shown.Version = row.Version
			if shown.Due = (time.Time{}); row.Due != nil {
				shown.Due = *row.Due
			}
			if diff := cmp.Diff(i, &shown, cmp.AllowUnexported(domain.Base{})); diff != "" {
				t.Errorf("after %s the row differs from the invoice (-invoice +row):\n%s", e.Type, diff)
			}
		case webhook.AggregateType:
			of := fold(t, l, webhook.Streams, e.Stream)
			rows, err := hooks.Of(t.Context(), of.Home)
			if err != nil {
				t.Fatal(err)
			}
			var shown []webhook.Endpoint
			for _, r := range rows {
				shown = append(shown, r.Endpoint)
			}
			if diff := cmp.Diff(of.All, shown, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("after %s the rows differ from the webhooks (-webhooks +rows):\n%s", e.Type, diff)
			}
		case workflow.AggregateType:
			of := fold(t, l, workflow.Streams, e.Stream)
			rows, err := routes.Of(t.Context(), of.Customer)
			if err != nil {
				t.Fatal(err)
			}
			shown := map[uuid.UUID]workflow.Workflow{}
			for _, r := range rows {
				if shown[r.ID] = r.Workflow; r.Chosen != (r.ID == of.Chosen) {
					t.Errorf("after %s the workflow %s is chosen: %v", e.Type, r.ID, r.Chosen)
				}
			}
			for _, want := range of.All {
				if diff := cmp.Diff(want, shown[want.ID]); diff != "" {
					t.Errorf("after %s the row differs from the workflow (-workflow +row):\n%s", e.Type, diff)
				}
			}
			if len(shown) != len(of.All) {
				t.Errorf("after %s there are %d workflows, not %d", e.Type, len(shown), len(of.All))
			}
		}
	}
}

func fold[A domain.Aggregate](t *testing.T, l *log, of *domain.Streams[A], stream uuid.UUID) A {
	t.Helper()
	events, err := l.Load(t.Context(), stream, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := of.New(stream)
	for _, e := range events {
		if err := a.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return a
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
