package mailer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/workers/relay"
)

// staff is one person whose sign-in is attacked.
type staff struct {
	Members
	user accounts.User
}

func (s staff) ByMembership(context.Context, uuid.UUID) (accounts.User, error) { return s.user, nil }

func (staff) OpenedBy(context.Context, uuid.UUID) (browser, address string, err error) {
	return "Firefox 100% on Linux", "192.0.2.7", nil
}

func TestPeopleAreToldWhatIsDangerousForThem(t *testing.T) { // D-79 BY-071
	factor := member.Factor{ID: uuid.New(), Kind: member.Passkey}
	codes := member.Factor{ID: uuid.New(), Kind: member.Recovery}
	for _, c := range []struct {
		event         eh.EventType
		data          any
		subject, says string
		leads         string
	}{
		{
			member.PasswordChangedType, member.PasswordChanged{Way: member.ByProfile},
			"Your password for Northlight was changed", "The password of your account at Northlight was changed.",
			"/settings#security",
		},
		{
			member.FactorAddedType, factor, "A second factor was added to your account at Northlight",
			"It is asked for after the password.", "/settings#security",
		},
		{
			member.FactorAddedType, codes, "New recovery codes for your account at Northlight",
			"The ones before do not work any more.", "/settings#security",
		},
		{
			member.FactorRemovedType, factor, "A second factor was removed from your account at Northlight",
			"If it was not you, change your password", "/settings#security",
		},
		{member.FactorRemovedType, codes, "", "", ""},
		{
			member.RecoveryUsedType, member.RecoveryUsed{}, "A recovery code was used at Northlight",
			"with one of your recovery codes", "/settings#security",
		},
		{
			member.BrowserAddedType, member.BrowserAdded{Session: uuid.New()},
			"A new browser signed in to your account at Northlight",
			"It was Firefox 100% on Linux, 192.0.2.7.", "/settings#sessions",
		},
	} {
		w, config := setUp()
		w.brand = accounts.Client{ID: "customer", Name: "Northlight"}
		person := staff{user: accounts.User{
			ID: olivia, Firstname: "Olivia", Email: "olivia@acme.test", ClientID: "customer", State: member.Active,
		}}
		config.Members, config.Browsers = person, person
		data, err := json.Marshal(c.data)
		if err != nil {
			t.Fatal(err)
		}
		e := relay.Message{
			Position:   9,
			Stream:     member.StreamOf(olivia),
			Type:       string(c.event),
			Data:       data,
			OccurredAt: noon,
		}
		for range 2 { // it is delivered twice
			if err := config.handle(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if c.subject == "" {
			if len(w.sent) > 0 {
				t.Errorf("%s of %v: a mail was sent", c.event, c.data)
			}
			continue
		}
		if len(w.sent) != 1 {
			t.Fatalf("%s: %d mails", c.event, len(w.sent))
		}
		head, plain, html := read(t, w.sent[0])
		if head.Get("Subject") != c.subject || !strings.Contains(head.Get("To"), "olivia@acme.test") ||
			head.Get("List-Unsubscribe") != "" {
			t.Errorf("%s: %q to %q", c.event, head.Get("Subject"), head.Get("To"))
		}
		if !strings.Contains(plain, c.says) || !strings.Contains(html, `href="https://proofs.test`+c.leads+`"`) {
			t.Errorf("%s: %s\n%s", c.event, plain, html)
		}
	}
}

func TestOwnersAreToldWhatIsDangerousForTheirAccount(t *testing.T) { // D-79 BY-071
	on := noon.AddDate(0, 0, 7)
	for _, c := range []struct {
		event         eh.EventType
		data          any
		leaves        bool
		subject, says string
	}{
		{
			customer.DeletionRequestedType, customer.DeletionRequested{On: on}, false, // not shown in the read model yet
			"Your account at Northlight will be deleted on 10 Jun 2030", "An owner asked for the deletion",
		},
		{
			customer.DeletionNearType, customer.DeletionNear{Days: 7}, true,
			"Your account at Northlight will be deleted in a week", "is deleted on 10 Jun 2030",
		},
		{
			customer.DeletionNearType, customer.DeletionNear{Days: 1}, true,
			"Your account at Northlight will be deleted tomorrow", "is deleted on 10 Jun 2030",
		},
		{customer.DeletionNearType, customer.DeletionNear{Days: 1}, false, "", ""}, // taken back in between
		{
			customer.DeletionTakenBackType, customer.DeletionTakenBack{}, false, "Your account at Northlight stays",
			"Nothing is deleted.",
		},
		{
			member.ImpersonatedType, member.Impersonated{Reason: "sealed"}, false, "An admin acts as Sam Staff",
			"acts as Sam Staff in your account at Northlight",
		},
	} {
		w, config := setUp()
		w.brand = accounts.Client{ID: "customer", Name: "Northlight"}
		account := &leavingShop{}
		if c.leaves {
			account.at = &accounts.Customer{DeletesAt: &on}
		}
		config.Owners = account
		config.Members = staff{user: accounts.User{
			ID:         uuid.New(),
			Firstname:  "Sam",
			Lastname:   "Staff",
			Role:       domain.Staff,
			ClientID:   "customer",
			CustomerID: acme,
		}}
		data, err := json.Marshal(c.data)
		if err != nil {
			t.Fatal(err)
		}
		e := relay.Message{Position: 9, Stream: acme, Type: string(c.event), Data: data, OccurredAt: noon}
		for range 2 {
			if err := config.handle(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if c.subject == "" {
			if len(w.sent) > 0 {
				t.Errorf("%s: a mail was sent", c.event)
			}
			continue
		}
		if len(w.sent) != 1 {
			t.Fatalf("%s: %d mails", c.event, len(w.sent))
		}
		head, plain, _ := read(t, w.sent[0])
		if head.Get("Subject") != c.subject || !strings.Contains(head.Get("To"), "olivia@acme.test") ||
			!strings.Contains(plain, c.says) || strings.Contains(fmt.Sprint(head, plain), "{") {
			t.Errorf("%s: %q to %q: %s", c.event, head.Get("Subject"), head.Get("To"), plain)
		}
	}
}

// leavingShop is a shop whose account may be about to be deleted.
type leavingShop struct {
	shop
	at *accounts.Customer
}

func (s *leavingShop) FindCustomer(ctx context.Context, id uuid.UUID) (accounts.Customer, error) {
	c, err := s.shop.FindCustomer(ctx, id)
	if s.at != nil {
		c.DeletesAt = s.at.DeletesAt
	}
	return c, err
}
