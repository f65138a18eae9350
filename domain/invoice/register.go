package invoice

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Series is a sequence of numbers: one for invoices and one for credit notes. Its stored names never change.
type Series string

// The series of an issuer.
const (
	Invoices    Series = "PB"
	CreditNotes Series = "PBC"
)

// kind returns what the numbers of a series have after the prefix.
func (s Series) kind() string {
	if s == CreditNotes {
		return "-C"
	}
	return ""
}

// RegisterKey says which register gives a number: each issuer has one for each year and series.
type RegisterKey struct {
	Issuer string
	Year   int
	Series Series
}

// RegisterOf returns the id of a register.
func RegisterOf(k RegisterKey) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "register %s %d %s", k.Issuer, k.Year, k.Series))
}

// NumberOf returns the n-th number of a series, like PB-2026-000001 or, of a credit note, PB-C-2026-000001. prefix is
// what the issuer's numbers begin with now (D-58, D-87).
func NumberOf(prefix string, s Series, year, n int) string {
	return fmt.Sprintf("%s%s-%04d-%06d", prefix, s.kind(), year, n)
}

// Register gives numbers. Its version is the last one, so it has nothing else to remember.
type Register struct{ domain.Base }

// NewRegister returns a register that has given no number.
func NewRegister(id uuid.UUID) *Register { return &Register{domain.Base{ID: id}} }

// Give gives the next number to an invoice.
func (r *Register) Give(of, customer uuid.UUID, at time.Time) {
	r.Record(NumberedType, &Numbered{of, customer}, at)
}

// Apply folds one event.
func (r *Register) Apply(e domain.Event) error {
	if _, ok := e.Data.(*Numbered); !ok {
		return fmt.Errorf("invoice register: unknown event %s", e.Type)
	}
	return r.Advance(e)
}
