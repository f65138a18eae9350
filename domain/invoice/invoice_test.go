package invoice_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/invoice"
)

var (
	invoices  = domaintest.Of(invoice.Streams)
	registers = domaintest.Of(invoice.RegisterStreams)
)

var (
	now      = domaintest.Now
	today    = billing.DateOf(now, time.UTC)
	customer = domaintest.ID("customer")
	bill     = billing.NewBill(
		"EUR",
		19_000,
		billing.Line{Kind: billing.ForPlan, Name: "Studio", Quantity: 1, Amount: 10_000},
	)
	drafted = &invoice.Drafted{Issuer: domain.DirectClient, Customer: customer, Bill: bill}
	issued  = &invoice.Issued{
		Number: "PB-2026-000001",
		Due:    today.Begin(time.UTC),
		DueOn:  today.AddDays(-1),
		On:     today,
	}
	overdue  = &invoice.FellDue{}
	paid     = &invoice.Paid{Way: invoice.ByHand, On: today, Reference: "Transfer 7"}
	voided   = &invoice.Voided{Reason: "Made by mistake."}
	refunded = &invoice.Refunded{Reason: "We were late."}
	credited = &invoice.Credited{Number: "PB-C-2026-000001", On: today}
)

type decision = func(*invoice.Invoice) error

func draft(b billing.Bill) decision {
	return func(i *invoice.Invoice) error { return i.Draft(domain.DirectClient, customer, b, "", now) }
}
func issue(due billing.Date) decision {
	return func(i *invoice.Invoice) error { return i.Issue("PB-2026-000001", due, time.UTC, now) }
}
func pay(on billing.Date, reference string) decision {
	return func(i *invoice.Invoice) error { return i.Pay(invoice.ByHand, on, reference, now) }
}
func void(reason string) decision {
	return func(i *invoice.Invoice) error { return i.Void(reason, false, now) }
}
func refund(reason string) decision {
	return func(i *invoice.Invoice) error { return i.Refund(reason, now) }
}
func credit(i *invoice.Invoice) error  { return i.GiveCredit("PB-C-2026-000001", now) }
func fallDue(i *invoice.Invoice) error { return i.FallDue(now) }
func fail(i *invoice.Invoice) error    { return i.FailPayment("card_declined", now) }

func TestAnInvoiceIsMadeFromABillOnce(t *testing.T) { // D-58
	invoices.Given(t).When(draft(bill)).Then(drafted)
	invoices.Given(t, drafted).When(draft(bill)).ThenNothing()
	invoices.Given(t).When(draft(billing.Bill{})).ThenRefused(invoice.ErrBill)
	invoices.Given(t).When(draft(billing.NewBill("EUR", 0, billing.Line{Amount: -1}))).ThenRefused(invoice.ErrBill)
	invoices.Given(t, drafted).When(issue(today.AddDays(-1))).Then(issued)
	invoices.Given(t, drafted, issued).When(issue(today)).ThenNothing()
	invoices.Given(t).When(issue(today)).ThenRefused(domain.ErrNotFound)
}

func TestAnInvoiceFallsDueAfterItsDay(t *testing.T) { // D-54
	later := &invoice.Issued{Number: "PB-2026-000001", Due: now.Add(time.Second)}
	invoices.Given(t, drafted, issued).When(fallDue).Then(overdue)
	invoices.Given(t, drafted, later).When(fallDue).ThenNothing()
	for _, history := range [][]any{{drafted}, {drafted, issued, overdue}, {drafted, issued, paid}, {drafted, issued, voided}} {
		invoices.Given(t, history...).When(fallDue).ThenNothing()
	}
	invoices.Given(t).When(fallDue).ThenRefused(domain.ErrNotFound)
}

// The day that is printed as due belongs to the customer until its last moment where they are.
func TestTheDayOnWhichAnInvoiceIsDueEndsWhereTheAccountIs(t *testing.T) { // D-86
	for name, ends := range map[string]string{
		"UTC":                "2026-12-16T00:00:00Z",
		"America/New_York":   "2026-12-16T05:00:00Z",
		"Pacific/Kiritimati": "2026-12-15T10:00:00Z",
	} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		end, err := time.Parse(time.RFC3339, ends)
		if err != nil {
			t.Fatal(err)
		}
		due := billing.Date{Year: 2026, Month: time.December, Day: 15}
		invoices.Given(t, drafted).
			When(func(i *invoice.Invoice) error { return i.Issue("PB-2026-000001", due, zone, now) }).
			Then(&invoice.Issued{Number: "PB-2026-000001", Due: end, DueOn: due, On: today})
	}
}

func TestEachStateOfAnInvoiceAllowsItsDecisions(t *testing.T) { // D-58
	decisions := []struct {
		do      decision
		refused error
	}{
		{pay(today, ""), invoice.ErrNotOpen},
		{fail, invoice.ErrNotOpen},
		{void("Made by mistake."), invoice.ErrNotOpen},
		{refund("We were late."), invoice.ErrNotPaid},
		{credit, invoice.ErrNotPaid},
	}
	for name, c := range map[string]struct {
		history []any
		allowed [5]bool
	}{
		"draft":    {[]any{drafted}, [5]bool{}},
		"open":     {[]any{drafted, issued}, [5]bool{true, true, true, false, false}},
		"past due": {[]any{drafted, issued, overdue}, [5]bool{true, true, true, false, false}},
		"paid":     {[]any{drafted, issued, paid}, [5]bool{false, false, false, true, false}},
		"void":     {[]any{drafted, issued, voided}, [5]bool{}},
		"refunded": {[]any{drafted, issued, paid, refunded}, [5]bool{4: true}},
	} {
		for i, d := range decisions {
			out := invoices.Given(t, c.history...).When(d.do)
			switch {
			case c.allowed[i] && out.Err() != nil:
				t.Errorf("%s, decision %d: refused: %v", name, i, out.Err())
			case !c.allowed[i]:
				out.ThenRefused(d.refused)
			}
		}
	}
	invoices.Given(t).When(pay(today, "")).ThenRefused(domain.ErrNotFound)
}

func TestAPaymentHasADayAndAReference(t *testing.T) { // D-59
	open := []any{drafted, issued}
	invoices.Given(t, open...).When(pay(today, " Transfer 7 ")).Then(paid)
	invoices.Given(t, open...).
		When(pay(today.AddDays(1), "")).
		Then(&invoice.Paid{Way: invoice.ByHand, On: today.AddDays(1)})
	for _, d := range []decision{
		pay(billing.Date{}, "x"), pay(today.AddDays(2), "x"), pay(today, strings.Repeat("é", 101)), pay(today, "\x00"),
	} {
		invoices.Given(t, open...).When(d).ThenRefused(invoice.ErrReference)
	}
	for _, reason := range []string{"", "  ", strings.Repeat("x", 256)} {
		invoices.Given(t, open...).When(void(reason)).ThenRefused(domain.ErrReasonMissing)
		invoices.Given(t, drafted, issued, paid).When(refund(reason)).ThenRefused(domain.ErrReasonMissing)
	}
	invoices.Given(t, drafted, issued, &invoice.PaymentFailed{Attempt: 1}).When(fail).
		Then(&invoice.PaymentFailed{Attempt: 2, Reason: "card_declined"})
}

// A payment is not older than its invoice, and its day and reference can be corrected if somebody noted it.
func TestAPaymentCanBeCorrected(t *testing.T) {
	correct := func(on billing.Date, reference string) decision {
		return func(i *invoice.Invoice) error { return i.Correct(on, reference, now) }
	}
	open := []any{drafted, issued}
	invoices.Given(t, open...).When(pay(today.AddDays(-1), "")).ThenRefused(invoice.ErrPaidEarly)
	invoices.Given(t, open...).When(correct(today, "")).ThenRefused(invoice.ErrNotByHand)
	settled := []any{drafted, issued, paid}
	corrected := &invoice.Corrected{Payment: 3, On: today, Reference: "Transfer 8"}
	invoices.Given(t, settled...).When(correct(today, " Transfer 8 ")).Then(corrected)
	invoices.Given(t, append(settled, corrected)...).
		When(correct(today.AddDays(1), "")).
		Then(&invoice.Corrected{Payment: 3, On: today.AddDays(1)})
	invoices.Given(t, settled...).When(correct(today.AddDays(-1), "")).ThenRefused(invoice.ErrPaidEarly)
	invoices.Given(t, settled...).When(correct(today.AddDays(2), "")).ThenRefused(invoice.ErrReference)
	byCard := &invoice.Paid{Way: invoice.ByStripe, On: today, Reference: "pi_1"}
	invoices.Given(t, append(open, byCard)...).When(correct(today, "")).ThenRefused(invoice.ErrNotByHand)
	invoices.Given(t, append(settled, refunded)...).When(correct(today, "")).ThenRefused(invoice.ErrNotByHand)
	invoices.Given(t).When(correct(today, "")).ThenRefused(domain.ErrNotFound)
}

func TestARefundGetsOneCreditNote(t *testing.T) { // D-58
	history := []any{drafted, issued, paid, refunded}
	invoices.Given(t, history...).When(credit).Then(credited)
	invoices.Given(t, append(history, credited)...).When(credit).ThenNothing()
}

func TestNumbersFollowEachOther(t *testing.T) { // D-58
	give := func(r *invoice.Register) error { r.Give(domaintest.ID("invoice"), customer, now); return nil }
	numbered := &invoice.Numbered{Invoice: domaintest.ID("invoice"), Customer: customer}
	if r := registers.Given(t, numbered, numbered).When(give).Then(numbered).State(); r.Version != 3 {
		t.Errorf("the third number is %d", r.Version)
	}
	if n := invoice.NumberOf("ACME", invoice.Invoices, 2026, 1); n != "ACME-2026-000001" {
		t.Errorf("the first number is %s", n)
	}
	seen := map[any]bool{}
	for _, issuer := range []string{domain.DirectClient, "brightside"} {
		for year := 2025; year < 2028; year++ {
			for _, s := range []invoice.Series{invoice.Invoices, invoice.CreditNotes} {
				seen[invoice.RegisterOf(invoice.RegisterKey{Issuer: issuer, Year: year, Series: s})] = true
			}
		}
	}
	if len(seen) != 12 {
		t.Errorf("%d registers for two issuers, three years and two series", len(seen))
	}
	if err := invoice.NewRegister(domaintest.Stream).
		Apply(domain.Event{}); err == nil ||
		errors.Is(err, domain.ErrNotFound) {
		t.Error("a register accepts any event")
	}
}
