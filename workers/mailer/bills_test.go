package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/workers/relay"
)

// shop fakes the account of a customer, with an owner and a team member, and its invoice.
type shop struct{ invoice sales.Invoice }

func (s *shop) Invoice(context.Context, uuid.UUID) (sales.Invoice, error) { return s.invoice, nil }

func (*shop) CustomerOf(context.Context, uuid.UUID) (uuid.UUID, error) { return acme, nil }

func (*shop) FindCustomer(context.Context, uuid.UUID) (accounts.Customer, error) {
	return accounts.Customer{ID: acme, ClientID: "customer"}, nil
}

func (*shop) Team(context.Context, string, uuid.UUID) ([]accounts.User, error) {
	return []accounts.User{
		{
			ID: olivia, Firstname: "Olivia", Email: "olivia@acme.test", Role: domain.Owner, ClientID: "customer",
			CustomerID: acme, TimeZone: "Asia/Tokyo",
		},
		{ID: tomas, Email: "staff@acme.test", Role: domain.Staff, ClientID: "customer", CustomerID: acme},
		{ID: marta, Email: "owner@reseller.test", Role: domain.Owner, ClientID: "customer"},
	}, nil
}

func TestOwnersGetMailAboutWhatIsSold(t *testing.T) { // D-54 D-56 D-58 D-75
	due := noon.AddDate(0, 0, 14).Add(6 * time.Hour) // in Tokyo it is the next day
	dueOn := billing.Date{Year: 2030, Month: time.June, Day: 17}
	for name, c := range map[string]struct {
		event   eh.EventType
		data    any
		state   invoice.State
		subject string
		says    []string
	}{
		"issued": {
			invoice.IssuedType, nil, invoice.Open, "Invoice PB-2030-000007 of Northlight",
			[]string{"invoice PB-2030-000007 of Northlight: 1,234.50 EUR, to be paid until 17 Jun 2030."},
		},
		"past due": {
			invoice.FellDueType, nil, invoice.PastDue, "Invoice PB-2030-000007 is past due",
			[]string{"was to be paid until 17 Jun 2030", "no new orders can begin from 02 Jul 2030", "1,234.50 EUR"},
		},
		"refused": {
			invoice.PaymentFailedType, invoice.PaymentFailed{Attempt: 1, Reason: "expired_card"}, invoice.PastDue,
			"Your card was refused for invoice PB-2030-000007",
			[]string{
				"refused for invoice PB-2030-000007 of Northlight, 1,234.50 EUR. Because of expired_card.",
				"choose another card. It is to be paid until 17 Jun 2030.",
			},
		},
		"refused, and paid by now": {
			invoice.PaymentFailedType, invoice.PaymentFailed{Attempt: 1}, invoice.Settled, "", nil,
		},
		"paid": {
			invoice.PaidType, nil, invoice.Settled, "Invoice PB-2030-000007 is paid",
			[]string{"Your payment of 1,234.50 EUR for invoice PB-2030-000007 of Northlight has arrived."},
		},
		"void": {
			invoice.VoidedType, nil, invoice.Void, "Invoice PB-2030-000007 need not be paid",
			[]string{"1,234.50 EUR, need not be paid any more"},
		},
		"credited": {
			invoice.CreditedType, nil, invoice.GivenBack, "Credit note PB-C-2030-000001 of Northlight",
			[]string{"What you paid for invoice PB-2030-000007 of Northlight, 1,234.50 EUR, is given back."},
		},
		"suspended": {
			subscription.SuspendedType, nil, "", "No new orders at Northlight",
			[]string{"An invoice has been past due for more than 14 days.", "https://proofs.test/billing/invoices"},
		},
		"the trial is over": {
			subscription.EndedType, subscription.Ended{Reason: subscription.TrialOver}, "", "Choose a plan at Northlight",
			[]string{
				"Your free trial has ended. Choose a plan to place new orders.", "https://proofs.test/membership/package",
			},
		},
		"deleted":                 {subscription.EndedType, subscription.Ended{Reason: subscription.AccountDeleted}, "", "", nil},
		"issued, and void by now": {invoice.IssuedType, nil, invoice.Void, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			w, config := setUp()
			w.brand = accounts.Client{ID: "customer", Name: "Northlight"}
			s := &shop{
				sales.Invoice{
					ID:       file,
					Customer: acme,
					State:    c.state,
					Number:   "PB-2030-000007",
					Due:      &due,
					DueOn:    dueOn,
					Zone:     "Asia/Tokyo",
					Version:  5,
					Credit:   "PB-C-2030-000001",
					Bill:     billing.Bill{Currency: "EUR", Total: 123_450},
				},
			}
			config.Sales, config.Owners = s, s
			data, err := json.Marshal(c.data)
			if err != nil {
				t.Fatal(err)
			}
			e := relay.Message{
				Position: 9, Stream: file, Version: 5, Type: string(c.event), Data: data, OccurredAt: noon.Add(-stale),
			}
			for range 2 { // it is delivered twice
				if err := config.billed(t.Context(), e); err != nil {
					t.Fatal(err)
				}
			}
			if c.subject == "" {
				if len(w.sent) > 0 {
					t.Errorf("a mail was sent: %s", w.sent[0])
				}
				return
			}
			if len(w.sent) != 1 {
				t.Fatalf("%d mails", len(w.sent))
			}
			head, plain, html := read(t, w.sent[0])
			if head.Get("Subject") != c.subject || !strings.Contains(head.Get("To"), "olivia@acme.test") {
				t.Errorf("%q to %q", head.Get("Subject"), head.Get("To"))
			}
			for _, want := range c.says {
				if !strings.Contains(plain, want) {
					t.Errorf("%q is not in %s", want, plain)
				}
			}
			link := "https://proofs.test/billing/invoices/" + file.String()
			if c.state != "" && (!strings.Contains(plain, link) || !strings.Contains(html, link)) {
				t.Errorf("the link is not in %s", plain)
			}
			if strings.Contains(plain+html, "{") && strings.Contains(plain, "}") {
				t.Errorf("a word was not filled in: %s", plain)
			}
		})
	}
}

// Somebody who tries one card after the other, or whose card is tried again on other days, gets one mail a day.
func TestRefusedCardsOfADayCauseOneMail(t *testing.T) { // D-59
	w, config := setUp()
	s := &shop{sales.Invoice{ID: file, Customer: acme, State: invoice.Open}}
	config.Sales, config.Owners = s, s
	refused := relay.Message{Stream: file, Type: string(invoice.PaymentFailedType), Data: []byte(`{"attempt":1}`)}
	for _, at := range []time.Time{noon, noon.Add(time.Hour), noon.AddDate(0, 0, 3)} {
		w.now, refused.OccurredAt = at, at
		refused.Position++
		if err := config.billed(t.Context(), refused); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.sent) != 2 {
		t.Errorf("%d mails about refusals on two days", len(w.sent))
	}
}

func (s *shop) OpenInvoices(_ context.Context, from, until time.Time, after sales.Due, _ int) ([]sales.Due, error) {
	if due := *s.invoice.Due; after.ID == uuid.Nil && !due.Before(from) && due.Before(until) {
		return []sales.Due{{ID: s.invoice.ID, At: due}}, nil
	}
	return nil, nil
}

func (s *shop) Trials(_ context.Context, from, until time.Time, after sales.Due, _ int) ([]sales.Due, error) {
	if end := noon.AddDate(0, 0, 10); after.ID == uuid.Nil && !end.Before(from) && end.Before(until) {
		return []sales.Due{{ID: acme, At: end}}, nil
	}
	return nil, nil
}

func TestOwnersAreRemindedOnceOfWhatIsDueSoon(t *testing.T) { // D-54 D-56
	w, config := setUp()
	w.brand = accounts.Client{ID: "customer", Name: "Northlight"}
	due := noon.AddDate(0, 0, 14)
	s := &shop{sales.Invoice{
		ID: file, Customer: acme, State: invoice.Open, Number: "PB-2030-000007", Due: &due,
		Bill: billing.Bill{Currency: "EUR", Total: 123_450},
	}}
	config.Sales, config.Owners = s, s
	for hours := range 24 * 16 {
		w.now = noon.Add(time.Duration(hours) * time.Hour)
		before := len(w.sent)
		if err := config.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		wanted := hours == 7*24+1 || hours == 11*24+1 // three days before the end of the trial, and before the day
		if sent := len(w.sent) - before; wanted != (sent == 1) || sent > 1 {
			t.Fatalf("after %d hours %d mails", hours, sent)
		}
	}
	for i, want := range []struct{ subject, text string }{
		{"Your free trial at Northlight ends on 13 Jun 2030", "https://proofs.test/membership/package"},
		{"Invoice PB-2030-000007 is due on 17 Jun 2030", "1,234.50 EUR, to be paid until 17 Jun 2030."},
	} {
		head, plain, _ := read(t, w.sent[i])
		if head.Get("Subject") != want.subject || !strings.Contains(plain, want.text) {
			t.Errorf("%q: %s", head.Get("Subject"), plain)
		}
	}
}

func TestNoMailTellsOfWhatIsLongAgoOrNotShownYet(t *testing.T) {
	w, config := setUp()
	s := &shop{sales.Invoice{ID: file, Customer: acme, State: invoice.Open}}
	config.Sales, config.Owners = s, s
	shown := errors.New("planted by a test")
	config.SalesShow = func(_ context.Context, position int64) error {
		if position != 9 {
			t.Errorf("waits for position %d", position)
		}
		return shown
	}
	e := relay.Message{Position: 9, Stream: file, Version: 2, Type: string(invoice.IssuedType), OccurredAt: noon}
	if err := config.billed(t.Context(), e); !errors.Is(err, shown) || len(w.sent) > 0 {
		t.Errorf("the invoice is not shown yet: %v, %d mails", err, len(w.sent))
	}
	e.OccurredAt = noon.Add(-stale - time.Second)
	if err := config.billed(t.Context(), e); err != nil || len(w.sent) > 0 {
		t.Errorf("%v, %d mails", err, len(w.sent))
	}
}
