package automations_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/realtime"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers"
	"github.com/proofboard/proofboard/workers/automations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

var (
	customer = uuid.New()
	owner    = accounts.User{
		ID:         uuid.New(),
		Email:      "owner@a.test",
		Role:       domain.Owner,
		ClientID:   domain.DirectClient,
		CustomerID: customer,
		TimeZone:   "UTC",
	}
	manager = accounts.User{
		ID:       uuid.New(),
		Email:    "manager@a.test",
		Role:     domain.Manager,
		ClientID: domain.ProviderClient,
		TimeZone: "UTC",
	}
)

// office is a running core of the program: event log, bus and projections.
type office struct {
	*core.Core
	t    *testing.T
	pool *pgxpool.Pool
}

// start starts a program in which the manager wants to be told of every new order.
func start(t *testing.T) office {
	t.Helper()
	o := startWith(t, owner, manager)
	if err := o.Preferences.SetScope(t.Context(), manager.ID, preferences.AllOrders); err != nil {
		t.Fatal(err)
	}
	return o
}

// startWith starts a program with these people, who have the settings that everybody begins with.
func startWith(t *testing.T, people ...accounts.User) office {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	core, err := core.Open(
		t.Context(), config.Config{Data: t.TempDir(), DatabaseURL: embeddedtest.Database(t)}, quiet,
	)
	if err != nil {
		t.Fatal(err)
	}
	err = core.Plant(t.Context(), accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Customers: []accounts.Customer{{ID: customer, ClientID: domain.DirectClient, Name: "A", MaxActiveOrders: 1}},
		Users:     people,
		Password:  "does-not-matter",
	})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := pgxpool.New(t.Context(), core.Owner)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = core.Runner.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	return office{core, t, pool}
}

func (o office) config(log workers.Log) automations.Config {
	return automations.Config{
		Log: log,
		Bus: o.Bus,
		Orders: realtime.NewLive(
			present.NewCards(o.Accounts, o.Board, organisation.NewQueries(o.pool).Hours, time.Now),
			o.Board,
			o.Timeline,
			o.AsOf,
			o.Sales,
		),
		Streams:   o.Timeline,
		People:    o.Accounts,
		ReviewsOf: proofs.NewQueries(o.pool).Reviews,
		Logger:    slog.New(slog.DiscardHandler),
		CatchUp: func(ctx context.Context, position int64) error {
			for _, name := range []string{"board", "timeline", "proofs"} {
				if err := o.Runner.WaitFor(ctx, name, position); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// run starts an automation. stop ends it and waits until it has ended.
func (o office) run(f func(context.Context, automations.Config) error, log workers.Log) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- f(ctx, o.config(log)) }()
	stopped := false
	stop = func() {
		if cancel(); !stopped {
			stopped = true
			if err := <-ended; err != nil && ctx.Err() == nil {
				o.t.Error(err)
			}
		}
	}
	o.t.Cleanup(stop)
	return stop
}

func (o office) do(by accounts.User, cmd commands.Command) commands.Result {
	o.t.Helper()
	done, err := o.Bus.Do(o.t.Context(), cmd, commands.Request{Actor: by.Actor()})
	if err != nil {
		o.t.Fatalf("%s: %v", commands.TypeOf(cmd), err)
	}
	return done
}

func (o office) published() uuid.UUID {
	o.t.Helper()
	return o.publishedBy(owner)
}

func (o office) publishedBy(by accounts.User) uuid.UUID {
	o.t.Helper()
	id := uuid.New()
	o.do(by, &commands.DraftOrder{Order: id, Details: order.Details{Headline: order.Headline{Name: "Label"}}})
	o.do(by, &commands.ActOnOrder{Order: id, Action: order.Publish})
	return id
}

// moved returns the position of the move.
func (o office) moved(id uuid.UUID, to order.Status) int64 {
	o.t.Helper()
	return o.do(manager, &commands.MoveOrder{Order: id, To: to, Via: order.StatusControl}).Position
}

// uploaded adds a file to an order.
func (o office) uploaded(by accounts.User, id uuid.UUID, k proof.Kind) (attachment, version uuid.UUID) {
	o.t.Helper()
	attachment, version = uuid.New(), uuid.New()
	o.do(by, &commands.AddAttachment{Order: id, Attachment: attachment, Kind: k, Version: version, File: proof.File{
		Name:        "label.zip",
		ContentType: "application/zip",
		Key:         "files/none/label.zip",
		Size:        10,
		SHA256:      strings.Repeat("a", 64),
	}})
	return attachment, version
}

// told returns the notifications of a person, oldest first.
func (o office) told(to accounts.User) (all []inbox.Notified) {
	o.t.Helper()
	events, err := o.Store.Load(o.t.Context(), to.ID, 0)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, e := range events {
		if n, ok := e.Data.(*inbox.Notified); ok {
			all = append(all, *n)
		}
	}
	return all
}

func (o office) eventually(what string, ok func() bool) {
	o.t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); {
		if time.Now().After(end) {
			o.t.Fatalf("it did not happen: %s", what)
		}
		select {
		case <-o.t.Context().Done():
			o.t.Fatal(o.t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// following waits until a follower has started. Tests need it for followers that start at the head
// of the log.
func (o office) following(name string) {
	o.t.Helper()
	events := func() bool {
		ctx, cancel := context.WithTimeout(o.t.Context(), time.Second)
		defer cancel()
		_, known := o.checkpoint(ctx, name)
		return known
	}
	o.eventually("the follower begins", events)
}

// twice passes every page of the log to the worker two times, as after a crash before the
// checkpoint was stored.
type twice struct{ *follow.Follower }

func (l twice) Follow(
	ctx context.Context,
	name string,
	types []eh.EventType,
	since int64,
	handle func(context.Context, eventlog.Page) error,
) error {
	return l.Follower.Follow(ctx, name, types, since, func(ctx context.Context, p eventlog.Page) error {
		if err := handle(ctx, p); err != nil {
			return err
		}
		return handle(ctx, p)
	})
}

func TestAPageThatComesTwiceNotifiesOnce(t *testing.T) { // BY-005 D-31
	o := start(t)
	o.run(automations.Notify, twice{o.Follower})
	o.following("worker_notify")
	id := o.published()
	o.moved(id, order.InProgress)
	o.moved(id, order.InReview)
	o.moved(id, order.Approved)
	o.eventually("the owner hears of the approval", func() bool {
		told := o.told(owner)
		return len(told) > 0 && told[len(told)-1].Status == string(order.Approved)
	})
	last := o.published() // its notification comes after all others were passed twice
	o.eventually("the manager hears of the next order", func() bool {
		told := o.told(manager)
		return len(told) > 0 && told[len(told)-1].Order == last
	})
	if n := len(o.told(owner)); n != 3 {
		t.Errorf("the owner was told %d times of 3 moves", n)
	}
	if n := len(o.told(manager)); n != 2 {
		t.Errorf("the manager was told %d times of 2 orders", n)
	}
}

func TestManagersHearOfOrdersOfOthersOnlyIfTheyChoseAllOrders(t *testing.T) { // D-192
	other := provider(domain.Manager)
	o := startWith(t, owner, manager, other)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	published := func(assigned accounts.User) uuid.UUID {
		t.Helper()
		id := uuid.New()
		o.do(owner, &commands.DraftOrder{Order: id, Details: order.Details{Headline: order.Headline{Name: "Label"}}})
		o.do(manager, &commands.AssignOrder{Order: id, Manager: &assigned.ID})
		o.do(owner, &commands.ActOnOrder{Order: id, Action: order.Publish})
		return id
	}
	published(other)
	mine := published(manager)
	o.tells(map[*accounts.User][]inbox.Kind{&manager: {inbox.OrderPublished}})
	if told := o.told(manager)[0]; told.Order != mine {
		t.Errorf("the manager was told of %s, want the order that is theirs", told.Order)
	}
	if err := o.Preferences.SetScope(t.Context(), manager.ID, preferences.AllOrders); err != nil {
		t.Fatal(err)
	}
	published(other)
	o.tells(map[*accounts.User][]inbox.Kind{&manager: {inbox.OrderPublished, inbox.OrderPublished}})
}

// An import brings in thousands of orders that were published elsewhere, long ago.
func TestNobodyIsToldOfImportedOrders(t *testing.T) { // BY-051
	o := start(t)
	admin := accounts.User{ID: uuid.New(), Role: domain.Admin, ClientID: domain.ProviderClient}
	o.run(automations.Notify, o.Follower)
	o.run(automations.Promote, o.Follower)
	o.following("worker_notify")
	o.following("worker_promote")
	imported := func(by accounts.User, to order.Status) (uuid.UUID, int64) {
		t.Helper()
		id := uuid.New()
		result, err := o.Bus.Do(
			t.Context(),
			&commands.ImportOrder{
				Order:    id,
				Customer: customer,
				Details:  order.Details{Headline: order.Headline{Name: "Label"}},
				To:       to,
			},
			commands.Request{Actor: by.Actor(), Via: domain.ViaImport},
		)
		if err != nil {
			t.Fatal(err)
		}
		return id, result.Position
	}
	queued, _ := imported(owner, order.Queue)
	done, position := imported(admin, order.Completed) // has never had the slot that it seems to free
	o.eventually("the promotions have seen the imported orders", func() bool {
		at, _ := o.checkpoint(t.Context(), "worker_promote")
		return at >= position
	})
	last := o.published()
	o.eventually("the manager hears of the order that was placed", func() bool { return len(o.told(manager)) == 1 })
	if told := o.told(manager)[0]; told.Order != last {
		t.Errorf("the manager was told %+v", told)
	}
	if told := o.told(owner); len(told) != 0 {
		t.Errorf("the owner was told %+v", told)
	}
	if o.status(queued) != order.Queue || o.status(done) != order.Completed {
		t.Errorf("the imported orders are %s and %s", o.status(queued), o.status(done))
	}
}

func TestAFollowerGoesOnWhereItWas(t *testing.T) { // BY-010
	o := start(t)
	stop := o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	first := o.published()
	o.eventually("the manager hears of the first order", func() bool { return len(o.told(manager)) == 1 })
	stop()
	second := o.published() // nobody follows the log now
	o.run(automations.Notify, o.Follower)
	third := o.published()
	o.eventually("the manager hears of the last order", func() bool {
		told := o.told(manager)
		return told[len(told)-1].Order == third
	})
	var of []uuid.UUID
	for _, n := range o.told(manager) {
		of = append(of, n.Order)
	}
	if len(of) != 3 || of[0] != first || of[1] != second {
		t.Errorf("the manager was told of %v, want %v", of, []uuid.UUID{first, second, third})
	}
}

func TestAFreedSlotThatIsSeenTwicePromotesOne(t *testing.T) { // D-06
	o := start(t) // one slot
	o.run(automations.Promote, twice{o.Follower})
	o.following("worker_promote")
	active := o.published()
	waiting := []uuid.UUID{o.published(), o.published()}
	o.do(owner, &commands.ActOnOrder{Order: active, Action: order.Cancel})
	o.eventually("the first of the queue is promoted", func() bool { return o.status(waiting[0]) == order.ReadyToGo })
	o.do(owner, &commands.ActOnOrder{Order: waiting[0], Action: order.Cancel})
	o.eventually("then the second", func() bool { return o.status(waiting[1]) == order.ReadyToGo })
	for _, id := range waiting {
		events, err := o.Store.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, e := range events {
			if e.Type == order.PromotedType {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s was promoted %d times", id, n)
		}
	}
}

// An order that a person moves back to the queue stays there, although its slot is free. It can be
// promoted again after another order frees a slot.
func TestAnOrderMovedToTheQueueIsNotPromotedByItsOwnSlot(t *testing.T) { // D-67
	for name, putBack := range map[string]func(uuid.UUID) commands.Command{
		"by the action": func(id uuid.UUID) commands.Command { return &commands.ActOnOrder{Order: id, Action: order.MoveToQueue} },
		"by dragging": func(id uuid.UUID) commands.Command {
			return &commands.MoveOrder{Order: id, To: order.Queue, Via: order.Board}
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := start(t) // one slot
			o.run(automations.Promote, twice{o.Follower})
			o.following("worker_promote")
			aside := o.published()
			position := o.do(owner, putBack(aside)).Position
			o.eventually("the automation has seen it", func() bool {
				at, _ := o.checkpoint(t.Context(), "worker_promote")
				return at >= position
			})
			if got := o.status(aside); got != order.Queue {
				t.Fatalf("the order that was moved to the queue is %s", got)
			}
			other := o.published() // occupies the slot
			if got := o.status(other); got != order.ReadyToGo {
				t.Fatalf("the other order is %s", got)
			}
			o.do(owner, &commands.ActOnOrder{Order: other, Action: order.Cancel})
			o.eventually(
				"the order is promoted when another one has freed a slot",
				func() bool { return o.status(aside) == order.ReadyToGo },
			)
		})
	}
}

func TestTheNextOrderOfTheQueueTakesTheSlotOfOneMovedToTheQueue(t *testing.T) { // D-67
	o := start(t) // one slot
	o.run(automations.Promote, o.Follower)
	o.following("worker_promote")
	aside, next := o.published(), o.published()
	o.do(
		owner,
		&commands.MoveOrder{Order: aside, To: order.Queue, Via: order.Board, Before: next},
	) // before the other order in the queue
	o.eventually("the next order is promoted", func() bool { return o.status(next) == order.ReadyToGo })
	if got := o.status(aside); got != order.Queue {
		t.Errorf("the order that was moved to the queue is %s", got)
	}
}

// status returns an order's status on the board, after the board has read the whole log.
func (o office) status(id uuid.UUID) order.Status {
	o.t.Helper()
	head, err := o.Store.Head(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	if err := o.Runner.WaitFor(o.t.Context(), "board", head); err != nil {
		o.t.Fatal(err)
	}
	c, err := o.Board.One(o.t.Context(), domain.Actor{Role: domain.Admin}, id)
	if err != nil {
		o.t.Fatal(err)
	}
	return c.Status
}

// counted counts the commands that an automation sends.
type counted struct {
	workers.Bus
	n atomic.Int64
}

func (c *counted) Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error) {
	c.n.Add(1)
	return c.Bus.Do(ctx, cmd, r)
}

func TestABacklogOfCommentsIsNotifiedInBatchesInOrderAndOnce(t *testing.T) { // SH-192, BY-005
	const comments = 1500
	o := start(t)
	id := o.published()
	attachment, version := o.uploaded(owner, id, proof.SuppliedFiles)
	thread := uuid.New()
	bus := &counted{Bus: o.Bus}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := o.config(twice{o.Follower})
	c.Bus, c.Since = bus, follow.FromHead
	ended := make(chan error, 1)
	go func() { ended <- automations.Notify(ctx, c) }()
	o.following("worker_notify")
	events := []eventlog.Record{
		{
			Type:       topic.OpenedType,
			Data:       &topic.Opened{Order: id, Proof: attachment, Version: version, Public: true, Message: "sealed"},
			OccurredAt: time.Now(),
		},
	}
	for range comments {
		events = append(events, eventlog.Record{
			Type:       topic.RepliedType,
			Data:       &topic.Replied{Comment: uuid.New(), Message: "sealed"},
			OccurredAt: time.Now(),
		})
	}
	for at := 0; at < len(events); at += 500 {
		if _, err := o.Store.Append(t.Context(), eventlog.Append{
			Stream:     thread,
			StreamType: topic.AggregateType,
			Expected:   at,
			Meta:       domain.Meta{Actor: manager.ID, Role: manager.Role},
			Events:     events[at:min(at+500, len(events))],
		}); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	o.eventually("the owner hears of the last comment", func() bool { return len(o.told(owner)) >= comments+1 })
	t.Logf("%d comments in %v, %d commands", comments, time.Since(began), bus.n.Load())
	cancel()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	told := o.told(owner)
	if len(told) != comments+1 {
		t.Fatalf("the owner was told %d times of %d comments", len(told), comments+1)
	}
	for i, e := range events[1:] {
		if told[i+1].Comment != e.Data.(*topic.Replied).Comment {
			t.Fatalf("notification %d is about another comment", i+1)
		}
	}
	if n := bus.n.Load(); n > 40 { // one command for each page, each page twice
		t.Errorf("%d commands for %d comments", n, comments)
	}
}
