package invoice_test

import (
	"fmt"

	"github.com/proofboard/proofboard/domain/invoice"
)

// Invoices and credit notes are numbered apart, in each year from 1.
func ExampleNumberOf() {
	fmt.Println(invoice.NumberOf(invoice.Invoices, 2026, 1))
	fmt.Println(invoice.NumberOf(invoice.CreditNotes, 2026, 12))
	// Output:
	// PB-2026-000001
	// PBC-2026-000012
}
