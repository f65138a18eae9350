package commands

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
)

// DraftOrder creates a draft order. Its id must be new. Customer is set by people who order on behalf of a customer. It
// is uuid.Nil for the sender's own customer account.
type DraftOrder struct {
	Order    uuid.UUID `stream:"order"`
	Customer uuid.UUID
	Details  order.Details
}

// ErrCustomerRequired is returned when the sender names no customer and belongs to none.
var ErrCustomerRequired = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "order.customer_required",
	Message: "Say for which customer this order is.",
}

func (c *DraftOrder) handle(ctx context.Context, w *work) error {
	if err := policy.Check(w.by, policy.Create, policy.CreateOrder); err != nil {
		return err
	}
	customer, err := w.customerFor(ctx, c.Customer)
	if err != nil {
		return err
	}
	if err := w.notFrozen(ctx, customer.ID); err != nil {
		return err
	}
	d, err := w.described(ctx, customer, c.Details)
	if err != nil {
		return err
	}
	o, err := take(ctx, w, order.Streams, c.Order)
	if err != nil {
		return err
	}
	return o.Draft(order.Drafted{Client: customer.ClientID, Customer: customer.ID, Creator: w.by.ID, Details: d}, w.at)
}

// described completes the details of a new order with what its account and its service say.
func (w *work) described(ctx context.Context, of Customer, d order.Details) (order.Details, error) {
	d.Package, d.PAYG = of.Package, d.PAYG && of.PAYG
	if d.Service != uuid.Nil {
		service, err := w.bus.Services.Service(ctx, d.Service)
		if err != nil {
			return d, err
		}
		d.ServiceName, d.Terms = service.Name, service.Terms
	}
	brief, err := topic.ParseBrief(d.Brief)
	d.Brief = brief
	return d, err
}

// customerFor returns the account the order will belong to. That is the wanted account, or the
// sender's own if none is wanted. It returns domain.ErrNotFound for an account that the sender may
// not order for.
func (w *work) customerFor(ctx context.Context, wanted uuid.UUID) (Customer, error) {
	own := w.by.CustomerID
	switch {
	case wanted == uuid.Nil && own == uuid.Nil:
		return Customer{}, ErrCustomerRequired
	case wanted == uuid.Nil:
		wanted = own
	case own != uuid.Nil && wanted != own:
		return Customer{}, domain.ErrNotFound
	}
	customer, err := w.bus.People.Customer(ctx, wanted)
	if err != nil {
		return Customer{}, err
	}
	if w.by.Role.IsCustomer() && customer.ClientID != w.by.ClientID {
		return Customer{}, domain.ErrNotFound
	}
	return customer, nil
}

// number gives the order that begins with the recorded events the next number of its client. It comes last, because a
// number that was given is not given again: an order that cannot be stored then leaves a hole, unless its command
// comes again.
func (w *work) number(ctx context.Context) error {
	o := w.mainOrder()
	if o == nil || !o.NeedsNumber() {
		return nil
	}
	name := o.ClientOf()
	seller, err := w.readClient(ctx, name)
	if err != nil {
		return err
	}
	for range maxAttempts {
		var n int64
		if n, err = w.nextNumber(ctx, name, o.ID); err == nil {
			o.Call(order.Number{Prefix: seller.Selling.Numbering(), N: n})
			return nil
		}
		if !errors.Is(err, domain.ErrStaleVersion) || ctx.Err() != nil { // stale: another process gave a number
			return err
		}
	}
	return domain.ErrBusy
}

// nextNumber returns the number that an order has already in its client's register, or gives it the next.
func (w *work) nextNumber(ctx context.Context, client string, id uuid.UUID) (int64, error) {
	s, r, err := open(ctx, w.bus.Log, order.RegisterStreams, order.RegisterOf(client))
	if err != nil {
		return 0, err
	}
	defer s.Unlock()
	if n := r.Of(id); n > 0 {
		return n, nil
	}
	n, err := w.bus.Numbers.Free(ctx, client, r.Last)
	if err != nil {
		return 0, err
	}
	r.Give(id, n, w.at)
	_, err = s.Append(
		ctx,
		Write{Events: r.TakeRecorded(), Meta: domain.Meta{Role: domain.System, Command: "NumberOrder"}},
		nil,
	)
	return n, err
}

// ChangeOrderDetails changes those details of an order that are not nil in Change.
type ChangeOrderDetails struct {
	Order  uuid.UUID `stream:"order"`
	Change order.DetailsChanged
}

func (c *ChangeOrderDetails) handle(ctx context.Context, w *work) error {
	change := c.Change
	if change.Service != nil {
		service, err := w.bus.Services.Service(ctx, *change.Service)
		if err != nil {
			return err
		}
		change.ServiceName, change.Terms = &service.Name, &service.Terms
	}
	if change.Brief != nil {
		brief, err := topic.ParseBrief(*change.Brief)
		if err != nil {
			return err
		}
		change.Brief = &brief
	}
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if change.PAYG != nil && *change.PAYG {
		customer, err := w.bus.People.Customer(ctx, o.Customer)
		if err != nil {
			return err
		}
		change.PAYG = &customer.PAYG
	}
	if !policy.EditsDetails(w.by, &o.Summary) {
		return policy.Check(w.by, policy.Update, policy.OrderDetails)
	}
	return o.ChangeDetails(change, w.by, w.at)
}

// MoveOrder moves an order to another status on one of the three surfaces (D-07). After and Before
// are the cards between which it is dropped.
type MoveOrder struct {
	Order      uuid.UUID `stream:"order"`
	To         order.Status
	Via        order.Via
	Reason     string
	After      uuid.UUID
	Before     uuid.UUID
	Attachment uuid.UUID // the proof on screen, for moves from the review screen
}

func (c *MoveOrder) handle(ctx context.Context, w *work) error {
	m := order.Move{To: c.To, Via: c.Via, Reason: c.Reason, Jitter: w.jitter}
	var err error
	if m.After, err = w.rankOf(ctx, c.After, c.To); err != nil {
		return err
	}
	if m.Before, err = w.rankOf(ctx, c.Before, c.To); err != nil {
		return err
	}
	m.Placed = m.After != "" || m.Before != ""
	if c.Before != uuid.Nil && m.After != "" &&
		m.After >= m.Before { // the cards moved since the drop: place it right behind After
		m.Before = order.RankRightBehind(m.After)
	}
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if c.Via == order.Review && c.Attachment != uuid.Nil {
		if err := c.checkAttachment(ctx, w); err != nil {
			return err
		}
	}
	if o.Status == order.Draft && c.To != order.Draft || o.TakesSlot(c.To) {
		if err := w.mayBegin(ctx, o); err != nil {
			return err
		}
	}
	if o.TakesSlot(c.To) {
		if m.SlotIsFree, err = w.slot(ctx, o.Customer); err != nil {
			return err
		}
	}
	return o.Move(m, w.by, w.at)
}

// ActOnOrder performs a named action on an order (D-05). For the action duplicate, send
// DuplicateOrder.
type ActOnOrder struct {
	Order  uuid.UUID `stream:"order"`
	Action order.Action
	Reason string
}

func (c *ActOnOrder) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	var free bool
	if c.Action == order.Publish || c.Action == order.MakeReady {
		if err := w.mayBegin(ctx, o); err != nil {
			return err
		}
		if free, err = w.slot(ctx, o.Customer); err != nil {
			return err
		}
	}
	return o.Act(c.Action, c.Reason, free, w.by, w.at)
}

// DuplicateOrder creates a draft with the details of another order (D-05).
type DuplicateOrder struct {
	Order uuid.UUID `stream:"order"`
	Of    uuid.UUID
}

func (c *DuplicateOrder) handle(ctx context.Context, w *work) error {
	if c.Of == c.Order { // locking the stream twice would deadlock
		return order.ErrExists
	}
	original, err := w.visibleOrder(ctx, c.Of)
	if err != nil {
		return err
	}
	d, err := original.Duplicated(w.by)
	if err != nil {
		return err
	}
	w.letGo()
	o, err := take(ctx, w, order.Streams, c.Order)
	if err != nil {
		return err
	}
	return o.Draft(d, w.at)
}

// AssignOrder assigns an operator and a manager to an order. A nil pointer keeps the assigned
// person, and a pointer to uuid.Nil removes them.
type AssignOrder struct {
	Order    uuid.UUID `stream:"order"`
	Operator *uuid.UUID
	Manager  *uuid.UUID
}

// ErrNotAssignable is returned for a person whose role does not fit the assignment.
var ErrNotAssignable = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "order.not_assignable",
	Message: "This person cannot be assigned here.",
}

func (c *AssignOrder) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if err := policy.Check(w.by, policy.Update, policy.AssignedOperator); err != nil {
		return err
	}
	if err := w.assignable(ctx, c.Operator, func(r domain.Role) bool { return r == domain.Operator }); err != nil {
		return err
	}
	if err := w.assignable(ctx, c.Manager, domain.Role.Manages); err != nil {
		return err
	}
	a := order.Assigned{Operator: o.Operator, Manager: o.Manager}
	if c.Operator != nil {
		a.Operator = *c.Operator
	}
	if c.Manager != nil {
		a.Manager = *c.Manager
	}
	return o.Assign(a, w.by, w.at)
}

// assignable returns ErrNotAssignable if the person does not exist or their role does not fit. It
// accepts nil and uuid.Nil.
func (w *work) assignable(ctx context.Context, id *uuid.UUID, fits func(domain.Role) bool) error {
	if id == nil || *id == uuid.Nil {
		return nil
	}
	switch p, err := w.bus.People.Person(ctx, *id); {
	case errors.Is(err, domain.ErrNotFound):
		return ErrNotAssignable
	case err != nil:
		return err
	case !fits(p.Role):
		return ErrNotAssignable
	}
	return nil
}

// SetCollaborators sets which members of the customer's team may act on the order (D-09).
type SetCollaborators struct {
	Order uuid.UUID `stream:"order"`
	Users []uuid.UUID
}

// ErrNotOfTheTeam is returned for a collaborator who is not a member of the customer's team.
var ErrNotOfTheTeam = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "order.not_of_the_team",
	Message: "Only members of the customer's team can collaborate on an order.",
}

func (c *SetCollaborators) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if !policy.SetsCollaborators(w.by, &o.Summary) {
		return policy.Check(w.by, policy.Update, policy.Collaborators)
	}
	for _, id := range c.Users {
		p, err := w.bus.People.Person(ctx, id)
		if err != nil && !errors.Is(err, domain.ErrNotFound) {
			return err
		}
		if err != nil || !p.Role.IsCustomer() || p.ClientID != o.Client ||
			p.CustomerID != uuid.Nil && p.CustomerID != o.Customer {
			return ErrNotOfTheTeam
		}
	}
	return o.SetCollaborators(c.Users, w.by, w.at)
}

// SetWatermark sets the watermark of an order's downloaded proofs. If the order uses its own
// watermark and Picture is nil, the order keeps the picture it has.
type SetWatermark struct {
	Order   uuid.UUID `stream:"order"`
	Use     order.WatermarkUse
	Picture *domain.Watermark
	Dark    bool
}

func (c *SetWatermark) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if err := policy.CheckWatermark(w.by, &o.Summary); err != nil {
		return err
	}
	return o.SetWatermark(c.Use, c.Picture, c.Dark, w.by, w.at)
}

// PromoteNext makes the customer's first queued order ready to go if a slot is free (D-06). It
// changes nothing if no slot is free or if the order is not the first one any more. Only the system
// may send it.
type PromoteNext struct {
	Order uuid.UUID `stream:"order"`
	Freed int64     // position of the event that freed the slot
}

func (c *PromoteNext) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	o, err := take(ctx, w, order.Streams, c.Order)
	if err != nil {
		return err
	}
	var closed *domain.Error
	if err := w.mayBegin(ctx, o); errors.As(err, &closed) && closed.Code == domain.Conflict {
		return nil // the order waits until the account is open again
	} else if err != nil {
		return err
	}
	free, err := w.slot(ctx, o.Customer)
	if err != nil || !free {
		return err
	}
	first, err := w.bus.Slots.FirstQueued(ctx, o.Customer, c.Freed)
	if err != nil || first != o.ID {
		return err
	}
	o.Promote(c.Freed, w.at)
	return nil
}
