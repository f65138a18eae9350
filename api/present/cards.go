package present

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
)

// Cards shows orders to a person, with the names, counts and actions that this person may see.
type Cards struct {
	accounts *accounts.Store
	board    *board.Queries
	hours    Hours
	clock    func() time.Time
}

// Hours returns the provider's business hours.
type Hours func(context.Context) (client.Hours, error)

// NewCards returns a renderer of cards.
func NewCards(a *accounts.Store, b *board.Queries, hours Hours, clock func() time.Time) *Cards {
	return &Cards{a, b, hours, clock}
}

// cardStates are the documents' names of statuses on cards (BD-088..BD-096).
var cardStates = map[order.Status]contract.CardState{
	order.Draft: contract.DRAFTCARD, order.Queue: contract.QUEUECARD, order.ReadyToGo: contract.READYTOGO,
	order.InProgress: contract.INPROGRESS, order.InReview: contract.INREVIEW, order.OnHold: contract.ONHOLD,
	order.Approved: contract.APPROVED, order.CancelledOff: contract.CANCELLED,
}

// CardState returns the name of a status on a card.
func CardState(s order.Status) contract.CardState {
	if state, ok := cardStates[s]; ok {
		return state
	}
	return contract.ACTIVECARD
}

// Sight returns which files and threads of an order a person sees, by its present status.
func Sight(to domain.Actor) board.Sight {
	s := board.Sight{
		AllFiles: to.Role.SeesAllFiles(),
		Earlier:  to.Role.IsCustomer(),
		Internal: policy.SeesTab(to, proof.Internal),
	}
	for _, status := range order.Statuses {
		if policy.ReviewsOthersFiles(to, status) {
			s.Others = append(s.Others, status)
		}
	}
	return s
}

// Render shows cards to a person, with a few queries for all of them together.
func (c *Cards) Render(ctx context.Context, to domain.Actor, cards []board.Card) ([]contract.Card, error) {
	names, err := c.accounts.Names(ctx, WantedBy(cards))
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(cards))
	for i := range cards {
		ids[i] = cards[i].ID
	}
	counts, err := c.board.Counts(ctx, ids, Sight(to))
	if err != nil {
		return nil, err
	}
	var stale map[uuid.UUID]int
	if policy.SeesDecisions(to) {
		if stale, err = c.board.Stale(ctx, ids); err != nil {
			return nil, err
		}
	}
	full, err := c.Full(ctx, to, names, cards)
	if err != nil {
		return nil, err
	}
	out, now := make([]contract.Card, len(cards)), c.clock()
	for i := range cards {
		out[i] = Card(&cards[i], to, names, full, now)
		n := counts[cards[i].ID]
		files := make([]contract.CardFile, 0, n.Customers+n.Others)
		for range n.Customers {
			files = append(files, contract.CardFile{UploadedByType: contract.CardFileUploadedByTypeCustomer})
		}
		for range n.Others {
			files = append(files, contract.CardFile{UploadedByType: contract.CardFileUploadedByTypeOther})
		}
		out[i].Attachments, out[i].OpenTopics, out[i].StaleApprovals = &files, &n.OpenTopics, web.Some(
			stale[cards[i].ID],
		)
	}
	return out, c.dueSoon(ctx, out)
}

// dueSoon adds from when cards are due soon.
func (c *Cards) dueSoon(ctx context.Context, cards []contract.Card) error {
	if !slices.ContainsFunc(cards, func(c contract.Card) bool { return c.DueDate != nil }) {
		return nil
	}
	hours, err := c.hours(ctx)
	calendar := hours.Calendar()
	for i := range cards {
		if due := cards[i].DueDate; due != nil {
			cards[i].DueSoonAt = new(calendar.DueSoon(*due))
		}
	}
	return err
}

// DueSoon adds from when an order is due soon.
func (c *Cards) DueSoon(ctx context.Context, o *contract.Order) error {
	card := []contract.Card{{DueDate: o.DueDate}}
	err := c.dueSoon(ctx, card)
	o.DueSoonAt = card[0].DueSoonAt
	return err
}

// Changed shows an order that has just changed, without its counts and its place, which the
// receiver of a card already has.
func (c *Cards) Changed(ctx context.Context, to domain.Actor, o *order.Summary) (contract.Card, error) {
	cards := []board.Card{{Summary: *o}}
	names, err := c.accounts.Names(ctx, WantedBy(cards))
	if err != nil {
		return contract.Card{}, err
	}
	full, err := c.Full(ctx, to, names, cards)
	if err != nil {
		return contract.Card{}, err
	}
	out := []contract.Card{Card(&cards[0], to, names, full, c.clock())}
	err = c.dueSoon(ctx, out)
	return out[0], err
}

// Full is how many slots the customers have whose slots are all taken.
type Full map[uuid.UUID]int

// Full looks at the customers of orders that a person could let take a slot (BY-064).
func (c *Cards) Full(ctx context.Context, to domain.Actor, names accounts.Names, cards []board.Card) (Full, error) {
	full := Full{}
	for i := range cards {
		customer, known := names.Customers[cards[i].Customer]
		if _, asked := full[customer.ID]; known && !asked && customer.MaxActiveOrders >= 0 && cards[i].OffersSlot(to) {
			full[customer.ID] = customer.MaxActiveOrders
		}
	}
	if len(full) == 0 {
		return full, nil
	}
	active, err := c.board.Active(ctx, slices.Collect(maps.Keys(full)))
	maps.DeleteFunc(full, func(customer uuid.UUID, slots int) bool { return active[customer] < slots })
	return full, err
}

// Offers lists what a person may do with an order now. slots is how many its customer has, if all of them are taken
// and the order could take one.
func (f Full) Offers(o *order.Summary, to domain.Actor) (offers order.Offers, slots *int) {
	offers = o.Offers(to)
	if n, full := f[o.Customer]; full && o.OffersSlot(to) {
		return offers.WithoutSlot(), &n
	}
	return offers, nil
}

// Past shows cards as they were at a moment, with the topics that were open then. It leaves out the
// other counts, which are present ones, and all actions.
func (c *Cards) Past(
	ctx context.Context,
	to domain.Actor,
	cards []board.Card,
	at asof.Moment,
) ([]contract.Card, error) {
	names, err := c.accounts.Names(ctx, WantedBy(cards))
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(cards))
	for i := range cards {
		ids[i] = cards[i].ID
	}
	open, err := c.board.OpenTopicsAt(ctx, ids, Sight(to), at.Position)
	if err != nil {
		return nil, err
	}
	out := make([]contract.Card, len(cards))
	for i := range cards {
		out[i] = Card(&cards[i], to, names, nil, at.At)
		out[i].AllowedActions, out[i].AllowedDrops, out[i].AllowedStatuses = []contract.ActionName{}, []contract.DropTarget{}, []contract.Status{}
		StopClock(out[i].WorkTime, at.At)
		topics := open[cards[i].ID]
		out[i].OpenTopics = &topics
	}
	return out, c.dueSoon(ctx, out)
}

func WantedBy(cards []board.Card) accounts.Wanted {
	var w accounts.Wanted
	for i := range cards {
		w.People = append(w.People, cards[i].Creator, cards[i].Operator, cards[i].Work.By)
		w.Customers = append(w.Customers, cards[i].Customer)
		w.Clients = append(w.Clients, cards[i].Client)
	}
	return w
}

func Card(c *board.Card, to domain.Actor, names accounts.Names, full Full, now time.Time) contract.Card {
	offers, slots := full.Offers(&c.Summary, to)
	work := WorkTime(&c.Summary, names, now)
	out := contract.Card{
		Id:               c.ID,
		OrderId:          c.Number.String(),
		OrderStateStatus: CardState(c.Status),
		PositionOrder:    c.Place,
		Client:           names.Clients[c.Client].Name,
		CreatedAt:        c.CreatedAt,
		UpdatedAt:        c.At,
		Status:           contract.Status(c.Status),
		Rank:             c.Rank,
		Version:          c.Version,
		Position:         c.Position,
		Frozen:           c.Frozen,
		Archived:         c.Archived,
		HoldReason:       web.Some(c.HoldReason),
		WorkTime:         &work,
		QueuePercent:     QueuePercent(&c.Summary, now),
		AllowedDrops:     web.Convert[contract.DropTarget](offers.Drops),
		AllowedStatuses:  web.Convert[contract.Status](offers.Statuses),
		AllowedActions:   web.Convert[contract.ActionName](offers.Actions),
		FullSlots:        slots,
	}
	showHeadline(&out, &c.Headline)
	out.Company.Name = names.Customers[c.Customer].Name
	creator := names.People[c.Creator]
	out.OrderCreator.Id, out.OrderCreator.Name, out.OrderCreator.Image = c.Creator, creator.Name(), creator.Avatar
	if op, ok := names.People[c.Operator]; ok {
		out.Operator = &contract.CardOperator{
			Id:    op.ID,
			Image: op.Avatar,
			Label: op.Name(),
		}
	}
	if c.Status == order.Queue {
		warning := fmt.Sprintf(
			"Waiting for a free slot: place %d in your queue",
			c.Place+1,
		) // place and priority are different (D-10, D-73)
		out.PlaceWarning = &warning
	}
	return out
}
