package payment_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/payment"
)

var methods = domaintest.Of(payment.Streams)

var (
	now           = domaintest.Now
	customer      = domaintest.ID("customer")
	first, second = domaintest.ID("first"), domaintest.ID("second")
	firstAdded    = &payment.Added{Method: first, Customer: customer, Reference: "pm_1"}
	secondAdded   = &payment.Added{Method: second, Customer: customer, Reference: "pm_2"}
)

type decision = func(*payment.Methods) error

func add(method uuid.UUID, reference string) decision {
	return func(m *payment.Methods) error {
		return m.Add(payment.Added{Method: method, Customer: customer, Reference: reference}, now)
	}
}
func makeDefault(id uuid.UUID) decision {
	return func(m *payment.Methods) error { return m.MakeDefault(id, now) }
}
func deactivate(id uuid.UUID) decision {
	return func(m *payment.Methods) error { return m.Deactivate(id, now) }
}
func activate(id uuid.UUID) decision {
	return func(m *payment.Methods) error { return m.Activate(id, now) }
}
func remove(id uuid.UUID) decision {
	return func(m *payment.Methods) error { return m.Delete(id, now) }
}

func TestAMethodIsAReferenceOfThePaymentProvider(t *testing.T) { // D-59
	methods.Given(t).When(add(first, "pm_1")).Then(firstAdded)
	methods.Given(t, firstAdded).When(add(first, "pm_1")).ThenNothing()
	for _, reference := range []string{"", strings.Repeat("x", 256), "\x00"} {
		methods.Given(t).When(add(first, reference)).ThenRefused(payment.ErrReference)
	}
	var many []any
	for i := range 20 {
		many = append(
			many,
			&payment.Added{Method: domaintest.ID(strings.Repeat("x", i)), Customer: customer, Reference: "pm"},
		)
	}
	methods.Given(t, many...).When(add(first, "pm_1")).ThenRefused(payment.ErrTooMany)
}

func TestOnlyAnInactiveMethodCanBeDeleted(t *testing.T) { // BD-024
	off := &payment.Deactivated{Method: first}
	methods.Given(t, firstAdded).When(remove(first)).ThenRefused(payment.ErrActive)
	methods.Given(t, firstAdded).When(deactivate(first)).Then(off)
	methods.Given(t, firstAdded, off).When(deactivate(first)).ThenRefused(payment.ErrInactive)
	methods.Given(t, firstAdded, off).When(makeDefault(first)).ThenRefused(payment.ErrInactive)
	methods.Given(t, firstAdded, off).When(activate(first)).Then(&payment.Activated{Method: first})
	methods.Given(t, firstAdded).When(activate(first)).ThenRefused(payment.ErrActive)
	gone := methods.Given(t, firstAdded, off).When(remove(first)).Then(&payment.Deleted{Method: first}).State()
	if len(gone.All) != 0 {
		t.Errorf("%d methods are left", len(gone.All))
	}
	for _, d := range []decision{remove(second), makeDefault(second), deactivate(second), activate(second)} {
		methods.Given(t, firstAdded).When(d).ThenRefused(domain.ErrNotFound)
	}
}

func TestAnActiveMethodIsTheDefault(t *testing.T) { // D-59
	on := func(id uuid.UUID) any { return &payment.Activated{Method: id} }
	off := func(id uuid.UUID) any { return &payment.Deactivated{Method: id} }
	for name, c := range map[string]struct {
		history []any
		want    uuid.UUID
	}{
		"none":                         {nil, uuid.Nil},
		"the first":                    {[]any{firstAdded, secondAdded}, first},
		"the chosen":                   {[]any{firstAdded, secondAdded, &payment.MadeDefault{Method: second}}, second},
		"the other, if one is off":     {[]any{firstAdded, secondAdded, off(first)}, second},
		"none, if all are off":         {[]any{firstAdded, off(first)}, uuid.Nil},
		"the one that is on again":     {[]any{firstAdded, off(first), on(first)}, first},
		"still the second":             {[]any{firstAdded, secondAdded, off(first), on(first)}, second},
		"the first, if second is gone": {[]any{firstAdded, secondAdded, off(second), &payment.Deleted{Method: second}}, first},
	} {
		if m := methods.Fold(t, c.history...); m.Default != c.want {
			t.Errorf("%s: the default is %s", name, m.Default)
		}
	}
	methods.Given(t, firstAdded).When(makeDefault(first)).ThenNothing()
	methods.Given(t, firstAdded, secondAdded).When(makeDefault(second)).Then(&payment.MadeDefault{Method: second})
}
