package order_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

var registers = domaintest.Of(order.RegisterStreams)

func TestANumberOfAnOrderIsNotGivenTwice(t *testing.T) { // D-87
	first, second := domaintest.ID("first"), domaintest.ID("second")
	give := func(id uuid.UUID, n int64) func(*order.Register) error {
		return func(r *order.Register) error { r.Give(id, n, now); return nil }
	}
	r := registers.Given(t, &order.Numbered{Order: first, Number: 91}).
		When(give(second, 92)).Then(&order.Numbered{Order: second, Number: 92}).State()
	if r.Last != 92 || r.Of(first) != 91 || r.Of(second) != 92 || r.Of(domaintest.ID("third")) != 0 {
		t.Errorf("the register is %+v", r)
	}
	history := []any{&order.Numbered{Order: first, Number: 1}}
	for n := range int64(50) {
		history = append(history, &order.Numbered{Order: domaintest.ID(time.Duration(n).String()), Number: n + 2})
	}
	if r := registers.Fold(t, history...); len(r.Recent) != 50 || r.Of(first) != 0 || r.Last != 51 {
		t.Errorf("a register remembers %d numbers, the oldest of them %d", len(r.Recent), r.Of(first))
	}
}

func TestAnOrderKeepsTheNumberThatItBeganWith(t *testing.T) { // D-87
	o := orders.Given(t).When(func(o *order.Order) error {
		err := draft(order.Details{Headline: order.Headline{Name: "Jar"}})(o)
		if !o.NeedsNumber() || o.ClientOf() != clientOf {
			t.Error("an order that begins asks for no number of its client")
		}
		o.Call(order.Number{Prefix: "ACME", N: 7})
		if o.NeedsNumber() {
			t.Error("an order asks for a second number")
		}
		return err
	}).State()
	if o.Number.String() != "ACME-7" {
		t.Errorf("it is called %s", o.Number)
	}
	if orderIn(t, order.Draft).NeedsNumber() {
		t.Error("an order that has begun asks for a number")
	}
}

func TestANumberIsReadAsPeopleTypeIt(t *testing.T) { // D-87
	for text, want := range map[string]order.Number{
		"PB-15": {Prefix: "PB", N: 15}, " acme-7 ": {Prefix: "ACME", N: 7}, "15": {N: 15},
		"": {}, "PB-": {}, "P-1": {}, "PB-0": {}, "PB--1": {}, "-1": {}, "PBC-1": {}, "PB-1x": {}, "label 7": {},
		"PB-1234567890123456789": {}, "ABCDEF-1": {},
	} {
		if n, ok := order.Named(text); n != want && ok || ok != (want.N > 0) {
			t.Errorf("%q names %+v, %v", text, n, ok)
		}
	}
}
