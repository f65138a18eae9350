package demo

import (
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/demo/artwork"
)

// kind is the product that an order is for.
type kind string

const (
	label    kind = "label"
	carton   kind = "carton"
	poster   kind = "poster"
	flyer    kind = "flyer"
	brochure kind = "brochure"
	card     kind = "card"
	social   kind = "social"
	photo    kind = "photo"
)

func (k kind) service() string {
	return map[kind]string{
		label: "Product label", carton: "Folding carton", poster: "Poster", flyer: "Flyer", brochure: "Brochure",
		card: "Business card", social: "Social media post", photo: "Product photo retouching",
	}[k]
}

// entry describes an order of the demo: its product and its progress.
type entry struct {
	customer string
	name     string
	kind     kind
	motif    artwork.Motif
	look     artwork.Look
	ends     order.Status
	start    float64 // days ago
	end      float64 // days ago, when the last event happened
	due      float64 // days from now, 0 for none
	rounds   int     // number of versions
	flag     flag
}

type flag int

const (
	plain flag = iota
	archived
	frozen
	queued   // there is no free slot when the order is published
	promoted // the order was queued first, then promoted to a free slot
	copied   // the draft is a copy of the first order
	urgent
)

// catalogue returns the orders. The number of active orders of a customer must not exceed its slots
// (see TestThePlanFitsTheSlots).
func catalogue() []entry {
	const (
		done, ok, no    = order.Completed, order.Approved, order.CancelledOff
		held, seen, now = order.OnHold, order.InReview, order.InProgress
		ready, guest    = order.ReadyToGo, order.GuestRevision
		wait, draft     = order.Queue, order.Draft
		classic, modern = artwork.Classic, artwork.Modern
		scenic          = artwork.Scenic
	)
	return []entry{
		{acme, "Strawberry Jam 340 g", label, artwork.Strawberry, classic, done, 88, 74, -70, 2, archived},
		{acme, "Blossom Honey 250 g", label, artwork.Honey, modern, done, 85, 70, -68, 2, archived},
		{acme, "Spring retail flyer", flyer, artwork.Lemon, classic, done, 84, 73, -72, 2, archived},
		{acme, "House Roast 500 g", label, artwork.Coffee, classic, done, 79, 62, -60, 3, plain},
		{acme, "Trade fair business cards", card, artwork.Orange, classic, done, 77, 66, -65, 2, archived},
		{acme, "Harvest Book autumn edition", brochure, artwork.Orange, classic, done, 74, 49, -45, 3, plain},
		{acme, "Tomato Crackers carton", carton, artwork.Tomato, classic, done, 68, 51, -50, 2, plain},
		{acme, "Marmalade season post", social, artwork.Orange, modern, done, 60, 52, -52, 2, plain},
		{acme, "Extra Virgin Olive Oil 500 ml", label, artwork.Olive, classic, done, 58, 37, -36, 3, plain},
		{acme, "Olive oil product photo", photo, artwork.Olive, classic, done, 50, 38, -36, 2, plain},
		{acme, "Blueberry Spread 220 g", label, artwork.Blueberry, modern, ok, 40, 22, -20, 2, plain},
		{acme, "Harvest night market", poster, artwork.Orange, scenic, ok, 36, 17, -15, 2, plain},
		{acme, "Gift box carton", carton, artwork.Strawberry, classic, ok, 33, 14, -10, 2, plain},
		{acme, "Chili Oil 250 ml", label, artwork.Chili, modern, ok, 30, 12.5, -9, 2, plain},
		{acme, "Winter newsletter header", social, artwork.Lemon, scenic, ok, 26, 1, 2, 2, plain},
		{acme, "Lemon Curd 210 g", label, artwork.Lemon, classic, no, 64, 57, -50, 1, archived},
		{acme, "Easter flyer", flyer, artwork.Wheat, classic, no, 46, 41, -30, 1, plain},
		{acme, "Spring web banner", social, artwork.Chamomile, classic, no, 24, 19, -5, 1, plain},
		{acme, "Summit Pale Ale 330 ml", label, artwork.Hop, scenic, held, 29, 12, -3, 2, plain},
		{acme, "Retail partner brochure", brochure, artwork.Olive, classic, held, 22, 15, 12, 1, plain},
		{acme, "Bitter Orange Marmalade 340 g", label, artwork.Orange, classic, seen, 19, .4, 1, 3, urgent},
		{acme, "Winter range brochure", brochure, artwork.Honey, classic, seen, 21, .9, -1, 2, plain},
		{acme, "Sea Salt Crispbread carton", carton, artwork.Wheat, classic, seen, 16, 1.5, 4, 2, plain},
		{acme, "Advent calendar post", social, artwork.Honey, modern, seen, 12, .3, 6, 2, plain},
		{acme, "Cold Brew 330 ml", label, artwork.Coffee, modern, now, 17, .5, 2, 2, urgent},
		{acme, "Cooking school flyer", flyer, artwork.Tomato, classic, now, 13, .7, 8, 2, plain},
		{acme, "Strawberry Jam product photo", photo, artwork.Strawberry, classic, now, 11, 1.2, 10, 1, plain},
		{acme, "Sales team business cards", card, artwork.Olive, classic, now, 15, 5, 20, 1, frozen},
		{acme, "Farm open day poster", poster, artwork.Wheat, scenic, guest, 18, 1.8, 5, 2, plain},
		{acme, "Wildflower Honey 500 g", label, artwork.Honey, scenic, ready, 6, 5, 15, 0, plain},
		{acme, "Recipe booklet", brochure, artwork.Tomato, classic, ready, 5, 4, 22, 0, plain},
		{acme, "Tasting tour poster", poster, artwork.Olive, scenic, ready, 2.6, 2.3, 18, 0, promoted},
		{acme, "Basil Pesto 190 g", label, artwork.Olive, modern, wait, 2.4, 2.1, 25, 0, queued},
		{acme, "Shelf talkers winter", flyer, artwork.Orange, classic, wait, 2.2, 1.9, 27, 0, queued},
		{acme, "Spring catalogue", brochure, artwork.Lemon, classic, wait, 2, 1.7, 45, 0, queued},
		{acme, "Raspberry Jam 340 g", label, artwork.Strawberry, classic, draft, 4, 3.5, 0, 0, copied},
		{acme, "Canteen menu board", poster, artwork.Tomato, scenic, draft, 1.6, 1.4, 0, 0, plain},
		{acme, "Loyalty mailing", flyer, artwork.Coffee, classic, draft, .8, .5, 30, 0, plain},

		{bakery, "Sourdough bag label", label, artwork.Loaf, classic, done, 70, 55, -52, 2, plain},
		{bakery, "Grand opening poster", poster, artwork.Wheat, scenic, done, 52, 40, -38, 2, archived},
		{bakery, "Seasonal menu flyer", flyer, artwork.Loaf, classic, ok, 34, 20, -18, 2, plain},
		{bakery, "Bakery business cards", card, artwork.Wheat, classic, ok, 28, 13, -12, 2, plain},
		{bakery, "Croissant week post", social, artwork.Loaf, modern, no, 45, 42, -35, 1, plain},
		{bakery, "Wedding cake brochure", brochure, artwork.Rose, classic, held, 25, 10, -2, 1, plain},
		{bakery, "Rye Loaf 750 g", label, artwork.Wheat, modern, seen, 14, .6, 2, 2, plain},
		{bakery, "Christmas bakes poster", poster, artwork.Loaf, scenic, seen, 12, 1.1, 3, 1, urgent},
		{bakery, "Gift card flyer", flyer, artwork.Wheat, classic, now, 9, .4, 9, 1, plain},
		{bakery, "Stoneground Flour carton", carton, artwork.Wheat, classic, ready, 5, 4.5, 16, 0, plain},
		{bakery, "Delivery van post", social, artwork.Loaf, scenic, wait, 3, 2.5, 21, 0, queued},
		{bakery, "Summer brochure", brochure, artwork.Wheat, classic, wait, 2, 1.6, 60, 0, queued},
		{bakery, "Loyalty card", card, artwork.Loaf, classic, draft, 1, .8, 0, 0, plain},

		{lumen, "Rose Day Cream 50 ml", label, artwork.Rose, classic, done, 66, 47, -45, 2, plain},
		{lumen, "Spring launch poster", poster, artwork.Rose, scenic, done, 44, 30, -28, 2, plain},
		{lumen, "Chamomile Balm carton", carton, artwork.Chamomile, classic, ok, 31, 11, -8, 2, plain},
		{lumen, "Serum product photo", photo, artwork.Rose, classic, held, 20, 7, 14, 1, plain},
		{lumen, "Night Oil 30 ml", label, artwork.Chamomile, modern, now, 10, .8, 7, 1, plain},
		{lumen, "Gift set flyer", flyer, artwork.Rose, classic, seen, 13, .5, -1, 2, plain},
		{lumen, "Skin guide brochure", brochure, artwork.Chamomile, classic, guest, 17, 1.3, 4, 2, plain},
		{lumen, "Hand Cream 75 ml", label, artwork.Chamomile, scenic, ready, 4, 3.6, 19, 0, plain},
		{lumen, "Newsletter template", social, artwork.Rose, classic, draft, 1.5, 1.2, 0, 0, plain},
	}
}
