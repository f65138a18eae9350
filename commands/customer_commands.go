package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/payment"
)

// ErrActiveOrders refuses to delete an account with active orders (SH-173).
var ErrActiveOrders = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "customer.active_orders",
	Message: "There are active orders. Finish or cancel them before you delete the account.",
}

// Errors that refuse to delete an account with open business (SH-174, D-51).
var (
	ErrUnpaidInvoices = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "customer.unpaid_invoices",
		Message: "There are unpaid invoices. Pay them before you delete the account.",
	}
	ErrActivePaymentMethod = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "customer.active_payment_method",
		Message: "There is an active payment method. Deactivate it before you delete the account.",
	}
)

// onCustomer is embedded by every command on a customer. It provides the aggregate id and type.
type onCustomer struct{ Customer uuid.UUID }

// AggregateID returns the id of the customer.
func (c onCustomer) AggregateID() uuid.UUID { return c.Customer }

// AggregateType implements eventhorizon.Command.
func (onCustomer) AggregateType() eh.AggregateType { return customer.AggregateType }

// CreateCustomer creates an account that places orders, for a reseller or directly.
type CreateCustomer struct {
	onCustomer
	Client string
	Terms  customer.Terms
	SignUp bool // somebody registers themselves
}

// NewSignUpCustomer returns the command for a new direct customer who registers themselves. It is
// refused unless the provider allows that (D-45).
func NewSignUpCustomer(id uuid.UUID, t customer.Terms) *CreateCustomer {
	return &CreateCustomer{onCustomer{id}, domain.DirectClient, t, true}
}

// NewCreateCustomer returns the command for a new customer of a client.
func NewCreateCustomer(id uuid.UUID, client string, t customer.Terms) *CreateCustomer {
	return &CreateCustomer{onCustomer{id}, client, t, false}
}

// CommandType implements eventhorizon.Command.
func (*CreateCustomer) CommandType() eh.CommandType { return "CreateCustomer" }

func (c *CreateCustomer) handle(ctx context.Context, w *work) error {
	if err := policy.ManagesCustomers(w.by, c.Client); err != nil {
		return err
	}
	client, err := w.openClient(ctx, c.Client)
	if err == nil && c.SignUp {
		err = client.MayRegister()
	}
	if err != nil {
		return err
	}
	of, err := take(ctx, w, customer.Streams, c.Customer)
	if err != nil {
		return err
	}
	return of.Create(c.Client, c.Terms, w.at)
}

// ChangeTerms changes what a customer may use.
type ChangeTerms struct {
	onCustomer
	Terms customer.Terms
}

// NewChangeTerms returns the command for a customer.
func NewChangeTerms(id uuid.UUID, t customer.Terms) *ChangeTerms {
	return &ChangeTerms{onCustomer{id}, t}
}

// CommandType implements eventhorizon.Command.
func (*ChangeTerms) CommandType() eh.CommandType { return "ChangeTerms" }

func (c *ChangeTerms) handle(ctx context.Context, w *work) error {
	of, err := take(ctx, w, customer.Streams, c.Customer)
	switch {
	case err != nil:
		return err
	case !of.Exists():
		return domain.ErrNotFound
	}
	if err := policy.ManagesCustomers(w.by, of.Client); err != nil {
		return err
	}
	return of.ChangeTerms(c.Terms, w.at)
}

// RequestDeletion announces the deletion of the sender's account (D-51). The caller has checked the
// password.
type RequestDeletion struct {
	onCustomer
	Reason string
}

// NewRequestDeletion returns the command for a customer.
func NewRequestDeletion(id uuid.UUID, reason string) *RequestDeletion {
	return &RequestDeletion{onCustomer{id}, reason}
}

// CommandType implements eventhorizon.Command.
func (*RequestDeletion) CommandType() eh.CommandType { return "RequestDeletion" }

func (c *RequestDeletion) redacted() any { return c.onCustomer }

func (c *RequestDeletion) handle(ctx context.Context, w *work) error {
	if err := c.own(w); err != nil {
		return err
	}
	methods, err := take(ctx, w, payment.Streams, payment.StreamOf(c.Customer)) // guards the append
	if err != nil {
		return err
	}
	of, err := take(ctx, w, customer.Streams, c.Customer)
	if err != nil {
		return err
	}
	if !domain.ValidReason(c.Reason) {
		return domain.ErrReasonMissing
	}
	switch active, err := w.bus.Slots.Active(ctx, c.Customer); {
	case err != nil:
		return err
	case active:
		return ErrActiveOrders
	}
	switch unpaid, err := w.bus.Usage.Unpaid(ctx, c.Customer); {
	case err != nil:
		return err
	case unpaid:
		return ErrUnpaidInvoices
	case methods.AnyActive():
		return ErrActivePaymentMethod
	}
	return of.RequestDeletion(c.Reason, w.at)
}

// AbandonSignUp lets the account of somebody who registered themselves be deleted at once, because they
// never proved their address. Only the product itself sends it.
type AbandonSignUp struct {
	onCustomer
	Person uuid.UUID
}

// NewAbandonSignUp returns the command for a customer and its owner.
func NewAbandonSignUp(id, person uuid.UUID) *AbandonSignUp {
	return &AbandonSignUp{onCustomer{id}, person}
}

// CommandType implements eventhorizon.Command.
func (*AbandonSignUp) CommandType() eh.CommandType { return "AbandonSignUp" }

func (c *AbandonSignUp) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	owner, err := take(ctx, w, member.Streams, member.StreamOf(c.Person))
	if err != nil {
		return err
	}
	if owner.Customer != c.Customer || owner.Verified {
		return domain.ErrNotFound
	}
	w.letGo()
	of, err := take(ctx, w, customer.Streams, c.Customer)
	if err != nil {
		return err
	}
	return of.Abandon(w.at)
}

// TakeBackDeletion keeps the sender's account.
type TakeBackDeletion struct{ onCustomer }

// NewTakeBackDeletion returns the command for a customer.
func NewTakeBackDeletion(id uuid.UUID) *TakeBackDeletion { return &TakeBackDeletion{onCustomer{id}} }

// CommandType implements eventhorizon.Command.
func (*TakeBackDeletion) CommandType() eh.CommandType { return "TakeBackDeletion" }

func (c *TakeBackDeletion) handle(ctx context.Context, w *work) error {
	of, err := c.ownAccount(ctx, w)
	if err != nil {
		return err
	}
	return of.TakeBackDeletion(w.at)
}

// RemindOfDeletion records that the deletion of an account is a week or a day ahead (D-79). Only the
// product itself sends it.
type RemindOfDeletion struct{ onCustomer }

// NewRemindOfDeletion returns the command for a customer.
func NewRemindOfDeletion(id uuid.UUID) *RemindOfDeletion { return &RemindOfDeletion{onCustomer{id}} }

// CommandType implements eventhorizon.Command.
func (*RemindOfDeletion) CommandType() eh.CommandType { return "RemindOfDeletion" }

func (c *RemindOfDeletion) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	of, err := take(ctx, w, customer.Streams, c.Customer)
	if err != nil {
		return err
	}
	return of.Remind(w.at)
}

// DeleteCustomer deletes an account whose grace period has ended. Only the product itself sends it.
type DeleteCustomer struct{ onCustomer }

// NewDeleteCustomer returns the command for a customer.
func NewDeleteCustomer(id uuid.UUID) *DeleteCustomer { return &DeleteCustomer{onCustomer{id}} }

// CommandType implements eventhorizon.Command.
func (*DeleteCustomer) CommandType() eh.CommandType { return "DeleteCustomer" }

func (c *DeleteCustomer) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	of, err := take(ctx, w, customer.Streams, c.Customer)
	if err != nil {
		return err
	}
	return of.Delete(w.at)
}

// ownAccount locks and returns the sender's own account. Other accounts do not exist for them.
func (c onCustomer) ownAccount(ctx context.Context, w *work) (*customer.Customer, error) {
	if err := c.own(w); err != nil {
		return nil, err
	}
	return take(ctx, w, customer.Streams, c.Customer)
}

// own returns an error unless the account is the sender's own, and they may delete it.
func (c onCustomer) own(w *work) error {
	if w.by.CustomerID != c.Customer || c.Customer == uuid.Nil {
		return domain.ErrNotFound
	}
	return policy.Check(w.by, policy.Create, policy.DeleteAccount)
}
