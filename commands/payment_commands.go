package commands

import (
	"context"
	"time"

	"github.com/google/uuid"

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

// ChangePaymentMethod changes one of the payment methods of the sender's account. The product itself adds a card
// whose entry was confirmed after the browser had gone.
type ChangePaymentMethod struct {
	Customer uuid.UUID `stream:"payment-methods"`
	Method   uuid.UUID
	Change   MethodChange
	New      payment.Added // what is added, with AddMethod
}

func (c *ChangePaymentMethod) handle(ctx context.Context, w *work) error {
	if err := policy.ChangesPaymentMethods(w.by, c.Customer); err != nil {
		return err
	}
	m, err := take(ctx, w, payment.Streams, payment.StreamOf(c.Customer))
	if err != nil {
		return err
	}
	if c.Change == AddMethod {
		added := c.New
		added.Customer, added.Method = c.Customer, c.Method
		return m.Add(added, w.at)
	}
	change := changes[c.Change]
	if change == nil {
		return domain.ErrInvalid
	}
	return change(m, c.Method, w.at)
}
