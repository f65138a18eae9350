package commands

import (
	"context"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/payment"
)

// MethodChange is what happens to a payment method.
type MethodChange string

// The changes of payment methods.
const (
	AddMethod         MethodChange = "add"
	MakeMethodDefault MethodChange = "make-default"
	DeactivateMethod  MethodChange = "deactivate"
	ActivateMethod    MethodChange = "activate"
	DeleteMethod      MethodChange = "delete"
)

var changes = map[MethodChange]func(*payment.Methods, uuid.UUID, time.Time) error{
	MakeMethodDefault: (*payment.Methods).MakeDefault,
	DeactivateMethod:  (*payment.Methods).Deactivate,
	ActivateMethod:    (*payment.Methods).Activate,
	DeleteMethod:      (*payment.Methods).Delete,
}

// ChangePaymentMethod changes one of the payment methods of the sender's account. It is refused while
// an admin acts as the sender: nobody else decides what is charged (D-48).
type ChangePaymentMethod struct {
	Customer  uuid.UUID
	Method    uuid.UUID
	Change    MethodChange
	Reference string // of the payment provider, for a new method
}

// AggregateID returns the id of the customer's payment methods.
func (c *ChangePaymentMethod) AggregateID() uuid.UUID { return payment.StreamOf(c.Customer) }

// AggregateType implements eventhorizon.Command.
func (*ChangePaymentMethod) AggregateType() eh.AggregateType { return payment.AggregateType }

// CommandType implements eventhorizon.Command.
func (*ChangePaymentMethod) CommandType() eh.CommandType { return "ChangePaymentMethod" }

func (c *ChangePaymentMethod) handle(ctx context.Context, w *work) error {
	switch {
	case w.by.CustomerID != c.Customer || c.Customer == uuid.Nil:
		return domain.ErrNotFound
	case w.by.Impersonator != uuid.Nil:
		return domain.ErrForbidden
	}
	if err := policy.Check(w.by, policy.Update, policy.Billing); err != nil {
		return err
	}
	m, err := w.paymentMethods(ctx, c.Customer)
	if err != nil {
		return err
	}
	if c.Change == AddMethod {
		return m.Add(c.Customer, c.Method, c.Reference, w.at)
	}
	change := changes[c.Change]
	if change == nil {
		return domain.ErrInvalid
	}
	return change(m, c.Method, w.at)
}
