package commands

import (
	"context"

	"github.com/google/uuid"

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

// CreateCustomer creates an account that places orders, for a reseller or directly.
type CreateCustomer struct {
	Customer uuid.UUID `stream:"customer"`
	Client   string
	Terms    customer.Terms
	SignUp   bool // somebody registers themselves, which the provider must allow (D-45)
}

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
	Customer uuid.UUID `stream:"customer"`
	Terms    customer.Terms
}

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
	Customer uuid.UUID `stream:"customer"`
	Reason   string
}

func (c *RequestDeletion) redacted() any { return struct{ Customer uuid.UUID }{c.Customer} }

func (c *RequestDeletion) handle(ctx context.Context, w *work) error {
	if err := w.isOwnAccount(c.Customer); err != nil {
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
	Customer uuid.UUID `stream:"customer"`
	Person   uuid.UUID
}

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
type TakeBackDeletion struct {
	Customer uuid.UUID `stream:"customer"`
}

func (c *TakeBackDeletion) handle(ctx context.Context, w *work) error {
	of, err := w.ownAccount(ctx, c.Customer)
	if err != nil {
		return err
	}
	return of.TakeBackDeletion(w.at)
}

// RemindOfDeletion records that the deletion of an account is a week or a day ahead (D-79). Only the
// product itself sends it.
type RemindOfDeletion struct {
	Customer uuid.UUID `stream:"customer"`
}

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
type DeleteCustomer struct {
	Customer uuid.UUID `stream:"customer"`
}

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
func (w *work) ownAccount(ctx context.Context, id uuid.UUID) (*customer.Customer, error) {
	if err := w.isOwnAccount(id); err != nil {
		return nil, err
	}
	return take(ctx, w, customer.Streams, id)
}

// own returns an error unless the account is the sender's own, and they may delete it.
func (w *work) isOwnAccount(id uuid.UUID) error {
	if w.by.CustomerID != id || id == uuid.Nil {
		return domain.ErrNotFound
	}
	return policy.Check(w.by, policy.Create, policy.DeleteAccount)
}
