// Package accounts stores people, the accounts they belong to, and their sessions, in plain tables.
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

// Ids of clients that always exist (D-25).
const (
	ProviderClient = "admin"
	DirectClient   = "customer"
)

// Store reads and writes the accounts in PostgreSQL.
type Store struct {
	pool  *pgxpool.Pool
	cache *directory
	clock func() time.Time
	dummy string // a password hash to compare with if there is no such account
	slots chan struct{}
	// knownSlots limits concurrent password checks for browsers that have signed in before.
	knownSlots chan struct{}
}

// New returns a store on a migrated database.
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

// Name returns the full name.
func (u User) Name() string {
	if u.Lastname == "" {
		return u.Firstname
	}
	return u.Firstname + " " + u.Lastname
}

// Actor returns the person in the form that commands and queries use.
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
	Brand string // a CSS colour
	Logo  string
}

// Customer is an account that places orders.
type Customer struct {
	ID              uuid.UUID
	ClientID        string
	Name            string
	Package         string
	MaxActiveOrders int  // unlimited if below 0
	PAYG            bool // pay as you go: orders are billed by the hour
	Quota
}

// Quota is the number of bytes that a customer may store. A value below 0 means unlimited (SH-287).
// In a Seed, a zero Quota also means unlimited.
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

// Team returns the people who may work on a customer's orders on the customer's side: the
// customer's own and its reseller's.
func (s *Store) Team(ctx context.Context, clientID string, customer uuid.UUID) ([]User, error) {
	return s.users(
		ctx, "client_id = $1 and (customer_id = $2 or customer_id is null) order by firstname, id limit 500", clientID,
		customer,
	)
}

// WithRoles returns the provider's people with one of these roles.
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

// Customers returns the customers of a client, sorted by name. An empty client id means all
// clients. If clients are given, only their customers are returned.
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

// Actor returns a person's current state in the form that commands and queries use. It returns
// domain.ErrNotFound if the person does not exist.
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

// FindCustomer returns one customer, or domain.ErrNotFound.
func (s *Store) FindCustomer(ctx context.Context, id uuid.UUID) (Customer, error) {
	rows, err := s.pool.Query(ctx, "select "+customerColumns+" from customers where id = $1", id)
	if err != nil {
		return Customer{}, unavailable("customer", err)
	}
	c, err := pgx.CollectExactlyOneRow(rows, scanCustomer)
	return c, unavailable("customer", err)
}

var _ commands.People = (*Store)(nil)

// unavailable translates a database error. It returns domain.ErrNotFound for a missing row, returns
// an error of the context unchanged, and otherwise wraps domain.ErrUnavailable.
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
