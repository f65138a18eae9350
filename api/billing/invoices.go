package billing

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/invoicepdf"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/projections/sales"
)

// onPage is the number of invoices, payments or events on a page.
const onPage = 50

// part returns the part of a list that a call asks for. A list of what changed begins with the oldest row, so that new
// rows come at its end (D-287).
func (s *API) part(ctx context.Context, page *int, cursor, since *string) (p sales.Part, err error) {
	p.Ascending = since != nil
	if p.Since, err = s.Web.Since(ctx, since); err != nil {
		return p, err
	}
	p.Offset, p.Limit = pageOf(page)
	p.Limit++ // one more shows whether there is another page
	if cursor == nil {
		return p, nil
	}
	after, err := web.ReadPlace(*cursor)
	if err == nil && page != nil {
		err = web.ErrPage
	}
	p.Ascending, p.After, p.Offset = after.Ascending, &sales.Place{At: after.Created, ID: after.ID}, 0
	return p, err
}

// next returns the cursor of the page after a row.
func next(p sales.Part, created time.Time, id uuid.UUID) *string {
	return web.Some(web.Cursor(web.Place{Ascending: p.Ascending, Created: created, ID: id}))
}

// pageOf returns where a page begins, and how long it is.
func pageOf(page *int) (offset, limit int) { return (max(web.Value(page), 1) - 1) * onPage, onPage }

func invoiceOf(by domain.Actor, i sales.Invoice) contract.Invoice {
	return contract.Invoice{
		Id:         i.ID,
		CustomerId: i.Customer,
		Number:     i.Number,
		State:      contract.InvoiceState(i.State),
		Bill:       bill(i.Bill),
		IssuedAt:   i.Issued,
		IssuedOn:   day(i.On),
		DueAt:      i.Due,
		DueOn:      day(i.DueOn),
		PaidOn:     onDay(i.PaidOn),
		CreditNote: web.Some(i.Credit),
		CreditedOn: day(i.CreditOn),
		MayChange:  policy.Sells(by, i.Issuer) == nil,
	}
}

// onDay writes a day that the database has at midnight UTC. It returns nil for none.
func onDay(at *time.Time) *string {
	if at == nil {
		return nil
	}
	return web.Some(at.Format(time.DateOnly))
}

// listed returns a page of invoices, of which one more than the page was read.
func listed(by domain.Actor, found []sales.Invoice, limit int) *contract.InvoicesAnswer {
	a := &contract.InvoicesAnswer{Data: []contract.Invoice{}, More: len(found) > limit}
	for _, i := range found[:min(len(found), limit)] {
		a.Data = append(a.Data, invoiceOf(by, i))
	}
	return a
}

// listedPart returns a page of invoices that are sorted by creation.
func listedPart(by domain.Actor, found []sales.Invoice, p sales.Part) *contract.InvoicesAnswer {
	a := listed(by, found, onPage)
	if a.More {
		a.Next = next(p, found[onPage-1].Created, found[onPage-1].ID)
	}
	return a
}

// Invoices returns the invoices of an account, without those that were not issued yet.
func (s *API) Invoices(ctx context.Context, r contract.InvoicesRequest) (*contract.InvoicesAnswer, error) {
	id, err := s.accountOf(ctx, r.CustomerId, policy.SeesInvoices)
	if err != nil {
		return nil, err
	}
	p, err := s.part(ctx, r.Page, r.Cursor, r.UpdatedSince)
	if err != nil {
		return nil, err
	}
	found, err := s.Sales.Of(ctx, id, p)
	return listedPart(web.Actor(ctx), found, p), err
}

// SoldInvoices returns the invoices of all accounts to which a client sells, with the names of the accounts.
func (s *API) SoldInvoices(
	ctx context.Context,
	r contract.SoldInvoicesRequest,
) (*contract.InvoicesAnswer, error) {
	by := web.Actor(ctx)
	if err := s.sells(ctx, r.ClientId); err != nil {
		return nil, err
	}
	p, err := s.part(ctx, r.Page, r.Cursor, r.UpdatedSince)
	if err != nil {
		return nil, err
	}
	state, number := invoice.State(web.Value(r.State)), web.Value(r.Number)
	var a *contract.InvoicesAnswer
	if state == invoice.PastDue && p.After == nil && r.UpdatedSince == nil {
		var found []sales.Invoice
		found, err = s.Sales.Overdue(ctx, r.ClientId, number, p.Offset, p.Limit)
		a = listed(by, found, onPage)
	} else {
		var found []sales.Invoice
		found, err = s.Sales.Sold(ctx, r.ClientId, state, number, p)
		a = listedPart(by, found, p)
	}
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(a.Data))
	for i, one := range a.Data {
		ids[i] = one.CustomerId
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{Customers: ids})
	for i := range a.Data {
		a.Data[i].Customer = web.Some(names.Customers[a.Data[i].CustomerId].Name)
	}
	return a, err
}

// invoice returns an invoice that the caller may see. One that was not issued yet does not exist for
// anybody.
func (s *API) invoice(ctx context.Context, id uuid.UUID) (sales.Invoice, error) {
	i, err := s.Sales.Invoice(ctx, id)
	if err == nil {
		err = policy.SeesInvoices(web.Actor(ctx), i.Issuer, i.Customer)
	}
	if err == nil && i.State == invoice.Draft {
		err = domain.ErrNotFound
	}
	return i, err
}

// Invoice returns one invoice with its payments and, while it is not paid, where it can be paid.
func (s *API) Invoice(ctx context.Context, r contract.InvoiceRequest) (*contract.InvoiceAnswer, error) {
	i, err := s.invoice(ctx, r.InvoiceId)
	if err != nil {
		return nil, err
	}
	found, err := s.Sales.PaymentsFor(ctx, i.ID)
	if err != nil {
		return nil, err
	}
	payments, err := s.payments(ctx, found)
	if err != nil {
		return nil, err
	}
	d := invoiceOf(web.Actor(ctx), i)
	d.Payments = &payments
	if d.MayChange {
		names, err := s.Accounts.Names(ctx, accounts.Wanted{Customers: []uuid.UUID{i.Customer}})
		if err != nil {
			return nil, err
		}
		d.Customer = web.Some(names.Customers[i.Customer].Name)
	}
	if i.State == invoice.Open || i.State == invoice.PastDue {
		selling, err := s.Sales.Selling(ctx, i.Issuer)
		if err != nil {
			return nil, err
		}
		d.BankDetails = web.Some(selling.BankDetails)
		if d.MayChange {
			if d.PlanChange, err = s.planChange(ctx, i); err != nil {
				return nil, err
			}
		}
	}
	return &contract.InvoiceAnswer{Data: d}, nil
}

// planChange returns the change of plan that an invoice is for. It is nil if there is none, or another one since.
func (s *API) planChange(ctx context.Context, i sales.Invoice) (*contract.InvoicePlanChange, error) {
	sub, err := s.Sales.Subscription(ctx, i.Customer)
	if err != nil || sub.Changed == nil || sub.Changed.Invoice != i.ID {
		return nil, err
	}
	used, err := s.Usage(ctx, i.Customer)
	if err != nil {
		return nil, err
	}
	c := &contract.InvoicePlanChange{
		From: sub.Changed.Before.Plan.Offer.Name, To: sub.Cycle.Plan.Offer.Name, Until: sub.Cycle.Period.Until.String(),
	}
	if refused, is := errors.AsType[*domain.Error](sub.CanGoBack(i.ID, used, s.Clock())); is {
		c.Stays = &refused.Message
	}
	return c, nil
}

// pdf is a PDF to download.
type pdf struct {
	name    string
	content []byte
}

var _ contract.Answer = pdf{}

// Write implements contract.Answer.
func (f pdf) Write(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Length", strconv.Itoa(len(f.content)))
	h.Set("Content-Disposition", `attachment; filename="`+f.name+`.pdf"`)
	_, err := w.Write(f.content)
	return err
}

// InvoicePdf returns an invoice or its credit note as a document.
func (s *API) InvoicePdf(
	ctx context.Context,
	r contract.InvoicePdfRequest,
) (contract.Answer, error) {
	i, err := s.invoice(ctx, r.InvoiceId)
	if err != nil {
		return nil, err
	}
	d := invoicepdf.Invoice{
		Number: i.Number, Issued: i.On, Due: i.DueOn, Void: i.State == invoice.Void, Bill: i.Bill,
		PaidOn: web.Value(i.PaidOn),
	}
	if web.Value(r.Credit) {
		if d.CreditNote = i.Credit; i.Credit == "" {
			return nil, domain.ErrNotFound
		}
		if !i.CreditOn.IsZero() { // earlier credit notes have the day of their invoice
			d.Issued = i.CreditOn
		}
	}
	of, err := s.Accounts.PartiesOf(ctx, i.ID)
	if err != nil {
		return nil, err
	}
	d.Seller, d.Buyer = party(of.Seller), party(of.Buyer)
	if d.Colour, d.Brand, err = s.brandOf(ctx, i.Issuer); err != nil {
		return nil, err
	}
	selling, err := s.Sales.Selling(ctx, i.Issuer)
	if err != nil {
		return nil, err
	}
	d.BankDetails = selling.BankDetails
	content, err := invoicepdf.Write(d)
	return pdf{cmp.Or(d.CreditNote, d.Number), content}, err
}

func party(c accounts.Company) invoicepdf.Party {
	return invoicepdf.Party{Name: c.Name, Address: c.Address, Country: c.Country, Contact: c.Contact}
}

// brandOf returns the brand with which a client sells. Direct customers see the one of the provider.
func (s *API) brandOf(ctx context.Context, seller string) (colour string, logo []byte, err error) {
	of, err := s.Accounts.FindClient(ctx, seller)
	if err != nil || of.Logo == "" {
		return of.Brand, nil, err
	}
	if logo, err = s.Accounts.BrandFile(ctx, of.Logo); errors.Is(err, domain.ErrNotFound) { // replaced meanwhile
		return of.Brand, nil, nil
	}
	return of.Brand, logo, err
}

// payments shows payments, and opens what was written about them.
func (s *API) payments(ctx context.Context, found []sales.Payment) ([]contract.Payment, error) {
	list := make([]contract.Payment, len(found))
	var sealed []*string
	for i := range found {
		sealed = append(sealed, &found[i].Reference, &found[i].Reason)
	}
	if err := s.Texts.Open(ctx, sealed...); err != nil {
		return nil, err
	}
	for i, p := range found {
		one := contract.Payment{
			Id: p.ID, InvoiceId: p.Invoice, Number: p.Number, CustomerId: p.Customer, At: p.At,
			Kind: contract.PaymentKind(p.Kind), Way: contract.PaymentWay(p.Way), Amount: int64(p.Bill.Total),
			Currency: string(p.Bill.Currency), On: onDay(p.PaidOn), Reference: web.Some(p.Reference),
		}
		switch p.Kind {
		case sales.PaymentRefused:
			one.Failure = web.Some(payments.Sentence(p.Reason))
		case sales.PaymentReturned:
			one.Amount, one.Reference = -one.Amount, web.Some(p.Credit)
		}
		list[i] = one
	}
	return list, nil
}

// Payments returns the payments of an account.
func (s *API) Payments(ctx context.Context, r contract.PaymentsRequest) (*contract.PaymentsAnswer, error) {
	id, err := s.accountOf(ctx, r.CustomerId, policy.SeesInvoices)
	if err != nil {
		return nil, err
	}
	p, err := s.part(ctx, r.Page, r.Cursor, r.UpdatedSince)
	if err != nil {
		return nil, err
	}
	found, err := s.Sales.PaymentsOf(ctx, id, p)
	if err != nil {
		return nil, err
	}
	list, err := s.payments(ctx, found[:min(len(found), onPage)])
	a := &contract.PaymentsAnswer{Data: list, More: len(found) > onPage}
	if a.More {
		a.Next = next(p, found[onPage-1].At, found[onPage-1].ID)
	}
	return a, err
}

// Payment returns one payment.
func (s *API) Payment(ctx context.Context, r contract.PaymentRequest) (*contract.PaymentAnswer, error) {
	p, err := s.Sales.Payment(ctx, r.PaymentId)
	if err == nil {
		err = policy.SeesInvoices(web.Actor(ctx), p.Issuer, p.Customer)
	}
	if err != nil {
		return nil, err
	}
	list, err := s.payments(ctx, []sales.Payment{p})
	if err != nil {
		return nil, err
	}
	return &contract.PaymentAnswer{Data: list[0]}, nil
}

// PayInvoice notes that an invoice was paid outside the product.
func (s *API) PayInvoice(
	ctx context.Context,
	r contract.PayInvoiceRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.PayInvoice{Invoice: r.InvoiceId, On: dayOf(r.Body.On), Reference: web.Value(r.Body.Reference)}
	return s.do(ctx, r.IdempotencyKey, cmd, "The invoice is marked as paid")
}

// CorrectPayment corrects a payment that was noted by hand.
func (s *API) CorrectPayment(
	ctx context.Context,
	r contract.CorrectPaymentRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.CorrectPayment{Invoice: r.InvoiceId, On: dayOf(r.Body.On), Reference: web.Value(r.Body.Reference)}
	return s.do(ctx, r.IdempotencyKey, cmd, "The payment is corrected")
}

// CreditInvoice gives back what was paid.
func (s *API) CreditInvoice(
	ctx context.Context,
	r contract.CreditInvoiceRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.RefundInvoice{Invoice: r.InvoiceId, Reason: r.Body.Reason}
	return s.do(ctx, r.IdempotencyKey, cmd, "The payment is given back. The credit note follows")
}

// VoidInvoice says that an invoice need not be paid.
func (s *API) VoidInvoice(
	ctx context.Context,
	r contract.VoidInvoiceRequest,
) (*contract.AccountChangedResponse, error) {
	cmd := &commands.VoidInvoice{Invoice: r.InvoiceId, Reason: r.Body.Reason}
	if web.Value(r.Body.GoBack) {
		cmd = &commands.VoidInvoice{Invoice: r.InvoiceId, Reason: r.Body.Reason, GoBack: true}
	}
	return s.do(ctx, r.IdempotencyKey, cmd, "The invoice need not be paid")
}
