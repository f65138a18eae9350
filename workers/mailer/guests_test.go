package mailer

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/workers/relay"
)

var vera = uuid.New()

// invitee is the only guest, with their account and their state in the log.
type invitee struct {
	account *guests.Guest // nil after the guest was erased
	guest   guest.Guest   // the zero value if nobody was invited
	order   order.Order
	ended   bool
}

func (i *invitee) Find(context.Context, uuid.UUID) (guests.Guest, error) {
	if i.account == nil {
		return guests.Guest{}, domain.ErrNotFound
	}
	return *i.account, nil
}

func (i *invitee) Unsent(_ context.Context, before time.Time) ([]uuid.UUID, error) {
	if i.account == nil || i.account.Link == "" || !i.account.CreatedAt.Before(before) {
		return nil, nil
	}
	return []uuid.UUID{vera}, nil
}

func (i *invitee) LinkSent(context.Context, uuid.UUID) error {
	i.account.Link = ""
	return nil
}

func (i *invitee) End(context.Context, uuid.UUID, time.Time) error {
	i.ended = true
	return nil
}

func (i *invitee) Forget(context.Context, uuid.UUID) error {
	i.account = nil
	return nil
}

func (i *invitee) Look(context.Context, uuid.UUID) (guest.Guest, order.Order, error) {
	if i.guest.Version == 0 {
		return i.guest, i.order, domain.ErrNotFound
	}
	return i.guest, i.order, nil
}

// Open decrypts what the tests seal.
func (i *invitee) Open(_ context.Context, texts ...*string) error {
	for _, t := range texts {
		*t = strings.TrimPrefix(*t, "sealed ")
	}
	return nil
}

func inviting() (*world, *invitee, Config) {
	w, c := setUp()
	i := &invitee{
		account: &guests.Guest{
			ID:        vera,
			Order:     jam,
			Name:      "Vera Visitor",
			Email:     "vera@example.com",
			Message:   "Is it <green>?",
			Link:      "sealed secret",
			CreatedAt: noon,
		},
		guest: guest.Guest{
			Base:    domain.Base{ID: vera, Version: 1},
			Order:   jam,
			Inviter: olivia,
			Expires: noon.Add(24 * time.Hour),
		},
		order: order.Order{
			Summary: order.Summary{
				Base: domain.Base{ID: jam, Version: 1}, Headline: order.Headline{Name: "Jam label"},
			},
		},
	}
	c.Invited, c.Invitations, c.Texts, c.GuestZone = i, i, i, time.FixedZone("", 8*3600)
	return w, i, c
}

var wasInvited = relay.Message{Position: 9, Stream: vera, Type: string(guest.InvitedType)}

func TestAGuestIsMailedTheirLinkOnceHoweverOftenItIsTried(t *testing.T) {
	w, i, c := inviting()
	for range 3 {
		if err := errors.Join(c.handle(t.Context(), wasInvited), c.Guests(t.Context())); err != nil {
			t.Fatal(err)
		}
		w.now = w.now.Add(time.Hour)
	}
	if len(w.sent) != 1 || i.account.Link != "" {
		t.Fatalf("%d mails, link %q", len(w.sent), i.account.Link)
	}
	h, plain, html := read(t, w.sent[0])
	if h.Get("Subject") != "Olivia Hart asks you to review Jam label" ||
		!strings.Contains(h.Get("To"), "vera@example.com") ||
		!strings.Contains(h.Get("Message-Id"), vera.String()) {
		t.Errorf("headers: %v", h)
	}
	for _, part := range []string{"https://proofs.test/annotation/guestreviewer#token=secret", "Vera Visitor", "04 Jun 2030 20:00 (UTC+08:00)"} {
		if !strings.Contains(plain, part) || !strings.Contains(strings.ReplaceAll(html, "&#43;", "+"), part) {
			t.Errorf("%q is missing in\n%s\n%s", part, plain, html)
		}
	}
	if !strings.Contains(plain, "Is it <green>?") || !strings.Contains(html, "Is it &lt;green&gt;?") ||
		strings.Contains(plain, "password") {
		t.Errorf("the text:\n%s\n%s", plain, html)
	}
}

func TestALinkWaitsForTheMailServerForAsLongAsItTakes(t *testing.T) {
	w, i, c := inviting()
	w.down = true
	if err := c.handle(t.Context(), wasInvited); err == nil {
		t.Error("a mail that could not be sent counts as sent")
	}
	w.now = noon.Add(5 * time.Hour) // long after the last delivery attempt of JetStream
	if err := c.Guests(t.Context()); err == nil || i.account.Link == "" {
		t.Errorf("still down: %v, link %q", err, i.account.Link)
	}
	w.down = false
	if err := c.Guests(t.Context()); err != nil || len(w.sent) != 1 {
		t.Errorf("%d mails, %v", len(w.sent), err)
	}
}

func TestALinkThatIsDeadIsNotMailed(t *testing.T) {
	for what, end := range map[string]func(*invitee){
		"revoked": func(i *invitee) { i.guest.Revoked = true }, "expired": func(i *invitee) { i.guest.Expires = noon }, "of a deleted order": func(i *invitee) { i.order.Deleted = true },
		"erased": func(i *invitee) { i.account = nil },
	} {
		w, i, c := inviting()
		end(i)
		if err := c.handle(t.Context(), wasInvited); err != nil || len(w.sent) != 0 {
			t.Errorf("%s: %d mails, %v", what, len(w.sent), err)
		}
	}
}

func TestAnAccountWithoutItsInvitationIsWaitedForThenForgotten(t *testing.T) {
	w, i, c := inviting()
	i.guest.Version = 0
	if err := c.handle(t.Context(), wasInvited); !errors.Is(err, errNotInvited) || i.account == nil {
		t.Errorf("at once: %v", err)
	}
	w.now = noon.Add(2 * time.Hour)
	if err := c.Guests(t.Context()); err != nil || i.account != nil || len(w.sent) != 0 {
		t.Errorf("after a while: %v, %+v", err, i.account)
	}
}

func TestARevocationEndsTheGuestsSessions(t *testing.T) {
	_, i, c := inviting()
	if err := c.handle(
		t.Context(), relay.Message{Position: 10, Stream: vera, Type: string(guest.RevokedType)},
	); err != nil ||
		!i.ended {
		t.Errorf("ended %t, %v", i.ended, err)
	}
}
