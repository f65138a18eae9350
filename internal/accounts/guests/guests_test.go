package guests_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

type fixture struct {
	guests   *guests.Store
	accounts *accounts.Store
	clock    *accountstest.Clock
	pool     *pgxpool.Pool
}

func start(t *testing.T) fixture {
	t.Helper()
	pool, c := accountstest.Database(t), accountstest.NewClock()
	guesses := throttle.New(pool, c.Now)
	return fixture{guests.New(pool, guesses, c.Now), accounts.New(pool, guesses, c.Now), c, pool}
}

var anOrder = uuid.MustParse("22222222-2222-4222-8222-222222222222")

// invite adds a guest and returns the guest with the secret of their link. The invitation expires
// after lasts.
func (f fixture) invite(t *testing.T, lasts time.Duration) (guests.Guest, string) {
	t.Helper()
	link, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	g, added, err := f.guests.Add(t.Context(), guests.NewGuest{
		ID:        uuid.New(),
		Order:     anOrder,
		Name:      " Vera  Visitor ",
		Email:     "vera@example.com",
		Message:   "Look.",
		Link:      link,
		Sealed:    "sealed",
		ExpiresAt: f.clock.Now().Add(lasts),
	})
	if err != nil || !added {
		t.Fatal(added, err)
	}
	return g, link
}

func TestAGuestsSessionLasts12HoursAndNeverBeyondHisInvitation(t *testing.T) { // SH-318 D-23
	f := start(t)
	for lasts, want := range map[time.Duration]time.Duration{14 * 24 * time.Hour: 12 * time.Hour, 3 * time.Hour: 3 * time.Hour} {
		g, _ := f.invite(t, lasts)
		token, s, err := f.guests.Open(t.Context(), g, g.ExpiresAt)
		if err != nil || s.ExpiresAt.Sub(f.clock.Now()) != want || len(token) < 43 {
			t.Fatalf("lasts %s: %+v %q %v", lasts, s, token, err)
		}
		f.clock.Pass(want - time.Second)
		if got, err := f.guests.Session(t.Context(), token); err != nil || got.Guest.ID != g.ID ||
			got.Guest.Name != "Vera Visitor" {
			t.Errorf("just before its end: %+v %v", got, err)
		}
		f.clock.Pass(time.Second)
		if _, err := f.guests.Session(t.Context(), token); !errors.Is(err, guest.ErrBadLink) {
			t.Errorf("at its end: %v", err)
		}
	}
	g, _ := f.invite(t, time.Hour)
	token, _, err := f.guests.Open(t.Context(), g, g.ExpiresAt)
	if err != nil {
		t.Fatal(err)
	}
	people, err := sessions.New(f.pool, f.accounts, f.clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := people.Session(t.Context(), token); !errors.Is(err, sessions.ErrNoSession) {
		t.Errorf("a guest's token is a person's: %v", err)
	}
	if err := errors.Join(
		f.guests.End(t.Context(), g.ID, f.clock.Now()), f.guests.End(t.Context(), g.ID, f.clock.Now()),
	); err != nil {
		t.Fatal(err)
	}
	if _, err := f.guests.Session(t.Context(), token); !errors.Is(err, guest.ErrBadLink) {
		t.Errorf("after the invitation ended: %v", err)
	}
}

func TestALinkHasAHundredSessionsAtATime(t *testing.T) { // SH-318
	f := start(t)
	g, _ := f.invite(t, time.Hour)
	var tokens []string
	for range guests.MaxSessions + 2 {
		token, _, err := f.guests.Open(t.Context(), g, g.ExpiresAt)
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
		f.clock.Pass(time.Second)
	}
	for i, token := range tokens {
		_, err := f.guests.Session(t.Context(), token)
		if dead := errors.Is(err, guest.ErrBadLink); dead != (i < 2) || !dead && err != nil {
			t.Errorf("session %d of %d: %v", i+1, len(tokens), err)
		}
	}
}

func TestARepeatedInvitationHasThePasswordOfTheFirst(t *testing.T) { // D-31
	f := start(t)
	link, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	g := guests.NewGuest{
		ID:        uuid.New(),
		Order:     anOrder,
		Name:      "Vera",
		Email:     "vera@example.com",
		Link:      link,
		Password:  "blackberry jam",
		ExpiresAt: f.clock.Now().Add(time.Hour),
	}
	if _, added, err := f.guests.Add(t.Context(), g); err != nil || !added {
		t.Fatal(added, err)
	}
	for password, want := range map[string]error{"blackberry jam": nil, "strawberry jam": domain.ErrKeyReused, "": domain.ErrKeyReused} {
		again := g
		again.Password = password
		if _, added, err := f.guests.Add(t.Context(), again); added || !errors.Is(err, want) {
			t.Errorf("again with %q: %v %v", password, added, err)
		}
	}
}

func TestAnOrderTakes50GuestsAtATime(t *testing.T) {
	f := start(t)
	var last guests.Guest
	for range guests.Most {
		last, _ = f.invite(t, time.Hour)
	}
	full := guests.NewGuest{
		ID:        uuid.New(),
		Order:     anOrder,
		Name:      "One more",
		Email:     "more@example.com",
		Link:      strings.Repeat("x", 43),
		ExpiresAt: f.clock.Now().Add(time.Hour),
	}
	if _, _, err := f.guests.Add(t.Context(), full); !errors.Is(err, guests.ErrTooMany) {
		t.Errorf("the 51st: %v", err)
	}
	elsewhere := full
	elsewhere.ID, elsewhere.Order, elsewhere.Link = uuid.New(), uuid.New(), strings.Repeat("y", 43)
	if _, added, err := f.guests.Add(t.Context(), elsewhere); err != nil || !added {
		t.Errorf("of another order: %v", err)
	}
	if err := f.guests.End(t.Context(), last.ID, f.clock.Now()); err != nil {
		t.Fatal(err)
	}
	if _, added, err := f.guests.Add(t.Context(), full); err != nil || !added {
		t.Errorf("after one was revoked: %v", err)
	}
	full.ID, full.Link = uuid.New(), strings.Repeat("z", 43)
	f.clock.Pass(time.Hour)
	if _, added, err := f.guests.Add(t.Context(), full); err != nil || !added {
		t.Errorf("after all have expired: %v", err)
	}
}

func TestAGuestIsStoredOnceAndNobodyElseHasTheirId(t *testing.T) { // D-31
	f := start(t)
	g, link := f.invite(t, time.Hour)
	again := guests.NewGuest{
		ID:        g.ID,
		Order:     anOrder,
		Name:      "Vera Visitor",
		Email:     "vera@example.com",
		Message:   "Look.",
		Link:      "another",
		Sealed:    "another",
		ExpiresAt: g.ExpiresAt,
	}
	if kept, added, err := f.guests.Add(t.Context(), again); err != nil || added || kept.Link != "sealed" {
		t.Errorf("again: %+v %t %v", kept, added, err)
	}
	again.Name = "Ulf"
	if _, _, err := f.guests.Add(t.Context(), again); !errors.Is(err, domain.ErrKeyReused) {
		t.Errorf("as somebody else: %v", err)
	}
	if found, err := f.guests.ByLink(t.Context(), link); err != nil || found.ID != g.ID {
		t.Errorf("by their link: %+v %v", found, err)
	}
	for _, wrong := range []string{"", "another", strings.Repeat("x", 43), link + "x", strings.Repeat("x", 9000)} {
		if _, err := f.guests.ByLink(t.Context(), wrong); !errors.Is(err, guest.ErrBadLink) {
			t.Errorf("by %.10q: %v", wrong, err)
		}
	}
}

func TestWhoAGuestWasIsErased30DaysAfterHisInvitation(t *testing.T) { // D-33
	f := start(t)
	expired, expiredLink := f.invite(t, 24*time.Hour)
	revoked, _ := f.invite(t, 60*24*time.Hour)
	staying, _ := f.invite(t, 60*24*time.Hour)
	if err := f.guests.End(t.Context(), revoked.ID, f.clock.Now().Add(24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	names := func() (got [3]string) {
		t.Helper()
		f.accounts.Forget()
		n, err := f.accounts.Names(
			t.Context(),
			accounts.Wanted{People: []uuid.UUID{expired.ID, revoked.ID, staying.ID}},
		)
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range []uuid.UUID{expired.ID, revoked.ID, staying.ID} {
			u := n.People[id]
			if u.Role != domain.Guest || u.Email != "" || u.ClientID != "" {
				t.Errorf("a guest is known as %+v", u)
			}
			got[i] = u.Name()
		}
		return got
	}
	f.clock.Pass(31*24*time.Hour - time.Second)
	if err := f.guests.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := names(); got != [3]string{"Vera Visitor", "Vera Visitor", "Vera Visitor"} {
		t.Errorf("before their time: %v", got)
	}
	f.clock.Pass(time.Second)
	if err := f.guests.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := names(); got != [3]string{"Former guest", "Former guest", "Vera Visitor"} {
		t.Errorf("after it: %v", got)
	}
	if _, err := f.guests.ByLink(t.Context(), expiredLink); !errors.Is(err, guest.ErrBadLink) {
		t.Errorf("the link of an erased guest: %v", err)
	}
	var left int
	err := f.pool.QueryRow(t.Context(), "select count(*) from guests x where id = any($1) and x::text like any (array['%vera%', '%Vera%', '%Look%', '%sealed%'])", []uuid.UUID{expired.ID, revoked.ID}).
		Scan(&left)
	if err != nil || left != 0 {
		t.Errorf("%d rows still say who they were (%v)", left, err)
	}
}

func TestAGuestIsErasedOnRequestToo(t *testing.T) { // BY-041
	f := start(t)
	g, link := f.invite(t, time.Hour)
	token, _, err := f.guests.Open(t.Context(), g, g.ExpiresAt)
	if err != nil {
		t.Fatal(err)
	}
	found, err := f.accounts.Find(t.Context(), g.ID.String())
	if err != nil || found.Role != domain.Guest || found.Email != "vera@example.com" {
		t.Fatalf("found %+v %v", found, err)
	}
	if err := f.accounts.Erase(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := f.guests.Session(t.Context(), token); !errors.Is(err, guest.ErrBadLink) {
		t.Errorf("the guest is still inside: %v", err)
	}
	if _, err := f.guests.ByLink(t.Context(), link); !errors.Is(err, guest.ErrBadLink) {
		t.Errorf("the link still works: %v", err)
	}
	if again, err := f.guests.Find(t.Context(), g.ID); err != nil || again.Name != "Former guest" || again.Email != "" {
		t.Errorf("the guest is known as %+v %v", again, err)
	}
}

func TestLinksThatWaitForTheirMail(t *testing.T) {
	f := start(t)
	waits, _ := f.invite(t, 10*time.Hour)
	sent, _ := f.invite(t, 10*time.Hour)
	ended, _ := f.invite(t, 10*time.Hour)
	f.invite(t, time.Minute)
	if err := errors.Join(
		f.guests.LinkSent(t.Context(), sent.ID), f.guests.End(t.Context(), ended.ID, f.clock.Now()),
	); err != nil {
		t.Fatal(err)
	}
	f.clock.Pass(2 * time.Minute)
	if ids, err := f.guests.Unsent(t.Context(), f.clock.Now().Add(-time.Minute)); err != nil || len(ids) != 1 ||
		ids[0] != waits.ID {
		t.Errorf("unsent: %v %v", ids, err)
	}
	if ids, err := f.guests.Unsent(t.Context(), f.clock.Now().Add(-3*time.Minute)); err != nil || len(ids) != 0 {
		t.Errorf("since longer: %v %v", ids, err)
	}
}
