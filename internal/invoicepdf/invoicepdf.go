// Package invoicepdf draws invoices and credit notes as PDF files.
package invoicepdf

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/internal/sheet"
)

// Party is who sells or who buys.
type Party struct{ Name, Address, Country, Contact string }

// Invoice is what a document shows.
type Invoice struct {
	Number      string
	CreditNote  string // its number; the document is a credit note for the invoice if it is not empty
	Issued      billing.Date
	Due         billing.Date // the last day on which it is paid in time
	PaidOn      time.Time    // zero while it is not paid
	Void        bool         // it does not have to be paid
	Seller      Party
	Buyer       Party
	Bill        billing.Bill
	BankDetails string // where it can be paid; empty if it cannot
	Colour      string // of the brand: #rrggbb
	Brand       []byte // the logo of the seller as a PNG, or nil
}

const day = "02 Jan 2006"

// The right edges of the columns of numbers, in millimetres.
const (
	quantityAt = 130.0
	priceAt    = 160.0
)

type document struct {
	*sheet.Sheet
	Invoice
}

// Write returns the PDF.
func Write(i Invoice) ([]byte, error) {
	d := document{sheet.New(i.name()+" "+i.number(), "Proofboard", i.Issued.Begin(time.UTC)), i}
	if err := d.heading(); err != nil {
		return nil, err
	}
	d.parties()
	d.lines()
	d.sums()
	d.payment()
	return d.Bytes()
}

func (i Invoice) name() string {
	if i.CreditNote != "" {
		return "Credit note"
	}
	return "Invoice"
}

func (i Invoice) number() string { return cmp.Or(i.CreditNote, i.Number) }

// sign is -1 on a credit note, which gives back what the invoice asked for.
func (i Invoice) sign() billing.Amount {
	if i.CreditNote != "" {
		return -1
	}
	return 1
}

func (d *document) heading() error {
	d.Fill(sheet.ColourOf(d.Colour))
	d.F.Rect(0, 0, 210, 4, "F")
	if d.Brand == nil {
		d.Text(sheet.Left, 20, 9, "Go", "B", sheet.Soft, 80, strings.ToUpper(d.Seller.Name))
	} else if err := d.Logo(d.Brand); err != nil {
		return err
	}
	d.Text(sheet.Left, 35, 25, "Go", "B", sheet.Ink, 100, d.name())
	d.Text(sheet.Left, 42, 11.5, "Go", "", sheet.Soft, 100, d.number())
	d.Y = 27
	fact := func(what, value string) {
		d.Text(136, d.Y, 9.5, "Go", "", sheet.Soft, 30, what)
		d.TextRight(sheet.Right, d.Y, 9.5, "", sheet.Ink, value)
		d.Y += 5.6
	}
	if d.CreditNote != "" {
		fact("For invoice", d.Number)
	}
	fact("Issued", d.Issued.Text())
	switch {
	case d.CreditNote != "":
	case d.Void:
		fact("State", "Void")
	case !d.PaidOn.IsZero():
		fact("Paid on", d.PaidOn.Format(day))
	default:
		fact("Payment due", d.Due.Text())
	}
	return nil
}

func (d *document) parties() {
	const half = sheet.Left + sheet.Width/2
	top := 56.0
	end := max(d.party(sheet.Left, top, "From", d.Seller), d.party(half, top, "To", d.Buyer))
	d.Y = end + 8
}

func (d *document) party(x, y float64, title string, p Party) float64 {
	const wide = sheet.Width/2 - 6
	d.Text(x, y, 8.5, "Go", "B", sheet.Soft, wide, strings.ToUpper(title))
	y += 6
	d.Text(x, y, 11, "Go", "B", sheet.Ink, wide, p.Name)
	for line := range strings.Lines(p.Address + "\n" + p.Country + "\n" + p.Contact) {
		if line = strings.TrimSpace(line); line != "" {
			y += 5
			d.Text(x, y, 9.5, "Go", "", sheet.Ink, wide, line)
		}
	}
	return y
}

// columns writes the names of the columns.
func (d *document) columns() {
	d.Text(sheet.Left, d.Y, 8.5, "Go", "B", sheet.Soft, 80, "WHAT")
	d.TextRight(quantityAt, d.Y, 8.5, "B", sheet.Soft, "QUANTITY")
	d.TextRight(priceAt, d.Y, 8.5, "B", sheet.Soft, "PRICE")
	d.TextRight(sheet.Right, d.Y, 8.5, "B", sheet.Soft, "AMOUNT")
	d.rule()
}

func (d *document) rule() {
	d.Stroke(sheet.Line)
	d.F.SetLineWidth(0.25)
	d.F.Line(sheet.Left, d.Y+2.4, sheet.Right, d.Y+2.4)
	d.Y += 8
}

// room begins a new page unless so many millimetres are left.
func (d *document) room(wanted float64) bool {
	if d.Y+wanted <= sheet.Bottom {
		return false
	}
	d.F.AddPage()
	d.Y = 20
	d.Text(sheet.Left, d.Y, 9.5, "Go", "", sheet.Soft, sheet.Width, d.name()+" "+d.number())
	d.Y += 10
	return true
}

func (d *document) lines() {
	d.columns()
	for _, l := range d.Bill.Lines {
		if d.room(12) {
			d.columns()
		}
		d.Text(sheet.Left, d.Y, 10, "Go", "", sheet.Ink, quantityAt-sheet.Left-22, what(l))
		d.TextRight(quantityAt, d.Y, 10, "", sheet.Ink, fmt.Sprint(l.Quantity))
		d.TextRight(priceAt, d.Y, 10, "", sheet.Ink, d.Bill.Currency.Text(d.sign()*l.Price))
		d.TextRight(sheet.Right, d.Y, 10, "", sheet.Ink, d.Bill.Currency.Text(d.sign()*l.Amount))
		if about := d.about(l); about != "" {
			d.Y += 4.6
			d.Text(sheet.Left, d.Y, 8.5, "Go", "", sheet.Soft, 90, about)
		}
		d.rule()
	}
}

// about says which days a line is for, and its tax rate if the bill has several.
func (d *document) about(l billing.Line) string {
	var parts []string
	if !l.Period.From.IsZero() {
		parts = append(parts, l.Period.From.Text()+" – "+l.Period.Until.AddDays(-1).Text())
	}
	if len(d.Bill.Taxes()) > 1 {
		parts = append(parts, percent(d.Bill.RateOf(l))+" tax")
	}
	return strings.Join(parts, ", ")
}

// what names a line.
func what(l billing.Line) string {
	switch {
	case l.Kind == billing.ForUnused:
		return "Unused days of " + l.Name
	case l.Each:
		return l.Name + ", with each cycle"
	}
	return l.Name
}

func (d *document) sums() {
	taxes := d.Bill.Taxes()
	d.room(20 + 6*float64(len(taxes)))
	sum := func(what, style string, a billing.Amount) {
		d.TextRight(priceAt, d.Y, 10, style, sheet.Soft, what)
		d.TextRight(sheet.Right, d.Y, 10, style, sheet.Ink, d.Bill.Currency.Text(d.sign()*a))
		d.Y += 6
	}
	sum("Net", "", d.Bill.Net)
	for _, t := range taxes {
		sum("Tax "+percent(t.Rate), "", t.Tax)
	}
	sum("Total", "B", d.Bill.Total)
	d.Y += 8
}

// percent writes a rate of thousandths of a percent.
func percent(rate int) string {
	text := fmt.Sprintf("%d.%03d", rate/1000, rate%1000)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + "%"
}

// payment says where the invoice can be paid, while it has to be.
func (d *document) payment() {
	if d.CreditNote != "" || d.Void || !d.PaidOn.IsZero() || d.BankDetails == "" {
		return
	}
	d.room(30)
	d.Title("Payment")
	d.Text(
		sheet.Left,
		d.Y,
		9.5,
		"Go",
		"",
		sheet.Ink,
		sheet.Width,
		"Please give the number "+d.Number+" with your payment.",
	)
	for line := range strings.Lines(d.BankDetails) {
		d.Y += 5.2
		if d.room(6) {
			d.Y += 5.2
		}
		d.Text(sheet.Left, d.Y, 9.5, "Go", "", sheet.Ink, sheet.Width, strings.TrimSpace(line))
	}
}
