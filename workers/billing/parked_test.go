package billing_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	dombilling "github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/sales"
	worker "github.com/proofboard/proofboard/workers/billing"
)

// parked is a log with some events, whose streams the read model does not show.
type parked struct {
	worker.Sales
	mu         sync.Mutex
	events     []domain.Event
	unreadable error
	sent       []commands.Command
}

func (*parked) CustomerOf(context.Context, uuid.UUID) (uuid.UUID, error) {
	return uuid.Nil, domain.ErrNotFound
}

func (p *parked) Follow(
	ctx context.Context,
	_ string,
	_ []eh.EventType,
	_ int64,
	handle func(context.Context, eventlog.Page) error,
) error {
	return handle(ctx, eventlog.Page{Events: p.events, Last: int64(len(p.events))})
}

func (p *parked) load(context.Context, uuid.UUID, int64) ([]domain.Event, error) {
	return p.events, p.unreadable
}

func (p *parked) Do(_ context.Context, c commands.Command, _ commands.Request) (commands.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, c)
	return commands.Result{}, nil
}

// follow handles the events of a stream, and returns the commands that it sent.
func (p *parked) follow(t *testing.T, stream uuid.UUID, kind eh.AggregateType, events ...any) []commands.Command {
	t.Helper()
	p.events, p.sent = nil, nil
	for i, data := range events {
		p.events = append(p.events, domain.Event{
			Position: int64(i + 1), Stream: stream, StreamType: kind, Version: i + 1, Data: data,
			OccurredAt: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC),
		})
	}
	if err := worker.Follow(t.Context(), worker.Config{
		Log: p, Load: p.load, Bus: p, Sales: p, Logger: slog.New(slog.DiscardHandler),
		CatchUp:     func(context.Context, int64) error { return nil },
		Promote:     func(context.Context, uuid.UUID, int64) error { return nil },
		KeepParties: func(context.Context, uuid.UUID, string, uuid.UUID) error { return nil },
		PrefixOf:    func(context.Context, string) (string, error) { return dombilling.DefaultPrefix, nil },
	}); err != nil {
		t.Fatal(err)
	}
	return p.sent
}

// What the read model has parked is billed from the log, and what cannot be read stops nothing else.
func TestAParkedStreamStopsNothing(t *testing.T) { // D-74
	customer, bill := uuid.New(), uuid.New()
	charged := dombilling.NewBill("EUR", 0, dombilling.Line{Kind: dombilling.ForPlan, Quantity: 1, Amount: 500})
	started := &subscription.Started{Customer: customer, Zone: "UTC", Cycle: subscription.Cycle{
		Charge: &subscription.Charge{Invoice: bill, Bill: charged},
	}}
	p := &parked{}
	sent := p.follow(t, subscription.StreamOf(customer), subscription.AggregateType, started)
	if len(sent) != 2 {
		t.Fatalf("%d commands: %+v", len(sent), sent)
	}
	draft, ok := sent[0].(*commands.DraftInvoice)
	if !ok || draft.Customer != customer || draft.Invoice != bill || draft.Bill.Total != 500 {
		t.Errorf("the first command is %+v", sent[0])
	}
	if entitle, ok := sent[1].(*commands.Entitle); !ok || entitle.Customer != customer {
		t.Errorf("the second command is %+v", sent[1])
	}
	due := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	sent = p.follow(
		t,
		bill,
		invoice.AggregateType,
		&invoice.Drafted{Issuer: domain.DirectClient, Customer: customer, Bill: charged},
		&invoice.Issued{Number: "PB-2026-000001", Due: due},
		&invoice.FellDue{},
	)
	noted, ok := sent[len(sent)-1].(*commands.NoteDebt)
	if !ok || noted.Customer != customer || noted.Invoice != bill || !noted.Due.Equal(due) {
		t.Errorf("the last command is %+v", sent[len(sent)-1])
	}
	p.unreadable = &eventlog.UnreadableError{Stream: bill, Err: errors.New("planted by a test")}
	if sent := p.follow(t, bill, invoice.AggregateType, &invoice.Refunded{Reason: "x"}); len(sent) > 0 {
		t.Errorf("sent for a stream that cannot be read: %+v", sent)
	}
}

// What was bought with an invoice is added when it is paid, and taken away when that is given back.
func TestPacksAreAddedWhenTheyArePaidAndTakenAwayWithARefund(t *testing.T) { // D-57 D-58
	customer, id := uuid.New(), uuid.New()
	p := &parked{}
	for name, c := range map[string]struct {
		line         dombilling.Line
		added, taken bool
	}{
		"a plan": {dombilling.Line{Kind: dombilling.ForPlan, Quantity: 1, Amount: 500}, false, false},
		"packs":  {dombilling.Line{Kind: dombilling.ForHours, Quantity: 2, Size: 60, Amount: 500}, true, true},
		"packs of each cycle": {
			dombilling.Line{Kind: dombilling.ForBytes, Quantity: 2, Size: 60, Amount: 500, Each: true}, true, true,
		},
	} {
		bill := dombilling.NewBill("EUR", 0, c.line)
		events := []any{
			&invoice.Drafted{Issuer: domain.DirectClient, Customer: customer, Bill: bill},
			&invoice.Issued{Number: "PB-2026-000001"},
			&invoice.Paid{Way: invoice.ByHand},
		}
		var added, taken int
		for _, sent := range p.follow(t, id, invoice.AggregateType, append(events, &invoice.Refunded{Reason: "x"})...) {
			change, is := sent.(*commands.ChangeResources)
			switch {
			case !is:
				continue
			case change.Refunded:
				taken++
			default:
				added++
			}
			if change.Customer != customer || change.Invoice != id || change.Bill.Total != 500 {
				t.Errorf("%s: changed %+v", name, change)
			}
		}
		if added == 1 != c.added || taken == 1 != c.taken || added > 1 || taken > 1 {
			t.Errorf("%s: added %d times, taken away %d times", name, added, taken)
		}
	}
}

// dueAtOnce is a read model in which the cycles of many accounts have ended.
type dueAtOnce struct {
	parked
	worker.Refusals
	many int
}

func (d *dueAtOnce) DueSubscriptions(
	_ context.Context,
	_ time.Time,
	after sales.Due,
	limit int,
) (due []sales.Due, err error) {
	for ; after.ID == uuid.Nil && d.many > 0 && len(due) < limit; d.many-- {
		due = append(due, sales.Due{ID: uuid.New()})
	}
	return due, nil
}

func (d *dueAtOnce) Swept(context.Context, time.Time) error { return nil }

func (d *dueAtOnce) DueInvoices(context.Context, time.Time, sales.Due, int) ([]sales.Due, error) {
	return nil, nil
}

// The steps of many accounts do not begin at once, so that people can work beside them.
func TestStepsThatAreDueBeginAtAPace(t *testing.T) {
	for pace, want := range map[rate.Limit]int{rate.Every(time.Hour): 3, rate.Inf: 5} {
		d := &dueAtOnce{many: 5}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // shorter than to wait for the fourth
		err := worker.Config{
			Bus: d, Sales: d, Refusals: d, Clock: time.Now, Logger: slog.New(slog.DiscardHandler),
			Pace: rate.NewLimiter(pace, 3),
		}.Tick(ctx)
		cancel()
		if len(d.sent) != want || err == nil != (want == 5) {
			t.Errorf("%v: %d steps began, %v", pace, len(d.sent), err)
		}
	}
}
