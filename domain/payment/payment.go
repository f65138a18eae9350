// Package payment decides about the payment methods of a customer. Numbers of cards and accounts never
// reach the product: a method is a reference of the payment provider.
package payment

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/qmuntal/stateless"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of payment methods. A customer has one with all of them, because one
// of them is the default.
const AggregateType eh.AggregateType = "payment-methods"

// StreamOf returns the id of the payment methods of a customer.
func StreamOf(customer uuid.UUID) uuid.UUID { return uuid.NewSHA1(customer, []byte("payment methods")) }

// Stored names of the events; they never change.
const (
	AddedType       eh.EventType = "payment-method.added"
	DefaultType     eh.EventType = "payment-method.made_default"
	DeactivatedType eh.EventType = "payment-method.deactivated"
	ActivatedType   eh.EventType = "payment-method.activated"
	DeletedType     eh.EventType = "payment-method.deleted"
)

// Card is what people see of a card.
type Card struct {
	Brand   string `json:"brand"`   // as the payment provider writes it
	Last4   string `json:"last4"`   // the last digits of its number
	Expires string `json:"expires"` // like 04/2029
}

// Added begins a method. The first active one is the default.
type Added struct {
	Method    uuid.UUID `json:"method"`
	Customer  uuid.UUID `json:"customer"`
	Reference string    `json:"reference"`         // of the payment provider
	Account   string    `json:"account,omitempty"` // what the payment provider calls the customer
	Card      Card      `json:"card,omitzero"`
}

// MadeDefault chooses the method that invoices are charged to.
type MadeDefault struct {
	Method uuid.UUID `json:"method"`
}

// Deactivated says that a method is not charged any more. If it was the default, the oldest other
// active method is.
type Deactivated struct {
	Method uuid.UUID `json:"method"`
}

// Activated says that a method can be charged again.
type Activated struct {
	Method uuid.UUID `json:"method"`
}

// Deleted removes a method.
type Deleted struct {
	Method uuid.UUID `json:"method"`
}

// Streams describes the streams of payments.
var Streams = &domain.Streams[*Methods]{
	Type:     AggregateType,
	Says:     "One stream for the payment methods of each customer. Its id is made from the customer's.",
	New:      New,
	Snapshot: 2,
	Place:    80,
	ID:       domain.IDFrom(StreamOf),
	Events: []domain.EventType{
		domain.Type[Added](AddedType, "A payment method was added."),
		domain.Type[MadeDefault](DefaultType, "Invoices are charged to this method."),
		domain.Type[Deactivated](DeactivatedType, "A payment method is not charged any more."),
		domain.Type[Activated](ActivatedType, "A payment method can be charged again."),
		domain.Type[Deleted](DeletedType, "A payment method was deleted."),
	},
}

// State is the state of a payment method.
type State string

// States of a payment method.
const (
	Active   State = "active"
	Inactive State = "inactive"
	Gone     State = "deleted"
)

const (
	makeDefault = "make default"
	deactivate  = "deactivate"
	activate    = "activate"
	remove      = "delete"
)

// life has every transition of a payment method. Only an inactive one can be deleted (BD-024).
var life = sync.OnceValue(func() *stateless.StateMachine {
	m := domain.NewLife(Active)
	m.Configure(Active).PermitReentry(makeDefault).Permit(deactivate, Inactive)
	m.Configure(Inactive).Permit(activate, Active).Permit(remove, Gone)
	m.Configure(Gone)
	return m
})

// Diagram returns the state machine in Graphviz's language, for docs/states.
func Diagram() string { return life().ToGraph() }

const (
	maxMethods   = 20
	maxReference = 255 // bytes
)

// Errors of payment methods.
var (
	ErrReference = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "payment_method.reference_invalid",
		Message: "The payment provider did not accept this payment method.",
	}
	ErrTooMany = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "payment_method.too_many",
		Message: "An account has 20 payment methods at most. Delete one first.",
	}
	ErrActive = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "payment_method.active",
		Message: "An active payment method has to be deactivated before it can be deleted.",
	}
	ErrInactive = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "payment_method.inactive",
		Message: "This payment method is not active.",
	}
)

// Method is a payment method.
type Method struct {
	ID        uuid.UUID
	Reference string
	Card      Card
	State     State
}

// Methods are the payment methods of a customer, folded from their events, in the order in which they
// were added. Deleted ones are not among them.
type Methods struct {
	domain.Base
	Customer uuid.UUID
	Account  string // what the payment provider calls the customer
	All      []Method
	Default  uuid.UUID // Nil if no method is active
}

// New returns a customer without payment methods.
func New(id uuid.UUID) *Methods { return &Methods{Base: domain.Base{ID: id}} }

// Add adds a method. Adding one again has no effect.
func (m *Methods) Add(a Added, at time.Time) error {
	for _, text := range []string{a.Reference, a.Account, a.Card.Brand, a.Card.Last4, a.Card.Expires} {
		if len(text) > maxReference || !domain.Storable(text) {
			return ErrReference
		}
	}
	switch {
	case a.Reference == "":
		return ErrReference
	case m.at(a.Method) >= 0:
		return nil
	case len(m.All) == maxMethods:
		return ErrTooMany
	}
	m.Record(AddedType, &a, at)
	return nil
}

// MakeDefault chooses the method that invoices are charged to.
func (m *Methods) MakeDefault(method uuid.UUID, at time.Time) error {
	if err := m.turn(method, makeDefault, ErrInactive); err != nil {
		return err
	}
	if m.Default != method {
		m.Record(DefaultType, &MadeDefault{method}, at)
	}
	return nil
}

// Deactivate stops charges to a method.
func (m *Methods) Deactivate(method uuid.UUID, at time.Time) error {
	if err := m.turn(method, deactivate, ErrInactive); err != nil {
		return err
	}
	m.Record(DeactivatedType, &Deactivated{method}, at)
	return nil
}

// Activate allows charges to a method again.
func (m *Methods) Activate(method uuid.UUID, at time.Time) error {
	if err := m.turn(method, activate, ErrActive); err != nil {
		return err
	}
	m.Record(ActivatedType, &Activated{method}, at)
	return nil
}

// Delete deletes an inactive method.
func (m *Methods) Delete(method uuid.UUID, at time.Time) error {
	if err := m.turn(method, remove, ErrActive); err != nil {
		return err
	}
	m.Record(DeletedType, &Deleted{method}, at)
	return nil
}

// Charged returns the method that invoices are charged to. It reports false if none is active.
func (m *Methods) Charged() (Method, bool) {
	if i := m.at(m.Default); i >= 0 {
		return m.All[i], true
	}
	return Method{}, false
}

// AnyActive reports whether a method is active.
func (m *Methods) AnyActive() bool { return m.Default != uuid.Nil }

// at returns the place of a method, or -1.
func (m *Methods) at(method uuid.UUID) int {
	return slices.IndexFunc(m.All, func(o Method) bool { return o.ID == method })
}

// turn returns an error unless a method may make a transition: refused, if it exists.
func (m *Methods) turn(method uuid.UUID, trigger string, refused error) error {
	i := m.at(method)
	if i < 0 {
		return domain.ErrNotFound
	}
	if _, ok := domain.Next(life(), m.All[i].State, trigger); !ok {
		return refused
	}
	return nil
}

// Apply folds one event.
func (m *Methods) Apply(e domain.Event) error {
	if err := m.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Added:
		m.Customer = d.Customer
		if d.Account != "" {
			m.Account = d.Account
		}
		m.All = append(slices.Clone(m.All), Method{d.Method, d.Reference, d.Card, Active})
		m.keepDefault()
	case *MadeDefault:
		m.Default = d.Method
	case *Deactivated:
		m.become(d.Method, Inactive)
	case *Activated:
		m.become(d.Method, Active)
	case *Deleted:
		m.All = slices.DeleteFunc(slices.Clone(m.All), func(o Method) bool { return o.ID == d.Method })
	default:
		return fmt.Errorf("payment methods: unknown event %s", e.Type)
	}
	return nil
}

func (m *Methods) become(method uuid.UUID, s State) {
	m.All = slices.Clone(m.All)
	if i := m.at(method); i >= 0 {
		m.All[i].State = s
	}
	m.keepDefault()
}

// keepDefault makes the oldest active method the default, unless the default is active.
func (m *Methods) keepDefault() {
	if i := m.at(m.Default); i >= 0 && m.All[i].State == Active {
		return
	}
	m.Default = uuid.Nil
	if i := slices.IndexFunc(m.All, func(o Method) bool { return o.State == Active }); i >= 0 {
		m.Default = m.All[i].ID
	}
}
