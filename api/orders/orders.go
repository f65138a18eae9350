package orders

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
)

// boardWindow is how many cards of a zone the board shows at first and with each cursor.
const boardWindow = 50

// Orders returns the board, the list and the archive.
func (s *API) Orders(ctx context.Context, r contract.OrdersRequest) (*contract.OrdersAnswer, error) {
	f, err := s.filter(ctx, fieldsOf(r))
	if err != nil {
		return nil, err
	}
	var a contract.OrdersAnswer
	switch web.Value(r.View) {
	case contract.OrdersParamsViewBoard:
		if r.AsOf != nil {
			a, err = s.boardAsOf(ctx, *r.AsOf, web.Value(r.Deleted))
		} else {
			a, err = s.board(ctx, f, r)
		}
	case contract.OrdersParamsViewCounts:
		a, err = s.counts(ctx, f)
	default:
		a, err = s.orderList(ctx, f, r)
	}
	if err != nil {
		return nil, err
	}
	return &a, nil
}

func (s *API) board(
	ctx context.Context,
	f board.Filter,
	p contract.OrdersRequest,
) (a contract.OrdersAnswer, err error) {
	which, zones, after := order.Columns, []string(nil), windows{}
	if p.Column != nil {
		which = []order.Column{order.Column(*p.Column)}
		zones = zonesOf(which[0])
	}
	if p.Cursor != nil {
		if err := web.ReadCursor(*p.Cursor, &after); err != nil || p.Column == nil {
			return a, web.ErrPage
		}
	}
	position, err := s.Board.Position(ctx) // read before the cards: they show at least this
	if err != nil {
		return a, err
	}
	cards, err := s.Board.Window(ctx, web.Actor(ctx), f, zones, after, boardWindow)
	if err != nil {
		return a, err
	}
	if err := s.lay(ctx, &a, which, cards, after); err != nil {
		return a, err
	}
	a.Data.Position = &position
	return a, nil
}

// counts returns the number of orders in each column of the board.
func (s *API) counts(ctx context.Context, f board.Filter) (a contract.OrdersAnswer, err error) {
	totals, err := s.Board.Totals(ctx, web.Actor(ctx), f)
	if err != nil {
		return a, err
	}
	cols := columns(web.Actor(ctx), order.Columns, nil, nil)
	for i := range cols {
		for _, zone := range zonesOf(order.Column(cols[i].TypeStatus)) {
			cols[i].Total += totals[zone]
		}
		cols[i].Zones, cols[i].Cursor = nil, nil
	}
	a.Data.Columns = &cols
	return a, nil
}

// lay fills the answer with cards.
func (s *API) lay(
	ctx context.Context,
	a *contract.OrdersAnswer,
	which []order.Column,
	cards []board.Card,
	before windows,
) error {
	shown, err := s.cards().Render(ctx, web.Actor(ctx), cards)
	if err != nil {
		return err
	}
	layShown(web.Actor(ctx), a, which, cards, shown, before)
	return nil
}

func layShown(
	by domain.Actor,
	a *contract.OrdersAnswer,
	which []order.Column,
	cards []board.Card,
	shown []contract.Card,
	before windows,
) {
	byID := make(map[string]contract.Card, len(shown))
	for _, c := range shown {
		byID[c.Id.String()] = c
	}
	cols := columns(by, which, cards, before)
	a.Data.Columns, a.Data.Cards, a.Data.Roles, a.Data.Ways = &cols, &byID, dropRoles(), dropWays(by)
}

func (s *API) cards() *present.Cards {
	return present.NewCards(s.Accounts, s.Board, s.Organisation.Hours, s.Clock)
}

// boardAsOf returns the board as it was at a moment, with the caller's present permissions. It
// contains orders that were deleted since only if the audit area requests them (D-70).
func (s *API) boardAsOf(ctx context.Context, moment string, deleted bool) (a contract.OrdersAnswer, err error) {
	by := web.Actor(ctx)
	if deleted {
		if err := read.SeesDeleted(by); err != nil {
			return a, err
		}
	}
	past, err := s.Read.Past(ctx, moment)
	if err != nil {
		return a, err
	}
	orders, left, err := s.AsOf.Board(ctx, past.Position, func(o *order.Order) bool { return o.Visible(by) })
	if err != nil {
		return a, err
	}
	if !deleted {
		if orders, err = s.notDeleted(ctx, orders); err != nil {
			return a, err
		}
	}
	cards := make([]board.Card, len(orders))
	for i, o := range orders {
		cards[i] = board.Card{Summary: o.Summary}
	}
	placeInZones(cards)
	shown, err := s.cards().Past(ctx, by, cards, past)
	if err != nil {
		return a, err
	}
	layShown(by, &a, order.Columns, cards, shown, nil)
	for i := range *a.Data.Columns {
		(*a.Data.Columns)[i].Cursor = nil
	}
	a.Data.Position = &past.Position
	a.Data.LeftOut, err = s.leftOut(ctx, left)
	return a, err
}

// leftOut returns the orders that a past board does not show although the caller may see them now.
func (s *API) leftOut(ctx context.Context, left []asof.Left) (*[]contract.LeftOut, error) {
	const most = 100 // an event that cannot be read is a fault, not the rule
	var out []contract.LeftOut
	for _, l := range left[:min(len(left), most)] {
		switch _, err := s.Board.One(ctx, web.Actor(ctx), l.Stream); {
		case errors.Is(err, domain.ErrNotFound):
		case err != nil:
			return nil, err
		default:
			out = append(out, contract.LeftOut{Id: l.Stream, Position: l.Position})
		}
	}
	if out == nil {
		return nil, nil //nolint:nilnil // an absent field
	}
	return &out, nil
}

// notDeleted returns the past orders that were not deleted since.
func (s *API) notDeleted(ctx context.Context, past []*order.Order) ([]*order.Order, error) {
	ids := make([]uuid.UUID, len(past))
	for i, o := range past {
		ids[i] = o.ID
	}
	there, err := s.Board.There(ctx, ids)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(past, func(o *order.Order) bool { return !there[o.ID] }), nil
}

func placeInZones(cards []board.Card) {
	slices.SortFunc(cards, func(a, b board.Card) int {
		if c := strings.Compare(a.Rank, b.Rank); c != 0 {
			return c
		}
		return slices.Compare(a.ID[:], b.ID[:])
	})
	next, queue := map[string]int{}, map[uuid.UUID]int{}
	for i := range cards {
		c := &cards[i]
		c.Place = next[c.Status.Zone()]
		next[c.Status.Zone()]++
		if c.Status == order.Queue {
			c.Place = queue[c.Customer]
			queue[c.Customer]++
		}
	}
	for i := range cards {
		cards[i].ZoneTotal = next[cards[i].Status.Zone()]
	}
}

func (s *API) orderList(
	ctx context.Context,
	f board.Filter,
	p contract.OrdersRequest,
) (a contract.OrdersAnswer, err error) {
	page, limit := max(web.Value(p.Page), 1), web.Value(p.Limit)
	if limit == 0 {
		limit = 10
	}
	sort := board.Sort{By: string(web.Value(p.Sort)), Ascending: web.Value(p.SortAsc)}
	if p.UpdatedSince != nil && p.Sort == nil {
		sort = board.Sort{By: byCreation, Ascending: true}
	}
	archived := web.Value(p.View) == contract.OrdersParamsViewArchived
	if p.Cursor != nil {
		return s.ordersAfter(ctx, f, archived, p, limit)
	}
	found, err := s.Board.List(ctx, web.Actor(ctx), f, archived, sort, page, limit)
	if err != nil {
		return a, err
	}
	shown, err := s.cards().Render(ctx, web.Actor(ctx), found.Cards)
	if err != nil {
		return a, err
	}
	a.Data.Orders = &shown
	a.Meta = &contract.PageMeta{Page: page, Limit: limit, Total: found.Total, TotalPages: web.Pages(found.Total, limit)}
	if sort.By == byCreation && len(found.Cards) > 0 && page*limit < found.Total {
		last := found.Cards[len(found.Cards)-1]
		a.Data.Next = web.Some(web.Cursor(web.Place{Ascending: sort.Ascending, Created: last.CreatedAt, ID: last.ID}))
	}
	return a, nil
}

// byCreation is the sort that orders never change their place in, so that pages of it can be read one after the other
// while orders change.
const byCreation = "created"

// ordersAfter returns the page of a list after the place that a cursor names. No order comes twice or is left out
// because others, or it itself, change between two pages (D-88).
func (s *API) ordersAfter(
	ctx context.Context, f board.Filter, archived bool, p contract.OrdersRequest, limit int,
) (a contract.OrdersAnswer, err error) {
	place, err := web.ReadPlace(*p.Cursor)
	if err != nil {
		return a, err
	}
	if p.Page != nil ||
		p.Sort != nil && *p.Sort != contract.OrdersParamsSortCreated ||
		p.SortAsc != nil && *p.SortAsc != place.Ascending {
		return a, web.ErrPage
	}
	created := place.Created.Format(time.RFC3339Nano)
	cards, _, err := s.Board.After(
		ctx, web.Actor(ctx), f, archived, board.Sort{By: byCreation, Ascending: place.Ascending},
		board.Place{Key: &created, ID: place.ID}, limit+1,
	)
	if err != nil {
		return a, err
	}
	if len(cards) > limit {
		cards = cards[:limit]
		last := cards[limit-1]
		a.Data.Next = web.Some(web.Cursor(web.Place{Ascending: place.Ascending, Created: last.CreatedAt, ID: last.ID}))
	}
	shown, err := s.cards().Render(ctx, web.Actor(ctx), cards)
	a.Data.Orders = &shown
	return a, err
}

// SearchOrders is the quick search (D-39).
func (s *API) SearchOrders(
	ctx context.Context,
	r contract.SearchOrdersRequest,
) (*contract.FoundOrdersAnswer, error) {
	f, err := s.filter(ctx, fields{"customSearch": web.Value(r.CustomSearch)})
	if err != nil {
		return nil, err
	}
	limit := web.Value(r.Limit)
	if limit == 0 {
		limit = 10
	}
	found, err := s.Board.Search(ctx, web.Actor(ctx), f.Search, limit)
	if err != nil {
		return nil, err
	}
	a := &contract.FoundOrdersAnswer{}
	a.Data.Orders, err = s.cards().Render(ctx, web.Actor(ctx), found)
	return a, err
}

// CreateOrder begins a draft.
func (s *API) CreateOrder(
	ctx context.Context,
	r contract.CreateOrderRequest,
) (*contract.OrderChangedResponse, error) {
	b := r.Body
	id := s.Web.IDFor(r.IdempotencyKey)
	done, err := s.Bus.Do(
		ctx,
		&commands.DraftOrder{Order: id, Customer: web.Value(b.CustomerId), Details: present.NewDetails(b)},
		web.Request(ctx, r.IdempotencyKey, "form"),
	)
	if err != nil {
		return nil, err
	}
	return s.orderChanged(ctx, done, "The order is saved as a draft")
}

// UpdateOrder changes the details that are sent.
func (s *API) UpdateOrder(
	ctx context.Context,
	r contract.UpdateOrderRequest,
) (*contract.OrderChangedResponse, error) {
	b := r.Body
	req := web.Request(ctx, r.IdempotencyKey, "detail")
	if b.ExpectedVersion != nil {
		req.Expected = b.ExpectedVersion
	}
	done, err := s.Bus.Do(ctx, &commands.ChangeOrderDetails{Order: r.OrderId, Change: present.ChangedDetails(b)}, req)
	if err != nil {
		return nil, s.Read.Meanwhile(ctx, err, r.OrderId, r.OrderId, req.Expected)
	}
	return s.orderChanged(ctx, done, "The order is updated")
}

// MoveOrder moves an order on the board, by the status control or from the review screen.
func (s *API) MoveOrder(
	ctx context.Context,
	r contract.MoveOrderRequest,
) (*contract.OrderChangedResponse, error) {
	b := r.Body
	via := order.Via(web.Value(b.Via))
	if via == "" {
		via = order.Board
	}
	to := order.Status(b.Moveto)
	if b.Moveto == contract.MoveMovetoActive {
		to = order.ReadyToGo
	}
	cmd := &commands.MoveOrder{
		Order:      r.OrderId,
		To:         to,
		Via:        via,
		Reason:     web.Value(b.Reason),
		After:      web.Value(b.AfterId),
		Before:     web.Value(b.BeforeId),
		Attachment: web.Value(b.AttachmentId),
	}
	req := web.Request(ctx, r.IdempotencyKey, string(via))
	if b.ExpectedVersion != nil {
		req.Expected = b.ExpectedVersion
	}
	done, err := s.Bus.Do(ctx, cmd, req)
	if err != nil {
		return nil, s.Read.Meanwhile(ctx, err, r.OrderId, r.OrderId, req.Expected)
	}
	return s.orderChanged(ctx, done, movedTo(&done.Order.Summary))
}

// ActOnOrder does a named action.
func (s *API) ActOnOrder(
	ctx context.Context,
	r contract.ActOnOrderRequest,
) (*contract.OrderChangedResponse, error) {
	action := order.Action(r.Body.Action)
	var cmd commands.Command = &commands.ActOnOrder{Order: r.OrderId, Action: action, Reason: web.Value(r.Body.Reason)}
	if action == order.Duplicate {
		cmd = &commands.DuplicateOrder{Order: s.Web.IDFor(r.IdempotencyKey), Of: r.OrderId}
	}
	req := web.Request(ctx, r.IdempotencyKey, "action")
	if r.Body.ExpectedVersion != nil {
		req.Expected = r.Body.ExpectedVersion
	}
	done, err := s.Bus.Do(ctx, cmd, req)
	if err != nil {
		return nil, s.Read.Meanwhile(ctx, err, r.OrderId, r.OrderId, req.Expected)
	}
	return s.orderChanged(ctx, done, acted(action, &done.Order.Summary))
}

// AssignOrder sets operator and manager.
func (s *API) AssignOrder(
	ctx context.Context,
	r contract.AssignOrderRequest,
) (*contract.OrderChangedResponse, error) {
	operator, err := optionalID(r.Body.OperatorId)
	if err != nil {
		return nil, err
	}
	manager, err := optionalID(r.Body.ManagerId)
	if err != nil {
		return nil, err
	}
	done, err := s.Bus.Do(
		ctx,
		&commands.AssignOrder{Order: r.OrderId, Operator: operator, Manager: manager},
		web.Request(ctx, r.IdempotencyKey, "detail"),
	)
	if err != nil {
		return nil, err
	}
	return s.orderChanged(ctx, done, "The order is assigned")
}

// optionalID is nil for an absent field and Nil for an empty one.
func optionalID(text *string) (*uuid.UUID, error) {
	if text == nil || *text == "" {
		return map[bool]*uuid.UUID{true: nil, false: {}}[text == nil], nil
	}
	id, err := uuid.Parse(*text)
	if err != nil {
		return nil, domain.ErrInvalid
	}
	return &id, nil
}

// SetCollaborators sets the people of the team who act on the order.
func (s *API) SetCollaborators(
	ctx context.Context,
	r contract.SetCollaboratorsRequest,
) (*contract.OrderChangedResponse, error) {
	done, err := s.Bus.Do(
		ctx,
		&commands.SetCollaborators{Order: r.OrderId, Users: r.Body.UserIds},
		web.Request(ctx, r.IdempotencyKey, "detail"),
	)
	if err != nil {
		return nil, err
	}
	return s.orderChanged(ctx, done, "The collaborators are set")
}

// UnlockOrder is called after a failed upload (BD-142). Uploads never lock an order here, so the
// call changes nothing. It returns the order to a caller who may act on it.
func (s *API) UnlockOrder(
	ctx context.Context,
	r contract.UnlockOrderRequest,
) (*contract.OrderChangedResponse, error) {
	o, err := s.Board.One(ctx, web.Actor(ctx), r.OrderId)
	if err != nil {
		return nil, err
	}
	if !o.ActsOn(web.Actor(ctx)) {
		return nil, order.ErrNotYours
	}
	return s.orderChanged(
		ctx, commands.Result{Stream: o.ID, Version: o.Version, Position: o.Position, Order: &o},
		"The order is unlocked",
	)
}

// orderChanged returns the answer to a command on an order: the fields of D-07 and the card as the
// caller may see it.
func (s *API) orderChanged(
	ctx context.Context,
	done commands.Result,
	message string,
) (*contract.OrderChangedResponse, error) {
	a := new(contract.OrderChangedResponse)
	a.Body.Message = message
	a.Position = &done.Position
	a.Body.Data = contract.OrderChange{OrderId: done.Stream, Version: done.Version, Position: done.Position}
	if done.Order == nil {
		return a, nil
	}
	a.Body.Data.Status = contract.Status(done.Order.Status)
	if done.Order.Deleted {
		return a, nil
	}
	card, err := s.cards().Changed(ctx, web.Actor(ctx), &done.Order.Summary)
	a.Body.Data.Order = &card
	return a, err
}
