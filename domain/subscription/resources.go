package subscription

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// Resources are what an account has beside its plan.
type Resources struct {
	Hours        int64 `json:"hours,omitempty"` // seconds
	Orders       int   `json:"orders,omitempty"`
	ActiveOrders int   `json:"activeOrders,omitempty"`
	Storage      int64 `json:"storage,omitempty"` // bytes
}

// Plus returns the sum.
func (r Resources) Plus(o Resources) Resources {
	return Resources{r.Hours + o.Hours, r.Orders + o.Orders, r.ActiveOrders + o.ActiveOrders, r.Storage + o.Storage}
}

// Minus returns what is left. Nothing of it is below zero.
func (r Resources) Minus(o Resources) Resources {
	return Resources{
		max(r.Hours-o.Hours, 0), max(r.Orders-o.Orders, 0),
		max(r.ActiveOrders-o.ActiveOrders, 0), max(r.Storage-o.Storage, 0),
	}
}

// resourcesOf returns what packs add.
func resourcesOf(p billing.Pack, quantity int64) (r Resources) {
	switch n := quantity * p.Size; p.Kind {
	case billing.ForHours:
		r.Hours = n
	case billing.ForOrders:
		r.Orders = int(n)
	case billing.ForActiveOrders:
		r.ActiveOrders = int(n)
	case billing.ForBytes:
		r.Storage = n
	case billing.ForPlan, billing.ForUnused, billing.ForWork:
	}
	return r
}

// AddOn is packs that are bought with each cycle. They cost what they did when they were bought, and what
// they add ends with the cycle. See D-55.
type AddOn struct {
	Pack     billing.Pack `json:"pack"`
	Quantity int64        `json:"quantity"`
	Ending   bool         `json:"ending,omitempty"` // not with the next cycle
	TaxRate  billing.Rate `json:"taxRate,omitzero"` // at which they were paid; none in earlier events
}

// BoughtWith returns what the packs on a bill add: for good, and with each cycle. A line with a period
// belongs to a cycle that has the packs already.
func BoughtWith(b billing.Bill) (r Resources, addOns []AddOn) {
	for _, l := range b.Lines {
		if l.Period != (billing.Period{}) {
			continue
		}
		p := billing.Pack{
			ID: l.Product, Name: l.Name, Kind: l.Kind, Size: l.Size, Price: l.Price, Currency: b.Currency,
		}
		if l.Each {
			addOns = append(addOns, AddOn{Pack: p, Quantity: l.Quantity, TaxRate: billing.RateOf(b.RateOf(l))})
		} else {
			r = r.Plus(resourcesOf(p, l.Quantity))
		}
	}
	return r, addOns
}

// Added returns what the account has in this cycle from packs that are bought with each cycle.
func (s *Subscription) Added() (r Resources) {
	for _, a := range s.AddOns {
		r = r.Plus(resourcesOf(a.Pack, a.Quantity))
	}
	return r
}

// following returns the packs that are bought with the next cycle too.
func (s *Subscription) following() []AddOn { return following(s.AddOns) }

// following leaves out the packs that end.
func following(addOns []AddOn) []AddOn {
	return slices.DeleteFunc(slices.Clone(addOns), func(a AddOn) bool { return a.Ending })
}

// CanBuy returns why the account cannot buy packs now.
func (s *Subscription) CanBuy() error {
	switch s.State {
	case None:
		return ErrNoPlan
	case Trial:
		return ErrInTrial
	case PastDue:
		return ErrPastDue
	case Active, OnLeave, Cancelled, Over:
	}
	return s.Open()
}

// Buy adds what was paid with an invoice.
func (s *Subscription) Buy(invoice uuid.UUID, r Resources, addOns []AddOn, at time.Time) error {
	if !s.Exists() {
		return domain.ErrNotFound
	}
	s.Record(ResourcesBoughtType, &ResourcesBought{invoice, r, addOns}, at)
	return nil
}

// Return takes away what was bought with an invoice that was refunded.
func (s *Subscription) Return(invoice uuid.UUID, r Resources, addOns []AddOn, at time.Time) error {
	if !s.Exists() {
		return domain.ErrNotFound
	}
	s.Record(ResourcesReturnedType, &ResourcesReturned{invoice, r, addOns}, at)
	return nil
}

// StopAddOn ends packs with the present cycle.
func (s *Subscription) StopAddOn(pack uuid.UUID, at time.Time) error {
	if !slices.ContainsFunc(s.AddOns, func(a AddOn) bool { return a.Pack.ID == pack && !a.Ending }) {
		return ErrNoAddOn
	}
	s.Record(AddOnStoppedType, &AddOnStopped{pack}, at)
	return nil
}

// KeepAddOn takes the end of packs back.
func (s *Subscription) KeepAddOn(pack uuid.UUID, at time.Time) error {
	if !slices.ContainsFunc(s.AddOns, func(a AddOn) bool { return a.Pack.ID == pack && a.Ending }) {
		return ErrNoAddOn
	}
	s.Record(AddOnKeptType, &AddOnKept{pack}, at)
	return nil
}

// add joins packs to those that the account has. Packs of another price or tax rate are a line of their own.
func (s *Subscription) add(addOns []AddOn) {
	s.AddOns = slices.Clone(s.AddOns)
	for _, a := range addOns {
		for i := range s.AddOns {
			s.AddOns[i].Ending = s.AddOns[i].Ending && s.AddOns[i].Pack != a.Pack
		}
	}
	s.AddOns = joined(append(s.AddOns, addOns...))
}

// remove takes packs away from those that the account has: those with the same tax rate first. Others were bought
// with the same invoice and paid again since, with a new cycle.
func (s *Subscription) remove(addOns []AddOn) {
	s.AddOns = slices.Clone(s.AddOns)
	for _, a := range addOns {
		for _, same := range []bool{true, false} {
			for i := range s.AddOns {
				if h := &s.AddOns[i]; h.Pack == a.Pack && (h.TaxRate == a.TaxRate || !same) {
					n := min(h.Quantity, a.Quantity)
					h.Quantity, a.Quantity = h.Quantity-n, a.Quantity-n
				}
			}
		}
	}
	s.AddOns = slices.DeleteFunc(s.AddOns, func(a AddOn) bool { return a.Quantity <= 0 })
}

// joined makes one line of packs that differ only in their number.
func joined(addOns []AddOn) (all []AddOn) {
	for _, a := range addOns {
		i := slices.IndexFunc(all, func(b AddOn) bool {
			b.Quantity = a.Quantity
			return a == b
		})
		if i >= 0 {
			all[i].Quantity += a.Quantity
		} else {
			all = append(all, a)
		}
	}
	return all
}

// retaxed returns packs that were paid again at a tax rate, each once.
func retaxed(addOns []AddOn, at billing.Rate) []AddOn {
	addOns = slices.Clone(addOns)
	for i := range addOns {
		addOns[i].TaxRate = at
	}
	return joined(addOns)
}

// Packs returns the packs that are bought with each cycle, each once, whatever its tax was.
func (s *Subscription) Packs() []AddOn { return retaxed(s.AddOns, billing.Rate{}) }

// mark marks packs as ending, or as not ending.
func (s *Subscription) mark(pack uuid.UUID, ending bool) {
	s.AddOns = slices.Clone(s.AddOns)
	for i := range s.AddOns {
		if s.AddOns[i].Pack.ID == pack {
			s.AddOns[i].Ending = ending
		}
	}
}
