package billing

import (
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Unlimited is a quota without a limit. Every negative quota is (BD-360).
const Unlimited = -1

// Limits of what a plan offers.
const (
	maxName     = 100 // characters
	maxOrders   = 100_000
	maxHours    = 100_000 * 3600 // seconds
	maxStorage  = 1 << 50        // bytes
	maxTrial    = 365            // days
	maxServices = 500
)

// Errors of offers.
var (
	ErrOffer = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "plan.terms_invalid",
		Message: "Check the plan: it has a name of at most 100 characters, and amounts are whole numbers.",
	}
	ErrPrice = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "plan.price_invalid",
		Message: "A free plan has no price, and a paid plan has one. Only a free plan can have a price of an hour.",
	}
)

// Offer is what an account gets from a plan, and for which price. A subscription keeps the offer it
// was made with, however the plan changes later (D-53).
type Offer struct {
	Name         string      `json:"name"`
	Free         bool        `json:"free,omitempty"`
	Price        Amount      `json:"price"` // for a term, without tax
	Currency     Currency    `json:"currency"`
	Term         Term        `json:"term"`
	Hours        int64       `json:"hours"`        // seconds of work in a cycle; below 0: unlimited
	Orders       int         `json:"orders"`       // orders in a cycle; below 0: unlimited
	ActiveOrders int         `json:"activeOrders"` // at a time; below 0: unlimited
	Storage      int64       `json:"storage"`      // bytes; below 0: unlimited
	TrialDays    int         `json:"trialDays,omitempty"`
	PAYG         bool        `json:"payg,omitempty"`      // pay as you go: hours of work have no quota and are billed afterwards (D-57)
	HourPrice    Amount      `json:"hourPrice,omitempty"` // of an hour of such work, without tax
	Services     []uuid.UUID `json:"services,omitempty"`  // what can be ordered; empty: everything
}

// Check returns an error unless the offer can be sold.
func (o Offer) Check() error {
	switch {
	case strings.TrimSpace(o.Name) == "", domain.Legible(o.Name) != nil, utf8.RuneCountInString(o.Name) > maxName,
		o.Term.months() == 0,
		o.Hours > maxHours, o.Orders > maxOrders, o.ActiveOrders > maxOrders, o.Storage > maxStorage,
		o.TrialDays < 0, o.TrialDays > maxTrial,
		len(o.Services) > maxServices:
		return ErrOffer
	case o.Price < 0, o.Price > MaxAmount, o.Free != (o.Price == 0), o.PAYG && !o.Free,
		o.HourPrice < 0, o.HourPrice > MaxAmount, o.PAYG != (o.HourPrice > 0):
		return ErrPrice
	}
	return o.Currency.Check()
}

// Hourly returns the price of an hour of work. It reports false if work is not paid by the hour.
func (o Offer) Hourly() (Hourly, bool) {
	return Hourly{o.HourPrice, o.Currency}, o.PAYG && o.HourPrice > 0
}

// Normal returns the offer with its name trimmed and without an empty list of services, so that equal
// offers have equal fields.
func (o Offer) Normal() Offer {
	o.Name = strings.TrimSpace(o.Name)
	if len(o.Services) == 0 {
		o.Services = nil
	}
	return o
}

// Above compares what two offers cost in the same time. It is positive if o costs more than p.
func (o Offer) Above(p Offer) int {
	mine, other := int64(o.Price)*int64(p.Term.months()), int64(p.Price)*int64(o.Term.months())
	switch {
	case mine > other:
		return 1
	case mine < other:
		return -1
	}
	return 0
}
