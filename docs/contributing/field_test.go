package contributing_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/board"
)

// These tests are the recipe "Add a field to an order" of CONTRIBUTING.md for the field that is there longest, the
// priority, and fail for a new field where one of the steps is missing.

// comesWithTheService are the fields that nobody changes by themselves.
var comesWithTheService = map[string]bool{
	"Package": true, "Terms": true, "PromisedStart": true, "Allocated": true, "StartBy": true,
}

// Step 1: a field of Details is in the list and in DetailsChanged, which names it, and the decision checks it.
func TestEachDetailOfAnOrderCanBeChanged(t *testing.T) {
	var whole order.Details
	places := map[any]string{}
	for _, d := range order.AllDetails {
		places[d.Kept(&whole)] = d.Name
		if at := d.Kept(&whole); d.Listed != nil && at != d.Listed(&whole.Headline) {
			t.Errorf("lists do not show the %s that an order keeps", d.Name)
		}
	}
	changed := reflect.TypeFor[order.DetailsChanged]()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[order.Details]()) {
		if _, found := changed.FieldByName(f.Name); !f.Anonymous && !found && !comesWithTheService[f.Name] {
			t.Errorf("DetailsChanged has no %s", f.Name)
		}
		at := reflect.ValueOf(&whole).Elem().FieldByIndex(f.Index).Addr().Interface()
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous && places[at] != name {
			t.Errorf("AllDetails has %q at the place of %s", places[at], name)
		}
	}
	for i := range changed.NumField() {
		var one order.DetailsChanged
		field := reflect.ValueOf(&one).Elem().Field(i)
		if name := changed.Field(i).Name; field.Kind() == reflect.Pointer && !comesWithTheService[name] {
			if field.Set(reflect.New(field.Type().Elem())); len(one.Fields()) != 1 {
				t.Errorf("the change of %s has the fields %q", name, one.Fields())
			}
		}
	}

	change := func(to order.Priority) func(*order.Order) error {
		return func(o *order.Order) error {
			by := domain.Actor{Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: customer}
			return o.ChangeDetails(order.DetailsChanged{Priority: &to}, by, domaintest.Now)
		}
	}
	high, drafted := order.High, &order.Drafted{Client: domain.DirectClient, Customer: customer}
	orders := domaintest.Of(order.Streams)
	orders.Given(t, drafted).When(change(high)).Then(&order.DetailsChanged{Priority: &high})
	orders.Given(t, drafted).When(change("soon")).ThenRefused(order.ErrPriorityInvalid)
}

var customer = domaintest.ID("customer")

// Steps 3 and 4: what an order keeps can be sent, and is shown on its page and its card.
func TestEachDetailOfAnOrderIsTakenAndShown(t *testing.T) {
	var ordered contract.NewOrder
	var edited contract.OrderDetails
	eventstoretest.Fill(&ordered)
	eventstoretest.Fill(&edited)
	taken, changed := present.NewDetails(&ordered), present.ChangedDetails(&edited)
	elsewhere := map[string]string{ // what has its value in another place, or nowhere
		"name": "export", "brief": "export", "references": "export history", "payg": "export history",
		"service": "card export history", "serviceName": "take export", "package": "take export history",
		"promisedStart": "take card export history", "allocated": "take page export history",
	}
	page := func(d order.Details) (shown contract.Order) {
		present.ShowDetails(&shown, d)
		return shown
	}
	card := func(h order.Headline) contract.Card {
		return present.Card(
			&board.Card{Summary: order.Summary{Headline: h}},
			domain.Actor{},
			accounts.Names{},
			nil,
			time.Time{},
		)
	}
	for _, d := range order.AllDetails {
		var only order.Details
		eventstoretest.Fill(d.Kept(&only))
		for where, missing := range map[string]bool{
			"take":    reflect.ValueOf(d.Kept(&taken)).Elem().IsZero() || !d.Changed(&changed),
			"page":    cmp.Equal(page(only), page(order.Details{})),
			"card":    d.Listed != nil && cmp.Equal(card(only.Headline), card(order.Headline{})),
			"history": cmp.Equal(present.DetailFacts(only), present.DetailFacts(order.Details{})),
			"export":  present.NewArchivedDetails(only) == present.ArchivedDetails{},
		} {
			if missing && !strings.Contains(elsewhere[d.Name], where) {
				t.Errorf("%s: api/present/details.go has no %s", where, d.Name)
			}
		}
	}
}

// Step 2: what an order keeps is in its row too.
func TestEachDetailOfAnOrderIsInItsRow(t *testing.T) {
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	store, runner := follow(t, dsn, board.Projection(), order.Streams.Events)
	pool, err := eventlog.NewPool(t.Context(), dsn, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	manager, queries := domain.Actor{Role: domain.Manager}, board.NewQueries(pool)

	whole, changed, high := &order.Drafted{}, &order.DetailsChanged{}, order.High
	eventstoretest.Fill(whole)
	eventstoretest.Fill(changed)
	changed.DueCleared, changed.Priority = false, &high
	for name, history := range map[string][]any{
		"a draft with all details":    {whole},
		"a draft that gets all later": {&order.Drafted{Rank: "a"}, changed},
	} {
		want, in := order.New(uuid.New()), eventlog.Append{StreamType: order.AggregateType}
		in.Stream = want.ID
		for i, data := range history {
			e := domaintest.Of(order.Streams).Event(t, i+1, data)
			in.Events = append(in.Events, eventlog.Record{Type: e.Type, Data: data, OccurredAt: time.Now()})
			e.Stream = want.ID
			if err := want.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range reflect.VisibleFields(reflect.TypeFor[order.Details]()) {
			if reflect.ValueOf(want.Details()).FieldByIndex(f.Index).IsZero() && !comesWithTheService[f.Name] {
				t.Errorf("%s: the order keeps no %s", name, f.Name)
			}
		}
		appended, err := store.Append(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if err := runner.WaitFor(t.Context(), board.Projection().Name, appended.Position); err != nil {
			t.Fatal(err)
		}
		got, err := queries.One(t.Context(), manager, want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Details(), got.Details()); diff != "" {
			t.Errorf("%s: order and row differ (-order +row):\n%s", name, diff)
		}
		cards, err := queries.Find(t.Context(), manager, []uuid.UUID{want.ID})
		if err != nil || len(cards) != 1 {
			t.Fatal(cards, err)
		}
		shown := present.Card(&cards[0], manager, accounts.Names{}, nil, time.Now())
		if shown.Priority != contract.CardPriority(want.Priority) || shown.OrderName != want.Name {
			t.Errorf("%s: the card shows %q with priority %s", name, shown.OrderName, shown.Priority)
		}
	}
}
