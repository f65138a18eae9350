// Package accounts keeps people, the accounts they belong to, and their sessions, in plain tables.
package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
)

// Well-known clients (D-25).
const (
	ProviderClient = "admin"
	DirectClient   = "customer"
)

// Store is the accounts in PostgreSQL.
type Store struct {
	pool  *pgxpool.Pool
	cache *directory
	clock func() time.Time
	dummy string // a password hash to compare with when there is no such account
	slots chan struct{}
	// knownSlots are for browsers that have signed in before.
	knownSlots chan struct{}
}

// New returns the store of a migrated database.
func New(pool *pgxpool.Pool, clock func() time.Time) (*Store, error) {
	dummy, err := hashPassword("nobody has this one")
	if err != nil {
		return nil, err
	}
	return &Store{
		pool:       pool,
		cache:      newDirectory(),
		clock:      clock,
		dummy:      dummy,
		slots:      make(chan struct{}, 2),
		knownSlots: make(chan struct{}, 1),
	}, nil
}

// User is a person with an account.
type User struct {
	ID         uuid.UUID
	Email      string
	Firstname  string
	Lastname   string
	Avatar     string
	JobTitle   string
	Role       domain.Role
	ClientID   string
	CustomerID uuid.UUID // Nil for the provider's people and for resellers
	IsApprover bool
	ViewOnly   bool
	TimeZone   string
}

// Name is the full name.
func (u User) Name() string {
	if u.Lastname == "" {
		return u.Firstname
	}
	return u.Firstname + " " + u.Lastname
}

// Actor is the person as commands and queries know him.
func (u User) Actor() domain.Actor {
	return domain.Actor{
		ID:         u.ID,
		Role:       u.Role,
		ClientID:   u.ClientID,
		CustomerID: u.CustomerID,
		IsApprover: u.IsApprover,
		ViewOnly:   u.ViewOnly,
	}
}

// Client is a tenant.
type Client struct {
	ID    string
	Name  string
	Kind  string // provider, direct, reseller
	Brand string // CSS colour
	Logo  string
}

// Customer is an account that places orders.
type Customer struct {
	ID              uuid.UUID
	ClientID        string
	Name            string
	Package         string
	MaxActiveOrders int  // below 0: unlimited
	PAYG            bool // pays as it goes: orders are billed by the hour
	Quota
}

// Quota is how many bytes a customer may store: below 0 it is unlimited (SH-287). In a seed nothing is unlimited too.
type Quota struct{ Storage, Additional int64 }

const userColumns = `id, email, firstname, lastname, avatar, job_title, role, client_id, coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), is_approver, view_only, time_zone`

func scanUser(row pgx.CollectableRow) (User, error) {
	var u User
	err := row.Scan(
		&u.ID, &u.Email, &u.Firstname, &u.Lastname, &u.Avatar, &u.JobTitle, &u.Role, &u.ClientID, &u.CustomerID,
		&u.IsApprover, &u.ViewOnly, &u.TimeZone,
	)
	return u, err
}

// Team lists the people who may work on a customer's orders from the customer's side: its own, and its reseller's.
func (s *Store) Team(ctx context.Context, clientID string, customer uuid.UUID) ([]User, error) {
	return s.users(
		ctx, "client_id = $1 and (customer_id = $2 or customer_id is null) order by firstname, id limit 500", clientID,
		customer,
	)
}

// WithRoles lists the provider's people of these roles.
func (s *Store) WithRoles(ctx context.Context, roles ...domain.Role) ([]User, error) {
	return s.users(ctx, "role = any($1) order by firstname, id limit 500", roles)
}

func (s *Store) users(ctx context.Context, where string, args ...any) ([]User, error) {
	rows, err := s.pool.Query(ctx, "select "+userColumns+" from users where "+where, args...)
	if err != nil {
		return nil, unavailable("users", err)
	}
	users, err := pgx.CollectRows(rows, scanUser)
	return users, unavailable("users", err)
}

// Customers lists the customers of a client, of all clients for an empty id, by name; only those of clients if any are named.
func (s *Store) Customers(ctx context.Context, clientID string, clients []string) ([]Customer, error) {
	rows, err := s.pool.Query(ctx, "select "+customerColumns+` from customers
		where ($1 = '' or client_id = $1) and ($2::text[] is null or client_id = any($2)) order by name, id limit 1000`, clientID, clients)
	if err != nil {
		return nil, unavailable("customers", err)
	}
	customers, err := pgx.CollectRows(rows, scanCustomer)
	return customers, unavailable("customers", err)
}

const customerColumns = "id, client_id, name, package, max_active_orders, payg, storage_quota, additional_storage_quota"

func scanCustomer(row pgx.CollectableRow) (c Customer, err error) {
	return c, row.Scan(&c.ID, &c.ClientID, &c.Name, &c.Package, &c.MaxActiveOrders, &c.PAYG, &c.Storage, &c.Additional)
}

// Person implements commands.People.
func (s *Store) Person(ctx context.Context, id uuid.UUID) (commands.Person, error) {
	users, err := s.users(ctx, "id = $1", id)
	if err != nil {
		return commands.Person{}, err
	}
	if len(users) == 0 {
		return commands.Person{}, domain.ErrNotFound
	}
	u := users[0]
	return commands.Person{ID: u.ID, Role: u.Role, ClientID: u.ClientID, CustomerID: u.CustomerID}, nil
}

// Actor is a person as commands and queries know him now; domain.ErrNotFound if there is none.
func (s *Store) Actor(ctx context.Context, id uuid.UUID) (domain.Actor, error) {
	users, err := s.users(ctx, "id = $1", id)
	if err == nil && len(users) == 0 {
		err = domain.ErrNotFound
	}
	if err != nil {
		return domain.Actor{}, err
	}
	return users[0].Actor(), nil
}

// Customer implements commands.People.
func (s *Store) Customer(ctx context.Context, id uuid.UUID) (commands.Customer, error) {
	c, err := s.FindCustomer(ctx, id)
	return commands.Customer{ID: c.ID, ClientID: c.ClientID, Package: c.Package, PAYG: c.PAYG}, err
}

// FindCustomer returns one customer; domain.ErrNotFound if there is none.
func (s *Store) FindCustomer(ctx context.Context, id uuid.UUID) (Customer, error) {
	rows, err := s.pool.Query(ctx, "select "+customerColumns+" from customers where id = $1", id)
	if err != nil {
		return Customer{}, unavailable("customer", err)
	}
	c, err := pgx.CollectExactlyOneRow(rows, scanCustomer)
	return c, unavailable("customer", err)
}

var _ commands.People = (*Store)(nil)

// unavailable wraps what a caller cannot help: a missing row is domain.ErrNotFound, everything else the database's fault.
func unavailable(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return domain.ErrNotFound
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return domain.ErrUnavailable.From(fmt.Errorf("accounts: %s: %w", what, err))
}
