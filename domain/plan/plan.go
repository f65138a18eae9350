// Package plan decides about the plans that a design service or a reseller sells to its customers.
package plan

import (
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// Errors of plans.
var (
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "plan.exists",
		Message: "A plan with this id exists already.",
	}
	ErrSeller = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "plan.seller_invalid",
		Message: "A plan is sold by a reseller, or by the design service to its direct customers.",
	}
	ErrCurrencyStays = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "plan.currency_stays",
		Message: "The currency and the term of a plan stay as they are. Create another plan instead.",
	}
	ErrRetired = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "plan.retired",
		Message: "This plan is no longer offered.",
	}
	ErrNotRetired = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "plan.offered",
		Message: "This plan is offered already.",
	}
)

// Plan is a plan, folded from its events.
type Plan struct {
	domain.Base
	Seller  string
	Offer   billing.Offer // of the newest version
	Edition int           // number of the offer, from 1
	State   State
}

// New returns a plan without events.
func New(id uuid.UUID) *Plan { return &Plan{Base: domain.Base{ID: id}} }

// Create begins the plan.
func (p *Plan) Create(seller string, o billing.Offer, at time.Time) error {
	o = o.Normal()
	switch {
	case p.Exists():
		return ErrExists
	case seller == "" || seller == domain.ProviderClient:
		return ErrSeller
	}
	if err := o.Check(); err != nil {
		return err
	}
	p.Record(CreatedType, &Created{seller, o}, at)
	return nil
}

// Change makes a new version. The offer that the plan has already makes none.
func (p *Plan) Change(o billing.Offer, at time.Time) error {
	o = o.Normal()
	if err := p.turn(change, ErrRetired); err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return err
	}
	if o.Currency != p.Offer.Currency || o.Term != p.Offer.Term {
		return ErrCurrencyStays
	}
	if !reflect.DeepEqual(o, p.Offer) {
		p.Record(ChangedType, &Changed{o}, at)
	}
	return nil
}

// Retire takes the plan out of the offer.
func (p *Plan) Retire(at time.Time) error {
	if err := p.turn(retire, ErrRetired); err != nil {
		return err
	}
	p.Record(RetiredType, &Retired{}, at)
	return nil
}

// Reoffer takes the plan into the offer again.
func (p *Plan) Reoffer(at time.Time) error {
	if err := p.turn(reoffer, ErrNotRetired); err != nil {
		return err
	}
	p.Record(ReofferedType, &Reoffered{}, at)
	return nil
}

// Choosable returns an error unless customers of a seller can choose the plan. For customers of others
// it does not exist.
func (p *Plan) Choosable(seller string) error {
	switch {
	case !p.Exists() || p.Seller != seller:
		return domain.ErrNotFound
	case p.State != Offered:
		return ErrRetired
	}
	return nil
}

// turn returns an error unless the plan may make a transition: refused, if the plan exists.
func (p *Plan) turn(trigger string, refused error) error {
	if !p.Exists() {
		return domain.ErrNotFound
	}
	if _, ok := domain.Next(life(), p.State, trigger); !ok {
		return refused
	}
	return nil
}

// Apply folds one event.
func (p *Plan) Apply(e domain.Event) error {
	if err := p.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Created:
		p.Seller, p.Offer, p.State = d.Seller, d.Offer, Offered
		p.Edition++
	case *Changed:
		p.Offer = d.Offer
		p.Edition++
	case *Retired:
		p.State = OutOfOffer
	case *Reoffered:
		p.State = Offered
	default:
		return fmt.Errorf("plan: unknown event %s", e.Type)
	}
	return nil
}
