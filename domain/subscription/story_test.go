package subscription_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/subscription"
)

var subscriptions = domaintest.Of(subscription.Streams)

var customer = domaintest.ID("customer")

// plan returns the first edition of a plan that costs so much for a term.
func plan(name string, price billing.Amount, term billing.Term) subscription.Plan {
	return subscription.Plan{ID: domaintest.ID(name), Edition: 1, Offer: billing.Offer{
		Name:         name,
		Free:         price == 0,
		Price:        price,
		Currency:     "EUR",
		Term:         term,
		Hours:        36_000,
		Orders:       10,
		ActiveOrders: 3,
		Storage:      1 << 30,
	}}
}

// trial returns the plan with a trial of so many days.
func trial(p subscription.Plan, days int) subscription.Plan {
	p.Offer.TrialDays = days
	return p
}

var (
	free   = plan("Free", 0, billing.Month)
	small  = plan("Small", 3_000, billing.Month)
	studio = plan("Studio", 10_000, billing.Month)
	yearly = plan("Studio for a year", 100_000, billing.Year)
)

// story is a subscription with a clock. It applies the events of each decision, encoded and decoded
// as the log does.
type story struct {
	t     domaintest.TB
	zone  *time.Location
	s     *subscription.Subscription
	now   time.Time
	bills []billing.Bill
	facts []string // stored names of the events
}

func tell(t domaintest.TB, zone string) *story {
	t.Helper()
	in, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return &story{t: t, zone: in, s: subscription.New(domaintest.Stream)}
}

// on sets the clock of the account, like 2026-03-31 or 2026-03-31 23:59.
func (h *story) on(clock string) *story {
	h.t.Helper()
	layout := "2006-01-02 15:04"[:len(clock)]
	now, err := time.ParseInLocation(layout, clock, h.zone)
	if err != nil {
		h.t.Fatalf("%v", err)
	}
	h.now = now
	return h
}

// try applies what a decision recorded, and returns its refusal.
func (h *story) try(err error) error {
	h.t.Helper()
	for _, r := range h.s.TakeRecorded() {
		e := subscriptions.Event(h.t, h.s.Version+1, h.stored(r.Data))
		if e.Type != r.Type {
			h.t.Errorf("%T is recorded as %s", r.Data, r.Type)
		}
		if err := h.s.Apply(e); err != nil {
			h.t.Fatalf("%v", err)
		}
		h.facts = append(h.facts, strings.TrimPrefix(string(r.Type), "subscription."))
		if c := chargeOf(r.Data); c != nil {
			h.bills = append(h.bills, c.Bill)
		}
	}
	return err
}

// do applies a decision that must not be refused.
func (h *story) do(err error) *story {
	h.t.Helper()
	if err := h.try(err); err != nil {
		h.t.Fatalf("refused on %s: %v", h.now, err)
	}
	return h
}

func (h *story) stored(data any) any {
	raw, err := json.Marshal(data)
	if err != nil {
		h.t.Fatalf("%v", err)
	}
	for _, e := range subscription.Streams.Events {
		if fresh := e.New(); sameType(fresh, data) {
			if err := json.Unmarshal(raw, fresh); err != nil {
				h.t.Fatalf("%v", err)
			}
			return fresh
		}
	}
	h.t.Fatalf("%T is no event", data)
	return nil
}

func chargeOf(data any) *subscription.Charge {
	if d, ok := data.(subscription.CycleBegan); ok {
		return d.BeganCycle().Charge
	}
	return nil
}

func (h *story) start(p subscription.Plan) *story {
	h.t.Helper()
	return h.do(h.s.Start(customer, h.zone.String(), p, 0, h.now, h.now))
}

// steps does every step that is due.
func (h *story) steps(n subscription.Newest) *story {
	h.t.Helper()
	if n.Plan.ID == uuid.Nil {
		n.Plan = h.s.Cycle.Plan
	}
	for range 1000 {
		before := len(h.facts)
		h.s.Step(n, h.now)
		h.do(nil)
		if len(h.facts) == before {
			return h
		}
		if h.s.Next == nil {
			n.Next = nil
		}
		if h.s.Cycle.Plan.ID != n.Plan.ID {
			n.Plan = h.s.Cycle.Plan
		}
	}
	h.t.Fatalf("the steps do not end")
	return h
}

// until sets the clock and does every step that is due by then.
func (h *story) until(clock string) *story {
	h.t.Helper()
	return h.on(clock).steps(subscription.Newest{})
}

// billed checks the totals of all bills so far.
func (h *story) billed(totals ...billing.Amount) *story {
	h.t.Helper()
	var got []billing.Amount
	for _, b := range h.bills {
		got = append(got, b.Total)
	}
	if !slices.Equal(got, totals) {
		h.t.Errorf("billed %v, want %v", got, totals)
	}
	return h
}

// happened checks the names of all events so far.
func (h *story) happened(facts string) *story {
	h.t.Helper()
	if got := strings.Join(h.facts, " "); got != facts {
		h.t.Errorf("happened: %s, want %s", got, facts)
	}
	return h
}

// is checks the state and the days of the cycle.
func (h *story) is(state subscription.State, from, until string) *story {
	h.t.Helper()
	if c := h.s.Cycle.Period; h.s.State != state || c.From.String() != from || c.Until.String() != until {
		h.t.Errorf("the subscription is %s from %s to %s, want %s from %s to %s",
			h.s.State, c.From, c.Until, state, from, until)
	}
	return h
}

// refuses checks that a decision is refused with an error.
func (h *story) refuses(err, want error) *story {
	h.t.Helper()
	var e *domain.Error
	if !errors.Is(err, want) || errors.As(err, &e) && e.Message == "" {
		h.t.Errorf("got %v, want %v", err, want)
	}
	if n := len(h.s.TakeRecorded()); n > 0 {
		h.t.Errorf("refused, and yet recorded %d events", n)
	}
	return h
}

func day(t testing.TB, s string) (d billing.Date) {
	t.Helper()
	if err := d.UnmarshalText([]byte(s)); err != nil {
		t.Fatal(err)
	}
	return d
}
