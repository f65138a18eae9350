package order_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

func imported(to order.Status) order.Imported {
	return order.Imported{
		Drafted: order.Drafted{
			Client: clientOf, Customer: acme, Creator: creator,
			Details: order.Details{Headline: order.Headline{Name: " Label ", Terms: order.Terms{PromisedStart: 3600}}},
		},
		To: to, Reason: "moved in", SlotIsFree: true, Place: now,
	}
}

// fold applies what an import records to a new order.
func fold(t *testing.T, from *order.Order) *order.Order {
	t.Helper()
	o := order.New(from.ID)
	for i, r := range from.TakeRecorded() {
		e := domain.Event{
			Stream: o.ID, Position: int64(i + 7), Version: i + 1, StreamType: order.AggregateType, Type: r.Type,
			Data: r.Data, OccurredAt: r.At,
		}
		if err := o.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// importable was written by hand from the tables 4.2, 4.3 and D-05: where a person brings a draft by hand.
var importable = map[string][]order.Status{
	"owner":    {order.Draft, order.Queue, order.ReadyToGo, order.OnHold, order.CancelledOff},
	"creator":  {order.Draft, order.Queue, order.ReadyToGo, order.OnHold, order.CancelledOff},
	"stranger": {order.Draft},
	"watcher":  {order.Draft},
	"rival":    {order.Draft},
	"admin": {
		order.Draft, order.Queue, order.ReadyToGo, order.InProgress, order.InReview, order.OnHold, order.Approved,
		order.Completed, order.CancelledOff,
	},
}

func TestAnImportedOrderComesAsFarAsItsPersonCouldBringIt(t *testing.T) { // BY-051
	rivalOwner := anOwner
	rivalOwner.CustomerID = rival
	for name, by := range map[string]domain.Actor{
		"owner": anOwner, "creator": carla, "stranger": stranger, "watcher": viewing(anOwner), "rival": rivalOwner,
		"admin": anAdmin,
	} {
		for _, to := range order.Statuses {
			o := order.New(uuid.New())
			err := o.Import(imported(to), by, now)
			if want := slices.Contains(importable[name], to); (err == nil) != want {
				t.Errorf("%s as %s: %v, want it imported: %t", to, name, err, want)
			}
			if err != nil {
				var refused *domain.Error
				if !errors.As(err, &refused) || o.HasRecorded() {
					t.Errorf("%s as %s: %v, and recorded %d events", to, name, err, len(o.Pending()))
				}
				continue
			}
			got := fold(t, o)
			if got.Status != to || got.Name != "Label" || got.Creator != creator || got.Customer != acme {
				t.Errorf("%s as %s becomes %+v", to, name, got)
			}
		}
	}
	if got := order.Importable(anAdmin, clientOf, acme); !slices.Equal(got, importable["admin"]) {
		t.Errorf("an admin is offered %v", got)
	}
	if got := order.Importable(anOwner, clientOf, acme); !slices.Equal(got, importable["owner"]) {
		t.Errorf("an owner is offered %v", got)
	}
}

func TestAnImportedOrderWaitsInTheQueueWithoutASlot(t *testing.T) {
	o := order.New(uuid.New())
	i := imported(order.ReadyToGo)
	i.SlotIsFree = false
	if err := o.Import(i, anOwner, now); err != nil {
		t.Fatal(err)
	}
	if got := fold(t, o); got.Status != order.Queue {
		t.Errorf("the order is %s", got.Status)
	}
}

func TestImportedOrdersKeepTheOrderOfTheirFile(t *testing.T) {
	var ranks []string
	for i := range 5 {
		o := order.New(uuid.New())
		in := imported(order.Completed)
		in.Place = now.Add(time.Duration(i) * time.Microsecond)
		if err := o.Import(in, anAdmin, now.Add(-time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
		ranks = append(ranks, fold(t, o).Rank)
	}
	if !slices.IsSorted(ranks) || len(slices.Compact(ranks)) != 5 {
		t.Errorf("ranks %v", ranks)
	}
}

// An imported order counts against the plan once, whatever its status, unless it was never placed.
func TestAnImportedOrderIsPlacedOnce(t *testing.T) { // D-55
	for _, to := range order.Importable(anAdmin, clientOf, acme) {
		o, placed := order.New(uuid.New()), 0
		if err := o.Import(imported(to), anAdmin, now); err != nil {
			t.Fatal(err)
		}
		for _, r := range o.Pending() {
			if c, changes := r.Data.(order.StatusChanger); changes && c.StatusChange().Places() {
				placed++
			}
		}
		want := 1
		if to == order.Draft || to == order.CancelledOff {
			want = 0
		}
		if placed != want {
			t.Errorf("%s is placed %d times, want %d", to, placed, want)
		}
	}
}

// nextHour is a calendar that is always open.
type nextHour struct{}

func (nextHour) Add(from time.Time, d time.Duration) (time.Time, bool) { return from.Add(d), true }

func TestAnImportedOrderIsPromisedItsStart(t *testing.T) { // D-37
	o := order.New(uuid.New())
	if err := o.Import(imported(order.Queue), anOwner, now); err != nil {
		t.Fatal(err)
	}
	if !o.NeedsPromise() || !o.Publishes() {
		t.Fatal("no start is promised")
	}
	o.Promise(nextHour{})
	if got := fold(t, o); !got.StartBy.Equal(now.Truncate(time.Microsecond).Add(time.Hour)) {
		t.Errorf("work starts by %v", got.StartBy)
	}
}

func TestAnImportIsRefusedForWhatAnOrderCannotHave(t *testing.T) {
	for name, spoil := range map[string]func(*order.Imported){
		"no name":       func(i *order.Imported) { i.Details.Name = " " },
		"a priority":    func(i *order.Imported) { i.Details.Priority = "soon" },
		"a link":        func(i *order.Imported) { i.Details.References = []string{"javascript:1"} },
		"no reason":     func(i *order.Imported) { i.To, i.Reason = order.OnHold, " " },
		"no such place": func(i *order.Imported) { i.To = "done" },
	} {
		o := order.New(uuid.New())
		i := imported(order.Queue)
		spoil(&i)
		if err := o.Import(i, anAdmin, now); err == nil || o.HasRecorded() {
			t.Errorf("%s: %v, and recorded %d events", name, err, len(o.Pending()))
		}
	}
	if err := orderIn(t, order.Queue).Import(imported(order.Draft), anAdmin, now); !errors.Is(err, order.ErrExists) {
		t.Error(fmt.Errorf("an order that exists: %w", err))
	}
}
