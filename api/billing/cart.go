package billing

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/sales"
)

func packOf(p billing.Pack) contract.Pack {
	return contract.Pack{
		Id: p.ID, Name: p.Name, Kind: contract.PackKind(p.Kind), Size: p.Size, Price: int64(p.Price),
		Currency: string(p.Currency),
	}
}

func packsOf(packs []billing.Pack) []contract.Pack {
	list := make([]contract.Pack, len(packs))
	for i, p := range packs {
		list[i] = packOf(p)
	}
	return list
}

// SoldPacks returns the packs that a client sells, for its sellers.
func (s *API) SoldPacks(
	ctx context.Context,
	r contract.SoldPacksRequest,
) (*contract.PacksAnswer, error) {
	if err := s.sells(ctx, r.ClientId); err != nil {
		return nil, err
	}
	packs, version, err := s.Sales.Packs(ctx, r.ClientId)
	return &contract.PacksAnswer{
		Data: contract.PriceList{Packs: packsOf(packs), Version: version},
	}, err
}

// SavePacks replaces the packs that a client sells.
func (s *API) SavePacks(
	ctx context.Context,
	r contract.SavePacksRequest,
) (*contract.AccountChangedResponse, error) {
	packs := make([]billing.Pack, len(r.Body.Packs))
	for i, p := range r.Body.Packs {
		packs[i] = billing.Pack{
			ID: p.Id, Name: p.Name, Kind: billing.LineKind(p.Kind), Size: p.Size, Price: billing.Amount(p.Price),
			Currency: billing.Currency(p.Currency),
		}
	}
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.SetPacks{Client: r.ClientId, Packs: packs, Seen: r.Body.Version},
		"The price list is saved",
	)
}

// shop is what an account can buy.
type shop struct {
	by      domain.Actor
	sub     *subscription.Subscription
	packs   []billing.Pack // in the currency of the account
	taxRate int
	refused *string // why it can buy nothing now
}

// shop returns what the caller's account can buy, if the caller may buy for it.
func (s *API) shop(ctx context.Context) (shop, error) {
	by := web.Actor(ctx)
	if by.CustomerID == uuid.Nil {
		return shop{}, domain.ErrNotFound
	}
	if err := policy.ManagesSubscription(by, by.ClientID, by.CustomerID); err != nil {
		return shop{}, err
	}
	sub, err := s.Sales.Subscription(ctx, by.CustomerID)
	if err != nil {
		return shop{}, err
	}
	packs, _, err := s.Sales.Packs(ctx, by.ClientID)
	if err != nil {
		return shop{}, err
	}
	selling, err := s.Sales.Selling(ctx, by.ClientID)
	if err != nil {
		return shop{}, err
	}
	of := shop{by: by, sub: sub, taxRate: selling.TaxRate}
	of.packs = slices.DeleteFunc(packs, func(p billing.Pack) bool { return p.Currency != of.currency() })
	if refused, is := errors.AsType[*domain.Error](sub.CanBuy()); is {
		of.refused = &refused.Message
	}
	return of, nil
}

func (s shop) currency() billing.Currency { return s.sub.Cycle.Plan.Offer.Currency }

// Retail returns the packs that the caller's account can buy, and those that it buys with each cycle.
func (s *API) Retail(ctx context.Context, _ contract.RetailRequest) (*contract.RetailAnswer, error) {
	of, err := s.shop(ctx)
	if err != nil {
		return nil, err
	}
	d := contract.Retail{
		Packs: packsOf(of.packs), AddOns: []contract.AddOn{}, CycleEnds: day(of.sub.Cycle.Period.Until),
		Refused: of.refused,
	}
	for _, a := range of.sub.Packs() {
		d.AddOns = append(d.AddOns, contract.AddOn{Pack: packOf(a.Pack), Quantity: a.Quantity, Ending: a.Ending})
	}
	return &contract.RetailAnswer{Data: d}, nil
}

// StopAddOn ends packs of the caller's account with the present cycle.
func (s *API) StopAddOn(
	ctx context.Context,
	r contract.StopAddOnRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(ctx, r.IdempotencyKey, func(customer uuid.UUID) commands.Command {
		return &commands.ChangeAddOn{Customer: customer, Pack: r.PackId, Stop: true}
	}, "The pack ends with this cycle")
}

// KeepAddOn takes the end of packs back.
func (s *API) KeepAddOn(
	ctx context.Context,
	r contract.KeepAddOnRequest,
) (*contract.AccountChangedResponse, error) {
	return s.change(ctx, r.IdempotencyKey, func(customer uuid.UUID) commands.Command {
		return &commands.ChangeAddOn{Customer: customer, Pack: r.PackId}
	}, "The pack is bought with each cycle")
}

func itemsOf(list []contract.CartItem) []billing.Item {
	items := make([]billing.Item, len(list))
	for i, c := range list {
		items[i] = billing.Item{Pack: c.Id, Often: billing.Often(c.Type), Quantity: c.Qty}
	}
	return items
}

func typeOf(l billing.Line) contract.CartItemType {
	if l.Each {
		return contract.CartItemType(billing.EachCycle)
	}
	return contract.CartItemType(billing.Once)
}

// PriceCart returns what a cart costs now (D-28).
func (s *API) PriceCart(
	ctx context.Context,
	r contract.PriceCartRequest,
) (*contract.PricedCartAnswer, error) {
	of, err := s.shop(ctx)
	if err != nil {
		return nil, err
	}
	lines, gone, err := billing.CartLines(of.packs, of.currency(), itemsOf(r.Body.Items))
	if err != nil {
		return nil, err
	}
	b := billing.NewBill(of.currency(), of.taxRate, lines...)
	d := contract.PricedCart{
		Lines: make([]contract.CartLine, len(lines)), Gone: make([]contract.CartItem, len(gone)),
		Currency: string(b.Currency), Symbol: b.Currency.Symbol(),
		Net: int64(b.Net), TaxRate: b.TaxRate, Tax: int64(b.Tax), Total: int64(b.Total),
		QuoteHash: commands.QuoteOf(of.by.CustomerID, b), Refused: of.refused,
	}
	for i, l := range lines {
		d.Lines[i] = contract.CartLine{
			Id: l.Product, Type: typeOf(l), Name: l.Name, Kind: contract.PackKind(l.Kind), Price: int64(l.Price),
			Qty: l.Quantity, Amount: int64(l.Amount),
		}
	}
	for i, g := range gone {
		d.Gone[i] = contract.CartItem{Id: g.Pack, Qty: g.Quantity, Type: contract.CartItemType(g.Often)}
	}
	return &contract.PricedCartAnswer{Data: d}, nil
}

// Checkout orders what is in a cart, for the price that was shown.
func (s *API) Checkout(
	ctx context.Context,
	r contract.CheckoutRequest,
) (*contract.CheckoutAnswer, error) {
	by, err := own(ctx)
	if err != nil {
		return nil, err
	}
	id := s.Web.OwnID(ctx, r.IdempotencyKey, "order of packs")
	cmd := &commands.OrderPacks{
		Invoice:  id,
		Customer: by.CustomerID,
		Items:    itemsOf(r.Body.Items),
		Quote:    r.Body.QuoteHash,
	}
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, r.IdempotencyKey, "billing"))
	if err != nil {
		return nil, err
	}
	s.Web.Shown(ctx, sales.Name, done.Position)
	return &contract.CheckoutAnswer{
		Message: "Your order is placed", Data: contract.CheckedOut{UnderscoreId: done.Stream},
	}, nil
}
