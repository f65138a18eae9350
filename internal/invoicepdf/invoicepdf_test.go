package invoicepdf_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/internal/invoicepdf"
)

func day(t *testing.T, text string) billing.Date {
	t.Helper()
	var d billing.Date
	if err := d.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

// example is an upgrade in the middle of a cycle, with 19% tax.
func example(t *testing.T, more ...billing.Line) invoicepdf.Invoice {
	t.Helper()
	cycle := billing.Period{From: day(t, "2026-04-01"), Until: day(t, "2026-05-01")}
	small := billing.Offer{Name: "Small", Price: 300_000, Currency: "EUR", Term: billing.Month}
	studio := billing.Offer{Name: "Studio", Price: 1_000_000, Currency: "EUR", Term: billing.Month}
	lines := append([]billing.Line{
		billing.UnusedLine(uuid.Nil, small, cycle, day(t, "2026-04-16"), billing.RateOf(7_000)),
		billing.PlanLine(uuid.Nil, studio, cycle, day(t, "2026-04-16")),
	}, more...)
	return invoicepdf.Invoice{
		Number: "PB-2026-000042",
		Issued: day(t, "2026-04-16"),
		Due:    day(t, "2026-04-30"),
		Seller: invoicepdf.Party{Name: "Proof Studio Ltd", Address: "1 High Street\nYork", Country: "GB"},
		Buyer: invoicepdf.Party{
			Name:    "Äcme & Söhne",
			Address: "Hauptstraße 5\n10115 Berlin",
			Country: "DE",
			Contact: "Ms Ada",
		},
		Bill:        billing.NewBill("EUR", 19_000, lines...),
		BankDetails: "IBAN GB00 0000\nBIC ABCDEF",
		Colour:      "#1e3a8a",
	}
}

// read returns what other software reads in the PDF: its text with single spaces, and its facts.
func read(t *testing.T, i invoicepdf.Invoice) (text, info string) {
	t.Helper()
	content, err := invoicepdf.Write(i)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "invoice.pdf")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	return run("pdftotext", "-layout", file, "-"), run("pdfinfo", file)
}

func wants(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

func TestTheDocumentSaysWhatTheInvoiceSays(t *testing.T) { // D-58
	text, info := read(t, example(t))
	wants(
		t,
		text,
		"Invoice",
		"PB-2026-000042",
		"Issued 16 Apr 2026",
		"Payment due 30 Apr 2026",
		"Proof Studio Ltd",
		"1 High Street",
		"Äcme & Söhne",
		"Hauptstraße 5",
		"10115 Berlin",
		"Ms Ada",
		"Unused days of Small 1 -3,000.00 EUR -1,500.00 EUR",
		"Studio 1 10,000.00 EUR 5,000.00 EUR",
		"16 Apr 2026 – 30 Apr 2026, 7% tax", // D-86
		"16 Apr 2026 – 30 Apr 2026, 19% tax",
		"Net 3,500.00 EUR",
		"Tax 7% -105.00 EUR",
		"Tax 19% 950.00 EUR",
		"Total 4,345.00 EUR",
		"IBAN GB00 0000",
		"Please give the number PB-2026-000042",
	)
	wants(t, info, "Title: Invoice PB-2026-000042", "Pages: 1", "Page size: 595.28 x 841.89 pts (A4)")
}

func TestAPaidInvoiceAsksForNothing(t *testing.T) { // D-58
	paid := example(t)
	paid.PaidOn = time.Date(2026, 4, 20, 0, 0, 0, 0, time.UTC)
	text, _ := read(t, paid)
	wants(t, text, "Paid on 20 Apr 2026")
	void := example(t)
	void.Void = true
	other, _ := read(t, void)
	wants(t, other, "State Void")
	if all := text + other; strings.Contains(all, "IBAN") || strings.Contains(all, "due") {
		t.Errorf("a payment is asked for: %s", all)
	}
}

func TestACreditNoteGivesBackWhatTheInvoiceAskedFor(t *testing.T) { // D-58
	credit := example(t)
	credit.CreditNote = "PB-C-2026-000007"
	text, info := read(t, credit)
	wants(
		t, text,
		"Credit note", "PB-C-2026-000007", "For invoice PB-2026-000042", "Studio 1 -10,000.00 EUR -5,000.00 EUR",
		"Total -4,345.00 EUR",
	)
	wants(t, info, "Title: Credit note PB-C-2026-000007")
}

func TestALongInvoiceHasMorePages(t *testing.T) { // D-58
	var more []billing.Line
	for n := range 60 {
		more = append(
			more,
			billing.Line{
				Kind:     billing.ForHours,
				Name:     fmt.Sprintf("Pack %d", n),
				Quantity: 2,
				Price:    1_000,
				Amount:   2_000,
			},
		)
	}
	text, info := read(t, example(t, more...))
	wants(t, text, "Pack 0 ", "Pack 59 ", "Total 5,773.00 EUR", "IBAN GB00 0000")
	wants(t, info, "Pages: 4")
	if n := strings.Count(text, "AMOUNT"); n != 4 {
		t.Errorf("the columns are named on %d of 4 pages", n)
	}
}

func TestEqualInvoicesGiveEqualBytes(t *testing.T) {
	one, err := invoicepdf.Write(example(t))
	if err != nil {
		t.Fatal(err)
	}
	if other, err := invoicepdf.Write(example(t)); err != nil || string(one) != string(other) {
		t.Errorf("different bytes, %v", err)
	}
}
