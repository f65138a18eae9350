// Package billing answers the calls about what is sold: plans, the subscription of an account, and
// invoices.
package billing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/sales"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web   *web.Server
	Bus   web.Bus
	Sales *sales.Queries
	Cards *Cards // nil: invoices are paid by bank transfer
	Clock func() time.Time
	// Usage returns what a customer uses, as the read models show it now.
	Usage    func(ctx context.Context, customer uuid.UUID) (subscription.Usage, error)
	Accounts *accounts.Store
	Board    *board.Queries
	Texts    web.Texts
}

// API answers the calls.
type API struct{ Ports }

// sells returns an error unless the caller may see what a client sells, and the client exists.
func (s *API) sells(ctx context.Context, client string) error {
	if err := policy.Sells(web.Actor(ctx), client); err != nil {
		return err
	}
	_, err := s.Accounts.FindClient(ctx, client)
	return err
}

// do runs a command, and waits until the read model shows what it changed.
func (s *API) do(
	ctx context.Context,
	key *contract.IdempotencyKey,
	cmd commands.Command,
	message string,
) (*contract.AccountChangedResponse, error) {
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, key, "billing"))
	if err != nil {
		return nil, err
	}
	s.Web.Shown(ctx, sales.Name, done.Position)
	return web.Changed(done, message), nil
}

func offer(o billing.Offer) contract.PlanOffer {
	p := contract.PlanOffer{
		Name:         o.Name,
		Price:        int64(o.Price),
		Currency:     string(o.Currency),
		Term:         contract.Term(o.Term),
		Hours:        o.Hours,
		Orders:       o.Orders,
		ActiveOrders: o.ActiveOrders,
		Storage:      o.Storage,
	}
	if o.TrialDays > 0 {
		p.TrialDays = &o.TrialDays
	}
	if o.PAYG {
		p.Payg = &o.PAYG
	}
	if o.HourPrice > 0 {
		p.HourPrice = web.Some(int64(o.HourPrice))
	}
	if len(o.Services) > 0 {
		p.Services = &o.Services
	}
	return p
}

// offered returns an offer that somebody wrote. A price of 0 makes the plan free.
func offered(p *contract.PlanOffer) billing.Offer {
	return billing.Offer{
		Name:         p.Name,
		Free:         p.Price == 0,
		Price:        billing.Amount(p.Price),
		Currency:     billing.Currency(p.Currency),
		Term:         billing.Term(p.Term),
		Hours:        p.Hours,
		Orders:       p.Orders,
		ActiveOrders: p.ActiveOrders,
		Storage:      p.Storage,
		TrialDays:    web.Value(p.TrialDays),
		PAYG:         web.Value(p.Payg),
		HourPrice:    billing.Amount(web.Value(p.HourPrice)),
		Services:     web.Value(p.Services),
	}
}

func bill(b billing.Bill) contract.Bill {
	c := contract.Bill{
		Currency: string(b.Currency),
		Lines:    make([]contract.BillLine, len(b.Lines)),
		Net:      int64(b.Net),
		TaxRate:  b.TaxRate,
		Taxes:    []contract.BillTax{},
		Tax:      int64(b.Tax),
		Total:    int64(b.Total),
	}
	for _, t := range b.Taxes() {
		c.Taxes = append(c.Taxes, contract.BillTax{Rate: t.Rate, Net: int64(t.Net), Tax: int64(t.Tax)})
	}
	for i, l := range b.Lines {
		c.Lines[i] = contract.BillLine{
			Kind: contract.BillLineKind(
				l.Kind,
			),
			Name:     l.Name,
			Quantity: l.Quantity,
			Price:    int64(l.Price),
			Amount:   int64(l.Amount),
			From:     day(l.Period.From),
			Until:    day(l.Period.Until),
			TaxRate:  b.RateOf(l),
		}
		if l.Each {
			c.Lines[i].Each = &l.Each
		}
		if l.Kind == billing.ForWork {
			c.Lines[i].Seconds, c.Lines[i].OrderId = web.Some(l.Quantity*l.Size), &l.Product
		}
	}
	return c
}

// day writes a day. It returns nil for none.
func day(d billing.Date) *string {
	if d.IsZero() {
		return nil
	}
	text := d.String()
	return &text
}

func planOf(p subscription.Plan, offers bool) contract.Plan {
	return contract.Plan{Id: p.ID, Edition: p.Edition, Offered: offers, Offer: offer(p.Offer)}
}

// dayOf reads a day of a body, which the contract has checked for its form. A day that does not exist
// is none, which every command refuses.
func dayOf(text string) (d billing.Date) {
	if d.UnmarshalText([]byte(text)) != nil {
		return billing.Date{}
	}
	return d
}
