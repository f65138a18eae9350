package webhooks

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/internal/webhooks"
	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/timeline"
	read "github.com/proofboard/proofboard/projections/webhooks"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// open wraps nothing: the tests do not look at secrets.
type open struct{}

func (open) Wrap(_ uuid.UUID, secret []byte) ([]byte, error)    { return secret, nil }
func (open) Unwrap(_ uuid.UUID, wrapped []byte) ([]byte, error) { return wrapped, nil }

// scene is a log in memory, endpoints, and what receivers were sent.
type scene struct {
	t         testing.TB
	store     *webhooks.Store
	now       time.Time
	events    []domain.Event
	orders    map[uuid.UUID]*order.Summary
	endpoints map[uuid.UUID]*read.Endpoint
	pauses    []webhook.Cause
	w         *worker

	mu      sync.Mutex
	answers func(webhooks.Delivery) webhooks.Result
	sent    []webhooks.Delivery // and answered with success
	tries   int
}

func newScene(t testing.TB, store *webhooks.Store) *scene {
	s := &scene{
		t: t, store: store, now: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), orders: map[uuid.UUID]*order.Summary{},
		endpoints: map[uuid.UUID]*read.Endpoint{},
		answers:   func(webhooks.Delivery) webhooks.Result { return webhooks.Result{Status: 200} },
	}
	s.start()
	return s
}

// start begins a worker, as a new process does.
func (s *scene) start() {
	s.w = &worker{all: map[uuid.UUID]*endpoint{}, done: make(chan outcome, maxFlying), Config: Config{
		Log: s, Models: s, CatchUp: func(context.Context, int64) error { return nil }, Store: s.store, Bus: s,
		Open: func(context.Context) (all []read.Endpoint, _ error) {
			for _, e := range s.endpoints {
				if e.State == webhook.Active {
					all = append(all, *e)
				}
			}
			return all, nil
		},
		Send: func(_ context.Context, _ webhooks.Target, d webhooks.Delivery) webhooks.Result {
			s.mu.Lock()
			answer := s.answers
			s.mu.Unlock()
			r := answer(d)
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.tries++; r.Failure == webhooks.None {
				s.sent = append(s.sent, d)
			}
			return r
		},
		Body:  func(e publicevents.Event) (string, error) { return e.ID.String(), nil },
		Clock: func() time.Time { return s.now }, Logger: slog.New(slog.DiscardHandler),
	}}
}

func (s *scene) Head(context.Context) (int64, error) { return int64(len(s.events)), nil }

func (s *scene) Subscribe() (<-chan struct{}, func()) { return nil, func() {} }

func (s *scene) ReadPage(_ context.Context, after int64, limit int, _ eventlog.Filter) (eventlog.Page, error) {
	p := eventlog.Page{Last: after}
	p.Events = s.events[min(int(after), len(s.events)):min(int(after)+limit, len(s.events))]
	if p.Count = len(p.Events); p.Count > 0 {
		p.Last = p.Events[p.Count-1].Position
	}
	p.More = p.Count == limit
	return p, nil
}

func (s *scene) Orders(_ context.Context, _ []uuid.UUID) (map[uuid.UUID]*order.Summary, error) {
	return s.orders, nil
}

func (s *scene) Streams(_ context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error) {
	found := map[uuid.UUID]timeline.Stream{}
	for _, id := range ids {
		found[id] = timeline.Stream{Order: id}
	}
	return found, nil
}

// Do pauses an endpoint.
func (s *scene) Do(_ context.Context, c commands.Command, r commands.Request) (commands.Result, error) {
	pause := c.(*commands.PauseWebhook)
	s.endpoints[pause.Endpoint].State = webhook.Halted
	s.pauses = append(s.pauses, pause.Cause)
	if r.Actor.Role != domain.System {
		s.t.Errorf("paused by %v", r.Actor)
	}
	return commands.Result{}, nil
}

// happens adds an event of an order of a customer.
func (s *scene) happens(orderID, customer uuid.UUID) {
	o := s.orders[orderID]
	if o == nil {
		o = &order.New(orderID).Summary
		o.Version, o.Client, o.Customer = 1, domain.DirectClient, customer
		s.orders[orderID] = o
	}
	n := len(s.events) + 1
	s.events = append(s.events, domain.Event{
		Position: int64(n), Version: n, Stream: orderID, StreamType: order.AggregateType, Type: order.FrozenType,
		Data: &order.Frozen{}, OccurredAt: s.now,
	})
}

// endpoint opens an endpoint of a customer.
func (s *scene) endpoint(customer uuid.UUID) *read.Endpoint {
	e := &read.Endpoint{
		Endpoint: webhook.Endpoint{ID: uuid.New(), State: webhook.Active},
		Home:     webhook.Home{Client: domain.DirectClient, Customer: customer},
		Turned:   int64(len(s.events)),
	}
	if e.Turned == 0 {
		s.happens(uuid.New(), uuid.New())
		e.Turned = 1
	}
	if err := s.store.Keep(s.t.Context(), e.ID, customer, "https://hooks.example.com", []byte("secret")); err != nil {
		s.t.Fatal(err)
	}
	s.endpoints[e.ID] = e
	return e
}

// work lets time pass, and the worker do all that it can do then.
func (s *scene) work(passed time.Duration) {
	s.t.Helper()
	s.now = s.now.Add(passed)
	for again := true; again; {
		more, err := s.w.round(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		again = more || s.w.flying > 0
		back := make([]outcome, s.w.flying)
		for i := range back {
			back[i] = <-s.w.done
		}
		for _, o := range back { // they are recorded in the next round
			s.w.done <- o
		}
	}
}

func (s *scene) answer(f func(webhooks.Delivery) webhooks.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = f
}

func refused(webhooks.Delivery) webhooks.Result {
	return webhooks.Result{Status: 500, Failure: webhooks.Status}
}

func (s *scene) positions() (all []int64) {
	for _, d := range s.sent {
		all = append(all, d.Position)
	}
	return all
}

func (s *scene) states(e *read.Endpoint) string {
	counts := ""
	for _, is := range []webhooks.State{webhooks.Waiting, webhooks.Delivered, webhooks.Failed} {
		found, err := s.store.List(s.t.Context(), e.ID, is, uuid.Nil)
		if err != nil {
			s.t.Fatal(err)
		}
		counts += fmt.Sprintf("%d %s ", len(found), is)
	}
	return counts
}

func store(t *testing.T) *webhooks.Store {
	t.Helper()
	pool, _ := projectiontest.Database(t)
	return webhooks.NewStore(pool, open{})
}

// Whatever receivers answer, whenever the process ends: every event arrives, and those of an order arrive
// one after the other.
func TestEveryEventArrivesInTheOrderOfItsOrder(t *testing.T) { // BY-040
	db := store(t)
	rapid.Check(t, func(rt *rapid.T) {
		s := newScene(t, db)
		customer := uuid.New()
		e := s.endpoint(customer)
		orders := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
		for range rapid.IntRange(1, 6).Draw(rt, "steps") {
			for range rapid.IntRange(0, 8).Draw(rt, "events") {
				s.happens(rapid.SampledFrom(orders).Draw(rt, "order"), customer)
			}
			s.happens(uuid.New(), uuid.New()) // of somebody else
			fails := rapid.SliceOfN(rapid.Bool(), 7, 7).Draw(rt, "fails")
			s.answer(func(d webhooks.Delivery) webhooks.Result {
				if fails[(int(d.Position)+d.Tries)%len(fails)] {
					return refused(d)
				}
				return webhooks.Result{Status: 204}
			})
			if rapid.IntRange(0, 3).Draw(rt, "restart") == 0 {
				s.start()
			}
			s.work(rapid.SampledFrom([]time.Duration{0, time.Second, time.Minute, time.Hour}).Draw(rt, "time"))
		}
		s.answer(func(webhooks.Delivery) webhooks.Result { return webhooks.Result{Status: 200} })
		for range 8 {
			s.work(3 * time.Hour)
		}
		want := map[uuid.UUID][]int64{}
		for _, event := range s.events {
			if s.orders[event.Stream].Customer == customer {
				want[event.Stream] = append(want[event.Stream], event.Position)
			}
		}
		got := map[uuid.UUID][]int64{}
		for _, d := range s.sent {
			if of := got[d.Subject]; len(of) == 0 || of[len(of)-1] != d.Position {
				got[d.Subject] = append(of, d.Position)
			}
		}
		for id, positions := range want {
			if !slices.Equal(got[id], positions) {
				rt.Errorf("an order: %v arrived of %v", got[id], positions)
			}
		}
		if len(got) > len(want) {
			rt.Error("events of others arrived")
		}
		if err := db.Forget(t.Context(), e.ID); err != nil {
			rt.Fatal(err)
		}
	})
}

// A receiver that takes everything but one event gets the others, and the one is given up after three
// days.
func TestOneEventThatIsNeverTakenIsGivenUp(t *testing.T) { // BY-040
	s := newScene(t, store(t))
	customer, poison := uuid.New(), uuid.New()
	e := s.endpoint(customer)
	s.happens(poison, customer)
	s.happens(poison, customer)
	first := int64(len(s.events)) - 1
	s.answer(func(d webhooks.Delivery) webhooks.Result {
		if d.Position == first {
			return refused(d)
		}
		return webhooks.Result{Status: 200}
	})
	for range 71 {
		s.happens(uuid.New(), customer)
		s.work(time.Hour)
	}
	if got := s.states(e); got != "2 waiting 71 delivered 0 failed " {
		t.Fatal(got)
	}
	for range 4 {
		s.happens(uuid.New(), customer)
		s.work(time.Hour)
	}
	if got := s.states(e); got != "0 waiting 76 delivered 1 failed " || len(s.pauses) > 0 {
		t.Fatal(got, s.pauses)
	}
	failed, err := s.store.List(t.Context(), e.ID, webhooks.Failed, uuid.Nil)
	if err != nil || failed[0].Position != first || failed[0].Status != 500 || failed[0].Tries < 24 {
		t.Fatalf("%+v %v", failed, err)
	}
	s.answer(func(webhooks.Delivery) webhooks.Result { return webhooks.Result{Status: 200} })
	if n, err := s.store.Replay(t.Context(), e.ID, nil, s.now); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	s.work(time.Minute)
	if last := s.sent[len(s.sent)-1]; last.Position != first || last.ID != failed[0].ID {
		t.Errorf("sent again: %+v, it was %s", last, failed[0].ID)
	}
}

// An endpoint that fails for three days is paused. It loses nothing, and goes on where it stopped.
func TestAnEndpointThatFailsForThreeDaysIsPaused(t *testing.T) { // BY-040 D-77
	s := newScene(t, store(t))
	customer := uuid.New()
	e := s.endpoint(customer)
	s.answer(refused)
	for hour := range 73 {
		if len(s.pauses) > 0 {
			t.Fatalf("paused after %d hours", hour)
		}
		s.happens(uuid.New(), customer)
		s.work(time.Hour)
		if hour < 70 {
			continue
		}
		s.work(time.Minute)
	}
	for range 4 {
		s.work(time.Hour)
	}
	if !slices.Equal(s.pauses, []webhook.Cause{webhook.Failed}) || len(s.sent) > 0 {
		t.Fatalf("pauses: %v", s.pauses)
	}
	before := s.tries
	s.happens(uuid.New(), customer)
	s.work(time.Hour)
	if s.tries != before {
		t.Error("a paused endpoint was tried")
	}
	s.answer(func(webhooks.Delivery) webhooks.Result { return webhooks.Result{Status: 200} })
	e.State, e.Turned = webhook.Active, int64(len(s.events))
	s.happens(uuid.New(), customer)
	s.work(time.Minute)
	if got := s.positions(); len(got) != len(s.events)-1 {
		t.Errorf("%d of %d events arrived", len(got), len(s.events)-1)
	}
}

// A receiver that is busy says when it can take something. Until then it is sent nothing, not even other events.
func TestAReceiverIsLeftAloneAsLongAsItAsks(t *testing.T) { // BY-040
	s := newScene(t, store(t))
	customer := uuid.New()
	s.endpoint(customer)
	s.answer(func(webhooks.Delivery) webhooks.Result {
		return webhooks.Result{Status: 429, Failure: webhooks.Status, RetryAfter: 2 * time.Hour}
	})
	s.happens(uuid.New(), customer)
	s.work(time.Second)
	s.answer(func(webhooks.Delivery) webhooks.Result { return webhooks.Result{Status: 200} })
	for range 7 {
		s.happens(uuid.New(), customer)
		s.work(17 * time.Minute)
	}
	if s.tries != 1 {
		t.Fatalf("tried %d times within the two hours", s.tries)
	}
	s.work(2 * time.Minute)
	s.work(time.Minute)
	if got := s.positions(); len(got) != 8 {
		t.Errorf("%d of 8 events arrived afterwards", len(got))
	}
}

func TestAReceiverThatIsGoneIsPausedAtOnce(t *testing.T) { // BY-040
	s := newScene(t, store(t))
	customer := uuid.New()
	s.endpoint(customer)
	s.answer(func(webhooks.Delivery) webhooks.Result { return webhooks.Result{Status: 410, Failure: webhooks.Status} })
	s.happens(uuid.New(), customer)
	s.work(time.Second)
	if !slices.Equal(s.pauses, []webhook.Cause{webhook.Refused}) {
		t.Errorf("pauses: %v", s.pauses)
	}
}

// A replay sends everything after a position again, as new deliveries of the same events.
func TestAReplayBeginsAfterAnyPosition(t *testing.T) { // BY-040 D-77
	s := newScene(t, store(t))
	customer, one := uuid.New(), uuid.New()
	e := s.endpoint(customer)
	for range 5 {
		s.happens(one, customer)
	}
	s.work(time.Second)
	first := s.positions()
	for _, after := range []int64{0, 3, int64(len(s.events))} {
		s.sent = nil
		e.Turned++
		e.Replay, e.Replayed = after, e.Turned
		s.work(time.Second)
		want := slices.DeleteFunc(slices.Clone(first), func(p int64) bool { return p <= after })
		if !slices.Equal(s.positions(), want) {
			t.Errorf("after %d: %v, want %v", after, s.positions(), want)
		}
	}
	s.sent = nil
	e.State = webhook.Halted // a replay that is asked for during a pause begins with its end
	s.work(time.Second)
	e.Replay, e.Replayed, e.Turned, e.State = 3, e.Turned+1, e.Turned+2, webhook.Active
	s.work(time.Second)
	if got := s.positions(); len(got) == 0 || got[0] != 4 {
		t.Errorf("after the pause: %v", got)
	}
	found, err := s.store.List(t.Context(), e.ID, webhooks.Delivered, uuid.Nil)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[uuid.UUID]string{}
	events := map[string]int{}
	for _, d := range found {
		ids[d.ID] = d.Body
		events[d.Body]++
	}
	if len(ids) != len(found) || len(events) != 5 || events[found[0].Body] < 2 {
		t.Errorf("%d deliveries, %d ids, %d events", len(found), len(ids), len(events))
	}
}

// A choice of types is kept to, also by those who come later in the log.
func TestAnEndpointIsSentTheTypesThatItChose(t *testing.T) { // BY-040
	s := newScene(t, store(t))
	customer := uuid.New()
	e := s.endpoint(customer)
	e.Types = []string{string(publicevents.OrderUnfrozen)}
	s.happens(uuid.New(), customer)
	s.work(time.Second)
	e.Types = append(e.Types, string(publicevents.OrderFrozen))
	s.happens(uuid.New(), customer)
	s.work(time.Second)
	if got := s.positions(); !slices.Equal(got, []int64{int64(len(s.events))}) {
		t.Errorf("sent %v", got)
	}
}

// While a thousand receivers do not answer, the one that does is sent everything.
func TestReceiversThatHangHoldUpNobody(t *testing.T) { // BY-040
	s := newScene(t, store(t))
	customer := uuid.New()
	one := s.endpoint(customer)
	for range 1000 {
		s.endpoint(customer)
	}
	hang := make(chan struct{})
	s.answer(func(d webhooks.Delivery) webhooks.Result {
		if d.Endpoint != one.ID {
			<-hang
		}
		return webhooks.Result{Status: 200}
	})
	arrived := func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.sent)
	}
	for n := range 5 {
		s.happens(uuid.New(), customer)
		s.now = s.now.Add(2 * time.Second)
		for arrived() <= n {
			if _, err := s.w.round(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.w.flying != 1000 && s.w.flying != 1001 {
		t.Errorf("%d are on their way", s.w.flying)
	}
	close(hang)
	s.work(time.Second)
	if n := len(s.sent); n != 5*1001 {
		t.Errorf("%d arrived in the end", n)
	}
}

// A full endpoint gets nothing new until there is room, and then everything.
func TestWhatWaitsIsBounded(t *testing.T) { // BY-040
	s := newScene(t, store(t))
	customer := uuid.New()
	e := s.endpoint(customer)
	s.answer(refused)
	for range maxWaiting + 2*pageSize {
		s.happens(uuid.New(), customer)
	}
	s.work(time.Second)
	fares, err := s.store.Fares(t.Context(), []uuid.UUID{e.ID})
	if err != nil || fares[e.ID].Waiting >= maxWaiting+pageSize {
		t.Fatalf("%+v %v", fares, err)
	}
	s.answer(func(webhooks.Delivery) webhooks.Result { return webhooks.Result{Status: 200} })
	s.work(time.Hour)
	s.work(time.Hour)
	if len(s.sent) != maxWaiting+2*pageSize {
		t.Errorf("%d arrived", len(s.sent))
	}
}
