package publicevents_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/timeline"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// Every event of an order, a proof or a topic that a person could have written something in, or that
// is not for everybody who sees the order, was looked at: it is public on purpose, or left out here.
var notPublic = []eh.EventType{
	order.RepositionedType,
	order.DeletedType,
	order.WorkStartedType,
	order.WorkStoppedType,
	order.WatermarkSetType,
	order.EstimateAskedType,
	order.EstimateConfirmedType,
	order.EstimateWithdrawnType,
	order.WorkBilledType,
	proof.SettingsChangedType,
	topic.AnnotationUpdatedType,
	order.RoutePinnedType,
	order.ApproverReplacedType,
	proof.ApproversRemindedType,
}

func TestEveryEventIsPublicOnPurpose(t *testing.T) {
	stored := publicevents.Stored()
	for _, types := range [][]domain.EventType{order.Streams.Events, proof.Streams.Events, topic.Streams.Events} {
		for _, e := range types {
			if slices.Contains(stored, e.Type) == slices.Contains(notPublic, e.Type) {
				t.Errorf("%s: decide whether it is public", e.Type)
			}
		}
	}
}

// models answers from memory and from the real timeline.
type models struct {
	orders map[uuid.UUID]*order.Summary
	*timeline.Queries
}

func (m models) Orders(_ context.Context, ids []uuid.UUID) (map[uuid.UUID]*order.Summary, error) {
	found := maps.Clone(m.orders)
	maps.DeleteFunc(found, func(id uuid.UUID, _ *order.Summary) bool { return !slices.Contains(ids, id) })
	return found, nil
}

func (m models) Streams(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error) {
	return m.Find(ctx, ids)
}

// history has events of an order, of an attachment of each kind by the customer and by others with
// two versions each, and of topics of both tabs on each version. The second versions are at positions
// above 100.
type history struct {
	events   []domain.Event
	versions map[uuid.UUID]int
	exec     func(sql string, args ...any)
	position int64
}

func (h *history) stream(id, orderID uuid.UUID, attachment, version any, kind proof.Kind, byCustomer, internal bool) {
	h.exec(
		`insert into timeline_streams (id, order_id, attachment_id, version_id, kind, by_customer, internal)
		values ($1, $2, $3, $4, $5, $6, $7)`, id, orderID, attachment, version, kind, byCustomer, internal,
	)
}

func (h *history) event(stream uuid.UUID, kind eh.AggregateType, name eh.EventType, data any, version any) {
	h.position++
	h.versions[stream]++
	h.events = append(h.events, domain.Event{
		Position: h.position, Stream: stream, StreamType: kind, Version: h.versions[stream], Type: name, Data: data,
		OccurredAt: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), Meta: domain.Meta{Actor: uuid.New()},
	})
	h.exec(
		"insert into timeline_entries (position, stream_id, type, at, version_id, via) values ($1, $2, $3, now(), $4, '')",
		h.position,
		stream,
		name,
		version,
	)
}

func newHistory(exec func(sql string, args ...any), orderID, customer uuid.UUID) *history {
	h := &history{exec: exec, versions: map[uuid.UUID]int{}}
	h.stream(orderID, orderID, nil, nil, "", false, false)
	h.event(
		orderID, order.AggregateType, order.DraftedType, &order.Drafted{Client: "acme", Customer: customer}, nil,
	)
	type page struct {
		id       uuid.UUID
		versions [2]uuid.UUID
	}
	var pages []page
	for _, kind := range proof.Kinds {
		for _, byCustomer := range []bool{false, true} {
			p := page{uuid.New(), [2]uuid.UUID{uuid.New(), uuid.New()}}
			pages = append(pages, p)
			h.stream(p.id, orderID, p.id, nil, kind, byCustomer, false)
			h.event(
				p.id, proof.AggregateType, proof.AttachmentAddedType,
				&proof.AttachmentAdded{Order: orderID, Kind: kind, Name: "secret.pdf"}, nil,
			)
			h.event(
				p.id,
				proof.AggregateType,
				proof.VersionAddedType,
				&proof.VersionAdded{
					Version: p.versions[0],
					Number:  1,
					File:    proof.File{Name: "secret.pdf"},
				},
				p.versions[0],
			)
		}
	}
	h.event(
		orderID, order.AggregateType, order.HeldType,
		&order.Held{Change: order.Change{From: order.InReview, To: order.OnHold}, Reason: "secret"}, nil,
	)
	h.position = 100
	for _, p := range pages {
		h.event(
			p.id, proof.AggregateType, proof.VersionAddedType,
			&proof.VersionAdded{Version: p.versions[1], Number: 2}, p.versions[1],
		)
		h.event(
			p.id, proof.AggregateType, proof.VersionApprovedType, &proof.VersionApproved{Version: p.versions[0]},
			p.versions[0],
		)
		for _, v := range p.versions {
			for _, internal := range []bool{false, true} {
				id := uuid.New()
				h.stream(id, orderID, p.id, v, "", false, internal)
				h.event(
					id, topic.AggregateType, topic.OpenedType,
					&topic.Opened{Order: orderID, Proof: p.id, Version: v, Public: !internal, Message: "secret"}, nil,
				)
				h.event(
					id,
					topic.AggregateType,
					topic.RepliedType,
					&topic.Replied{Comment: uuid.New(), Message: "secret"},
					nil,
				)
			}
		}
	}
	h.event(orderID, order.AggregateType, order.RepositionedType, &order.Repositioned{Rank: "m"}, nil)
	return h
}

// The page of an order shows its timeline, which decides in SQL. The feed has the same events, for
// every role, in every status, after every review.
func TestTheFeedHasWhatThePageOfAnOrderShows(t *testing.T) { // BY-052 BD-019 D-68 D-69
	pool, exec := projectiontest.Database(t)
	orderID, customer := uuid.New(), uuid.New()
	h := newHistory(exec, orderID, customer)
	q := timeline.NewQueries(pool)
	o := order.New(orderID)
	if err := domain.Apply(o, h.events[0]); err != nil {
		t.Fatal(err)
	}
	stored := publicevents.Stored()
	roles := slices.DeleteFunc(slices.Clone(domain.Roles), func(r domain.Role) bool { return r == domain.Guest })
	b, err := publicevents.Load(t.Context(), models{map[uuid.UUID]*order.Summary{orderID: &o.Summary}, q}, h.events)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		by := domain.Actor{ID: uuid.New(), Role: rapid.SampledFrom(roles).Draw(rt, "role"), ClientID: "acme"}
		if by.Role.IsCustomer() {
			by.CustomerID = rapid.SampledFrom([]uuid.UUID{customer, customer, uuid.New()}).Draw(rt, "account")
		}
		o.Status = rapid.SampledFrom(order.Statuses).Draw(rt, "status")
		o.ShownUntil = rapid.SampledFrom([]int64{0, 50, 110, 1000}).Draw(rt, "shown until")
		o.Archived, o.Deleted = rapid.Bool().Draw(rt, "archived"), rapid.IntRange(0, 9).Draw(rt, "deleted") == 0
		want := []int64{}
		if o.Visible(by) {
			entries, err := q.Oldest(context.Background(), read.Viewer(by, &o.Summary), orderID, 0, 1000)
			if err != nil {
				rt.Fatal(err)
			}
			for _, e := range entries {
				if slices.Contains(stored, eh.EventType(e.Type)) {
					want = append(want, e.Position)
				}
			}
		}
		got := []int64{}
		for _, e := range b.Events {
			if b.Sees(by, e) {
				got = append(got, e.Position)
			}
		}
		if !slices.Equal(got, want) {
			rt.Errorf(
				"%s, %s, shown until %d: the feed has %v, the page %v",
				by.Role,
				o.Status,
				o.ShownUntil,
				got,
				want,
			)
		}
		counts[string(by.Role)] = max(counts[string(by.Role)], len(got))
	})
	if counts["owner"] == 0 || counts["owner"] >= counts["operator"] {
		t.Errorf("the matrix shows too little: %v", counts)
	}
}

func TestAPublicEventHasIdsAndNoTexts(t *testing.T) { // BY-052 D-70
	pool, exec := projectiontest.Database(t)
	orderID, customer := uuid.New(), uuid.New()
	h := newHistory(exec, orderID, customer)
	o := order.New(orderID)
	if err := domain.Apply(o, h.events[0]); err != nil {
		t.Fatal(err)
	}
	m := models{map[uuid.UUID]*order.Summary{orderID: &o.Summary}, timeline.NewQueries(pool)}
	b, err := publicevents.Load(t.Context(), m, h.events)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[uuid.UUID]bool{}
	for _, e := range b.Events {
		ids[e.ID] = true
		if e.Order != orderID || e.Actor == uuid.Nil || strings.Contains(strings.Join(e.Data.Fields, ""), "secret") {
			t.Errorf("%+v", e)
		}
		if isTopic := e.Data.Topic != uuid.Nil; isTopic != (e.Data.Public != nil) ||
			isTopic && (e.Data.Attachment == uuid.Nil || e.Data.Version == uuid.Nil) {
			t.Errorf("the place of a topic: %+v", e)
		}
	}
	if len(ids) != len(b.Events) || len(b.Events) != len(h.events)-1 { // all but the new place of the card
		t.Errorf("%d events, %d ids, of %d", len(b.Events), len(ids), len(h.events))
	}
	again, err := publicevents.Load(t.Context(), m, h.events)
	if err != nil || again.Events[3].ID != b.Events[3].ID {
		t.Errorf("the id of an event changed: %v %v", again.Events[3], err)
	}
	m.orders = nil // the order was deleted
	if gone, err := publicevents.Load(t.Context(), m, h.events); err != nil || len(gone.Events) > 0 {
		t.Errorf("events of a deleted order: %v %v", gone.Events, err)
	}
}

// memory is a log in memory.
type memory struct {
	events []domain.Event
	reads  int
	wake   chan struct{}
}

func (m *memory) Head(context.Context) (int64, error) { return int64(len(m.events)), nil }

func (m *memory) ReadPage(_ context.Context, after int64, limit int, f eventlog.Filter) (eventlog.Page, error) {
	m.reads++
	p := eventlog.Page{Last: after}
	for _, e := range m.events[min(int(after), len(m.events)):min(int(after)+limit, len(m.events))] {
		if p.Last, p.Count = e.Position, p.Count+1; slices.Contains(f.Types, e.Type) {
			p.Events = append(p.Events, e)
		}
	}
	p.More = p.Count == limit
	return p, nil
}

func (m *memory) Subscribe() (<-chan struct{}, func()) { return m.wake, func() {} }

// A log of mostly foreign orders is read in bounded portions, each of which leads on.
func TestAPortionIsBoundedAndLeadsOn(t *testing.T) {
	pool, exec := projectiontest.Database(t)
	mine, foreign, customer := uuid.New(), uuid.New(), uuid.New()
	orders := map[uuid.UUID]*order.Summary{}
	log := &memory{wake: make(chan struct{}, 1)}
	for id, of := range map[uuid.UUID]uuid.UUID{mine: customer, foreign: uuid.New()} {
		exec("insert into timeline_streams (id, order_id) values ($1, $1)", id)
		orders[id] = &order.New(id).Summary
		orders[id].Version, orders[id].Client, orders[id].Customer = 1, domain.DirectClient, of
	}
	for i := range 12_000 {
		e := domain.Event{
			Position: int64(i + 1), Version: i + 1, Stream: foreign, StreamType: order.AggregateType,
			Type: order.FrozenType, Data: &order.Frozen{},
		}
		if i%4000 == 3999 {
			e.Stream = mine
		}
		log.events = append(log.events, e)
	}
	var applied int64
	r := publicevents.NewReader(
		log, models{orders, timeline.NewQueries(pool)}, func(_ context.Context, at int64) error {
			applied = max(applied, at)
			return nil
		},
	)
	by := domain.Actor{ID: uuid.New(), Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: customer}
	var got []int64
	for next, more := int64(0), true; more; {
		log.reads = 0
		p, err := r.Read(t.Context(), by, next, 1)
		if err != nil || log.reads > 5 || p.Next <= next || p.Next > next+5000 {
			t.Fatalf("after %d: %+v, %d pages, %v", next, p, log.reads, err)
		}
		for _, e := range p.Events {
			got = append(got, e.Position)
		}
		next, more = p.Next, p.More
	}
	if !slices.Equal(got, []int64{4000, 8000, 12_000}) || applied != 12_000 {
		t.Errorf("got %v, waited for %d", got, applied)
	}
	if p, err := r.End(t.Context()); err != nil || p.Next != 12_000 || len(p.Events) > 0 {
		t.Errorf("the end: %+v %v", p, err)
	}
	changed, done := r.Watch()
	log.wake <- struct{}{}
	if !changed(t.Context()) {
		t.Error("an append does not end the wait")
	}
	r.Stop()
	if changed(t.Context()) {
		t.Error("it waits in a process that stops")
	}
	done()
}
