package billing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Pack is a price for more hours, orders, active orders or storage beside a plan (D-57).
type Pack struct {
	ID       uuid.UUID `json:"id"`
	Name     string    `json:"name"`
	Kind     LineKind  `json:"kind"`
	Size     int64     `json:"size"`  // seconds, orders or bytes
	Price    Amount    `json:"price"` // without tax
	Currency Currency  `json:"currency"`
}

// Limits of a price list and of a cart. The contract and the web app have them too.
const (
	MaxPacks    = 100
	MaxItems    = 50
	MaxQuantity = 100
)

// packSizes has the largest size of a pack of each kind.
var packSizes = map[LineKind]int64{
	ForHours: maxHours, ForOrders: maxOrders, ForActiveOrders: maxOrders, ForBytes: maxStorage,
}

// Errors of packs and carts.
var (
	ErrPacks = &domain.Error{
		Code:   domain.Invalid,
		Reason: "billing.packs_invalid",
		Message: "Check the price list: each pack is there once, with a name of at most 100 characters, a size and a price." +
			" There are at most 100.",
	}
	ErrCart = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "cart.invalid",
		Message: "A cart has at most 50 lines, each of them once, with at most 100 packs in each.",
	}
	ErrCartEmpty = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "cart.empty",
		Message: "No product in the cart.",
	}
)

// CheckPacks returns an error unless the packs are a price list.
func CheckPacks(packs []Pack) error {
	seen := map[uuid.UUID]bool{uuid.Nil: true}
	for _, p := range packs {
		if seen[p.ID] || strings.TrimSpace(p.Name) == "" || domain.Legible(p.Name) != nil ||
			utf8.RuneCountInString(p.Name) > maxName ||
			p.Size < 1 || p.Size > packSizes[p.Kind] || p.Price < 1 || p.Price > MaxAmount {
			return ErrPacks
		}
		if err := p.Currency.Check(); err != nil {
			return err
		}
		seen[p.ID] = true
	}
	if len(packs) > MaxPacks {
		return ErrPacks
	}
	return nil
}

// Often says how often a pack is bought.
type Often string

// A pack is bought once, and what it adds does not expire. Or it is bought with each cycle, and what it
// adds ends with the cycle. See D-55.
const (
	Once      Often = "once"
	EachCycle Often = "subscription"
)

// Item is a line of a cart: so many packs (SH-219).
type Item struct {
	Pack     uuid.UUID
	Often    Often
	Quantity int64
}

// CartLines returns the lines of a bill for a cart, in its order, and the items whose packs are not on the
// price list in this currency.
func CartLines(packs []Pack, c Currency, items []Item) (lines []Line, gone []Item, err error) {
	seen := map[Item]bool{}
	for _, i := range items {
		same := Item{Pack: i.Pack, Often: i.Often}
		if seen[same] || i.Quantity < 1 || i.Quantity > MaxQuantity || i.Often != Once && i.Often != EachCycle {
			return nil, nil, ErrCart
		}
		seen[same] = true
		at := slices.IndexFunc(packs, func(p Pack) bool { return p.ID == i.Pack && p.Currency == c })
		if at < 0 {
			gone = append(gone, i)
			continue
		}
		line := PackLine(packs[at], i.Quantity)
		line.Each = i.Often == EachCycle
		lines = append(lines, line)
	}
	if len(items) > MaxItems {
		return nil, nil, ErrCart
	}
	return lines, gone, nil
}

// PackLine bills packs in full.
func PackLine(p Pack, quantity int64) Line {
	return Line{
		Kind: p.Kind, Name: p.Name, Product: p.ID, Quantity: quantity, Size: p.Size, Price: p.Price,
		Amount: p.Price * Amount(quantity),
	}
}

// PackRest bills packs that are bought with each cycle for the days that are left of a cycle on a day, which
// counts itself.
func PackRest(p Pack, quantity int64, of Period, on Date) Line {
	l := PackLine(p, quantity)
	l.Period = Period{of.Until.AddDays(-of.Left(on)), of.Until}
	l.Amount = l.Amount.Share(int64(l.Period.Days()), int64(of.Days()))
	return l
}

// back returns the line that gives an amount back, with the tax that was paid for it.
func (l Line) back(paid Rate) Line {
	l.Kind, l.Amount, l.Price, l.TaxRate = ForUnused, -l.Amount, -l.Price, paid
	return l
}

// PackUnused gives back the days of packs that are left of a cycle on a day, with the tax that was paid for them.
func PackUnused(p Pack, quantity int64, of Period, on Date, paid Rate) Line {
	return PackRest(p, quantity, of, on).back(paid)
}
