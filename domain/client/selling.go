package client

import (
	"cmp"
	"unicode/utf8"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// Selling is on which terms a client sells plans to its customers. Those of the provider's direct
// customers are settings of their client.
type Selling struct {
	TaxRate     int    `json:"taxRate,omitempty"`     // in thousandths of a percent
	PaymentDays int    `json:"paymentDays,omitempty"` // in which an invoice has to be paid; 0: the usual 14
	BankDetails string `json:"bankDetails,omitempty"` // printed on invoices
	Zone        string `json:"zone,omitempty"`        // of the dates on invoices (D-86); empty: that of the business hours
	Prefix      string `json:"prefix,omitempty"`      // of the numbers of orders and invoices, empty for the usual one (D-87)
}

const (
	usualPaymentDays = 14
	maxPaymentDays   = 90
	maxBankDetails   = 500 // characters
)

// Errors of the terms on which a client sells.
var (
	ErrSelling = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "client.selling_invalid",
		Message: "A tax rate is between 0 and 100%, invoices are due within 90 days, and bank details have at most 500 characters.",
	}
	ErrPrefix = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "client.prefix_invalid",
		Message: "Numbers begin with 2 to 5 letters. PBC is not possible, because credit notes began with it.",
	}
	ErrPacksChanged = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "client.packs_changed",
		Message: "Somebody else has changed the price list meanwhile. It is shown as it is now; please change it again.",
	}
	ErrProviderSells = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "client.provider_sells_directly",
		Message: "The design service sells to its direct customers. Change the terms there.",
	}
)

// Check returns an error unless invoices can be made on these terms.
func (s Selling) Check() error {
	if s.TaxRate < 0 || s.TaxRate > billing.MaxTaxRate || s.PaymentDays < 0 || s.PaymentDays > maxPaymentDays ||
		!domain.Storable(s.BankDetails) || utf8.RuneCountInString(s.BankDetails) > maxBankDetails {
		return ErrSelling
	}
	if s.Prefix != "" && !billing.IsPrefix(s.Prefix) {
		return ErrPrefix
	}
	if s.Zone == "" { // that of the business hours
		return nil
	}
	return domain.CheckZone(s.Zone)
}

// Numbering returns what the numbers of orders and invoices begin with.
func (s Selling) Numbering() string { return cmp.Or(s.Prefix, billing.DefaultPrefix) }

// Calendar returns the time zone of the dates on invoices, with the provider's business hours.
func (s Selling) Calendar(provider Hours) string { return cmp.Or(s.Zone, provider.Zone, "UTC") }

// Due returns the last day on which an invoice that is issued on a day can be paid in time.
func (s Selling) Due(issued billing.Date) billing.Date {
	days := s.PaymentDays
	if days == 0 {
		days = usualPaymentDays
	}
	return issued.AddDays(days)
}
