package commands_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
)

// shop is a company whose clients sell plans. Its clock stands still until it is set.
type shop struct {
	*company
	now time.Time
}

var small, studio, retired, brightsides = id("small"), id("studio"), id("retired"), id("brightside's")

func offer(name string, price billing.Amount) billing.Offer {
	return billing.Offer{
		Name:         name,
		Price:        price,
		Currency:     "EUR",
		Term:         billing.Month,
		ActiveOrders: 3,
		Storage:      1 << 30,
		Hours:        -1,
		Orders:       -1,
	}
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{newCompany(t), time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)}
	config := s.bus.Config
	config.Clock = func() time.Time { return s.now }
	s.bus = commands.New(config)
	s.must(
		&commands.SetSelling{Client: domain.DirectClient, Selling: client.Selling{TaxRate: 20_000, PaymentDays: 10}},
		admin,
	)
	s.must(&commands.CreatePlan{Plan: small, Seller: domain.DirectClient, Offer: offer("Small", 3_000)}, admin)
	s.must(&commands.CreatePlan{Plan: studio, Seller: domain.DirectClient, Offer: offer("Studio", 10_000)}, admin)
	s.must(&commands.CreatePlan{Plan: retired, Seller: domain.DirectClient, Offer: offer("Old", 500)}, admin)
	s.must(&commands.RetirePlan{Plan: retired}, admin)
	s.must(&commands.CreatePlan{Plan: brightsides, Seller: "brightside", Offer: offer("Bright", 700)}, reseller)
	return s
}

// subscribed lets Acme begin with a plan, for its price with 20% tax.
func (s *shop) subscribed(id uuid.UUID) *shop {
	s.t.Helper()
	price := s.lastEvent(id).(*plan.Created).Offer.Price
	s.must(
		&commands.StartSubscription{Customer: acme, Plan: id, Zone: "UTC", Confirmed: s.confirmed(price * 12 / 10)},
		owner,
	)
	return s
}

func (s *shop) confirmed(total billing.Amount) commands.Confirmed {
	return commands.Confirmed{At: s.now, Total: total}
}

// lastEvent returns the data of the newest event of a stream.
func (s *shop) lastEvent(stream uuid.UUID) any {
	s.t.Helper()
	all := s.events(stream)
	if len(all) == 0 {
		s.t.Fatal("the stream is empty")
	}
	return all[len(all)-1].Data
}

func TestWhoHandlesWhatIsSold(t *testing.T) { // D-52 D-53 D-58 D-59 BD-417
	const sellers = "admin system"
	bill := billing.NewBill("EUR", 0, billing.Line{Name: "Hours", Quantity: 1, Amount: 100})
	paidOn := billing.Date{Year: 2026, Month: 4, Day: 1}
	method := func(c commands.MethodChange) commands.Command {
		return &commands.ChangePaymentMethod{
			Customer: acme,
			Method:   id("method"),
			Change:   c,
			New:      payment.Added{Reference: "pm_1"},
		}
	}
	for name, c := range map[string]struct {
		may, see string // everybody else gets 'not found'
		cmd      commands.Command
	}{
		"create a plan":       {sellers, "", &commands.CreatePlan{Plan: id("new"), Seller: domain.DirectClient, Offer: offer("New", 5)}},
		"revise a plan":       {sellers, "", &commands.RevisePlan{Plan: small, Offer: offer("Small", 3_500)}},
		"retire a plan":       {sellers, "", &commands.RetirePlan{Plan: small}},
		"offer a plan again":  {sellers, "", &commands.ReofferPlan{Plan: retired}},
		"set the terms":       {sellers, "", &commands.SetSelling{Client: domain.DirectClient, Selling: client.Selling{TaxRate: 1}}},
		"a reseller's plan":   {"reseller " + sellers, "resellerStaff", &commands.RevisePlan{Plan: brightsides, Offer: offer("Bright", 1)}},
		"a reseller's terms":  {"reseller " + sellers, "resellerStaff", &commands.SetSelling{Client: "brightside", Selling: client.Selling{TaxRate: 1}}},
		"change later":        {"owner " + sellers, "staff watcher", &commands.ChangeSubscription{Customer: acme, Plan: small}},
		"cancel":              {"owner " + sellers, "staff watcher", &commands.CancelSubscription{Customer: acme}},
		"take a leave":        {"owner " + sellers, "staff watcher", &commands.TakeLeave{Customer: acme, Until: billing.Date{Year: 2026, Month: 6, Day: 1}}},
		"pay by hand":         {sellers, "", &commands.PayInvoice{Invoice: id("invoice"), On: paidOn, Reference: "x"}},
		"correct a payment":   {sellers, "", &commands.CorrectPayment{Invoice: id("invoice"), On: paidOn, Reference: "x"}},
		"void":                {sellers, "", &commands.VoidInvoice{Invoice: id("invoice"), Reason: "A mistake."}},
		"add a method":        {"owner system", "staff watcher", method(commands.AddMethod)},
		"a step":              {"system", "everybody", &commands.StepSubscription{Customer: acme}},
		"a debt":              {"system", "everybody", &commands.NoteDebt{Customer: acme, Invoice: id("invoice"), Due: time.Unix(1, 0)}},
		"resources":           {"system", "everybody", &commands.ChangeResources{Customer: acme, Invoice: id("invoice"), Bill: bill}},
		"returned resources":  {"system", "everybody", &commands.ChangeResources{Customer: acme, Invoice: id("invoice"), Bill: bill, Refunded: true}},
		"price list":          {sellers, "", &commands.SetPacks{Client: domain.DirectClient, Packs: packs}},
		"a reseller's packs":  {"reseller " + sellers, "resellerStaff", &commands.SetPacks{Client: "brightside", Packs: packs}},
		"order packs":         {"owner " + sellers, "staff watcher", &commands.OrderPacks{Invoice: id("order"), Customer: acme, Items: cart, Quote: quoteOf(cart)}},
		"stop a pack":         {"owner " + sellers, "staff watcher", &commands.ChangeAddOn{Customer: acme, Pack: packs[1].ID, Stop: true}},
		"terms of an account": {"system", "everybody", &commands.Entitle{Customer: acme}},
		"draft an invoice":    {"system", "everybody", &commands.DraftInvoice{Invoice: id("draft"), Customer: acme, Bill: bill}},
		"number":              {"system", "everybody", &commands.NumberInvoice{RegisterKey: invoice.RegisterKey{Issuer: "customer", Year: 2026, Series: invoice.Invoices}}},
		"issue":               {"system", "everybody", &commands.IssueInvoice{Invoice: id("invoice"), Number: "PB-2026-000001"}},
		"mark as due":         {"system", "everybody", &commands.MarkInvoiceDue{Invoice: id("invoice")}},
		"note a payment":      {"system", "everybody", &commands.NotePayment{Invoice: id("invoice"), Way: invoice.ByStripe, Reference: "pi_1"}},
	} {
		for who, by := range senders {
			t.Run(name+" as "+who, func(t *testing.T) {
				s := newShop(t).subscribed(studio)
				s.must(&commands.DraftInvoice{Invoice: id("invoice"), Customer: acme, Bill: bill}, system)
				s.must(&commands.IssueInvoice{Invoice: id("invoice"), Number: "PB-2026-000001"}, system)
				s.sells(packs[:2])
				s.must(&commands.ChangeResources{Customer: acme, Invoice: id("invoice"), Bill: billOf(cart)}, system)
				if list, ok := c.cmd.(*commands.SetPacks); ok && list.Client == domain.DirectClient {
					list.Seen = s.packsVersion()
				}
				if _, ok := c.cmd.(*commands.CorrectPayment); ok {
					s.must(&commands.PayInvoice{Invoice: id("invoice"), On: paidOn}, admin)
				}
				_, err := s.do(c.cmd, by)
				var e *domain.Error
				switch {
				case slices.Contains(strings.Fields(c.may), who):
					if err != nil {
						t.Errorf("refused: %v", err)
					}
				case c.see == "everybody" || slices.Contains(strings.Fields(c.see), who):
					if !errors.As(err, &e) || e.Code != domain.Forbidden {
						t.Errorf("got %v, want forbidden", err)
					}
				case !errors.Is(err, domain.ErrNotFound):
					t.Errorf("got %v, want not found", err)
				}
			})
		}
	}
}

func TestOnlyPlansThatAreOfferedCanBeChosen(t *testing.T) { // D-53
	s := newShop(t)
	s.refused(
		plan.ErrRetired,
		&commands.StartSubscription{Customer: acme, Plan: retired, Zone: "UTC", Confirmed: s.confirmed(600)},
		owner,
	)
	for _, p := range []uuid.UUID{brightsides, id("nothing")} {
		s.refused(
			domain.ErrNotFound,
			&commands.StartSubscription{Customer: acme, Plan: p, Zone: "UTC", Confirmed: s.confirmed(700)},
			owner,
		)
	}
	s.must(
		&commands.StartSubscription{Customer: house, Plan: brightsides, Zone: "UTC", Confirmed: s.confirmed(700)},
		houseOwner,
	)
	s.refused(
		domain.ErrNotFound,
		&commands.StartSubscription{Customer: rival, Plan: brightsides, Zone: "UTC", Confirmed: s.confirmed(700)},
		rivalOwner,
	)
	s.subscribed(studio)
	s.refused(plan.ErrRetired, &commands.ChangeSubscription{Customer: acme, Plan: retired}, owner)
}

func TestWhatIsChargedIsWhatWasConfirmed(t *testing.T) { // D-75
	s := newShop(t)
	for _, wrong := range []billing.Amount{0, 3_000} {
		s.refused(
			commands.ErrPriceChanged,
			&commands.StartSubscription{Customer: acme, Plan: small, Zone: "UTC", Confirmed: s.confirmed(wrong)},
			owner,
		)
	}
	s.must(&commands.StartSubscription{Customer: acme, Plan: small, Zone: "UTC", Confirmed: s.confirmed(3_600)}, owner)
	s.now = time.Date(2026, 4, 15, 23, 50, 0, 0, time.UTC)
	quote := s.confirmed(4_480) // 16 of 30 days, with 20% tax
	for _, wrong := range []commands.Confirmed{
		{At: quote.At, Total: 4_479}, {At: quote.At.Add(time.Second), Total: 4_480},
	} {
		s.refused(
			commands.ErrPriceChanged,
			&commands.ChangeSubscription{Customer: acme, Plan: studio, Confirmed: &wrong},
			owner,
		)
	}
	s.now = s.now.Add(commands.QuoteLife + time.Second)
	s.refused(
		commands.ErrPriceChanged,
		&commands.ChangeSubscription{Customer: acme, Plan: studio, Confirmed: &quote},
		owner,
	)
	s.now = s.now.Add(-2 * time.Second) // after midnight, when less would have to be paid
	s.must(&commands.ChangeSubscription{Customer: acme, Plan: studio, Confirmed: &quote}, owner)
	changed, ok := s.lastEvent(subscription.StreamOf(acme)).(*subscription.PlanChanged)
	if !ok || changed.Cycle.Charge.Bill.Total != 4_480 || changed.Cycle.Charge.Bill.TaxRate != 20_000 {
		t.Errorf("charged %+v", changed.Cycle.Charge)
	}
}

func TestAStepTakesTheNewestEditionOfThePlan(t *testing.T) { // D-53
	s := newShop(t).subscribed(small)
	s.must(&commands.RevisePlan{Plan: small, Offer: offer("Small", 3_500)}, admin)
	s.must(&commands.StepSubscription{Customer: acme}, system)
	if n := len(s.events(subscription.StreamOf(acme))); n != 1 {
		t.Errorf("%d events before the cycle ends", n)
	}
	s.now = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	s.leaving = map[uuid.UUID]bool{acme: true}
	s.must(&commands.StepSubscription{Customer: acme}, system)
	if n := len(s.events(subscription.StreamOf(acme))); n != 1 {
		t.Errorf("%d events in an account that is going to be deleted", n)
	}
	s.leaving = nil
	for range 3 { // repeated, it does nothing more
		s.must(&commands.StepSubscription{Customer: acme}, system)
	}
	renewed, ok := s.lastEvent(subscription.StreamOf(acme)).(*subscription.Renewed)
	if !ok || renewed.Cycle.Charge.Bill.Net != 3_500 || len(s.events(subscription.StreamOf(acme))) != 2 {
		t.Errorf("renewed as %+v", renewed)
	}
	s.must(&commands.ChangeSubscription{Customer: acme, Plan: studio}, owner)
	s.must(&commands.RevisePlan{Plan: studio, Offer: offer("Studio", 12_000)}, admin)
	s.now = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	s.must(&commands.StepSubscription{Customer: acme}, system)
	if renewed, ok = s.lastEvent(subscription.StreamOf(acme)).(*subscription.Renewed); !ok ||
		renewed.Cycle.Charge.Bill.Net != 12_000 {
		t.Errorf("renewed as %+v", renewed)
	}
}

func TestADowngradeNeedsRoom(t *testing.T) { // D-54
	s := newShop(t).subscribed(studio)
	s.usage = subscription.Usage{ActiveOrders: 4}
	s.refused(subscription.ErrTooManyOrders, &commands.ChangeSubscription{Customer: acme, Plan: small}, owner)
	s.usage.ActiveOrders = 3
	s.must(&commands.ChangeSubscription{Customer: acme, Plan: small}, owner)
	s.must(&commands.UnscheduleChange{Customer: acme, Kind: subscription.Downgrade}, owner)
	s.must(&commands.ChangeSubscription{Customer: acme, Plan: small}, owner)
	s.usage.ActiveOrders = 4
	s.now = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	s.must(&commands.StepSubscription{Customer: acme}, system)
	if _, ok := s.lastEvent(subscription.StreamOf(acme)).(*subscription.Unscheduled); !ok {
		t.Errorf("%T", s.lastEvent(subscription.StreamOf(acme)))
	}
}

func TestTheTermsOfAnAccountFollowItsPlan(t *testing.T) { // D-55 BD-355 SH-214
	s := newShop(t)
	s.must(&commands.Entitle{Customer: acme}, system)
	if n := len(s.events(acme)); n != 1 {
		t.Errorf("an account without a plan has %d events", n)
	}
	s.subscribed(studio)
	bought := billing.NewBill("EUR", 0, billing.PackLine(packs[2], 2), billing.PackLine(packs[3], 7))
	bought.Lines[0].Each = true
	s.must(&commands.ChangeResources{Customer: acme, Invoice: id("invoice"), Bill: bought}, system)
	for range 2 {
		s.must(&commands.Entitle{Customer: acme}, system)
	}
	want := customer.Terms{Package: "Studio", MaxActiveOrders: 5, Storage: 1 << 30, AdditionalStorage: 7}
	if got, ok := s.lastEvent(acme).(*customer.TermsChanged); !ok || got.Terms != want || len(s.events(acme)) != 2 {
		t.Errorf("entitled to %+v", s.lastEvent(acme))
	}
}

// packs is what the design service sells beside plans in these tests.
var packs = []billing.Pack{
	{ID: id("hours"), Name: "10 hours", Kind: billing.ForHours, Size: 36_000, Price: 45_000, Currency: "EUR"},
	{ID: id("orders"), Name: "5 orders", Kind: billing.ForOrders, Size: 5, Price: 12_000, Currency: "EUR"},
	{ID: id("active"), Name: "An active order", Kind: billing.ForActiveOrders, Size: 1, Price: 500, Currency: "EUR"},
	{ID: id("bytes"), Name: "A byte", Kind: billing.ForBytes, Size: 1, Price: 1, Currency: "EUR"},
}

// cart has packs that are bought once, and others with each cycle.
var cart = []billing.Item{
	{Pack: id("hours"), Often: billing.Once, Quantity: 2}, {Pack: id("orders"), Often: billing.EachCycle, Quantity: 1},
}

// sells replaces the packs that the design service sells, whatever they were.
func (s *shop) sells(packs []billing.Pack) {
	s.t.Helper()
	s.must(&commands.SetPacks{Client: domain.DirectClient, Packs: packs, Seen: s.packsVersion()}, admin)
}

func (s *shop) packsVersion() (seen int) {
	for _, e := range s.events(client.StreamOf(domain.DirectClient)) {
		if _, is := e.Data.(*client.PacksSet); is {
			seen = e.Version
		}
	}
	return seen
}

// billOf returns what a cart costs Acme, with 20% tax.
func billOf(items []billing.Item) billing.Bill {
	lines, _, err := billing.CartLines(packs, "EUR", items)
	if err != nil {
		panic(err)
	}
	return billing.NewBill("EUR", 20_000, lines...)
}

func quoteOf(items []billing.Item) string { return commands.QuoteOf(acme, billOf(items)) }

func TestACartIsOrderedForThePriceThatWasShown(t *testing.T) { // D-28 D-57 D-75 SH-232
	s := newShop(t)
	s.sells(packs)
	order := func(items []billing.Item, quote string) commands.Command {
		return &commands.OrderPacks{Invoice: id("ordered"), Customer: acme, Items: items, Quote: quote}
	}
	s.refused(subscription.ErrNoPlan, order(cart, quoteOf(cart)), owner)
	s.subscribed(studio)
	s.refused(billing.ErrCartEmpty, order(nil, quoteOf(nil)), owner)
	s.refused(commands.ErrCartChanged, order(cart, quoteOf(cart[:1])), owner)
	s.refused(commands.ErrCartChanged, order(cart, commands.QuoteOf(id("rival"), billOf(cart))), owner)
	dearer := slices.Clone(packs)
	dearer[0].Price++
	s.sells(dearer)
	s.refused(client.ErrPacksChanged, &commands.SetPacks{Client: domain.DirectClient, Packs: packs}, admin)
	s.refused(commands.ErrCartChanged, order(cart, quoteOf(cart)), owner)
	s.sells(packs[:1])
	s.refused(commands.ErrCartChanged, order(cart, quoteOf(cart)), owner)
	s.sells(packs)
	s.must(&commands.SetSelling{Client: domain.DirectClient, Selling: client.Selling{}}, admin)
	s.refused(commands.ErrCartChanged, order(cart, quoteOf(cart)), owner) // the tax has changed
	s.must(&commands.SetSelling{Client: domain.DirectClient, Selling: client.Selling{TaxRate: 20_000}}, admin)

	s.must(order(cart, quoteOf(cart)), owner)
	drafted, ok := s.lastEvent(id("ordered")).(*invoice.Drafted)
	if !ok || drafted.Issuer != domain.DirectClient || drafted.Customer != acme ||
		drafted.Bill.Total != (2*45_000+12_000)*12/10 || commands.QuoteOf(acme, drafted.Bill) != quoteOf(cart) {
		t.Errorf("ordered %+v", s.lastEvent(id("ordered")))
	}
	huge := []billing.Pack{packs[0], packs[1]}
	huge[0].Price = billing.MaxAmount
	s.sells(huge)
	lines, _, _ := billing.CartLines(huge, "EUR", cart)
	quote := commands.QuoteOf(acme, billing.NewBill("EUR", 20_000, lines...))
	s.refused(
		billing.ErrCart,
		&commands.OrderPacks{Invoice: id("huge"), Customer: acme, Items: cart, Quote: quote},
		owner,
	)
}

func TestWhatIsPaidIsAddedAndWhatIsRefundedIsTakenAway(t *testing.T) { // D-55 D-57
	s := newShop(t).subscribed(studio)
	s.must(&commands.ChangeResources{Customer: acme, Invoice: id("ordered"), Bill: billOf(cart)}, system)
	bought, ok := s.lastEvent(subscription.StreamOf(acme)).(*subscription.ResourcesBought)
	if !ok || bought.Resources != (subscription.Resources{Hours: 72_000}) || len(bought.AddOns) != 1 ||
		bought.AddOns[0] != (subscription.AddOn{Pack: packs[1], Quantity: 1, TaxRate: billing.RateOf(20_000)}) {
		t.Errorf("bought %+v", s.lastEvent(subscription.StreamOf(acme)))
	}
	s.must(&commands.ChangeAddOn{Customer: acme, Pack: packs[1].ID, Stop: true}, owner)
	s.must(&commands.ChangeAddOn{Customer: acme, Pack: packs[1].ID}, owner)
	s.must(
		&commands.ChangeResources{Customer: acme, Invoice: id("ordered"), Bill: billOf(cart), Refunded: true},
		system,
	)
	returned, ok := s.lastEvent(subscription.StreamOf(acme)).(*subscription.ResourcesReturned)
	if !ok || returned.Resources != bought.Resources || !slices.Equal(returned.AddOns, bought.AddOns) {
		t.Errorf("returned %+v", s.lastEvent(subscription.StreamOf(acme)))
	}
	s.refused(subscription.ErrNoAddOn, &commands.ChangeAddOn{Customer: acme, Pack: packs[1].ID, Stop: true}, owner)
}

func TestNoOrderBeginsWithoutASubscriptionThatIsOpen(t *testing.T) { // D-54 D-56 BD-418
	s := newShop(t)
	free := s.in(order.ReadyToGo, "before there was a plan")
	s.subscribed(studio)
	drafted, queued := s.draft("draft"), s.in(order.Queue, "queued")
	s.must(&commands.TakeLeave{Customer: acme, Until: billing.Date{Year: 2026, Month: 6, Day: 1}}, owner)
	s.now = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	s.must(&commands.StepSubscription{Customer: acme}, system)
	s.refused(subscription.ErrOnLeave, &commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
	s.refused(subscription.ErrOnLeave, moving(drafted, order.Queue, order.Board), owner)
	s.refused(subscription.ErrOnLeave, &commands.ActOnOrder{Order: queued, Action: order.MakeReady}, manager)
	s.must(&commands.PromoteNext{Order: queued, Freed: 1 << 62}, system)
	if got := s.order(queued).Status; got != order.Queue {
		t.Errorf("promoted during the leave: %s", got)
	}
	s.must(moving(free, order.InProgress, order.StatusControl), manager) // what has begun goes on
	s.must(&commands.ReactivateSubscription{Customer: acme}, owner)
	s.must(&commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
	s.must(&commands.PromoteNext{Order: queued, Freed: 1 << 62}, system)
	if got := s.order(queued).Status; got != order.ReadyToGo {
		t.Errorf("not promoted after the leave: %s", got)
	}
}

func TestAnOrderNeedsAPlaceInTheCycle(t *testing.T) { // D-55 SH-214
	s := newShop(t)
	limited := offer("Limited", 100)
	limited.Orders, limited.Hours = 1, 3600
	s.must(&commands.CreatePlan{Plan: id("limited"), Seller: domain.DirectClient, Offer: limited}, admin)
	s.subscribed(id("limited"))
	drafted, other := s.draft("draft"), s.draft("other")
	s.spent = subscription.Spent{Orders: subscription.Meter{Used: 1}}
	// Many can wait for the count at once. None of them keeps the others from the subscription, for which nobody waits
	// longer than some seconds.
	s.counting = func(ctx context.Context, customer uuid.UUID) {
		free := make(chan struct{})
		go func() {
			if held, err := s.Lock(ctx, subscription.AggregateType, subscription.StreamOf(customer)); err == nil {
				held.Unlock()
			}
			close(free)
		}()
		select {
		case <-free:
		case <-time.After(5 * time.Second):
			t.Error("the subscription is locked while the count is waited for")
		}
	}
	s.refused(subscription.ErrNoOrders, &commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
	s.counting = nil
	s.refused(subscription.ErrNoOrders, moving(drafted, order.Queue, order.Board), owner)
	s.spent = subscription.Spent{Work: subscription.Meter{Used: 3600}}
	s.refused(subscription.ErrNoHours, &commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
	s.spent = subscription.Spent{}
	s.must(&commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
	s.must(moving(other, order.Queue, order.Board), owner)
	s.spent = subscription.Spent{Orders: subscription.Meter{Used: 2}}
	s.must(&commands.ActOnOrder{Order: other, Action: order.MakeReady}, owner) // it has its place already
}

func TestOnlyTheLastPlacesAreTakenUnderALock(t *testing.T) { // D-55, D-266
	s := newShop(t)
	limited := offer("Limited", 100)
	limited.Orders, limited.Hours, limited.ActiveOrders = 10, 40*3600, 100
	s.must(&commands.CreatePlan{Plan: id("limited"), Seller: domain.DirectClient, Offer: limited}, admin)
	s.subscribed(id("limited"))
	s.slots[acme] = 100
	const day = 24 * 3600
	for _, c := range []struct {
		what         string
		orders, work int64 // used of 10 and 40 hours
		active       int   // beyond those that are there
		behind       int64
		locks        bool
	}{
		{"many places", 0, 0, 0, 0, false},
		{"a place for each event that is not counted yet, and one", 6, 0, 0, 2, false},
		{"a place for each event that is not counted yet", 6, 0, 0, 3, true},
		{"the last but one", 8, 0, 0, 0, false},
		{"the last", 9, 0, 0, 0, true},
		{"more than a day of work", 0, 40*3600 - day - 1, 0, 0, false},
		{"a day of work", 0, 40*3600 - day, 0, 0, true},
		{"two free slots", 0, 0, 2, 0, false},
		{"one free slot", 0, 0, 1, 0, true},
		{"a free slot for each event that is not counted yet", 0, 0, 3, 2, true},
	} {
		drafted := s.draft(c.what)
		s.spent = subscription.Spent{Orders: subscription.Meter{Used: c.orders}, Work: subscription.Meter{Used: c.work}}
		s.behind, s.locked = c.behind, 0
		s.slots[acme] = 100
		if c.active > 0 {
			s.slots[acme] = s.active(acme) + c.active
		}
		s.must(&commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
		if got := s.order(drafted).Status; got != order.ReadyToGo {
			t.Errorf("%s: the order is %s", c.what, got)
		}
		if locks := s.locked > 0; locks != c.locks {
			t.Errorf("%s: locked is %v, want %v", c.what, locks, c.locks)
		}
	}
	last := s.draft("too old")
	s.spent, s.behind, s.locked = subscription.Spent{}, s.position, 0
	s.must(&commands.ActOnOrder{Order: last, Action: order.Publish}, owner)
	if s.locked == 0 {
		t.Error("went by a reading of before the plan")
	}
}

func TestNumbersHaveNoGapUnderConcurrency(t *testing.T) { // D-58
	s := newShop(t)
	const invoices = 60
	numbers := make(chan int, 3*invoices)
	var all sync.WaitGroup
	for n := range invoices {
		for range 3 { // each is sent three times, as by workers that do not know of each other
			all.Go(func() {
				give := &commands.NumberInvoice{
					RegisterKey: invoice.RegisterKey{Issuer: "customer", Year: 2026, Series: invoice.Invoices},
					Invoice:     id(string(rune('a' + n))),
					Customer:    acme,
				}
				request := commands.Request{Actor: system, ID: id("number " + string(rune('a'+n)))}
				done, err := s.with(give, request)
				for errors.Is(err, domain.ErrBusy) {
					done, err = s.with(give, request)
				}
				if err != nil {
					t.Error(err)
				}
				numbers <- done.Version
			})
		}
	}
	all.Wait()
	close(numbers)
	seen := map[int]int{}
	for n := range numbers {
		seen[n]++
	}
	for n := 1; n <= invoices; n++ {
		if seen[n] != 3 {
			t.Errorf("the number %d was given to %d of 3 senders", n, seen[n])
		}
	}
}

func TestAnInvoiceIsDueAfterTheDaysOfItsSeller(t *testing.T) { // D-58
	s := newShop(t)
	bill := billing.NewBill("EUR", 0, billing.Line{Quantity: 1, Amount: 100})
	for _, c := range []struct {
		customer uuid.UUID
		days     int
	}{{acme, 10}, {house, 14}} {
		i := id("invoice of " + c.customer.String())
		s.must(&commands.DraftInvoice{Invoice: i, Customer: c.customer, Bill: bill}, system)
		s.must(&commands.IssueInvoice{Invoice: i, Number: "PB-2026-000001"}, system)
		got, ok := s.lastEvent(i).(*invoice.Issued)
		on := billing.DateOf(s.now, time.UTC).AddDays(c.days)
		if !ok || got.DueOn != on || !got.Due.Equal(on.AddDays(1).Begin(time.UTC)) {
			t.Errorf("issued as %+v, want it due after %d days", got, c.days)
		}
	}
	s.must(
		&commands.PayInvoice{Invoice: id("invoice of " + house.String()), On: billing.DateOf(s.now, time.UTC)},
		reseller,
	)
	s.refused(
		domain.ErrNotFound,
		&commands.PayInvoice{Invoice: id("invoice of " + acme.String()), On: billing.DateOf(s.now, time.UTC)},
		reseller,
	)
}

// The days of an invoice are those of its issuer when it was made, also if that has moved since.
func TestTheDatesOfAnInvoiceAreThoseOfItsIssuer(t *testing.T) { // D-86
	s := newShop(t)
	s.now = time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC) // the new year has begun in Auckland
	bill := billing.NewBill("EUR", 0, billing.Line{Quantity: 1, Amount: 100})
	for zone, day := range map[string]string{"Pacific/Auckland": "2027-01-01", "": "2026-12-31"} {
		s.must(
			&commands.SetSelling{Client: domain.DirectClient, Selling: client.Selling{PaymentDays: 10, Zone: zone}},
			admin,
		)
		i := id("invoice in " + zone)
		s.must(&commands.DraftInvoice{Invoice: i, Customer: acme, Bill: bill}, system)
		s.must(
			&commands.SetSelling{
				Client:  domain.DirectClient,
				Selling: client.Selling{PaymentDays: 10, Zone: "Asia/Tokyo"},
			},
			admin,
		)
		s.must(&commands.IssueInvoice{Invoice: i, Number: "PB-2027-000001"}, system)
		s.must(&commands.PayInvoice{Invoice: i, On: billing.DateOf(s.now, time.UTC).AddDays(1)}, admin)
		s.must(&commands.RefundInvoice{Invoice: i, Reason: "We were late."}, admin)
		s.must(&commands.CreditInvoice{Invoice: i, Number: "PB-C-2027-000001"}, system)
		all := s.events(i)
		if on := all[1].Data.(*invoice.Issued).On; on.String() != day {
			t.Errorf("%q: issued on %s", zone, on)
		}
		if on := all[len(all)-1].Data.(*invoice.Credited).On; on.String() != day {
			t.Errorf("%q: given back on %s", zone, on)
		}
	}
	s.refused(
		domain.ErrZone,
		&commands.SetSelling{Client: domain.DirectClient, Selling: client.Selling{Zone: "Mars/Olympus"}},
		admin,
	)
}

// A cycle is billed at the beginning of a day, and the day that is printed as due is whole.
func TestARenewalIsNotPastDueOnTheDayThatItsInvoiceNames(t *testing.T) { // D-86
	s := newShop(t)
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	s.must(
		&commands.StartSubscription{
			Customer:  acme,
			Plan:      small,
			Zone:      "America/New_York",
			Confirmed: s.confirmed(3_600),
		},
		owner,
	)
	s.now = billing.Date{Year: 2026, Month: time.May, Day: 1}.Begin(zone)
	s.must(&commands.StepSubscription{Customer: acme}, system)
	charge := s.lastEvent(subscription.StreamOf(acme)).(*subscription.Renewed).Cycle.Charge
	s.must(&commands.DraftInvoice{Invoice: charge.Invoice, Customer: acme, Bill: charge.Bill}, system)
	s.must(&commands.IssueInvoice{Invoice: charge.Invoice, Number: "PB-2026-000002"}, system)
	issued := s.lastEvent(charge.Invoice).(*invoice.Issued)
	if issued.DueOn.String() != "2026-05-11" {
		t.Errorf("it is due on %s", issued.DueOn)
	}
	s.now = issued.DueOn.AddDays(1).Begin(zone).Add(-time.Second)
	s.must(&commands.MarkInvoiceDue{Invoice: charge.Invoice}, system)
	if _, open := s.lastEvent(charge.Invoice).(*invoice.Issued); !open {
		t.Errorf("past due at %s", s.now.In(zone))
	}
	s.now = s.now.Add(time.Second)
	s.must(&commands.MarkInvoiceDue{Invoice: charge.Invoice}, system)
	if _, late := s.lastEvent(charge.Invoice).(*invoice.FellDue); !late {
		t.Errorf("not past due at %s", s.now.In(zone))
	}
}

// Voiding the invoice of an upgrade leaves the upgrade, or takes it back if that is wanted and possible.
func TestAnUpgradeCanBeTakenBackWithItsInvoice(t *testing.T) {
	s := newShop(t).subscribed(small)
	stream := subscription.StreamOf(acme)
	confirmed := s.confirmed(8_400)
	s.must(&commands.ChangeSubscription{Customer: acme, Plan: studio, Confirmed: &confirmed}, owner)
	charge := s.lastEvent(stream).(*subscription.PlanChanged).Cycle.Charge
	s.must(&commands.DraftInvoice{Invoice: charge.Invoice, Customer: acme, Bill: charge.Bill}, system)
	s.must(&commands.IssueInvoice{Invoice: charge.Invoice, Number: "PB-2026-000001"}, system)
	back := &commands.VoidInvoice{Invoice: charge.Invoice, Reason: "By mistake.", GoBack: true}
	s.refused(domain.ErrNotFound, back, owner)
	s.refused(
		domain.ErrNotFound,
		&commands.VoidInvoice{Invoice: id("unknown"), Reason: "By mistake.", GoBack: true},
		admin,
	)
	s.usage = subscription.Usage{ActiveOrders: 4}
	s.refused(subscription.ErrTooManyOrders, back, admin)
	s.usage = subscription.Usage{}
	s.must(back, admin)
	if d, ok := s.lastEvent(charge.Invoice).(*invoice.Voided); !ok || !d.GoBack {
		t.Errorf("%+v", s.lastEvent(charge.Invoice))
	}
	restore := &commands.RestorePlan{Customer: acme, Invoice: charge.Invoice}
	s.refused(domain.ErrForbidden, restore, admin)
	s.must(restore, system)
	if d, ok := s.lastEvent(stream).(*subscription.PlanRestored); !ok || d.Cycle.Plan.ID != small {
		t.Errorf("%+v", s.lastEvent(stream))
	}
	s.refused(subscription.ErrNoWayBack, restore, system)
}

func TestAnAccountWithOpenBusinessIsNotDeleted(t *testing.T) { // D-51 SH-174
	s := newShop(t).subscribed(studio)
	change := func(c commands.MethodChange) commands.Command {
		return &commands.ChangePaymentMethod{
			Customer: acme,
			Method:   id("method"),
			Change:   c,
			New:      payment.Added{Reference: "pm_1"},
		}
	}
	leave := &commands.RequestDeletion{Customer: acme, Reason: "We close."}
	s.must(change(commands.AddMethod), owner)
	s.unpaid = true
	s.refused(domain.ErrReasonMissing, &commands.RequestDeletion{Customer: acme, Reason: " "}, owner)
	s.refused(commands.ErrUnpaidInvoices, leave, owner)
	s.unpaid = false
	s.refused(commands.ErrActivePaymentMethod, leave, owner)
	s.must(change(commands.DeactivateMethod), owner)
	s.must(leave, owner)
	for _, by := range []domain.Actor{owner, admin} {
		s.refused(domain.ErrForbidden, &commands.EndSubscription{Customer: acme}, by)
	}
	s.must(&commands.EndSubscription{Customer: acme}, system)
	if ended, ok := s.lastEvent(subscription.StreamOf(acme)).(*subscription.Ended); !ok ||
		ended.Reason != subscription.AccountDeleted {
		t.Errorf("%T", s.lastEvent(subscription.StreamOf(acme)))
	}
	s.must(&commands.EndSubscription{Customer: rival}, system) // it has none
}

func TestPaymentMethodsBelongToTheirOwner(t *testing.T) { // D-48 D-59 BD-024
	s := newShop(t)
	change := func(c commands.MethodChange) commands.Command {
		return &commands.ChangePaymentMethod{
			Customer: acme,
			Method:   id("method"),
			Change:   c,
			New:      payment.Added{Reference: "pm_1"},
		}
	}
	acting := owner
	acting.Impersonator = admin.ID
	s.refused(domain.ErrForbidden, change(commands.AddMethod), acting)
	s.must(change(commands.AddMethod), owner)
	s.refused(payment.ErrActive, change(commands.DeleteMethod), owner)
	s.must(change(commands.MakeMethodDefault), owner)
	s.must(change(commands.DeactivateMethod), owner)
	s.must(change(commands.ActivateMethod), owner)
	s.must(change(commands.DeactivateMethod), owner)
	s.must(change(commands.DeleteMethod), owner)
	s.refused(domain.ErrNotFound, change(commands.DeleteMethod), owner)
	s.refused(domain.ErrInvalid, change("steal"), owner)
}
