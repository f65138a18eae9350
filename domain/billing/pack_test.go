package billing_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/billing"
)

func packID(name string) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte(name)) }

var tenHours = billing.Pack{
	ID: packID("hours"), Name: "10 hours", Kind: billing.ForHours, Size: 36_000, Price: 45_000, Currency: "EUR",
}

func TestWhatAPriceListIs(t *testing.T) { // D-57
	for name, c := range map[string]struct {
		change func(p *billing.Pack)
		want   error
	}{
		"as it is":            {func(*billing.Pack) {}, nil},
		"without an id":       {func(p *billing.Pack) { p.ID = uuid.Nil }, billing.ErrPacks},
		"without a name":      {func(p *billing.Pack) { p.Name = " " }, billing.ErrPacks},
		"with a long name":    {func(p *billing.Pack) { p.Name = strings.Repeat("ä", 101) }, billing.ErrPacks},
		"without a size":      {func(p *billing.Pack) { p.Size = 0 }, billing.ErrPacks},
		"of another kind":     {func(p *billing.Pack) { p.Kind = billing.ForPlan }, billing.ErrPacks},
		"too large":           {func(p *billing.Pack) { p.Size = 1 << 50 }, billing.ErrPacks},
		"without a price":     {func(p *billing.Pack) { p.Price = 0 }, billing.ErrPacks},
		"too dear":            {func(p *billing.Pack) { p.Price = billing.MaxAmount + 1 }, billing.ErrPacks},
		"in no currency":      {func(p *billing.Pack) { p.Currency = "ABC" }, billing.ErrCurrency},
		"of a hundred orders": {func(p *billing.Pack) { p.Kind, p.Size = billing.ForOrders, 100 }, nil},
	} {
		p := tenHours
		c.change(&p)
		if err := billing.CheckPacks([]billing.Pack{p}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := billing.CheckPacks([]billing.Pack{tenHours, tenHours}); !errors.Is(err, billing.ErrPacks) {
		t.Errorf("the same pack twice: %v", err)
	}
	many := slices.Repeat([]billing.Pack{tenHours}, 101)
	for i := range many {
		many[i].ID = uuid.New()
	}
	if err := billing.CheckPacks(many); !errors.Is(err, billing.ErrPacks) {
		t.Errorf("101 packs: %v", err)
	}
	if err := billing.CheckPacks(many[:100]); err != nil {
		t.Errorf("100 packs: %v", err)
	}
}

func TestACartIsPricedLineByLine(t *testing.T) { // SH-219 SH-220 D-28
	storage := billing.Pack{
		ID: packID(
			"storage",
		),
		Name:     "5 GB",
		Kind:     billing.ForBytes,
		Size:     5 << 30,
		Price:    1_500,
		Currency: "EUR",
	}
	dollars := storage
	dollars.ID, dollars.Currency = packID("dollars"), "USD"
	packs := []billing.Pack{tenHours, storage, dollars}
	items := []billing.Item{
		{storage.ID, billing.EachCycle, 3},
		{dollars.ID, billing.Once, 1}, {packID("unknown"), billing.Once, 2},
		{tenHours.ID, billing.Once, 1},
		{storage.ID, billing.Once, 1},
	}
	lines, gone, err := billing.CartLines(packs, "EUR", items)
	if err != nil || !slices.Equal(gone, items[1:3]) {
		t.Fatalf("gone: %v, %v", gone, err)
	}
	want := []billing.Line{
		{
			Kind:     billing.ForBytes,
			Name:     "5 GB",
			Product:  storage.ID,
			Quantity: 3,
			Size:     5 << 30,
			Price:    1_500,
			Amount:   4_500,
			Each:     true,
		},
		{
			Kind:     billing.ForHours,
			Name:     "10 hours",
			Product:  tenHours.ID,
			Quantity: 1,
			Size:     36_000,
			Price:    45_000,
			Amount:   45_000,
		},
		{
			Kind:     billing.ForBytes,
			Name:     "5 GB",
			Product:  storage.ID,
			Quantity: 1,
			Size:     5 << 30,
			Price:    1_500,
			Amount:   1_500,
		},
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%+v", lines)
	}
	for name, wrong := range map[string][]billing.Item{
		"nothing of it":   {{tenHours.ID, billing.Once, 0}},
		"too much of it":  {{tenHours.ID, billing.Once, 101}},
		"the same twice":  {{tenHours.ID, billing.Once, 1}, {tenHours.ID, billing.Once, 2}},
		"sometimes":       {{tenHours.ID, "sometimes", 1}},
		"too many things": manyItems(51),
	} {
		if _, _, err := billing.CartLines(packs, "EUR", wrong); !errors.Is(err, billing.ErrCart) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, gone, err := billing.CartLines(packs, "EUR", manyItems(50)); err != nil || len(gone) != 50 {
		t.Errorf("50 items: %v", err)
	}
}

func manyItems(n int) (items []billing.Item) {
	for range n {
		items = append(items, billing.Item{Pack: uuid.New(), Often: billing.Once, Quantity: 1})
	}
	return items
}
