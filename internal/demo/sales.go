package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/sales"
)

// Plans of the studio and of the reseller, by their ids in the demo.
const (
	trialPlan    = "Trial 2"
	growthPlan   = "Growth 5"
	studioPlan   = "Studio 12"
	freightPlan  = "Enterprise"
	formerPlan   = "Classic 3"
	bakeryPlan   = "Bright as you go"
	poppyPlan    = "As you go"
	lumenPlan    = "Bright 5"
	lumenSmaller = "Bright 2"
)

const gib = 1 << 30

// bakeryHour is what an hour of work costs the bakery.
const bakeryHour = 6_500

// offersOf returns the plans of a seller.
func offersOf(seller string) []billing.Offer {
	if seller == Reseller {
		return []billing.Offer{
			{
				Name: bakeryPlan, Free: true, PAYG: true, Currency: "USD", Term: billing.Month, Hours: 0, Orders: -1,
				ActiveOrders: 4, Storage: 5 * gib, HourPrice: bakeryHour,
			},
			monthly(lumenPlan, "USD", 18_900, 80, -1, 5, 10*gib),
			monthly(lumenSmaller, "USD", 7_900, 30, 10, 4, 10*gib),
		}
	}
	trial := monthly(trialPlan, "EUR", 4_900, 20, 4, 2, 2*gib)
	trial.TrialDays = 14
	return []billing.Offer{
		monthly(formerPlan, "EUR", 9_900, 40, 12, 3, 5*gib),
		trial,
		monthly(growthPlan, "EUR", 14_900, 80, 20, 5, 10*gib),
		monthly(studioPlan, "EUR", 39_900, 200, 60, 12, 20*gib),
		{
			Name: freightPlan, Price: 1_490_000, Currency: "EUR", Term: billing.Year, Hours: -1, Orders: -1,
			ActiveOrders: -1, Storage: -1,
		},
		{
			Name: poppyPlan, Free: true, PAYG: true, Currency: "EUR", Term: billing.Month, Hours: 0, Orders: -1,
			ActiveOrders: 2, Storage: 2 * gib, HourPrice: 7_200,
		},
	}
}

func monthly(
	name string,
	c billing.Currency,
	price billing.Amount,
	hours int64,
	orders, active int,
	storage int64,
) billing.Offer {
	return billing.Offer{
		Name: name, Price: price, Currency: c, Term: billing.Month, Hours: hours * 3600, Orders: orders,
		ActiveOrders: active, Storage: storage,
	}
}

func planID(seller, name string) uuid.UUID { return idOf("plan " + seller + " " + name) }

// shop sells the plans of the demo, day after day.
type shop struct {
	*Installation
	bus  Bus
	time atomic.Int64 // microseconds
	cast map[string]Person
}

func (s *shop) clock() time.Time { return time.UnixMicro(s.time.Load()).UTC() }

// sale is what somebody does on a day.
type sale struct {
	day  int // before today
	name string
	do   func(context.Context, *shop) error
}

// firstDay is how many days ago the first plan was sold.
const firstDay = 72

// sell lets the accounts begin with plans, and lets the days pass until today, so that every state that
// a plan can have is shown. The sales come before the orders in the log.
func (i *Installation) sell(ctx context.Context) error {
	now := i.Clock()
	s := &shop{Installation: i, cast: map[string]Person{}}
	for _, p := range People() {
		s.cast[p.Email] = p
	}
	s.time.Store(now.AddDate(0, 0, -firstDay).UnixMicro())
	s.bus = i.NewBus(s.clock)
	done, stop := i.Billing(ctx, s.clock)
	defer stop()
	for day := firstDay; day >= 0; day-- {
		s.time.Store(now.AddDate(0, 0, -day).UnixMicro())
		for _, sale := range story {
			if sale.day != day {
				continue
			}
			if err := sale.do(ctx, s); err != nil {
				return fmt.Errorf("%s: %w", sale.name, err)
			}
		}
		if err := done(ctx); err != nil {
			return err
		}
	}
	return nil
}

// story is what happens, besides what the workers of billing do when it is due.
var story = []sale{
	{firstDay, "the plans", offerPlans},
	{70, "Acme begins", begin(acmeOwner, domain.DirectClient, studioPlan)},
	{70, "the bakery begins", begin(brightBoss, Reseller, bakeryPlan)},
	{70, "Lumen begins", begin(lumenBoss, Reseller, lumenPlan)},
	{66, "Acme pays", pay(acme)},
	{64, "Acme buys storage", buy(acmeOwner, domain.DirectClient, extraStorage, billing.Once)},
	{63, "Acme pays the storage", pay(acme)},
	{62, "Lumen pays", pay(lumen)},
	{60, "Atlas begins", begin(atlasBoss, domain.DirectClient, freightPlan)},
	{52, "Atlas pays", pay(atlas)},
	{45, "Quill begins", begin(quillBoss, domain.DirectClient, growthPlan)},
	{40, "Verde begins", begin(verdeBoss, domain.DirectClient, growthPlan)},
	{36, "Quill pays", pay(quill)},
	{35, "Acme pays again", pay(acme)},
	{34, "Verde pays", pay(verde)},
	{30, "Lumen pays again", pay(lumen)},
	{32, "Acme buys hours with each cycle", buy(acmeOwner, domain.DirectClient, "10 hours", billing.EachCycle)},
	{31, "Acme pays the hours", pay(acme)},
	{30, "Verde plans a leave", leave(verdeBoss, 60)},
	{24, "Toys tries", begin(toysBoss, domain.DirectClient, trialPlan)},
	{20, "Slate begins", begin(cyclesBoss, domain.DirectClient, growthPlan)},
	{12, "Poppy begins", begin(poppyBoss, domain.DirectClient, poppyPlan)},
	{9, "Fjord tries", begin(fjordBoss, domain.DirectClient, trialPlan)},
	{8, "Quill pays again", pay(quill)},
	{3, "Quill wants more", schedule(quillBoss, domain.DirectClient, studioPlan)},
	{2, "Lumen wants less", schedule(lumenBoss, Reseller, lumenSmaller)},
}

// send sends a command whose id follows from a name. One that an earlier start sent counts as done.
func (s *shop) send(ctx context.Context, name string, by domain.Actor, c commands.Command) error {
	_, err := s.bus.Do(ctx, c, commands.Request{Actor: by, ID: idOf("sale " + name), Via: "billing"})
	if errors.Is(err, domain.ErrKeyReused) {
		return nil
	}
	return err
}

func offerPlans(ctx context.Context, s *shop) error {
	for _, seller := range []string{domain.DirectClient, Reseller} {
		by := s.sellerOf(seller)
		terms := client.Selling{
			PaymentDays: 14,
			BankDetails: "Northlight Studio\nIBAN SE00 0000 0000 0000\nBIC NORTSESS",
			TaxRate:     25_000,
		}
		if seller == Reseller {
			terms = client.Selling{PaymentDays: 14, BankDetails: "Brightside Agency\nAccount 000000000"}
		}
		if err := s.send(
			ctx,
			"terms of "+seller,
			by,
			&commands.SetSelling{Client: seller, Selling: terms},
		); err != nil {
			return err
		}
		if err := s.send(
			ctx,
			"packs of "+seller,
			by,
			&commands.SetPacks{Client: seller, Packs: packsOf(seller)},
		); err != nil {
			return err
		}
		for _, o := range offersOf(seller) {
			s.time.Add(time.Second.Microseconds()) // they are listed in the order in which they were created
			c := &commands.CreatePlan{Plan: planID(seller, o.Name), Seller: seller, Offer: o}
			if err := s.send(ctx, "plan "+seller+o.Name, by, c); err != nil {
				return err
			}
		}
	}
	return s.send(
		ctx, "former plan", s.sellerOf(domain.DirectClient),
		&commands.RetirePlan{Plan: planID(domain.DirectClient, formerPlan)},
	)
}

// sellerOf returns who sells for a client.
func (s *shop) sellerOf(seller string) domain.Actor {
	if seller == Reseller {
		return s.cast[brightBoss].Actor()
	}
	return s.cast[admin].Actor()
}

// begin lets an owner begin with a plan, for its price with tax. The reseller begins for the bakery,
// which has no people of its own.
func begin(owner, seller, plan string) func(context.Context, *shop) error {
	return func(ctx context.Context, s *shop) error {
		by := s.cast[owner]
		customer := by.CustomerID
		if customer == uuid.Nil {
			customer = idOf("customer " + bakery)
		}
		confirmed := commands.Confirmed{At: s.clock()}
		selling, err := s.Sales.Selling(ctx, seller)
		if err != nil {
			return err
		}
		for _, o := range offersOf(seller) {
			if o.Name != plan {
				continue
			}
			p := subscription.Plan{ID: planID(seller, plan), Edition: 1, Offer: o}
			cycle, err := subscription.New(subscription.StreamOf(customer)).
				Beginning(by.TimeZone, p, selling.TaxRate, confirmed.At)
			if err != nil {
				return err
			}
			if cycle.Charge != nil {
				confirmed.Total = cycle.Charge.Bill.Total
			}
		}
		return s.send(
			ctx,
			"begin "+customer.String(),
			by.Actor(),
			&commands.StartSubscription{
				Customer:  customer,
				Plan:      planID(seller, plan),
				Zone:      by.TimeZone,
				Confirmed: confirmed,
			},
		)
	}
}

// pay lets the seller note that the oldest open invoice of an account was paid.
func pay(name string) func(context.Context, *shop) error {
	return func(ctx context.Context, s *shop) error {
		found, err := s.Sales.Of(ctx, idOf("customer "+name), sales.Part{Limit: sales.Most})
		if err != nil {
			return err
		}
		for _, i := range slices.Backward(found) {
			if i.PaidOn == nil {
				c := &commands.PayInvoice{
					Invoice:   i.ID,
					On:        billing.DateOf(s.clock(), invoice.ZoneOf(i.Zone)),
					Reference: "Transfer " + i.Number,
				}
				return s.send(ctx, "pay "+i.ID.String(), s.sellerOf(i.Issuer), c)
			}
		}
		return nil
	}
}

func leave(owner string, days int) func(context.Context, *shop) error {
	return func(ctx context.Context, s *shop) error {
		by := s.cast[owner]
		until := billing.DateOf(s.clock(), time.UTC).AddDays(days)
		return s.send(ctx, "leave "+owner, by.Actor(), &commands.TakeLeave{Customer: by.CustomerID, Until: until})
	}
}

func schedule(owner, seller, plan string) func(context.Context, *shop) error {
	return func(ctx context.Context, s *shop) error {
		by := s.cast[owner]
		return s.send(
			ctx, "schedule "+owner, by.Actor(),
			&commands.ChangeSubscription{Customer: by.CustomerID, Plan: planID(seller, plan)},
		)
	}
}

// packsOf returns the packs that a seller sells beside plans.
func packsOf(seller string) []billing.Pack {
	currency, factor := billing.Currency("EUR"), billing.Amount(100)
	if seller == Reseller {
		currency, factor = "USD", 120
	}
	var packs []billing.Pack
	for _, p := range []billing.Pack{
		{Name: "10 hours", Kind: billing.ForHours, Size: 10 * 3600, Price: 450},
		{Name: "40 hours", Kind: billing.ForHours, Size: 40 * 3600, Price: 1_600},
		{Name: "5 orders", Kind: billing.ForOrders, Size: 5, Price: 120},
		{Name: "2 more active orders", Kind: billing.ForActiveOrders, Size: 2, Price: 80},
		{Name: extraStorage, Kind: billing.ForBytes, Size: 5 * gib, Price: 15},
	} {
		p.ID, p.Currency, p.Price = packID(seller, p.Name), currency, p.Price*factor
		packs = append(packs, p)
	}
	return packs
}

func packID(seller, name string) uuid.UUID { return idOf("pack " + seller + " " + name) }

// extraStorage is the pack that Acme has bought.
const extraStorage = "5 GB of storage"

// buy lets an owner order a pack, for the price that the cart shows.
func buy(owner, seller, pack string, often billing.Often) func(context.Context, *shop) error {
	return func(ctx context.Context, s *shop) error {
		by := s.cast[owner]
		selling, err := s.Sales.Selling(ctx, seller)
		if err != nil {
			return err
		}
		items := []billing.Item{{Pack: packID(seller, pack), Often: often, Quantity: 1}}
		packs := packsOf(seller)
		lines, _, err := billing.CartLines(packs, packs[0].Currency, items)
		if err != nil {
			return err
		}
		name := "order " + owner + " " + pack
		quote := commands.QuoteOf(by.CustomerID, billing.NewBill(packs[0].Currency, selling.TaxRate, lines...))
		return s.send(
			ctx,
			name,
			by.Actor(),
			&commands.OrderPacks{Invoice: idOf("invoice " + name), Customer: by.CustomerID, Items: items, Quote: quote},
		)
	}
}
