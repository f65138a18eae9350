// Package customer decides about the accounts that place orders: their terms and their deletion.
package customer

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Grace is the time in which an owner may take a deletion back (BD-022).
const Grace = 30 * 24 * time.Hour

// warnings are the days before a deletion on which the owners are reminded of it (D-79).
var warnings = []int{7, 1}

// Limits of the terms.
const (
	maxPackageName = 100     // characters
	maxOrders      = 100_000 // active orders
	maxStorage     = 1 << 50 // bytes
)

// Errors of customers.
var (
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "customer.exists",
		Message: "A customer with this id exists already.",
	}
	ErrClient = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "customer.client_invalid",
		Message: "A customer belongs to a reseller, or directly to the design service.",
	}
	ErrTerms = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "customer.terms_invalid",
		Message: "Check the terms: a package has a name of at most 100 characters, and amounts are whole numbers.",
	}
	ErrLeaving = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "customer.deletion_requested",
		Message: "This account is going to be deleted. Its owner can take that back.",
	}
	ErrNotLeaving = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "customer.deletion_not_requested",
		Message: "Nobody has asked for the deletion of this account.",
	}
	ErrTooEarly = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "customer.deletion_too_early",
		Message: "The owner can still take the deletion back.",
	}
)

// Customer is an account that places orders, folded from its events.
type Customer struct {
	domain.Base
	Client string
	Terms  Terms
	State  State
	Until  time.Time // when the account is deleted; zero unless its deletion was requested
	Near   int       // days before the deletion of which the owners were reminded last; 0 for none
}

// New returns a customer without an account.
func New(id uuid.UUID) *Customer { return &Customer{Base: domain.Base{ID: id}} }

// check returns an error for terms that make no sense. Amounts below 0 mean unlimited.
func (t Terms) check() error {
	switch {
	case !domain.Storable(t.Package),
		utf8.RuneCountInString(t.Package) > maxPackageName,
		t.MaxActiveOrders > maxOrders,
		t.Storage > maxStorage,
		t.AdditionalStorage < 0,
		t.AdditionalStorage > maxStorage:
		return ErrTerms
	}
	return nil
}

// Create begins the account.
func (c *Customer) Create(client string, t Terms, at time.Time) error {
	t.Package = strings.TrimSpace(t.Package)
	switch {
	case c.Exists():
		return ErrExists
	case client == "" || client == domain.ProviderClient:
		return ErrClient
	}
	if err := t.check(); err != nil {
		return err
	}
	c.Record(CreatedType, &Created{client, t}, at)
	return nil
}

// ChangeTerms replaces the terms. The same terms have no effect.
func (c *Customer) ChangeTerms(t Terms, at time.Time) error {
	t.Package = strings.TrimSpace(t.Package)
	if err := c.Open(); err != nil {
		return err
	}
	if err := t.check(); err != nil {
		return err
	}
	if t != c.Terms {
		c.Record(TermsChangedType, &TermsChanged{t}, at)
	}
	return nil
}

// Open returns an error unless the account can be worked in.
func (c *Customer) Open() error {
	switch {
	case !c.Exists() || c.State == Deleted:
		return domain.ErrNotFound
	case c.State == Leaving:
		return ErrLeaving
	}
	return nil
}

// RequestDeletion announces that the account is deleted when the grace period ends (D-51).
func (c *Customer) RequestDeletion(reason string, at time.Time) error {
	if !domain.ValidReason(reason) {
		return domain.ErrReasonMissing
	}
	if err := c.turn(requestDeletion, ErrLeaving); err != nil {
		return err
	}
	on := at.UTC().Add(Grace).Truncate(time.Second)
	c.Record(DeletionRequestedType, &DeletionRequested{strings.TrimSpace(reason), on}, at)
	return nil
}

// Abandon announces that the account is deleted at once, because nobody ever used it.
func (c *Customer) Abandon(at time.Time) error {
	if err := c.turn(requestDeletion, ErrLeaving); err != nil {
		return err
	}
	c.Record(DeletionRequestedType, &DeletionRequested{On: at.UTC().Truncate(time.Second)}, at)
	return nil
}

// TakeBackDeletion keeps the account.
func (c *Customer) TakeBackDeletion(at time.Time) error {
	if err := c.turn(takeBackDeletion, ErrNotLeaving); err != nil {
		return err
	}
	c.Record(DeletionTakenBackType, &DeletionTakenBack{}, at)
	return nil
}

// Remind records that the deletion is a week or a day ahead, once each. It has no effect at another
// time.
func (c *Customer) Remind(at time.Time) error {
	if c.State != Leaving || !at.Before(c.Until) {
		return nil
	}
	near := 0
	for _, days := range warnings {
		if !at.Before(c.Until.AddDate(0, 0, -days)) {
			near = days
		}
	}
	if near > 0 && (c.Near == 0 || near < c.Near) {
		c.Record(DeletionNearType, &DeletionNear{near}, at)
	}
	return nil
}

// Delete deletes the account for good. Repeating it has no effect. It returns ErrTooEarly while the
// owner may take the deletion back.
func (c *Customer) Delete(at time.Time) error {
	if c.State == Deleted {
		return nil
	}
	if err := c.turn(remove, ErrNotLeaving); err != nil {
		return err
	}
	if at.Before(c.Until) {
		return ErrTooEarly
	}
	c.Record(DeletedType, &WasDeleted{}, at)
	return nil
}

// turn returns an error unless the account may make a transition: refused, if the account exists.
func (c *Customer) turn(trigger string, refused error) error {
	if !c.Exists() || c.State == Deleted {
		return domain.ErrNotFound
	}
	if _, ok := domain.Next(life(), c.State, trigger); !ok {
		return refused
	}
	return nil
}

// Apply folds one event.
func (c *Customer) Apply(e domain.Event) error {
	if err := c.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Created:
		c.Client, c.Terms, c.State = d.Client, d.Terms, Active
	case *TermsChanged:
		c.Terms = d.Terms
	case *DeletionRequested:
		c.State, c.Until, c.Near = Leaving, d.On, 0
	case *DeletionNear:
		c.Near = d.Days
	case *DeletionTakenBack:
		c.State, c.Until, c.Near = Active, time.Time{}, 0
	case *WasDeleted:
		c.State = Deleted
	default:
		return fmt.Errorf("customer: unknown event %s", e.Type)
	}
	return nil
}
