package automations_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/workers"
	"github.com/proofboard/proofboard/workers/automations"
)

var noon = time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)

// reminders returns the reminders of an office that is always open, at the time of a clock.
func (o office) reminders(now *time.Time) *automations.Reminders {
	return &automations.Reminders{
		Config:     o.config(nil),
		DueBetween: o.Board.DueBetween,
		Hours:      func(context.Context) (client.Hours, error) { return client.Hours{}, nil },
		Clock:      func() time.Time { return *now },
	}
}

// due publishes an order with a due time.
func (o office) due(at time.Time, operator, manager *accounts.User) uuid.UUID {
	o.t.Helper()
	id := uuid.New()
	o.do(owner, &commands.DraftOrder{Order: id, Details: order.Details{Headline: order.Headline{Name: "x", Due: &at}}})
	o.do(owner, &commands.ActOnOrder{Order: id, Action: order.Publish})
	to := func(u *accounts.User) *uuid.UUID {
		if u == nil {
			return nil
		}
		return &u.ID
	}
	if operator != nil || manager != nil {
		o.do(provider(domain.Admin), &commands.AssignOrder{Order: id, Operator: to(operator), Manager: to(manager)})
	}
	return id
}

// look looks once at a board that has all events.
func (o office) look(r *automations.Reminders) error {
	o.t.Helper()
	head, err := o.Store.Head(o.t.Context())
	if err == nil {
		err = o.Runner.WaitFor(o.t.Context(), "board", head)
	}
	if err != nil {
		o.t.Fatal(err)
	}
	return r.Look(o.t.Context())
}

// hears checks which orders a person was reminded of, and how, since before.
func (o office) hears(who accounts.User, want map[uuid.UUID][]inbox.Kind) {
	o.t.Helper()
	got := map[uuid.UUID][]inbox.Kind{}
	for _, n := range o.told(who) {
		got[n.Order] = append(got[n.Order], n.Kind)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		o.t.Errorf("%s (-want +got):\n%s", who.Email, diff)
	}
}

func TestPeopleAreRemindedOnceBeforeAnOrderIsDueAndWhenItIsOverdue(t *testing.T) { // D-94 BY-059
	operator, creative := provider(domain.Operator), provider(domain.CreativeManager)
	o := startWith(t, owner, manager, operator, creative, provider(domain.Admin))
	soon, overdue := inbox.OrderDue, inbox.OrderOverdue
	now := noon
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	both := o.due(at(5), &operator, &manager)
	operated := o.due(at(5), &operator, nil)
	nobodys := o.due(at(5), nil, nil)
	o.due(at(72), &operator, &manager)  // not soon
	o.due(at(-30), &operator, &manager) // overdue for long
	first := o.reminders(&now)
	look := func(r *automations.Reminders) {
		t.Helper()
		if err := o.look(r); err != nil {
			t.Fatal(err)
		}
	}
	look(first)
	look(first)
	look(o.reminders(&now)) // another process
	type told = map[uuid.UUID][]inbox.Kind
	o.hears(operator, told{both: {soon}, operated: {soon}})
	o.hears(manager, told{both: {soon}, nobodys: {soon}})
	o.hears(creative, told{nobodys: {soon}})

	// When an order is overdue, its manager is told. If it has none, all managers are.
	now = at(6)
	look(first)
	look(o.reminders(&now))
	o.hears(operator, told{both: {soon}, operated: {soon}})
	o.hears(manager, told{both: {soon, overdue}, operated: {overdue}, nobodys: {soon, overdue}})
	o.hears(creative, told{operated: {overdue}, nobodys: {soon, overdue}})
	o.hears(owner, told{})

	// Another due time has reminders of its own.
	later := at(8)
	o.do(manager, &commands.ChangeOrderDetails{Order: both, Change: order.DetailsChanged{Due: &later}})
	look(first)
	o.hears(operator, told{both: {soon, soon}, operated: {soon}})
}

// failing is a bus that answers nothing but an error, if it has one.
type failing struct {
	workers.Bus
	err error
}

func (f *failing) Do(ctx context.Context, c commands.Command, r commands.Request) (commands.Result, error) {
	if f.err != nil {
		return commands.Result{}, f.err
	}
	return f.Bus.Do(ctx, c, r)
}

// After a failure the next look sends the reminder. A refusal does not stop the other reminders.
func TestAReminderThatFailsIsSentLater(t *testing.T) { // D-94
	o := startWith(t, owner, manager, provider(domain.Admin))
	now := noon
	id := o.due(noon.Add(time.Hour), nil, &manager)
	r := o.reminders(&now)
	bus := &failing{o.Bus, errors.New("no answer")}
	r.Bus = bus
	if err := o.look(r); err == nil {
		t.Error("a failure was taken for done")
	}
	bus.err = nil
	if err := o.look(r); err != nil {
		t.Fatal(err)
	}
	o.hears(manager, map[uuid.UUID][]inbox.Kind{id: {inbox.OrderDue}})
	now, bus.err = noon.Add(2*time.Hour), domain.ErrForbidden
	if err := o.look(r); err != nil {
		t.Errorf("a refusal ended the look: %v", err)
	}
}
