package accounts_test

import (
	"errors"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

type fixture struct {
	*accounts.Store
	clock *accountstest.Clock
	pool  *pgxpool.Pool
}

const password = accountstest.Password

var customer = accountstest.Customer

func start(t *testing.T) fixture {
	t.Helper()
	pool, clock := accountstest.Database(t), accountstest.NewClock()
	return fixture{accountstest.Acme(t, pool, clock), clock, pool}
}

// person returns the id of a planted person.
func (f fixture) person(t *testing.T, email string) uuid.UUID {
	t.Helper()
	u, err := f.Find(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	return u.ID
}

func (f fixture) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := f.pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func TestASeedAddsWhatIsMissingAndLeavesWhatIsThere(t *testing.T) {
	f := start(t)
	again := accountstest.Seed() // other ids with the same e-mails
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
	id := f.person(t, "owner@acme.test")
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
}
