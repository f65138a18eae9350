package accounts

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// asYouGo lets an account pay for work by the hour, and returns its owner. A plan that another test has chosen for
// the account ends.
func asYouGo(t *testing.T) *harness.Person {
	t.Helper()
	if membership(t, harness.SignedIn(t, "small")).Subscription.State != "none" {
		done, err := harness.World.Bus.Do(
			t.Context(), &commands.EndSubscription{Customer: harness.Small},
			commands.Request{Actor: domain.Actor{Role: domain.System}, ID: uuid.New()},
		)
		if err != nil {
			t.Fatal(err)
		}
		harness.World.Latest.Store(max(harness.World.Latest.Load(), done.Position))
	}
	plan := createPlan(
		t,
		harness.SignedIn(t, "admin"),
		"customer",
		sold("As you go", 0, map[string]any{"payg": true, "hourPrice": 6_000}),
	)
	owner := harness.SignedIn(t, "small")
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package", map[string]any{"planId": plan})
	return owner
}

// A customer who pays by the hour confirms an estimate, places the order, and gets an invoice for the time
// that was worked when the order is cancelled.
func TestAnOrderIsPaidByTheHour(t *testing.T) { // D-57 BD-406
	owner := asYouGo(t)
	o := harness.Draft(t, "small")
	path := "/payg/orders/" + o.String() + "/estimate"
	estimate := func() contract.Estimate {
		return harness.MustCall[contract.EstimateAnswer](t, owner, http.MethodGet, path, nil).Data
	}
	e := estimate()
	if !e.Needed || !e.MayConfirm || e.Confirmed || e.Terms == nil || e.Terms.Price != 6_000 {
		t.Fatalf("the estimate is %+v", e)
	}
	if want := e.Terms.Allocated / 900 * 1_500; e.Terms.Allocated == 0 || e.Bill.Net != want ||
		*e.Bill.Lines[0].Seconds != e.Terms.Allocated || *e.Bill.Lines[0].OrderId != o {
		t.Errorf("it costs %+v", e.Bill)
	}
	publish := func() harness.Answer {
		return owner.Call(t, http.MethodPut, "/order/"+o.String()+"/action", map[string]any{"action": "published"})
	}
	if a := publish(); a.Status != http.StatusConflict || a.Reason() != "order.estimate_missing" {
		t.Errorf("without an estimate: %d %s", a.Status, a.Body)
	}
	dearer := *e.Terms
	dearer.Price++
	harness.MustRefuse(t, owner, http.StatusConflict, "order.estimate_changed", http.MethodPost, path, dearer)
	harness.MustCall[contract.Plain](t, owner, http.MethodPost, path, e.Terms)
	if !estimate().Confirmed {
		t.Error("the estimate is not confirmed")
	}
	if a := publish(); a.Status != http.StatusOK {
		t.Fatalf("with an estimate: %d %s", a.Status, a.Body)
	}
	harness.Move(t, "manager", o, order.InProgress)
	began := time.Now()
	harness.Do(t, "operator", &commands.StartWork{Order: o})
	if worked := paidByTheHour(t, owner, o); worked.Billed != 0 || *worked.Status != "in-progress" {
		t.Errorf("while it is worked on: %+v", worked)
	}
	harness.Eventually(t, "a whole second is worked", func() bool { return time.Since(began) > 1100*time.Millisecond })
	harness.Do(t, "operator", &commands.StopWork{Order: o, Reason: order.StopPaused})
	harness.Act(t, "small", o, order.Cancel)

	if w := paidByTheHour(t, owner, o); w.Worked < 1 || w.Billed != 900 || w.Unbilled != 0 || w.Cost != 0 {
		t.Errorf("when the work has ended: %+v", w)
	}
	harness.Eventually(t, "the work has an invoice", func() bool {
		for _, i := range invoicesOf(t, owner, "") {
			if l := i.Bill.Lines[0]; l.OrderId != nil && *l.OrderId == o {
				return l.Kind == "work" && *l.Seconds == 900 && l.Price == 6_000 && i.Bill.Net == 1_500 &&
					i.State == "open"
			}
		}
		return false
	})
	if c := paying(t, harness.SignedIn(t, "admin")); *c.Price != 6_000 || c.Unbilled != 0 || c.Plan != "As you go" {
		t.Errorf("an admin sees %+v", c)
	}
	if c := paying(t, harness.SignedIn(t, "operator")); c.Price != nil || c.Currency != nil {
		t.Errorf("an operator sees prices: %+v", c)
	}
	if e := estimate(); e.Needed {
		t.Errorf("after it was placed: %+v", e)
	}
}

func paidByTheHour(t *testing.T, owner *harness.Person, id uuid.UUID) contract.HourlyOrder {
	t.Helper()
	list := harness.MustCall[contract.HourlyAnswer](t, owner, http.MethodGet, "/payg", nil).Data
	if !list.Active || *list.Price != 6_000 || *list.Currency != "EUR" {
		t.Errorf("the account pays %+v", list)
	}
	for _, o := range list.Orders {
		if o.OrderId == id {
			return o
		}
	}
	t.Fatal("the order is not listed")
	return contract.HourlyOrder{}
}

// paying returns the account in the list of those who pay by the hour, as a person of the provider
// sees it.
func paying(t *testing.T, by *harness.Person) contract.HourlyCustomer {
	t.Helper()
	list := harness.MustCall[contract.HourlyCustomersAnswer](t, by, http.MethodGet, "/payg/customers", nil).Data
	for _, c := range list.Customers {
		if c.Id == harness.Small {
			return c
		}
	}
	t.Fatalf("the customer is not listed: %+v", list)
	return contract.HourlyCustomer{}
}
