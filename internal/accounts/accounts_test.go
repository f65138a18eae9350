package accounts_test

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

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// clock is a clock that tests advance.
type clock struct{ at atomic.Int64 }

func (c *clock) now() time.Time { return time.Unix(0, c.at.Load()).UTC() }

func (c *clock) pass(d time.Duration) { c.at.Add(int64(d)) }

type fixture struct {
	*accounts.Store
	clock *clock
	pool  *pgxpool.Pool
}

const password = "right-password"

var customer = uuid.MustParse("11111111-1111-4111-8111-111111111111")

func start(t *testing.T) fixture {
	t.Helper()
	pool := accountstest.Database(t)
	c := &clock{}
	c.at.Store(time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC).UnixNano())
	s, err := accounts.New(pool, throttle.New(pool, c.now), c.now)
	if err != nil {
		t.Fatal(err)
	}
	if err := accountstest.Plant(t.Context(), pool, s, people()); err != nil {
		t.Fatal(err)
	}
	// These tests compare many passwords, so they use a cheaper hash than the seed's.
	cheap, err := argon2id.CreateHash(
		password, &argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32},
	)
	if err == nil {
		_, err = pool.Exec(t.Context(), "update people set password = $1", cheap)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fixture{s, c, pool}
}

func people() accounts.Seed {
	return accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Customers: []accounts.Customer{
			{ID: customer, ClientID: domain.DirectClient, Name: "Acme", MaxActiveOrders: 3},
		},
		Users: []accounts.User{
			{
				ID:         uuid.New(),
				Email:      "Owner@acme.test",
				Firstname:  "Olga",
				Role:       domain.Owner,
				ClientID:   domain.DirectClient,
				CustomerID: customer,
				TimeZone:   "UTC",
			},
			{
				ID:        uuid.New(),
				Email:     "manager@studio.test",
				Firstname: "Mia",
				Lastname:  "Manager",
				Role:      domain.Manager,
				ClientID:  domain.ProviderClient,
				TimeZone:  "UTC",
			},
		},
		Password: password,
	}
}

func (f fixture) signIn(t *testing.T, email string, desk bool) (string, accounts.Session) {
	t.Helper()
	from := throttle.Origin{Address: "192.0.2.1"}
	u, err := f.Identify(t.Context(), email, password, from, desk)
	if err != nil {
		t.Fatal(err)
	}
	token, s, err := f.Open(t.Context(), u, from, desk)
	if err != nil {
		t.Fatal(err)
	}
	return token, s
}

func TestASessionSlidesWithUseAndExpiresWithoutIt(t *testing.T) { // D-23
	f := start(t)
	token, opened := f.signIn(t, "owner@acme.test", false)
	if want := f.clock.now().Add(secrets.SessionLifetime); !opened.ExpiresAt.Equal(want) {
		t.Errorf("it expires at %s, want %s", opened.ExpiresAt, want)
	}
	for range 4 { // it stays valid if it is used every ten hours
		f.clock.pass(10 * time.Hour)
		s, err := f.Session(t.Context(), token)
		if err != nil || s.ID != opened.ID || s.Actor != opened.Actor ||
			!s.ExpiresAt.Equal(f.clock.now().Add(secrets.SessionLifetime)) {
			t.Fatalf("after use: %+v %v", s, err)
		}
	}
	f.clock.pass(secrets.SessionLifetime - time.Second)
	if _, err := f.Session(t.Context(), token); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	f.clock.pass(secrets.SessionLifetime)
	if _, err := f.Session(t.Context(), token); !errors.Is(err, accounts.ErrNoSession) {
		t.Errorf("at its end: %v", err)
	}
}

func TestASessionThatIsUsedOftenIsNotWrittenEachTime(t *testing.T) { // D-23
	f := start(t)
	token, opened := f.signIn(t, "owner@acme.test", false)
	f.clock.pass(time.Minute)
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
	if _, err := f.Session(t.Context(), one); !errors.Is(err, accounts.ErrNoSession) {
		t.Errorf("the session that was signed out: %v", err)
	}
	if _, err := f.Session(t.Context(), two); err != nil {
		t.Errorf("the other session: %v", err)
	}
	for _, token := range []string{"", "short", strings.Repeat("x", 43), strings.Repeat("x", 5000), one + "x", one[:42] + "\x00"} {
		if _, err := f.Session(t.Context(), token); !errors.Is(err, accounts.ErrNoSession) {
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
		{"owner@acme.test", password, true, accounts.ErrInvalidGrant}, {"manager@studio.test", password, false, accounts.ErrInvalidGrant},
		{"owner@acme.test", "wrong-password", false, accounts.ErrInvalidGrant}, {"nobody@acme.test", password, false, accounts.ErrInvalidGrant}, {"owner@acme.test", "", false, accounts.ErrInvalidGrant},
	} {
		f.clock.pass(time.Minute) // after the delay
		if _, err := f.Identify(
			t.Context(), c.email, c.password, throttle.Origin{Address: "192.0.2.2"}, c.desk,
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
	_, err := f.Identify(context.Background(), email, password, from, false)
	return err
}

func at(address string) throttle.Origin { return throttle.Origin{Address: address} }

func TestEachFailureDelaysTheNextTryOfTheAccountAndOfTheAddress(t *testing.T) { // D-72
	f := start(t)
	for i, seconds := range []int{1, 2, 4, 8, 16, 30, 30} {
		delay := time.Duration(seconds) * time.Second
		if err := f.try("owner@acme.test", "wrong-password", at("192.0.2.3")); !errors.Is(err,
			accounts.ErrInvalidGrant) {
			t.Fatalf("failure %d: %v", i+1, err)
		}
		for what, err := range map[string]error{
			"the account from elsewhere": f.try("owner@acme.test", password, at("192.0.2.99")), "another account from the address": f.try("nobody@acme.test", password, at("192.0.2.3")),
		} {
			if got := wait(err); got != delay {
				t.Errorf("after %d failures, %s waits %s, not %s", i+1, what, got, delay)
			}
		}
		f.clock.pass(delay)
	}
	if err := f.try("owner@acme.test", password, at("192.0.2.3")); err != nil {
		t.Errorf("after the delay: %v", err)
	}
	if err := f.try("owner@acme.test", "wrong-password", at("192.0.2.98")); !errors.Is(err, accounts.ErrInvalidGrant) {
		t.Error(err)
	}
	if got := wait(f.try("owner@acme.test", password, at("192.0.2.97"))); got != time.Second {
		t.Errorf("the delay begins anew after a success, but it is %s", got)
	}
}

func TestOneIPv6NetworkIsOneAddress(t *testing.T) { // D-72
	f := start(t)
	if err := f.try("a@acme.test", "wrong", at("2001:db8:1:2::1")); !errors.Is(err, accounts.ErrInvalidGrant) {
		t.Fatal(err)
	}
	if err := f.try("b@acme.test", "wrong", at("2001:db8:1:2:ffff::7")); wait(err) == 0 {
		t.Errorf("the next address of the network: %v", err)
	}
	if err := f.try("c@acme.test", "wrong", at("2001:db8:1:3::1")); !errors.Is(err, accounts.ErrInvalidGrant) {
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
			at(fmt.Sprintf("198.51.%d.%d", i/250, i%250))); errors.Is(err, accounts.ErrInvalidGrant) {
			guesses++
		}
		if i%100 == 50 {
			if err := f.try("owner@acme.test", password, known); err != nil {
				t.Errorf("the known browser is refused after %d tries: %v", i+1, err)
			}
		}
		f.clock.pass(3600 * time.Millisecond)
	}
	for i := range 1000 { // and 1,000 accounts from the address of the known browser
		_ = f.try(fmt.Sprintf("person-%d@acme.test", i), "wrong-password", at(known.Address))
	}
	if err := f.try("owner@acme.test", password, known); err != nil {
		t.Errorf("the known browser is refused after failures from its address: %v", err)
	}
	if guesses < 10 || guesses >= 20 {
		t.Errorf("%d guesses in an hour", guesses)
	}
	if err := f.try("owner@acme.test", "wrong-password", known); !errors.Is(err, accounts.ErrInvalidGrant) {
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

func TestAKnownBrowserHasAsFewGuessesInAnHour(t *testing.T) { // D-72
	f := start(t)
	known, guesses := throttle.Origin{Device: uuid.New()}, 0
	for range 120 {
		if err := f.try("owner@acme.test", "wrong-password", known); errors.Is(err, accounts.ErrInvalidGrant) {
			guesses++
		}
		f.clock.pass(29 * time.Second)
	}
	if guesses >= 20 {
		t.Errorf("%d guesses in an hour", guesses)
	}
}

func TestGuessesSentAtOnceAreCountedLikeGuessesSentInTurn(t *testing.T) { // D-72, with two processes
	f := start(t)
	second, err := accounts.New(f.pool, throttle.New(f.pool, f.clock.now), f.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var guesses atomic.Int64
	for i := range 40 {
		wg.Go(func() {
			s := []*accounts.Store{f.Store, second}[i%2]
			if _, err := s.Identify(
				context.Background(), "owner@acme.test", "wrong-password", at(fmt.Sprintf("192.0.2.%d", i)), false,
			); errors.Is(err, accounts.ErrInvalidGrant) {
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
	more := people()
	more.Users[0].ID, more.Users[0].Email = uuid.New(), "fresh@acme.test"
	more.Users[1].ID, more.Users[1].Email = uuid.New(), "fresh@studio.test"
	for _, u := range more.Users {
		if err := accountstest.Plant(
			t.Context(), f.pool, f.Store, accounts.Seed{Users: []accounts.User{u}, Password: password},
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
		t.Context(), "fresh@acme.test", password, throttle.Origin{Address: "192.0.2.6"}, false,
	); err != nil {
		t.Error(err)
	}
}

func TestSweepingRemovesOnlyWhatHasExpired(t *testing.T) { // D-23
	f := start(t)
	f.signIn(t, "owner@acme.test", false)
	f.clock.pass(secrets.SessionLifetime / 2)
	token, _ := f.signIn(t, "owner@acme.test", false)
	if _, err := f.Identify(
		t.Context(), "owner@acme.test", "wrong-password", throttle.Origin{Address: "192.0.2.5"}, false,
	); !errors.Is(err, accounts.ErrInvalidGrant) {
		t.Fatal(err)
	}
	f.clock.pass(secrets.SessionLifetime/2 + time.Second)
	if err := f.Sweep(t.Context()); err != nil {
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

func TestAllProcessesShareAKey(t *testing.T) { // D-24
	f := start(t)
	other, err := accounts.New(f.pool, throttle.New(f.pool, f.clock.now), f.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	one, err1 := f.Key(t.Context(), "csrf")
	two, err2 := other.Key(t.Context(), "csrf")
	three, err3 := f.Key(t.Context(), "another")
	if err := errors.Join(err1, err2, err3); err != nil || len(one) != 32 || string(one) != string(two) ||
		string(one) == string(three) {
		t.Errorf("keys of %d, %d and %d bytes: %v", len(one), len(two), len(three), err)
	}
}

func TestASeedAddsWhatIsMissingAndLeavesWhatIsThere(t *testing.T) {
	f := start(t)
	again := people() // other ids with the same e-mails
	again.Customers[0].Name = "Renamed"
	if err := accountstest.Plant(t.Context(), f.pool, f.Store, again); err != nil {
		t.Fatal(err)
	}
	c, err := f.FindCustomer(t.Context(), customer)
	team, errTeam := f.Team(t.Context(), domain.DirectClient, customer)
	if err := errors.Join(err, errTeam); err != nil || c.Name != "Acme" || len(team) != 1 {
		t.Errorf("after planting twice: %+v, %d people, %v", c, len(team), err)
	}
	if _, err := f.FindCustomer(t.Context(), uuid.New()); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("an unknown customer: %v", err)
	}
	managers, err := f.WithRoles(t.Context(), domain.Manager)
	if err != nil || len(managers) != 1 || managers[0].Name() != "Mia Manager" {
		t.Errorf("managers: %+v %v", managers, err)
	}
}

// Somebody whose stream is parked has no row in the read models. Their name is shown everywhere, and they
// have no rights.
func TestNamesAreShownWhileAStreamIsParked(t *testing.T) { // D-74
	f := start(t)
	session, opened := f.signIn(t, "owner@acme.test", false)
	id := opened.Actor.ID
	for _, table := range []string{"account_members", "account_customers", "account_clients"} {
		if _, err := f.pool.Exec(t.Context(), "delete from "+table); err != nil {
			t.Fatal(err)
		}
	}
	f.Forget()
	names, err := f.Names(t.Context(), accounts.Wanted{
		People: []uuid.UUID{id}, Customers: []uuid.UUID{customer}, Clients: []string{domain.DirectClient},
	})
	if err != nil {
		t.Fatal(err)
	}
	of := names.People[id]
	if of.Name() != "Olga" || of.Role != "" || of.ClientID != "" || of.CustomerID != uuid.Nil || !of.ViewOnly {
		t.Errorf("the person is %+v", of)
	}
	if names.Customers[customer].Name != "Acme" || names.Clients[domain.DirectClient].Name != "Direct" {
		t.Errorf("the customer is %+v, the client %+v", names.Customers, names.Clients)
	}
	if _, err := f.Session(t.Context(), session); !errors.Is(err, accounts.ErrNoSession) {
		t.Errorf("the person is still signed in: %v", err)
	}
}
