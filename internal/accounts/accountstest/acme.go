package accountstest

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// Clock is a clock that tests advance.
type Clock struct{ at atomic.Int64 }

// NewClock returns a clock that stands still.
func NewClock() *Clock {
	c := &Clock{}
	c.at.Store(time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC).UnixNano())
	return c
}

// Now returns the time.
func (c *Clock) Now() time.Time { return time.Unix(0, c.at.Load()).UTC() }

// Pass advances the clock.
func (c *Clock) Pass(d time.Duration) { c.at.Add(int64(d)) }

// Password is the password of the people of Seed.
const Password = "right-password"

// Customer is the id of Acme.
var Customer = uuid.MustParse("11111111-1111-4111-8111-111111111111")

// Seed returns a provider with a manager and the account Acme with an owner.
func Seed() accounts.Seed {
	return accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Customers: []accounts.Customer{
			{ID: Customer, ClientID: domain.DirectClient, Name: "Acme", MaxActiveOrders: 3},
		},
		Users: []accounts.User{
			{
				ID:         uuid.New(),
				Email:      "Owner@acme.test",
				Firstname:  "Olga",
				Role:       domain.Owner,
				ClientID:   domain.DirectClient,
				CustomerID: Customer,
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
		Password: Password,
	}
}

// Acme plants Seed. Its people have cheap hashes, because tests compare many passwords.
func Acme(t testing.TB, pool *pgxpool.Pool, clock *Clock) *accounts.Store {
	t.Helper()
	s := accounts.New(pool, throttle.New(pool, clock.Now), clock.Now)
	if err := Plant(t.Context(), pool, s, Seed()); err != nil {
		t.Fatal(err)
	}
	cheap, err := argon2id.CreateHash(
		Password, &argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32},
	)
	if err == nil {
		_, err = pool.Exec(t.Context(), "update logins set password = $1", cheap)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}
