// Package accounts stores people, the accounts they belong to, and their sessions, in plain tables.
package accounts

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Store reads and writes the accounts in PostgreSQL.
type Store struct {
	*throttle.Throttle

	pool  *pgxpool.Pool
	cache *directory

	exceptions rememberedExceptions
	hosts      hostTable
	clock      func() time.Time
}

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, guesses *throttle.Throttle, clock func() time.Time) *Store {
	return &Store{Throttle: guesses, pool: pool, cache: newDirectory(), clock: clock}
}

// User is a person with an account.
type User struct {
	ID         uuid.UUID
	Email      string
	Firstname  string
	Lastname   string
	Avatar     string
	JobTitle   string
	Phone      string
	Role       domain.Role
	ClientID   string
	CustomerID uuid.UUID // Nil for the provider's people and for resellers
	IsApprover bool
	ViewOnly   bool
	TimeZone   string
	State      member.State
	Verified   bool     // the e-mail address is known to be theirs
	ToursDone  []string // guided tours that are no longer offered
	MustVerify bool     // may not sign in before that, because they registered themselves
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

// CanApprove reports whether the person counts in the steps of workflows of their account now. It is the rule of
// Approvers.
func (u User) CanApprove() bool {
	return u.CustomerID != uuid.Nil && u.State == member.Active && !u.ViewOnly &&
		slices.Contains(approving, u.Role)
}

// approving are the roles whose people approve for an account.
var approving = []domain.Role{domain.Owner, domain.Staff}

// Place returns the account that the person belongs to. Only team members have the right to approve
// in addition to their role.
func (u User) Place() member.Place {
	return member.Place{
		Person: u.ID, Client: u.ClientID, Customer: u.CustomerID, Role: u.Role,
		Approver: u.IsApprover && u.Role == domain.Staff, ViewOnly: u.ViewOnly,
	}
}

// Client is a tenant.
type Client struct {
	ID    string
	Name  string
	Kind  string // provider, direct, reseller
	Brand string // a CSS colour
	// Logo, Favicon and Placeholder name brand files by their SHA-256. They are empty for none.
	Logo, Favicon, Placeholder string
	Sender                     string   // name of the sender of mails
	Hosts                      []string // host names that lead to the client's sign-in
	Contacts
}

// Customer is an account that places orders.
type Customer struct {
	ID              uuid.UUID
	ClientID        string
	Name            string
	Package         string // its name
	PackageRef      string // the id of the package, or its name if it is not in the catalogue
	MaxActiveOrders int    // unlimited if below 0
	PAYG            bool   // pay as you go: orders are billed by the hour
	Quota
	Contacts
	State     customer.State
	DeletesAt *time.Time // when the account is deleted, if somebody asked for that
}

// Terms returns what the customer may use.
func (c Customer) Terms() customer.Terms {
	return customer.Terms{
		Package: cmp.Or(c.PackageRef, c.Package), MaxActiveOrders: c.MaxActiveOrders, PAYG: c.PAYG, Storage: c.Storage,
		AdditionalStorage: c.Additional,
	}
}

// Quota is the number of bytes that a customer may store. A value below 0 means unlimited (SH-287).
// In a Seed, a zero Quota also means unlimited.
type Quota struct{ Storage, Additional int64 }

// A person's data are in people, their membership is in the read model account_members. Both have a
// row for each person, except for a moment while somebody joins.
const (
	userColumns = `p.id, p.email, p.firstname, p.lastname, p.avatar, p.job_title, p.phone, coalesce(m.role, ''),
		coalesce(m.client_id, ''), coalesce(m.customer_id, '00000000-0000-0000-0000-000000000000'),
		coalesce(m.is_approver, false), coalesce(m.view_only, true), p.time_zone, coalesce(m.state, ''),
		coalesce(m.verified, false), p.tours_done, coalesce(m.signed_up and not m.verified, false)`
	fromUsers = " from people p join account_members m on m.person = p.id"
	// ActorColumns are what decides what a person may see and do.
	ActorColumns = `m.person, m.role, m.client_id, coalesce(m.customer_id, '00000000-0000-0000-0000-000000000000'),
		m.is_approver, m.view_only`
)

// IntoActor returns where to scan ActorColumns to.
func IntoActor(a *domain.Actor) []any {
	return []any{&a.ID, &a.Role, &a.ClientID, &a.CustomerID, &a.IsApprover, &a.ViewOnly}
}

// into returns where to scan userColumns to.
func (u *User) into() []any {
	return []any{
		&u.ID,
		&u.Email,
		&u.Firstname,
		&u.Lastname,
		&u.Avatar,
		&u.JobTitle,
		&u.Phone,
		&u.Role,
		&u.ClientID,
		&u.CustomerID,
		&u.IsApprover,
		&u.ViewOnly,
		&u.TimeZone,
		&u.State,
		&u.Verified,
		&u.ToursDone,
		&u.MustVerify,
	}
}

func scanUser(row pgx.CollectableRow) (u User, err error) { return u, row.Scan(u.into()...) }

// maxPeopleOf is the largest number of people of an account in an answer.
const maxPeopleOf = 10_000

// PeopleOf returns the people of an account who are not removed, sorted by name. customer is Nil for
// a client.
func (s *Store) PeopleOf(ctx context.Context, client string, customer uuid.UUID) ([]User, error) {
	return s.users(
		ctx,
		`m.client_id = $1 and coalesce(m.customer_id, '00000000-0000-0000-0000-000000000000') = $2 and `+memberStays+`
		order by p.firstname, p.lastname, p.id limit $3`,
		client, customer, maxPeopleOf,
	)
}

// Team returns the people who may work on a customer's orders on the customer's side: the
// customer's own and its reseller's.
func (s *Store) Team(ctx context.Context, clientID string, customerID uuid.UUID) ([]User, error) {
	// Two searches of the index. One with 'or' can read everybody of a client with many customers.
	const team = `m.person in (
		select person from account_members where client_id = $1 and customer_id = $2 and state = $3
		union all
		select person from account_members where client_id = $1 and customer_id is null and state = $3
	) order by p.firstname, p.id limit 500`
	return s.users(ctx, team, clientID, customerID, member.Active)
}

// WithRoles returns the provider's people with one of these roles.
func (s *Store) WithRoles(ctx context.Context, roles ...domain.Role) ([]User, error) {
	return s.users(
		ctx, "m.role = any($1) and m.state = $2 order by p.firstname, p.id limit 500", roles, member.Active,
	)
}

func (s *Store) users(ctx context.Context, where string, args ...any) ([]User, error) {
	rows, err := s.pool.Query(ctx, "select "+userColumns+fromUsers+" where "+where, args...)
	if err != nil {
		return nil, dberror.Of("users", err)
	}
	users, err := pgx.CollectRows(rows, scanUser)
	return users, dberror.Of("users", err)
}

// Customers returns the customers of a client, sorted by name. An empty client id means all
// clients. If clients are given, only their customers are returned.
func (s *Store) Customers(ctx context.Context, clientID string, clients []string) ([]Customer, error) {
	rows, err := s.pool.Query(ctx, "select "+customerColumns+fromCustomers+`
		where ($1 = '' or a.client_id = $1) and ($2::text[] is null or a.client_id = any($2)) and `+customerStays+`
		order by c.name, c.id limit 1000`, clientID, clients)
	if err != nil {
		return nil, dberror.Of("customers", err)
	}
	customers, err := pgx.CollectRows(rows, scanCustomer)
	return customers, dberror.Of("customers", err)
}

// A customer's name is in companies, their terms are in the read model account_customers. The terms
// name a package of the catalogue by its id, so that a new name applies to its subscribers.
const (
	customerColumns = `c.id, coalesce(a.client_id, ''), c.name,
		coalesce((select name from packages where id::text = a.package), a.package, ''), coalesce(a.package, ''),
		coalesce(a.max_active_orders, 0), coalesce(a.payg, false), coalesce(a.storage, 0),
		coalesce(a.additional_storage, 0), coalesce(a.state, ''), a.deletes_at`
	fromCustomers = ` from companies c join account_customers a on a.id = c.id`
)

// into returns where to scan customerColumns to.
func (c *Customer) into() []any {
	return []any{
		&c.ID, &c.ClientID, &c.Name, &c.Package, &c.PackageRef, &c.MaxActiveOrders, &c.PAYG, &c.Storage,
		&c.Additional, &c.State, &c.DeletesAt,
	}
}

func scanCustomer(row pgx.CollectableRow) (c Customer, err error) { return c, row.Scan(c.into()...) }

// Person implements commands.People.
func (s *Store) Person(ctx context.Context, id uuid.UUID) (commands.Person, error) {
	u, err := s.active(ctx, id)
	return commands.Person{ID: u.ID, Role: u.Role, ClientID: u.ClientID, CustomerID: u.CustomerID}, err
}

// Actor returns a person's current state in the form that commands and queries use. It returns
// domain.ErrNotFound if the person does not exist or may not sign in.
func (s *Store) Actor(ctx context.Context, id uuid.UUID) (domain.Actor, error) {
	u, err := s.active(ctx, id)
	return u.Actor(), err
}

func (s *Store) active(ctx context.Context, id uuid.UUID) (User, error) {
	return s.oneUser(ctx, "p.id = $1 and m.state = $2", id, member.Active)
}

// Customer implements commands.People.
func (s *Store) Customer(ctx context.Context, id uuid.UUID) (commands.Customer, error) {
	c, err := s.FindCustomer(ctx, id)
	return commands.Customer{
		ID: c.ID, ClientID: c.ClientID, Package: c.Package, PAYG: c.PAYG,
	}, err
}

// Approvers implements commands.People.
func (s *Store) Approvers(ctx context.Context, customer uuid.UUID, people []uuid.UUID) (map[uuid.UUID]bool, error) {
	if len(people) == 0 {
		return nil, nil
	}
	rows, err := s.pool.Query(
		ctx,
		`select person, state = $3 and not view_only from account_members
		where customer_id = $1 and person = any($2) and role = any($4)`,
		customer, people, member.Active, approving,
	)
	if err != nil {
		return nil, dberror.Of("approvers", err)
	}
	team := map[uuid.UUID]bool{}
	var person uuid.UUID
	var able bool
	_, err = pgx.ForEachRow(rows, []any{&person, &able}, func() error { team[person] = able; return nil })
	return team, dberror.Of("approvers", err)
}

// FindCustomer returns one customer, or domain.ErrNotFound.
func (s *Store) FindCustomer(ctx context.Context, id uuid.UUID) (Customer, error) {
	rows, err := s.pool.Query(ctx, "select "+customerColumns+fromCustomers+" where c.id = $1", id)
	if err != nil {
		return Customer{}, dberror.Of("customer", err)
	}
	c, err := pgx.CollectExactlyOneRow(rows, scanCustomer)
	return c, dberror.Of("customer", err)
}

var _ commands.People = (*Store)(nil)
