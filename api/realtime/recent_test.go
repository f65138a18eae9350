package realtime

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/board"
)

// A page gets the changes that happened between its first read and its login.
func TestAPageIsToldWhatChangedWhileItLoaded(t *testing.T) { // D-35
	b := start(t)
	there := b.connect(t, "there", domain.Owner)
	tell := func(position int64) {
		raw, err := json.Marshal(Change{Projection: board.Name, Position: position, Events: []Event{
			{
				Position: position,
				Stream:   b.order,
				Kind:     string(order.AggregateType),
				Type:     string(order.RepositionedType),
			},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.nats.Publish(Subject, raw); err != nil {
			t.Fatal(err)
		}
		if m := b.read(t, there); m.Event != "reload-order" || m.Position != position {
			t.Fatalf("the open page is told %+v", m)
		}
	}
	tell(7)
	tell(8)
	owner := accounts.User{ID: uuid.New(), Role: domain.Owner, ClientID: "customer", CustomerID: customer}
	loading, reconnected := b.dialLate(t, "loading", owner, 1500), b.dialAs(t, "reconnected", owner)
	for _, want := range []string{"login", "reload-order"} {
		if m := b.read(t, loading); m.Event != want || want != "login" && m.Position != 8 {
			t.Errorf("the page that was loading is told %+v, want %s", m, want)
		}
	}
	if m := b.read(t, reconnected); m.Event != "login" {
		t.Errorf("the page that reads everything again is told %+v", m)
	}
	tell(9)
	if m := b.read(t, reconnected); m.Position != 9 {
		t.Errorf("the page that reads everything again is told %+v", m)
	}
}

func TestChangesAreRememberedForAMomentAsOneOfEachProjection(t *testing.T) {
	var r recent
	begin := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	change := func(projection string, position int64, events int) Change {
		return Change{Projection: projection, Position: position, Events: make([]Event, events)}
	}
	r.add(change("board", 1, 1), begin)
	r.add(change("board", 2, 2), begin.Add(20*time.Second))
	r.add(change("timeline", 2, 2), begin.Add(20*time.Second))
	r.add(change("board", 4, 3), begin.Add(25*time.Second))
	if all := r.since(
		begin.Add(20 * time.Second),
	); len(all) != 2 || all[0].Projection != "board" || all[0].Position != 4 ||
		len(all[0].Events) != 5 || all[1].Projection != "timeline" ||
		all[1].Position != 2 {
		t.Errorf("remembered: %+v", all)
	}
	r.add(change("board", 5, maxEvents), begin.Add(31*time.Second))
	if all := r.since(begin); len(r.all) != 4 || all[0].Position != 5 || !all[0].Many || all[0].Events != nil {
		t.Errorf("%d are remembered: %+v", len(r.all), all)
	}
	for n := range 2 * mostRecent {
		r.add(change("board", int64(n), 0), begin.Add(31*time.Second))
	}
	if len(r.all) != mostRecent {
		t.Errorf("%d are remembered, want %d", len(r.all), mostRecent)
	}
}
