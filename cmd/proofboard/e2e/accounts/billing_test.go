package accounts

import (
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
)

// sold returns the body of a plan without limits.
func sold(name string, price int, more map[string]any) map[string]any {
	body := map[string]any{
		"name": name, "price": price, "currency": "EUR", "term": "month", "hours": -1, "orders": -1, "activeOrders": -1,
		"storage": -1,
	}
	maps.Copy(body, more)
	return body
}

// createPlan creates a plan of a client and returns its id.
func createPlan(t *testing.T, seller *harness.Person, client string, body map[string]any) uuid.UUID {
	t.Helper()
	harness.MustCall[contract.Plain](t, seller, http.MethodPost, "/sellers/"+client+"/plans", body)
	for _, p := range harness.MustCall[contract.PlansAnswer](t, seller, http.MethodGet, "/sellers/"+client+"/plans", nil).Data {
		if p.Offer.Name == body["name"] {
			return p.Id
		}
	}
	t.Fatalf("the plan %s is not listed", body["name"])
	return uuid.Nil
}

func membership(t *testing.T, p *harness.Person) contract.Membership {
	t.Helper()
	return harness.MustCall[contract.MembershipAnswer](t, p, http.MethodGet, "/package", nil).Data
}

func meter(t *testing.T, p *harness.Person, name string) contract.MeterEvents {
	t.Helper()
	return harness.MustCall[contract.MeterEventsAnswer](t, p, http.MethodGet, "/billing/meters/"+name, nil).Data
}

func option(t *testing.T, p *harness.Person, plan uuid.UUID) contract.PlanOption {
	t.Helper()
	for _, o := range membership(t, p).Options {
		if o.Plan.Id == plan {
			return o
		}
	}
	t.Fatalf("the plan %s is no option", plan)
	return contract.PlanOption{}
}

func invoicesOf(t *testing.T, p *harness.Person, of string) []contract.Invoice {
	t.Helper()
	return harness.MustCall[contract.InvoicesAnswer](t, p, http.MethodGet, "/billing/invoices"+of, nil).Data
}

// An owner begins with a plan, upgrades for the amount that was shown, and gets invoices, which the
// provider marks as paid.
func TestAnOwnerBuysAPlanAndUpgradesIt(t *testing.T) { // BD-341 BD-344 BY-042 D-53 D-54 D-58 D-59 D-75 D-87
	admin, owner, rival := harness.SignedIn(t, "admin"), harness.SignedIn(t, "beta"), harness.SignedIn(t, "owner")
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, "/sellers/customer/terms", map[string]any{
		"taxRate": 20_000, "paymentDays": 30, "bankDetails": "IBAN DE00 0000", "numberPrefix": "nl",
	})
	small := createPlan(t, admin, "customer", sold("Small", 3_000, nil))
	studio := createPlan(t, admin, "customer", sold("Studio", 10_000, map[string]any{"activeOrders": 7}))
	for i, m := 1, membership(t, owner); i < len(m.Options); i++ {
		if m.Options[i-1].Plan.Offer.Price > m.Options[i].Plan.Offer.Price {
			t.Errorf("the plans are not in the order of their prices: %+v", m.Options)
		}
	}
	if m := membership(t, owner); m.Subscription.State != "none" || m.Subscription.Label != "" || len(m.Options) < 2 {
		t.Errorf("before it has a plan: %+v", m)
	}
	before := profile(t, owner)
	if m := before.Membership; m == nil || m.State != "none" || m.Title != "" || !m.Offered || *before.IsSubscriber {
		t.Errorf("the profile before it has a plan: %+v", m)
	}
	browser, seller := harness.Listen(t, owner), harness.Listen(t, admin)
	begin := option(t, owner, small)
	if begin.Kind != "begin" || !begin.AtOnce || begin.Confirm.Total != 3_600 || begin.Bill.Tax != 600 {
		t.Errorf("the option is %+v", begin)
	}
	wrong := map[string]any{"planId": small, "confirmed": map[string]any{"at": begin.Confirm.At, "total": 3_599}}
	harness.MustRefuse(t, owner, http.StatusConflict, "subscription.price_changed", http.MethodPut, "/package", wrong)
	unseen := map[string]any{"planId": small}
	harness.MustRefuse(t, owner, http.StatusConflict, "subscription.price_changed", http.MethodPut, "/package", unseen)
	harness.MustCall[contract.Plain](
		t,
		owner,
		http.MethodPut,
		"/package",
		map[string]any{"planId": small, "confirmed": begin.Confirm},
	)
	if s := membership(t, owner).Subscription; s.State != "active" || s.Label != "Next Payment Due Date" || !s.Open ||
		s.Offer.Name != "Small" || s.Due == nil {
		t.Errorf("after the first plan: %+v", s)
	}
	browser.Expect(t, "reload-profile")
	browser.Expect(t, "reload-billing")
	seller.Expect(t, "reload-billing")
	mine := profile(t, owner)
	m := mine.Membership
	if m.Type != "paid" || m.Title != "Small" || m.Label != "Next Payment Due Date" || m.DueDate == "" ||
		m.PaymentTerm != "month" || m.AllocatedHour.Quota != -1 || m.Orders.MaximumActiveOrder != -1 {
		t.Errorf("the plan in the profile: %+v", m)
	}
	if !m.IsActive || m.Inactive || !m.Open || m.OnFreeTrial || m.FreeTrial.Banner != "" {
		t.Errorf("the state in the profile: %+v", m)
	}
	if *mine.CurrencySimbol != "€" || !*mine.IsSubscriber || mine.Storages.Quota != -1 ||
		len(mine.Storages.Additionals) != 0 {
		t.Errorf("the profile with a plan: %+v", mine)
	}
	if staff := profile(t, harness.SignedIn(t, "production")); staff.Membership.Type != contract.MembershipNone {
		t.Errorf("the provider's people have the plan %+v", staff.Membership)
	}
	placed := harness.Draft(t, "beta")
	if number := owner.Order(t, placed).OrderId; !strings.HasPrefix(number, "NL-") {
		t.Errorf("the order is called %s", number) // D-87
	}
	harness.Act(t, "beta", placed, order.Publish)
	harness.Eventually(t, "the meters count the order", func() bool {
		now, orders, running := profile(t, owner), meter(t, owner, "orders"), meter(t, owner, "active-orders")
		return orders.Used == 1 && len(orders.Events) == 1 && orders.Events[0].OrderId == placed &&
			orders.Events[0].Order != "" && now.Membership.Orders.Used == 1 &&
			running.Used == int64(now.Membership.Orders.CurrentActiveOrder) && len(running.Events) == int(running.Used)
	})
	if hours := meter(t, owner, "hours"); hours.Used != 0 || len(hours.Events) != 0 || hours.From == nil {
		t.Errorf("hours nobody worked: %+v", hours)
	}
	up := option(t, owner, studio)
	if up.Kind != "upgrade" || !up.AtOnce || !up.Later || up.Confirm.Total != 8_400 { // on the first day of the cycle
		t.Errorf("the upgrade is %+v", up)
	}
	harness.MustCall[contract.Plain](
		t,
		owner,
		http.MethodPut,
		"/package",
		map[string]any{"planId": studio, "confirmed": up.Confirm},
	)
	harness.Eventually(t, "both invoices are issued", func() bool { return len(invoicesOf(t, owner, "")) == 2 })
	all := invoicesOf(t, owner, "")
	for _, i := range all {
		issued, err := time.Parse(time.DateOnly, *i.IssuedOn)
		if err != nil || !strings.HasPrefix(i.Number, "NL-"+issued.Format("2006")+"-") || i.State != "open" ||
			*i.DueOn != issued.AddDate(0, 0, 30).Format(time.DateOnly) || !i.DueAt.After(issued.AddDate(0, 0, 30)) {
			t.Errorf("an invoice is %+v", i) // D-86
		}
	}
	harness.Eventually(t, "the terms of the account follow", func() bool {
		account := harness.MustCall[contract.CustomerAccountAnswer](
			t,
			admin,
			http.MethodGet,
			"/customers/"+harness.Beta.String(),
			nil,
		).Data.Customer
		return account.PackageName == "Studio" && account.MaximumActiveOrder == 7
	})
	path := "/billing/invoices/" + all[0].Id.String()
	for _, stranger := range []*harness.Person{rival, harness.SignedIn(t, "reseller"), harness.SignedIn(t, "manager")} {
		if got := stranger.Call(t, http.MethodGet, path, nil); got.Status != http.StatusNotFound {
			t.Errorf("%s sees the invoice: %d", stranger.Firstname, got.Status)
		}
	}
	today := harness.Today()
	pay := func(on string) map[string]any { return map[string]any{"on": on, "reference": "Transfer 7"} }
	for _, on := range []string{"", "2026-02-30", "tomorrow", "2126-01-01"} {
		harness.MustRefuse(
			t,
			admin,
			http.StatusBadRequest,
			"invoice.payment_invalid",
			http.MethodPut,
			path+"/payment",
			pay(on),
		)
	}
	harness.MustRefuse(
		t,
		admin,
		http.StatusBadRequest,
		"invoice.paid_before_issued",
		http.MethodPut,
		path+"/payment",
		pay("2026-01-01"),
	)
	first := map[string]any{"on": today, "reference": "Transfer 6"}
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, path+"/payment", first)
	harness.MustRefuse(
		t, owner, http.StatusNotFound, "not_found", http.MethodPut, path+"/payment/correction", pay(today),
	)
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, path+"/payment/correction", pay(today))
	harness.MustRefuse(t, admin, http.StatusConflict, "invoice.not_open", http.MethodPut, path+"/payment", pay(today))
	if paid := harness.MustCall[contract.InvoiceAnswer](
		t,
		owner,
		http.MethodGet,
		path,
		nil,
	).Data; paid.State != "paid" ||
		*paid.PaidOn != today {
		t.Errorf("the invoice is %+v", paid)
	}
	payments := harness.MustCall[contract.PaymentsAnswer](t, owner, http.MethodGet, "/billing/payments", nil).Data
	if len(payments) != 1 || payments[0].Kind != "paid" || payments[0].Amount != all[0].Bill.Total ||
		*payments[0].Reference != "Transfer 7" || payments[0].Number != all[0].Number || *payments[0].On != today {
		t.Fatalf("the payments are %+v", payments)
	}
	one := "/billing/payments/" + payments[0].Id.String()
	harness.MustCall[contract.PaymentAnswer](t, admin, http.MethodGet, one, nil)
	harness.MustRefuse(t, rival, http.StatusNotFound, "not_found", http.MethodGet, one, nil)
	harness.MustRefuse(t, rival, http.StatusNotFound, "not_found", http.MethodGet, path+"/pdf", nil)
	harness.MustRefuse(t, owner, http.StatusNotFound, "not_found", http.MethodGet, path+"/pdf?credit=true", nil)
	harness.MustRefuse(
		t,
		owner,
		http.StatusNotFound,
		"not_found",
		http.MethodPut,
		path+"/credit",
		map[string]any{"reason": "x"},
	)
	harness.MustCall[contract.Plain](
		t,
		admin,
		http.MethodPut,
		path+"/credit",
		map[string]any{"reason": "We were late."},
	)
	harness.Eventually(t, "the credit note has its number", func() bool {
		i := harness.MustCall[contract.InvoiceAnswer](t, owner, http.MethodGet, path, nil).Data
		return i.State == "refunded" && i.CreditNote != nil && strings.HasPrefix(*i.CreditNote, "NL-C-") &&
			len(*i.Payments) == 2 && (*i.Payments)[0].Amount == -i.Bill.Total
	})
	for _, which := range []string{"", "?credit=true"} {
		got := owner.Call(t, http.MethodGet, path+"/pdf"+which, nil)
		if got.Status != http.StatusOK || !strings.HasPrefix(string(got.Body), "%PDF-") {
			t.Errorf("the document is %d %.40s", got.Status, got.Body)
		}
	}
	soldTo := func(query string) (found []contract.Invoice) {
		path := "/sellers/customer/invoices" + query
		for _, i := range harness.MustCall[contract.InvoicesAnswer](t, admin, http.MethodGet, path, nil).Data {
			if i.CustomerId == harness.Beta {
				found = append(found, i)
			}
		}
		return found
	}
	if found := soldTo("?state=open&number=" + all[1].Number[:7]); len(found) != 1 || found[0].Id != all[1].Id ||
		*found[0].Customer != "Beta" || !found[0].MayChange {
		t.Errorf("the open invoices are %+v", found)
	}
	if found := soldTo("?state=paid"); len(found) != 0 {
		t.Errorf("paid are %+v", found)
	}
	second := "/billing/invoices/" + all[1].Id.String()
	if open := harness.MustCall[contract.InvoiceAnswer](t, owner, http.MethodGet, second, nil).Data; open.MayChange ||
		open.BankDetails == nil || *open.BankDetails != "IBAN DE00 0000" || open.Customer != nil {
		t.Errorf("the owner sees %+v", open)
	}
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, second+"/void", map[string]any{"reason": "A present."})

	heard := map[string]contract.AccountEvent{}
	about := "/audit/accounts?about=" + harness.Beta.String()
	for _, e := range harness.MustCall[contract.AccountEventsAnswer](t, admin, http.MethodGet, about, nil).Data.Events {
		if e.Subject != "Beta" || e.Words == "" {
			t.Errorf("an auditor reads %+v", e)
		}
		heard[e.Type] = e
	}
	if paid, void := heard["invoice.paid"], heard["invoice.voided"]; paid.Detail != "manual, "+today ||
		*paid.Reason != "Transfer 6" || *heard["invoice.payment_corrected"].Reason != "Transfer 7" || paid.Actor == nil || paid.Actor.Id != admin.ID || *void.Reason != "A present." ||
		heard["subscription.plan_changed"].Detail != "Studio, 84.00 EUR" || heard["invoice.credited"].Detail == "" ||
		heard["customer.terms_changed"].Detail == "" {
		t.Errorf("an auditor reads %+v", heard)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package", map[string]any{"planId": small})
	if n := membership(t, owner).Subscription.Next; n == nil || n.Kind != "downgrade" || *n.Plan != "Small" {
		t.Errorf("scheduled is %+v", n)
	}
	harness.MustRefuse(
		t,
		owner,
		http.StatusConflict,
		"subscription.no_change_scheduled",
		http.MethodPut,
		"/package/cancel-upgrade",
		nil,
	)
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package/cancel-downgrade", nil)
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package/cancel", nil)
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/profile/continue-subscription", nil)
	until := time.Now().AddDate(0, 3, 0).Format(time.DateOnly)
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package/leave", map[string]any{"until": until})
	harness.MustCall[contract.Plain](t, owner, http.MethodDelete, "/package/leave", nil)
	harness.MustRefuse(
		t,
		owner,
		http.StatusConflict,
		"subscription.leave_end_invalid",
		http.MethodPut,
		"/package/leave",
		map[string]any{"until": "never"},
	)
	if s := membership(t, owner).Subscription; s.State != "active" || s.Next != nil {
		t.Errorf("at the end: %+v", s)
	}
}

// Of several orders that are placed at the same time, only so many find a place as the cycle has. The others are
// refused because of that, and not because the server is busy.
func TestTheLastPlaceOfACycleIsTakenOnce(t *testing.T) { // D-55
	admin, owner := harness.SignedIn(t, "admin"), harness.SignedIn(t, "small")
	plan := createPlan(t, admin, "customer", sold("Twenty orders", 0, map[string]any{"orders": 20, "activeOrders": 12}))
	drafts := make([]uuid.UUID, 40)
	for i := range drafts {
		drafts[i] = harness.Draft(t, "small")
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package", map[string]any{"planId": plan})
	var all sync.WaitGroup
	answers := make([]harness.Answer, len(drafts))
	for i, id := range drafts {
		all.Go(func() {
			answers[i] = owner.Call(
				t, http.MethodPut, "/order/"+id.String()+"/action", map[string]any{"action": "published"},
			)
		})
	}
	all.Wait()
	placed := 0
	for _, a := range answers {
		switch {
		case a.Status == http.StatusOK:
			placed++
		case a.Status != http.StatusConflict || a.Reason() != "subscription.no_orders_left":
			t.Errorf("refused with %d %s", a.Status, a.Body)
		}
	}
	if placed != 20 {
		t.Errorf("%d of 40 orders found a place, want 20", placed)
	}
	ready := func() (n int) {
		for _, id := range drafts {
			o := harness.MustCall[contract.OrderAnswer](t, owner, http.MethodGet, "/order/"+id.String(), nil)
			if o.Data.Order.Status == "ready-to-go" {
				n++
			}
		}
		return n
	}
	// An order that was placed while the read models were late leaves the queue now.
	harness.Settle(t, harness.SignedIn(t, "admin"))
	if n := ready(); n != 12 {
		t.Errorf("%d of 20 orders found a slot, want 12", n)
	}
	// With a larger plan, waiting orders begin, and the refused orders can be placed.
	larger := option(
		t,
		owner,
		createPlan(t, admin, "customer", sold("Any number", 0, map[string]any{"activeOrders": 15})),
	)
	harness.MustCall[contract.Plain](
		t, owner, http.MethodPut, "/package", map[string]any{"planId": larger.Plan.Id, "confirmed": larger.Confirm},
	)
	harness.Eventually(t, "orders in the queue begin", func() bool { return ready() == 15 })
	for i, a := range answers {
		if a.Status != http.StatusOK {
			harness.MustCall[contract.Plain](
				t, owner, http.MethodPut, "/order/"+drafts[i].String()+"/action", map[string]any{"action": "published"},
			)
		}
	}
}

// A reseller sells its own plans to its own customers.
func TestAResellerSellsItsOwnPlans(t *testing.T) { // D-53
	reseller, resold, owner := harness.SignedIn(
		t,
		"reseller",
	), harness.SignedIn(
		t,
		"resold",
	), harness.SignedIn(
		t,
		"owner",
	)
	plan := createPlan(t, reseller, harness.ResellerClient, sold("Bright", 0, nil))
	for _, o := range membership(t, owner).Options {
		if o.Plan.Id == plan {
			t.Error("a direct customer can choose the reseller's plan")
		}
	}
	if o := option(t, resold, plan); o.Confirm == nil || o.Confirm.Total != 0 || o.Bill != nil {
		t.Errorf("a free plan costs %+v", o)
	}
	harness.MustCall[contract.Plain](t, reseller, http.MethodDelete, "/plans/"+plan.String(), nil)
	harness.MustRefuse(
		t,
		resold,
		http.StatusConflict,
		"plan.retired",
		http.MethodPut,
		"/package",
		map[string]any{"planId": plan},
	)
	harness.MustCall[contract.Plain](t, reseller, http.MethodPut, "/plans/"+plan.String()+"/offer", nil)
	harness.MustCall[contract.Plain](
		t,
		reseller,
		http.MethodPut,
		"/plans/"+plan.String(),
		sold("Bright", 0, map[string]any{"hours": 3600}),
	)
	harness.MustCall[contract.Plain](t, resold, http.MethodPut, "/package", map[string]any{"planId": plan})
	if s := membership(t, resold).Subscription; s.Label != "Monthly Cycle" || s.Due != nil || *s.Edition != 2 {
		t.Errorf("on a free plan: %+v", s)
	}
}
