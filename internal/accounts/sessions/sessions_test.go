package sessions_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

type fixture struct {
	*sessions.Store
	accounts *accounts.Store
	clock    *accountstest.Clock
	pool     *pgxpool.Pool
}

const password = accountstest.Password

var customer = accountstest.Customer

func start(t *testing.T) fixture {
	t.Helper()
	pool, clock := accountstest.Database(t), accountstest.NewClock()
	all := accountstest.Acme(t, pool, clock)
	return fixture{another(t, pool, all, clock), all, clock, pool}
}

// another returns the store of another process.
func another(t *testing.T, pool *pgxpool.Pool, all *accounts.Store, clock *accountstest.Clock) *sessions.Store {
	t.Helper()
	s, err := sessions.New(pool, all, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (f fixture) signIn(t *testing.T, email string, desk bool) (string, sessions.Session) {
	t.Helper()
	from := throttle.Origin{Address: "192.0.2.1"}
	people, err := f.Identify(t.Context(), email, password, from, desk, "")
	if err != nil {
		t.Fatal(err)
	}
	token, s, err := f.Open(t.Context(), people[0], from, desk)
	if err != nil {
		t.Fatal(err)
	}
	return token, s
}

func TestASessionSlidesWithUseAndExpiresWithoutIt(t *testing.T) { // D-23
	f := start(t)
	token, opened := f.signIn(t, "owner@acme.test", false)
	if want := f.clock.Now().Add(secrets.SessionLifetime); !opened.ExpiresAt.Equal(want) {
		t.Errorf("it expires at %s, want %s", opened.ExpiresAt, want)
	}
	for range 4 { // it stays valid if it is used every ten hours
		f.clock.Pass(10 * time.Hour)
		s, err := f.Session(t.Context(), token)
		if err != nil || s.ID != opened.ID || s.Actor != opened.Actor ||
			!s.ExpiresAt.Equal(f.clock.Now().Add(secrets.SessionLifetime)) {
			t.Fatalf("after use: %+v %v", s, err)
		}
	}
	f.clock.Pass(secrets.SessionLifetime - time.Second)
	if _, err := f.Session(t.Context(), token); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	f.clock.Pass(secrets.SessionLifetime)
	if _, err := f.Session(t.Context(), token); !errors.Is(err, sessions.ErrNoSession) {
		t.Errorf("at its end: %v", err)
	}
}

func TestASessionThatIsUsedOftenIsNotWrittenEachTime(t *testing.T) { // D-23
	f := start(t)
	token, opened := f.signIn(t, "owner@acme.test", false)
	f.clock.Pass(time.Minute)
	s, err := f.Session(t.Context(), token)
	if err != nil || !s.ExpiresAt.Equal(opened.ExpiresAt) {
		t.Errorf("after a minute it expires at %s, before at %s: %v", s.ExpiresAt, opened.ExpiresAt, err)
	}
}

func TestSigningOutEndsOneSession(t *testing.T) { // D-23 SH-040
	f := start(t)
	one, first := f.signIn(t, "owner@acme.test", false)
	two, _ := f.signIn(t, "owner@acme.test", false)
	if err := f.SignOut(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Session(t.Context(), one); !errors.Is(err, sessions.ErrNoSession) {
		t.Errorf("the session that was signed out: %v", err)
	}
	if _, err := f.Session(t.Context(), two); err != nil {
		t.Errorf("the other session: %v", err)
	}
	for _, token := range []string{"", "short", strings.Repeat("x", 43), strings.Repeat("x", 5000), one + "x", one[:42] + "\x00"} {
		if _, err := f.Session(t.Context(), token); !errors.Is(err, sessions.ErrNoSession) {
			t.Errorf("the token %.20q: %v", token, err)
		}
	}
}

func TestNoTokenAndNoPasswordIsKept(t *testing.T) { // D-23
	f := start(t)
	token, _ := f.signIn(t, "owner@acme.test", false)
	for _, table := range []string{"sessions", "users", "signin_failures"} {
		rows, err := f.pool.Query(t.Context(), "select r::text from "+table+" r")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var row string
			if err := rows.Scan(&row); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(row, token) || strings.Contains(row, password) {
				t.Errorf("%s holds a secret: %s", table, row)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEachKindOfPersonHasOneDoor(t *testing.T) { // D-22 D-23
	f := start(t)
	for _, c := range []struct {
		email, password string
		desk            bool
		err             error
	}{
		{"owner@acme.test", password, false, nil}, {"OWNER@ACME.TEST", password, false, nil}, {"manager@studio.test", password, true, nil},
		{"owner@acme.test", password, true, sessions.ErrInvalidGrant}, {"manager@studio.test", password, false, sessions.ErrInvalidGrant},
		{"owner@acme.test", "wrong-password", false, sessions.ErrInvalidGrant}, {"nobody@acme.test", password, false, sessions.ErrInvalidGrant}, {"owner@acme.test", "", false, sessions.ErrInvalidGrant},
	} {
		f.clock.Pass(time.Minute) // after the delay
		if _, err := f.Identify(
			t.Context(), c.email, c.password, throttle.Origin{Address: "192.0.2.2"}, c.desk, "",
		); !errors.Is(err, c.err) {
			t.Errorf("%s %q, desk %v: %v, want %v", c.email, c.password, c.desk, err, c.err)
		}
	}
}

// wait returns the delay of an attempt, or 0.
func wait(err error) time.Duration {
	tooMany, _ := errors.AsType[throttle.TooManyFailuresError](err)
	return tooMany.RetryAfter
}

func (f fixture) try(email, password string, from throttle.Origin) error {
	_, err := f.Identify(context.Background(), email, password, from, false, "")
	return err
}

func at(address string) throttle.Origin { return throttle.Origin{Address: address} }

func TestEachFailureDelaysTheNextTryOfTheAccountAndOfTheAddress(t *testing.T) { // D-72
	f := start(t)
	for i, seconds := range []int{1, 2, 4, 8, 16, 30, 30} {
		delay := time.Duration(seconds) * time.Second
		if err := f.try("owner@acme.test", "wrong-password", at("192.0.2.3")); !errors.Is(err,
			sessions.ErrInvalidGrant) {
			t.Fatalf("failure %d: %v", i+1, err)
		}
		for what, err := range map[string]error{
			"the account from elsewhere": f.try("owner@acme.test", password, at("192.0.2.99")), "another account from the address": f.try("nobody@acme.test", password, at("192.0.2.3")),
		} {
			if got := wait(err); got != delay {
				t.Errorf("after %d failures, %s waits %s, not %s", i+1, what, got, delay)
			}
		}
		f.clock.Pass(delay)
	}
	if err := f.try("owner@acme.test", password, at("192.0.2.3")); err != nil {
		t.Errorf("after the delay: %v", err)
	}
	if err := f.try("owner@acme.test", "wrong-password", at("192.0.2.98")); !errors.Is(err, sessions.ErrInvalidGrant) {
		t.Error(err)
	}
	if got := wait(f.try("owner@acme.test", password, at("192.0.2.97"))); got != time.Second {
		t.Errorf("the delay begins anew after a success, but it is %s", got)
	}
}

func TestOneIPv6NetworkIsOneAddress(t *testing.T) { // D-72
	f := start(t)
	if err := f.try("a@acme.test", "wrong", at("2001:db8:1:2::1")); !errors.Is(err, sessions.ErrInvalidGrant) {
		t.Fatal(err)
	}
	if err := f.try("b@acme.test", "wrong", at("2001:db8:1:2:ffff::7")); wait(err) == 0 {
		t.Errorf("the next address of the network: %v", err)
	}
	if err := f.try("c@acme.test", "wrong", at("2001:db8:1:3::1")); !errors.Is(err, sessions.ErrInvalidGrant) {
		t.Errorf("another network: %v", err)
	}
}

// Strangers try 1,000 wrong passwords from 1,000 addresses within an hour.
func TestAKnownBrowserSignsInWhileStrangersGuess(t *testing.T) { // D-72 check 29
	f := start(t)
	known := throttle.Origin{Address: "192.0.2.8", Device: uuid.New()}
	guesses := 0
	for i := range 1000 {
		if err := f.try("owner@acme.test", "wrong-password",
			at(fmt.Sprintf("198.51.%d.%d", i/250, i%250))); errors.Is(err, sessions.ErrInvalidGrant) {
			guesses++
		}
		if i%100 == 50 {
			if err := f.try("owner@acme.test", password, known); err != nil {
				t.Errorf("the known browser is refused after %d tries: %v", i+1, err)
			}
		}
		f.clock.Pass(3600 * time.Millisecond)
	}
	for i := range 1000 { // and 1,000 accounts from the address of the known browser
		_ = f.try(fmt.Sprintf("person-%d@acme.test", i), "wrong-password", at(known.Address))
	}
	if err := f.try("owner@acme.test", password, known); err != nil {
		t.Errorf("the known browser is refused after failures from its address: %v", err)
	}
	if guesses < 10 || guesses >= 20 { // the others tell nothing about the password
		t.Errorf("%d guesses in an hour", guesses)
	}
	if err := f.try("owner@acme.test", "wrong-password", known); !errors.Is(err, sessions.ErrInvalidGrant) {
		t.Error(err)
	}
	if got := wait(f.try("owner@acme.test", password, known)); got != time.Second {
		t.Errorf("its own failure delays a known browser by %s", got)
	}
	other := throttle.Origin{Address: "192.0.2.8", Device: uuid.New()}
	if err := f.try("owner@acme.test", password, other); err != nil {
		t.Errorf("another known browser: %v", err)
	}
}

func TestAfterManyFailuresAStrangerNeedsALinkBesideThePassword(t *testing.T) { // D-81
	f := start(t)
	for i := range 20 { // each from another network, after the delay
		if err := f.try("owner@acme.test", "wrong-password", at(fmt.Sprintf("198.51.100.%d", i))); err == nil {
			t.Fatal("a wrong password signs in")
		}
		f.clock.Pass(30 * time.Second)
	}
	linked := func(err error) (right, needed bool) {
		needs, needed := errors.AsType[throttle.NeedsLinkError](err)
		return needs.Right, needed
	}
	people, err := f.Identify(t.Context(), "owner@acme.test", password, at("192.0.2.1"), false, "")
	if right, needed := linked(err); !right || !needed || len(people) != 1 || people[0].Email != "Owner@acme.test" {
		t.Errorf("the right password in another browser of %v: %v, right %v", people, err, right)
	}
	if right, needed := linked(f.try("owner@acme.test", "wrong-password", at("192.0.2.2"))); right || !needed {
		t.Error("a wrong password is not told from the right one")
	}
	for _, address := range []string{"192.0.2.1", "192.0.2.2"} { // both count alike, so the delay tells nothing
		if got := wait(f.try("owner@acme.test", password, at(address))); got != time.Second {
			t.Errorf("%s waits %s", address, got)
		}
	}
	for i := range 100 { // strangers delay their own network only
		_ = f.try("owner@acme.test", "wrong-password", at(fmt.Sprintf("203.0.113.%d", i)))
	}
	if _, needed := linked(f.try("owner@acme.test", password, at("192.0.2.3"))); !needed {
		t.Error("strangers delay the person")
	}
	if err := f.try("owner@acme.test", password, throttle.Origin{Device: uuid.New()}); err != nil {
		t.Errorf("a known browser: %v", err)
	}
	var counted int
	if err := f.pool.QueryRow(
		t.Context(), "select max(n) from (select count(*) n from signin_failures group by subject) s",
	).Scan(&counted); err != nil || counted > 40 {
		t.Errorf("%d failures of the account are kept: %v", counted, err)
	}
	f.clock.Pass(time.Hour)
	if err := f.try("owner@acme.test", password, at("192.0.2.4")); err != nil {
		t.Errorf("after an hour: %v", err)
	}
}

func TestAKnownBrowserHasAsFewGuessesInAnHour(t *testing.T) { // D-72
	f := start(t)
	known, guesses := throttle.Origin{Device: uuid.New()}, 0
	for range 120 {
		if err := f.try("owner@acme.test", "wrong-password", known); errors.Is(err, sessions.ErrInvalidGrant) {
			guesses++
		}
		f.clock.Pass(29 * time.Second)
	}
	if guesses >= 20 {
		t.Errorf("%d guesses in an hour", guesses)
	}
}

func TestStrangersDoNotKeepASignedInPersonFromConfirmingThePassword(t *testing.T) { // D-81
	f := start(t)
	u, err := f.accounts.Find(t.Context(), "owner@acme.test")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		_ = f.try(u.Email, "wrong-password", at(fmt.Sprintf("198.51.100.%d", i)))
		f.clock.Pass(30 * time.Second)
	}
	session := uuid.New()
	if err := f.ConfirmPassword(t.Context(), u, session, password, at("192.0.2.1")); err != nil {
		t.Errorf("in a browser that is signed in: %v", err)
	}
	for range 19 {
		if err := f.ConfirmPassword(
			t.Context(), u, session, "wrong-password", at("192.0.2.1"),
		); !errors.Is(err, sessions.ErrWrongPassword) {
			t.Fatal(err)
		}
		f.clock.Pass(30 * time.Second)
	}
	if got := wait(f.ConfirmPassword(t.Context(), u, session, password, at("192.0.2.1"))); got == 0 {
		t.Error("a stolen session can guess for ever")
	}
}

func TestGuessesSentAtOnceAreCountedLikeGuessesSentInTurn(t *testing.T) { // D-72, with two processes
	f := start(t)
	second := another(t, f.pool, accounts.New(f.pool, throttle.New(f.pool, f.clock.Now), f.clock.Now), f.clock)
	var wg sync.WaitGroup
	var guesses atomic.Int64
	for i := range 40 {
		wg.Go(func() {
			s := []*sessions.Store{f.Store, second}[i%2]
			if _, err := s.Identify(
				context.Background(), "owner@acme.test", "wrong-password", at(fmt.Sprintf("192.0.2.%d", i)), false, "",
			); errors.Is(err, sessions.ErrInvalidGrant) {
				guesses.Add(1)
			}
		})
	}
	wg.Wait()
	if n := guesses.Load(); n != 1 {
		t.Errorf("%d passwords could be tried at once", n)
	}
}

// Seeded passwords use the production hash: argon2id with a salt.
func TestPasswordsAreHashedWithArgon2AndASaltEach(t *testing.T) { // D-23
	f := start(t)
	more := accountstest.Seed()
	more.Users[0].ID, more.Users[0].Email = uuid.New(), "fresh@acme.test"
	more.Users[1].ID, more.Users[1].Email = uuid.New(), "fresh@studio.test"
	for _, u := range more.Users {
		if err := accountstest.Plant(
			t.Context(), f.pool, f.accounts, accounts.Seed{Users: []accounts.User{u}, Password: password},
		); err != nil {
			t.Fatal(err)
		}
	}
	var one, two string
	if err := f.pool.QueryRow(t.Context(), "select min(password), max(password) from people where email like 'fresh@%'").
		Scan(&one, &two); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(one, "$argon2id$v=19$m=65536,") || one == two {
		t.Errorf("passwords are kept as %s and %s", one, two)
	}
	if _, err := f.Identify(
		t.Context(), "fresh@acme.test", password, throttle.Origin{Address: "192.0.2.6"}, false, "",
	); err != nil {
		t.Error(err)
	}
}

func TestSweepingRemovesOnlyWhatHasExpired(t *testing.T) { // D-23
	f := start(t)
	f.signIn(t, "owner@acme.test", false)
	f.clock.Pass(secrets.SessionLifetime / 2)
	token, _ := f.signIn(t, "owner@acme.test", false)
	if _, err := f.Identify(
		t.Context(), "owner@acme.test", "wrong-password", throttle.Origin{Address: "192.0.2.5"}, false, "",
	); !errors.Is(err, sessions.ErrInvalidGrant) {
		t.Fatal(err)
	}
	f.clock.Pass(secrets.SessionLifetime/2 + time.Second)
	if err := errors.Join(f.Sweep(t.Context()), f.accounts.Sweep(t.Context())); err != nil {
		t.Fatal(err)
	}
	var sessions, failures int
	if err := f.pool.QueryRow(t.Context(), "select (select count(*) from sessions), (select count(*) from signin_failures)").
		Scan(&sessions, &failures); err != nil {
		t.Fatal(err)
	}
	if sessions != 1 || failures != 0 {
		t.Errorf("%d sessions and %d failures are left", sessions, failures)
	}
	if _, err := f.Session(t.Context(), token); err != nil {
		t.Errorf("the living session: %v", err)
	}
}

func TestNobodyIsSignedInWhileTheirStreamIsParked(t *testing.T) { // D-74
	f := start(t)
	token, _ := f.signIn(t, "owner@acme.test", false)
	f.exec(t, "delete from account_members")
	f.accounts.Forget()
	if _, err := f.Session(t.Context(), token); !errors.Is(err, sessions.ErrNoSession) {
		t.Errorf("the person is still signed in: %v", err)
	}
}
