package commands_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
)

// called drafts an order and returns what it is called.
func (w *world) called(by domain.Actor, customer uuid.UUID) string {
	w.t.Helper()
	return w.must(
		&commands.DraftOrder{Order: uuid.New(), Customer: customer, Details: named("Jar")},
		by,
	).Order.Number.String()
}

func TestEachClientNumbersItsOrdersWithoutHolesThatOthersCause(t *testing.T) { // D-87
	w := newWorld(t)
	var all []string
	for range 2 {
		all = append(all, w.called(admin, acme), w.called(admin, house), w.called(admin, rival))
	}
	original := uuid.New()
	w.must(&commands.DraftOrder{Order: original, Customer: acme, Details: named("Jar")}, owner)
	all = append(all, w.must(&commands.DuplicateOrder{Order: uuid.New(), Of: original}, owner).Order.Number.String())
	if got, want := fmt.Sprint(all), "[PB-1 PB-1 PB-2 PB-3 PB-2 PB-4 PB-6]"; got != want {
		t.Errorf("the orders are called %s, not %s", got, want)
	}
	w.refused(order.ErrNameInvalid, &commands.DraftOrder{Order: uuid.New(), Customer: acme, Details: named("")}, admin)
	if n := w.called(admin, acme); n != "PB-7" {
		t.Errorf("after a refused order the next is called %s", n)
	}
}

func TestANumberTakesThePrefixThatItsClientHasThen(t *testing.T) { // D-87
	w := newWorld(t)
	w.must(&commands.CreateClient{Client: domain.DirectClient, Kind: client.Direct}, system)
	before := uuid.New()
	w.must(&commands.DraftOrder{Order: before, Customer: acme, Details: named("Jar")}, admin)
	w.must(&commands.SetSelling{Client: "customer", Selling: client.Selling{Prefix: " acme "}}, admin)
	if n := w.called(admin, acme); n != "ACME-2" {
		t.Errorf("an order after the change is called %s", n)
	}
	name := "Lid"
	d := w.must(&commands.ChangeOrderDetails{Order: before, Change: order.DetailsChanged{Name: &name}}, admin)
	if n := d.Order.Number.String(); n != "PB-1" {
		t.Errorf("an order from before the change is called %s", n)
	}
	for _, wrong := range []string{"A", "ABCDEF", "P1", "P-B", "PBC", "ÄÖ"} {
		w.refused(
			client.ErrPrefix,
			&commands.SetSelling{Client: "customer", Selling: client.Selling{Prefix: wrong}},
			admin,
		)
	}
}

func TestAClientGoesOnAboveItsNumbersFromBuildsBefore(t *testing.T) { // D-87
	w := newWorld(t)
	w.numbered = map[string]int64{"customer": 91}
	if got, want := fmt.Sprint(
		[]string{w.called(admin, acme), w.called(admin, house), w.called(admin, acme)},
	), "[PB-92 PB-1 PB-93]"; got != want {
		t.Errorf("the orders are called %s, not %s", got, want)
	}
}

func TestACommandThatComesAgainGetsTheNumberThatItsOrderHas(t *testing.T) { // D-87
	w := newWorld(t)
	again := &commands.DraftOrder{Order: uuid.New(), Customer: acme, Details: named("Jar")}
	w.fails = errors.New("the database is away")
	if _, err := w.do(again, admin); err == nil {
		t.Fatal("the order was stored")
	}
	w.fails = nil
	if n := w.called(admin, acme); n != "PB-2" {
		t.Errorf("the order of somebody else is called %s", n)
	}
	if n := w.must(again, admin).Order.Number.String(); n != "PB-1" {
		t.Errorf("the order that comes again is called %s", n)
	}
}
