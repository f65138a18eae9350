package guest_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/guest"
)

var guests = domaintest.Of(guest.Streams)

var (
	now     = domaintest.Now
	order   = domaintest.ID("order")
	a1, a2  = uuid.UUID{1}, uuid.UUID{2}
	invited = &guest.Invited{
		Order:       order,
		Attachments: []uuid.UUID{a1, a2},
		Expires:     now.Add(24 * time.Hour).Truncate(time.Second),
	}
	entered = &guest.Entered{}
	revoked = &guest.Revoked{}
)

func invite(i guest.Invited) func(*guest.Guest) error {
	return func(g *guest.Guest) error { return g.Invite(i, now) }
}

func enterAt(at time.Time) func(*guest.Guest) error {
	return func(g *guest.Guest) error { return g.Enter(at) }
}

func revoke(g *guest.Guest) error { return g.Revoke(now) }

func TestAGuestIsInvitedOnceToAttachmentsInOrder(t *testing.T) {
	guests.Given(t).
		When(invite(guest.Invited{Order: order, Attachments: []uuid.UUID{a2, a1, a2}, Expires: invited.Expires.Add(3 * time.Millisecond)})).
		Then(invited)
	guests.Given(t, invited).When(invite(*invited)).ThenRefused(guest.ErrExists)
	for n, all := range map[int]error{0: guest.ErrAttachments, 1: nil, 50: nil, 51: guest.ErrAttachments} {
		i := *invited
		i.Attachments = make([]uuid.UUID, n)
		for k := range i.Attachments {
			i.Attachments[k] = uuid.UUID{byte(k)}
		}
		out := guests.Given(t).When(invite(i))
		if all != nil {
			out.ThenRefused(all)
		} else if out.Err() != nil {
			t.Errorf("%d attachments: %v", n, out.Err())
		}
	}
}

func TestAnInvitationHoldsFromAnHourTo90Days(t *testing.T) {
	for for_, want := range map[time.Duration]bool{
		time.Hour: true, time.Hour - time.Second: false, 90 * 24 * time.Hour: true, 90*24*time.Hour + time.Second: false, -time.Hour: false, guest.Usual: true,
	} {
		i := *invited
		i.Expires = now.Add(for_)
		if out := guests.Given(t).When(invite(i)); want && out.Err() != nil {
			t.Errorf("%s: %v", for_, out.Err())
		} else if !want {
			out.ThenRefused(guest.ErrExpiry)
		}
	}
}

func TestOnlyTheFirstEntryIsRecorded(t *testing.T) {
	guests.Given(t, invited).When(enterAt(now)).Then(entered)
	guests.Given(t, invited, entered).When(enterAt(now)).ThenNothing()
}

func TestARevokedOrExpiredLinkLetsNobodyIn(t *testing.T) { // SH-308
	e := guests.Given(t, invited, revoked).When(enterAt(now)).ThenRefused(guest.ErrBadLink)
	if e.Code != domain.Unauthenticated || e.Message != "Bad token. You seem to have followed an invalid link" {
		t.Errorf("says %+v", e)
	}
	guests.Given(t).When(enterAt(now)).ThenRefused(guest.ErrBadLink)
	guests.Given(t, invited, entered).When(enterAt(invited.Expires)).ThenRefused(guest.ErrBadLink)
	if err := guests.Fold(t, invited).Alive(invited.Expires.Add(-time.Microsecond)); err != nil {
		t.Errorf("just before it expires: %v", err)
	}
}

func TestAnInvitationIsRevokedForGood(t *testing.T) {
	guests.Given(t, invited, entered).When(revoke).Then(revoked)
	guests.Given(t, invited, revoked).When(revoke).ThenNothing()
	guests.Given(t).When(revoke).ThenRefused(domain.ErrNotFound)
	guests.Given(t, invited, revoked).When(invite(*invited)).ThenRefused(guest.ErrExists)
}

func TestHowAnInvitationStands(t *testing.T) {
	late := invited.Expires
	for name, c := range map[string]struct {
		history []any
		at      time.Time
		want    guest.Status
	}{
		"fresh": {[]any{invited}, now, guest.Live}, "followed": {[]any{invited, entered}, now, guest.Inside}, "over": {[]any{invited, entered}, late, guest.Expired},
		"revoked": {[]any{invited, revoked}, now, guest.WasEnded}, "revoked and over": {[]any{invited, revoked}, late, guest.WasEnded},
	} {
		if got := guests.Fold(t, c.history...).StatusAt(c.at); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestAGuestActsWithinTheirInvitation(t *testing.T) { // SH-303
	g := guests.Fold(t, domaintest.By(domaintest.ID("olga"), invited))
	by := g.Actor()
	if g.Inviter != domaintest.ID("olga") || by.ID != g.ID || by.Role != domain.Guest || !by.InvitedTo(order) ||
		!by.InvitedToFile(a2) {
		t.Errorf("acts as %+v", by)
	}
	if by.InvitedTo(a1) || by.InvitedToFile(order) || by.ClientID != "" || by.CustomerID != uuid.Nil {
		t.Errorf("reaches beyond: %+v", by)
	}
}

func TestAGuestRefusesUnknownEvents(t *testing.T) {
	g := guests.Fold(t, invited)
	e := guests.Event(t, 2, entered)
	e.Data = &struct{}{}
	if err := g.Apply(e); err == nil {
		t.Error("an unknown event was applied")
	}
}
