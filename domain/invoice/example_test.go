package invoice_test

import (
	"fmt"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
)

// Invoices and credit notes are numbered apart, in each year from 1.
func ExampleNumberOf() {
	fmt.Println(invoice.NumberOf(billing.DefaultPrefix, invoice.Invoices, 2026, 1))
	fmt.Println(invoice.NumberOf(billing.DefaultPrefix, invoice.CreditNotes, 2026, 12))
	// Output:
	// PB-2026-000001
	// PB-C-2026-000012
}
