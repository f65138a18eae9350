package accounts

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func pack(id uuid.UUID, kind string, size, price int, currency string) map[string]any {
	return map[string]any{
		"id": id, "name": "Pack of " + kind, "kind": kind, "size": size, "price": price, "currency": currency,
	}
}

func cartItem(id uuid.UUID, qty int, often string) map[string]any {
	return map[string]any{"id": id, "qty": qty, "type": often}
}

// A customer of a reseller buys hours once and storage with each cycle. What is paid is added, and what is
// given back is taken away.
func TestAnAccountBuysPacks(t *testing.T) { // D-28 D-57 BD-346 SH-219 SH-220 SH-231..SH-234
	reseller, owner := harness.SignedIn(t, "reseller"), harness.SignedIn(t, "resold")
	if membership(t, owner).Subscription.State == "none" {
		free := createPlan(t, reseller, harness.ResellerClient, sold("Free", 0, map[string]any{"hours": 3600}))
		harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/package", map[string]any{"planId": free})
	}
	hours, storage, dollars := uuid.New(), uuid.New(), uuid.New()
	version := func() int {
		return harness.MustCall[contract.PacksAnswer](
			t, reseller, http.MethodGet, "/sellers/"+harness.ResellerClient+"/packs", nil,
		).Data.Version
	}
	sell := func(price int) {
		harness.MustCall[contract.Plain](
			t, reseller, http.MethodPut, "/sellers/"+harness.ResellerClient+"/packs", map[string]any{"packs": []any{
				pack(hours, "hours", 36_000, price, "EUR"), pack(storage, "bytes", 1<<30, 500, "EUR"),
				pack(dollars, "orders", 1, 1, "USD"),
			}, "version": version()},
		)
	}
	sell(45_000)
	one := pack(hours, "hours", 1, 1, "EUR")
	twice := map[string]any{"packs": []any{one, one}, "version": version()}
	harness.MustRefuse(
		t, reseller, http.StatusBadRequest, "billing.packs_invalid",
		http.MethodPut, "/sellers/"+harness.ResellerClient+"/packs", twice,
	)
	stale := map[string]any{"packs": []any{one}, "version": version() - 1}
	harness.MustRefuse(
		t, reseller, http.StatusConflict, "client.packs_changed",
		http.MethodPut, "/sellers/"+harness.ResellerClient+"/packs", stale,
	)
	shop := func() contract.Retail {
		return harness.MustCall[contract.RetailAnswer](t, owner, http.MethodGet, "/retail", nil).Data
	}
	if r := shop(); len(r.Packs) != 2 || r.Packs[0].Id != hours || len(r.AddOns) > 0 || r.Refused != nil {
		t.Fatalf("the account can buy %+v", r)
	}
	items := []any{cartItem(hours, 2, "once"), cartItem(storage, 1, "subscription"), cartItem(dollars, 1, "once")}
	price := func(items []any) contract.PricedCart {
		return harness.MustCall[contract.PricedCartAnswer](
			t, owner, http.MethodPut, "/cart", map[string]any{"items": items},
		).Data
	}
	c := price(items)
	if len(c.Lines) != 2 || c.Lines[0].Name != "Pack of hours" || c.Lines[0].Price != 45_000 || c.Lines[0].Qty != 2 ||
		c.Lines[0].Amount != 90_000 || c.Lines[1].Type != "subscription" || c.Net != 90_500 || c.Symbol != "€" {
		t.Errorf("the cart costs %+v", c)
	}
	if len(c.Gone) != 1 || c.Gone[0].Id != dollars {
		t.Errorf("not sold in the currency of the account: %+v", c.Gone)
	}
	items = items[:2]
	order := func(quote string) map[string]any { return map[string]any{"items": items, "quoteHash": quote} }
	quote := price(items).QuoteHash
	sell(46_000)
	harness.MustRefuse(
		t, owner, http.StatusConflict, "cart.price_changed", http.MethodPost, "/cart/checkout", order(quote),
	)
	placed := harness.MustCall[contract.CheckoutAnswer](
		t, owner, http.MethodPost, "/cart/checkout", order(price(items).QuoteHash),
	).Data.UnderscoreId

	path := "/billing/invoices/" + placed.String()
	harness.Eventually(t, "the invoice has its number", func() bool {
		return owner.Call(t, http.MethodGet, path, nil).Status == http.StatusOK
	})
	if i := harness.MustCall[contract.InvoiceAnswer](t, owner, http.MethodGet, path, nil).Data; i.State != "open" ||
		i.Bill.Net != 92_500 || len(i.Bill.Lines) != 2 {
		t.Errorf("the invoice is %+v", i)
	}
	if p := profile(t, owner); p.Retail.AllocatedHourExtra != 0 || len(shop().AddOns) > 0 {
		t.Errorf("before it is paid: %+v", p.Retail)
	}
	today := map[string]any{"on": harness.Today()}
	harness.MustCall[contract.Plain](t, reseller, http.MethodPut, path+"/payment", today)
	harness.Eventually(t, "what was bought is added", func() bool {
		r := profile(t, owner).Retail
		return r.AllocatedHourExtra == 72_000 && r.AdditionalStorageQuota == 1<<30
	})
	if r := shop(); len(r.AddOns) != 1 || r.AddOns[0].Pack.Id != storage || r.AddOns[0].Quantity != 1 ||
		r.AddOns[0].Ending {
		t.Errorf("with each cycle: %+v", r.AddOns)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/retail/"+storage.String()+"/stop", nil)
	if r := shop(); !r.AddOns[0].Ending || r.CycleEnds == nil {
		t.Errorf("after it was stopped: %+v", r)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/retail/"+storage.String()+"/keep", nil)
	harness.MustCall[contract.Plain](
		t,
		reseller,
		http.MethodPut,
		path+"/credit",
		map[string]any{"reason": "By mistake."},
	)
	harness.Eventually(t, "what was given back is taken away", func() bool {
		r := profile(t, owner).Retail
		return r.AllocatedHourExtra == 0 && r.AdditionalStorageQuota == 0 && len(shop().AddOns) == 0
	})
}
