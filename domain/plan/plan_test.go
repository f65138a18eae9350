package plan_test

import (
	"errors"
	"testing"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/plan"
)

var plans = domaintest.Of(plan.Streams)

var (
	now     = domaintest.Now
	offer   = billing.Offer{Name: "Studio", Price: 10_000, Currency: "EUR", Term: billing.Month, Hours: 36_000}
	created = &plan.Created{Seller: domain.DirectClient, Offer: offer}
	retired = &plan.Retired{}
)

type decision = func(*plan.Plan) error

func create(seller string, o billing.Offer) decision {
	return func(p *plan.Plan) error { return p.Create(seller, o, now) }
}
func change(o billing.Offer) decision { return func(p *plan.Plan) error { return p.Change(o, now) } }
func retire(p *plan.Plan) error       { return p.Retire(now) }
func reoffer(p *plan.Plan) error      { return p.Reoffer(now) }

func TestAPlanIsSoldByAResellerOrToDirectCustomers(t *testing.T) { // D-53
	spaced := offer
	spaced.Name = " Studio "
	plans.Given(t).When(create(domain.DirectClient, spaced)).Then(created)
	plans.Given(t, created).When(create("brightside", offer)).ThenRefused(plan.ErrExists)
	for _, seller := range []string{"", domain.ProviderClient} {
		plans.Given(t).When(create(seller, offer)).ThenRefused(plan.ErrSeller)
	}
	plans.Given(t).When(create("brightside", billing.Offer{Name: "x"})).ThenRefused(billing.ErrOffer)
}

func TestAChangeMakesANewEdition(t *testing.T) { // D-53
	dearer := offer
	dearer.Price = 11_000
	out := plans.Given(t, created).When(change(dearer)).Then(&plan.Changed{Offer: dearer})
	if p := out.State(); p.Edition != 2 || p.Offer.Price != 11_000 {
		t.Errorf("edition %d for %d", p.Edition, p.Offer.Price)
	}
	plans.Given(t, created).When(change(offer)).ThenNothing()
	dollars, yearly, wrong := offer, offer, offer
	dollars.Currency, yearly.Term, wrong.Name = "USD", billing.Year, ""
	plans.Given(t, created).When(change(dollars)).ThenRefused(plan.ErrCurrencyStays)
	plans.Given(t, created).When(change(yearly)).ThenRefused(plan.ErrCurrencyStays)
	plans.Given(t, created).When(change(wrong)).ThenRefused(billing.ErrOffer)
	plans.Given(t, created, retired).When(change(dearer)).ThenRefused(plan.ErrRetired)
	plans.Given(t).When(change(dearer)).ThenRefused(domain.ErrNotFound)
}

func TestARetiredPlanCannotBeChosen(t *testing.T) { // D-53
	plans.Given(t, created).When(retire).Then(retired)
	plans.Given(t, created, retired).When(retire).ThenRefused(plan.ErrRetired)
	plans.Given(t, created, retired).When(reoffer).Then(&plan.Reoffered{})
	plans.Given(t, created).When(reoffer).ThenRefused(plan.ErrNotRetired)
	for name, c := range map[string]struct {
		p      *plan.Plan
		seller string
		want   error
	}{
		"offered":         {plans.Fold(t, created), domain.DirectClient, nil},
		"retired":         {plans.Fold(t, created, retired), domain.DirectClient, plan.ErrRetired},
		"offered again":   {plans.Fold(t, created, retired, &plan.Reoffered{}), domain.DirectClient, nil},
		"of another":      {plans.Fold(t, created), "brightside", domain.ErrNotFound},
		"that is no plan": {plans.Fold(t), domain.DirectClient, domain.ErrNotFound},
	} {
		if err := c.p.Choosable(c.seller); !errors.Is(err, c.want) {
			t.Errorf("a plan %s: %v, want %v", name, err, c.want)
		}
	}
}
