package payment_test

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/payment"
)

// The first card is the one that invoices are charged to. It cannot be deleted while it is active.
func ExampleMethods_Charged() {
	customer, card := uuid.New(), uuid.New()
	m, now := payment.New(payment.StreamOf(customer)), time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	err := m.Add(payment.Added{
		Method:    card,
		Customer:  customer,
		Reference: "pm_1",
		Card:      payment.Card{Brand: "visa", Last4: "4242", Expires: "04/2029"},
	}, now)
	for _, r := range m.TakeRecorded() {
		_ = m.Apply(domain.Event{Stream: m.ID, Version: m.Version + 1, Type: r.Type, Data: r.Data})
	}
	charged, ok := m.Charged()
	fmt.Println(err, charged.Card.Last4, ok)
	fmt.Println(m.Delete(card, now))
	// Output:
	// <nil> 4242 true
	// payment_method.active: An active payment method has to be deactivated before it can be deleted.
}
